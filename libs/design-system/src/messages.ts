/** The words that components have of their own, where nobody gives them others. */
export const messages = {
  clearSearch: 'Clear search',
  close: 'Close',
  copyCode: 'Copy code',
  dismiss: 'Dismiss',
  loading: 'Loading',
  notifications: 'Notifications',
  /** `#1` is how many are written, `#2` how many there may be. */
  charactersOf: '#1 of #2 characters',
  showCharacters: 'Show characters',
  skipToContent: 'Skip to content',
  tryAgain: 'Try again',
  unknown: 'Unknown',

  success: 'Success',
  error: 'Error',
  info: 'Information',
  warning: 'Warning',
} as const;
