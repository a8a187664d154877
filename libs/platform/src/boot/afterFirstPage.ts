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

/** Calls each of `works` in an idle time after the first page, which the returned function reports. */
export function afterFirstPage(...works: (() => void)[]): () => void {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    clearTimeout(withoutPage);
    for (const work of works) whenIdle(work);
  };
  const withoutPage = setTimeout(begin, NO_START);
  return begin;
}
