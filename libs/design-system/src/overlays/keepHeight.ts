/** Keeps the height of an open dialog when its content gets shorter, so that nothing moves. */

/** A ref callback. `--least` has the height until the width changes, which lays out the content again. */
export function keepHeight(panel: HTMLElement | null): (() => void) | undefined {
  // Test environments have no layout.
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
