/** How a drawer moves. Source: the defaults of vaul 1.1, which the specification took over. Times in milliseconds. */
export const drawerTiming = {
  /** Dragged by this share of its size, it closes. */
  closeThreshold: 0.25,
  animation: 500,
  /** After it is closed, until it is taken out of the page. */
  unmount: 500,
  /** A press on the handle that lasts longer is a hold, not a tap. */
  longPress: 250,
  /** Two taps on the handle within this time are one double tap, which does nothing. */
  doubleTap: 120,
} as const;

/** 0 for those who asked for less motion. */
export const motionTime = (ms: number): number =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms;
