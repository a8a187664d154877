/**
 * Shows which link or button Enter presses, for as long as the key is down. Browsers show a press of the pointer and of
 * the space bar (`:active`), but none of Enter: without a change on screen, what it starts would be the answer (INP).
 */

/** The part that Enter presses. In a field, it is the button that sends the form, which may be outside of it. */
const partOf = (target: Element) =>
  target instanceof HTMLInputElement
    ? [...(target.form?.elements ?? [])].find((part) => part.matches('[type=submit]'))
    : target.closest('a, button, summary');

/** Sets `data-pressed` on the link or button that Enter presses, on the whole page. Call it once. */
export function markEnterPresses(): void {
  let pressed: Element | null = null;
  const end = () => {
    pressed?.removeAttribute('data-pressed');
    pressed = null;
  };
  const start = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Enter' || !(target instanceof Element)) return;
    end();
    pressed = partOf(target) ?? null;
    pressed?.setAttribute('data-pressed', '');
  };
  document.addEventListener('keydown', start, true);
  document.addEventListener('keyup', end, true);
  // The key is released in another window.
  window.addEventListener('blur', end);
}
