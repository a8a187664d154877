/** The default texts of the components. */
export const messages = {
  clearSearch: 'Clear search',
  close: 'Close',
  /** `#1` is the first line. */
  codeOf: 'Code: #1',
  copyCode: 'Copy code',
  copyFailed: 'Couldn’t copy to clipboard',
  /** `#1` names what is copied. */
  copyOf: 'Copy #1',
  dismiss: 'Dismiss',
  loading: 'Loading',
  notifications: 'Notifications',
  /** `#1` is the number of characters, `#2` the limit. */
  charactersOf: '#1 of #2 characters',
  showCharacters: 'Show characters',
  table: 'Table',
  toTheEnd: 'Jump to the end',
  skipToContent: 'Skip to content',
  contentFailed: 'Something went wrong here',
  tryAgain: 'Try again',
  unknown: 'Unknown',

  success: 'Success',
  error: 'Error',
  info: 'Information',
  warning: 'Warning',
} as const;
