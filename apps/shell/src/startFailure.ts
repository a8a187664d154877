/** The document's message that the app did not start. It is removed once the app is up, and shown again after a crash. */

const message = document.getElementById('slipway-start');

export function hideStartFailure(): void {
  document.documentElement.dataset.start = 'done';
  message?.remove();
}

export function showStartFailure(): void {
  document.documentElement.dataset.start = 'failed';
  if (message) document.body.append(message);
}
