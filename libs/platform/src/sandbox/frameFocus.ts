/** Whether the user is using a frame: only then may it open another page. */

/** Milliseconds. On a slow device the focus event of a click arrives later than the message of its handler. */
const LIMIT = 1_000;
const STEP = 20;

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Whether a frame has the focus, or gets it within a second. If the frame runs in another process, the page learns of
 * its focus late: the first click in a frame may be reported after the message that it causes.
 */
export async function hasFocusSoon(frame: () => Element | null): Promise<boolean> {
  const until = performance.now() + LIMIT;
  for (;;) {
    const element = frame();
    if (!element) return false; // the page has gone
    if (document.activeElement === element) return true;
    if (performance.now() >= until) return false;
    await wait(STEP);
  }
}
