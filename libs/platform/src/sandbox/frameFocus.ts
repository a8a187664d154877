/** Whether a user uses a frame: only then may it open another page. */

/** Milliseconds. On a busy device the focus of a press takes longer than the message of its handler. */
const LIMIT = 1_000;
const STEP = 20;

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Whether a frame has the focus, or gets it within a second. The browser tells the page about the focus of a frame in
 * another process, and that of the first press in a frame may arrive after the message that the press has sent.
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
