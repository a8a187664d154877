/** Screen-reader announcements, through the page's live region. */

let say: (text: string) => void = () => undefined;

/**
 * Milliseconds. Long enough for a screen reader to notice the text, which is then removed: a user who reads the page
 * should not find it.
 */
const KEPT_MS = 1_000;

/** Announces `text` once, when the screen reader is idle. */
export function announce(text: string): void {
  say(text);
}

/** Makes `region` the live region, until the returned function is called. */
export function announceIn(region: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  say = (text) => {
    region.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => {
      region.textContent = '';
    }, KEPT_MS);
  };
  return () => {
    clearTimeout(timer);
    say = () => undefined;
  };
}
