/** The document's message for a shell that does not start. It is removed when the app is up, and back when it crashes. */

const message = document.getElementById('slipway-start');

export function hideStartFailure(): void {
  document.documentElement.dataset.start = 'done';
  message?.remove();
}

export function showStartFailure(): void {
  document.documentElement.dataset.start = 'failed';
  if (message) document.body.append(message);
}
