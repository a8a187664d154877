/** The words that components have of their own, where nobody gives them others. */
export const words = {
  clearSearch: 'Clear search',
  close: 'Close',
  copyCode: 'Copy code',
  dismiss: 'Dismiss',
  loading: 'Loading',
  notifications: 'Notifications',
  showCharacters: 'Show characters',
  skipToContent: 'Skip to content',
  tryAgain: 'Try again',
  unknown: 'Unknown',

  success: 'Success',
  error: 'Error',
  info: 'Information',
  warning: 'Warning',
} as const;
