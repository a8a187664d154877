/** The page that the document had in advance. It is removed when the app is on screen, in the same frame. */

const html = document.documentElement;

/** What the app takes over: links for the focus, fields for what was typed. */
const parts = 'a, input, button';

/** The same part of the same page has the same name. */
const nameOf = (part: Element) =>
  ['href', 'name', 'type'].map((key) => part.getAttribute(key)).join() + part.textContent;

/** The element of `root` that is the same part of the page as one of `place`. */
function sameIn(root: Element, place: Element, part: Element): HTMLElement | undefined {
  const like = (parent: Element) =>
    [...parent.querySelectorAll<HTMLElement>(parts)].filter((one) => nameOf(one) === nameOf(part));
  return like(root)[like(place).indexOf(part as HTMLElement)];
}

/** As if the user typed it here: past the setter by which React notices its own changes. */
function type(field: HTMLInputElement, text: string): void {
  Reflect.set(HTMLInputElement.prototype, 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Moves the focus, what was typed, and the wish to send it. */
function takeOver(root: Element, place: Element): void {
  for (const typed of place.querySelectorAll('input')) {
    const field = typed.value !== '' && sameIn(root, place, typed);
    if (field instanceof HTMLInputElement) type(field, typed.value);
  }
  const focused = document.activeElement;
  if (!focused || !place.contains(focused)) return;
  const same = sameIn(root, place, focused);
  same?.focus({ preventScroll: true });
  if (same instanceof HTMLInputElement && focused instanceof HTMLInputElement) {
    // Null for addresses: the caret is at the end.
    if (focused.selectionStart !== null) same.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  }
}

/** Removes it. The focus stays on the same part, and fields keep what was typed. */
export function removePrerendered(root: Element): void {
  delete html.dataset.prerendered;
  const place = document.getElementById('slipway-prerendered');
  if (place) takeOver(root, place);
  place?.remove();
  if (html.dataset.sent !== undefined) root.querySelector('form')?.requestSubmit();
  delete html.dataset.sent;
}
