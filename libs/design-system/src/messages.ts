/** The default texts of the components. */
export const messages = {
  clearSearch: 'Clear search',
  close: 'Close',
  copyCode: 'Copy code',
  dismiss: 'Dismiss',
  loading: 'Loading',
  notifications: 'Notifications',
  /** `#1` is the number of characters, `#2` the limit. */
  charactersOf: '#1 of #2 characters',
  showCharacters: 'Show characters',
  skipToContent: 'Skip to content',
  contentFailed: 'Something went wrong here',
  tryAgain: 'Try again',
  unknown: 'Unknown',

  success: 'Success',
  error: 'Error',
  info: 'Information',
  warning: 'Warning',
} as const;
