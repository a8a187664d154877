/** Work that the first page can wait for. */

/** Milliseconds after which it begins although the app is not on screen: a broken app can be the service worker's fault. */
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

/** Calls `run` in an idle time after the first page, which the returned function reports. */
export function afterFirstPage(run: () => void): () => void {
  let begin: (() => void) | undefined = () => {
    begin = undefined;
    clearTimeout(withoutPage);
    whenIdle(run);
  };
  const withoutPage = setTimeout(() => begin?.(), NO_START);
  return () => begin?.();
}
