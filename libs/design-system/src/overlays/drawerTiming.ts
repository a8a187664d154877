/** How a drawer moves, in milliseconds. Source: the defaults of vaul 1.1, which the specification adopted. */
export const drawerTiming = {
  /** The drawer closes when it is dragged by this share of its size. */
  closeThreshold: 0.25,
  animation: 500,
  /** From closing until the element is removed. */
  unmount: 500,
  /** A longer press on the handle is a hold, not a tap. */
  longPress: 250,
  /** Two taps on the handle within this time are a double tap, which does nothing. */
  doubleTap: 120,
} as const;

/** 0 when the user prefers reduced motion. */
export const motionTime = (ms: number): number =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
