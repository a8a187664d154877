/** Runs work after the first page. */

/** Milliseconds after which the work begins even if the app is not on screen: the service worker may be the reason. */
const NO_START = 10_000;

/** Calls `run` once the page has loaded and the browser is idle. */
function whenIdle(run: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 3_000 });
    else setTimeout(run, 1_000); // Safari
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

/** Returns the function that reports the first page. `run` is called when the browser is idle after that. */
export function afterFirstPage(run: () => void): () => void {
  let begin: (() => void) | undefined = () => {
    begin = undefined;
    clearTimeout(withoutPage);
    whenIdle(run);
  };
  const withoutPage = setTimeout(() => begin?.(), NO_START);
  return () => begin?.();
}
