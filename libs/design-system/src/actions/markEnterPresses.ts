/**
 * Marks the link or button that Enter presses while the key is down. Browsers style presses of the pointer and the
 * space bar (`:active`), but not of Enter. Without a mark, the first visible response would be the result of the press,
 * which counts for INP.
 */

/**
 * The element that Enter activates. In a field, the submit button of its form, which may be outside the form element.
 */
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
  // The key was released in another window.
  window.addEventListener('blur', end);
}
