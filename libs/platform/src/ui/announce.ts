/** What those who listen are told, through the one live region of the page. */

let say: (text: string) => void = () => undefined;

/** Long enough to be picked up; then it is gone, so that nobody meets it while reading the page. */
const KEPT_MS = 1_000;

/** Says `text` once, when the person's screen reader is free to. */
export function announce(text: string): void {
  say(text);
}

/** Gives `region` the announcements. Returns the function that ends it. */
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
