/** The timing of drawers, in milliseconds. Source: the defaults of vaul 1.1, which the specification requires. */
export const drawerTiming = {
  /** The share of its size by which a drawer must be dragged to close it. */
  closeThreshold: 0.25,
  animation: 500,
  /** The time from closing until the element is removed. */
  unmount: 500,
  /** A longer press on the handle is a hold, not a tap. */
  longPress: 250,
  /** Two taps on the handle within this time are a double tap, which does nothing. */
  doubleTap: 120,
} as const;

/** 0 when the user prefers reduced motion. */
export const motionTime = (ms: number): number =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
