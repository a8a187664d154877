/** Keeps an open dialog as high as it was: a result that is shorter than the form before it moves nothing. */

/** A React ref. The height is kept in `--least` until the width changes, which lays out the content again. */
export function keepHeight(panel: HTMLElement | null): (() => void) | undefined {
  // Tests have no layout.
  if (!panel || !('ResizeObserver' in window)) return undefined;
  let width = panel.offsetWidth;
  let least = 0;
  const observer = new ResizeObserver(() => {
    if (panel.offsetWidth !== width) {
      width = panel.offsetWidth;
      least = 0;
      panel.style.removeProperty('--least');
    }
    if (panel.offsetHeight > least) {
      least = panel.offsetHeight;
      panel.style.setProperty('--least', `${String(least)}px`);
    }
  });
  observer.observe(panel);
  return () => {
    observer.disconnect();
  };
}
