/** The prerendered page. It is removed when the app is on screen, in the same frame. */

/** Links, fields and buttons, which have some of these properties. */
type Part = HTMLInputElement & Partial<Pick<HTMLAnchorElement, 'href'>>;

const partsOf = (parent: Element) => [...parent.querySelectorAll<Part>('a,input,button')];

/** The visible links, fields and buttons: a page may have parts for visitors and for signed-in users, and hides one of them. */
const shownParts = (place: Element) => {
  const hidden = document.documentElement.dataset.session === undefined ? 'users' : 'visitors';
  return partsOf(place).filter((part) => !part.closest(`[data-for='${hidden}']`));
};

/** The same part of the same page has the same name. */
const nameOf = ({ href, name, type, textContent }: Part) => [href, name, type, textContent].join();

/** The browser drops the click of a press whose part is removed: the part that the pointer is released on gets it. */
function finishPress(part: Part): void {
  const end = ({ type, target, pointerType, button, ctrlKey, metaKey, shiftKey }: PointerEvent) => {
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    // A tap is a click where it ends.
    const isClick =
      type === 'pointerup' && pointerType === 'mouse' && !(button || ctrlKey || metaKey || shiftKey);
    if (isClick && part.contains(target as Node)) part.click();
  };
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}

/** Moves what was typed, the focus, the caret and the press of a mouse to the same parts of the app. */
function takeOver(place: Element, root: Element): void {
  const early = shownParts(place);
  for (const part of early) {
    const { value, selectionStart, selectionEnd } = part;
    const isFocused = part === document.activeElement;
    const isPressed = part.matches(':active');
    const like = (parts: Part[]) => parts.filter((one) => nameOf(one) === nameOf(part));
    const same = (value || isFocused || isPressed) && like(partsOf(root))[like(early).indexOf(part)];
    if (!same) continue;
    if (value) {
      // As if the user had typed it: bypasses React's own setter, so that React notices the change.
      Reflect.set(HTMLInputElement.prototype, 'value', value, same);
      same.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (isPressed) finishPress(same);
    if (isFocused) same.focus({ preventScroll: true });
    // An email field reports no selection: the browser puts its caret at the end.
    if (isFocused && selectionStart) same.setSelectionRange(selectionStart, selectionEnd);
  }
}

/** Removes it. Fields keep what was typed, the focus stays on the same part, and a form that the user sent is sent. */
export function removePrerendered(root: Element): void {
  const { dataset } = document.documentElement;
  const place = document.getElementById('slipway-prerendered');
  // First: without a visible page, the document has no height and loses its scroll position.
  delete dataset.prerendered;
  if (place) takeOver(place, root);
  place?.remove();
  delete dataset.session;
  if (dataset.sent !== undefined) root.querySelector('form')?.requestSubmit();
  delete dataset.sent;
}
