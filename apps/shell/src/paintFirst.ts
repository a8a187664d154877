/** The prerendered page is painted before the app is evaluated. */

/** Milliseconds without a frame after which the app starts: a tab in the background draws none. */
const NO_FRAME = 100;

/**
 * Calls `start` when the prerendered page is on screen, or immediately if the document shows none. On a later visit,
 * the first script comes from the browser's cache before the first frame, which would otherwise wait until the app is
 * evaluated.
 */
export function paintFirst(start: () => void): void {
  const { dataset } = document.documentElement;
  if (dataset.prerendered !== 'shown' || performance.getEntriesByType('paint').length > 0) {
    start();
    return;
  }
  let isStarted = false;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    start();
  };
  let withoutFrame = setTimeout(startOnce, NO_FRAME);
  const onFrame = () => {
    clearTimeout(withoutFrame);
    if (dataset.font !== undefined) {
      // The page is not in this frame: it waits for its font.
      requestAnimationFrame(onFrame);
      withoutFrame = setTimeout(startOnce, NO_FRAME);
    }
    // The task after the callbacks of a frame comes after its paint.
    else setTimeout(startOnce);
  };
  requestAnimationFrame(onFrame);
}
