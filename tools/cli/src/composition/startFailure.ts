/** The part of a document that is shown when the shell does not start. It is plain HTML: no script has to run. */

/** The document with the earlier shell. */
export const RECOVERY_PATH = '/slipway-recovery';

/** Shown by the start script at once after an error, and by the shell's stylesheet after ten seconds. Decision 037. */
export const startFailure = (hasEarlierShell: boolean): string[] => [
  '<main id="slipway-start" role="alert">',
  '<h1>The app hasn’t started</h1>',
  '<p>Something failed to load, or the connection is slow. Reload the page; if the problem persists, try again later.</p>',
  `<p><a href="">Reload</a>${hasEarlierShell ? ` <a href="${RECOVERY_PATH}">Open the previous version</a>` : ''}</p>`,
  '</main>',
];
