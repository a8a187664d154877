/** Limits how often a frame may do something. */

/** Milliseconds: the longest time that `setTimeout` takes. */
export const NO_LIMIT = 2 ** 31 - 1;

/** Returns a function that tells whether one more call is allowed: at most `count` in any `time` milliseconds. */
export function createLimiter(count: number, time: number) {
  let recent: number[] = [];
  return (): boolean => {
    const at = performance.now();
    recent = recent.filter((one) => at - one < time);
    if (recent.length >= count) return false;
    recent.push(at);
    return true;
  };
}
