/**
 * Which keys and menus the deterrent holds back, and where it never does.
 * A deterrent, no control: the browser's own menu opens the same tools. See docs/decisions/012-devtools-deterrent.md.
 */

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey' | 'target'>;

const editable = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Where the menu is of use: spelling, "open in new tab", copying an example or a key. */
const keepsItsMenu = `${editable}, a[href], button, summary, label, code, kbd, pre, samp`;

const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** F12, Ctrl+Shift+I, C and J; and Ctrl+U, but where a person writes: there it underlines. */
export function holdsBackKey({ key, ctrlKey, shiftKey, altKey, metaKey, target }: Press): boolean {
  if (altKey || metaKey) return false;
  if (key === 'F12') return !ctrlKey && !shiftKey;
  if (!ctrlKey) return false;
  const letter = key.toLowerCase();
  return shiftKey ? ['i', 'c', 'j'].includes(letter) : letter === 'u' && !isWithin(target, editable);
}

/** The keys that open a menu where the focus is. */
export const opensMenu = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** A menu on the page's bare surface; one on what a person selected, writes, follows or copies is left alone. */
export function holdsBackMenu(target: EventTarget | null, selection: Selection | null): boolean {
  if (isWithin(target, keepsItsMenu)) return false;
  const isOnSelection =
    selection !== null &&
    !selection.isCollapsed &&
    target instanceof Node &&
    selection.getRangeAt(0).intersectsNode(target);
  return !isOnSelection;
}
