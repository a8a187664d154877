/**
 * Which keyboard shortcuts and context menus are blocked, and the exceptions. A deterrent, not a security control: the
 * browser's own menu opens the same tools. See docs/decisions/012-devtools-deterrent.md.
 */

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey' | 'target'>;

const editable = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Elements whose menu is useful: spelling, "open in new tab", copying an example or a key. */
const keepsItsMenu = `${editable}, a[href], button, summary, label, code, kbd, pre, samp`;

const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** F12; Ctrl+Shift+I, C and J; and Ctrl+U outside of editable text, where it underlines. */
export function isBlockedShortcut({ key, ctrlKey, shiftKey, altKey, metaKey, target }: KeyPress): boolean {
  if (altKey || metaKey) return false;
  if (key === 'F12') return !ctrlKey && !shiftKey;
  if (!ctrlKey) return false;
  const letter = key.toLowerCase();
  return shiftKey ? ['i', 'c', 'j'].includes(letter) : letter === 'u' && !isWithin(target, editable);
}

/** The keys that open the context menu of the focused element. */
export const isMenuKey = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** The menu is blocked on the page's background, not on fields, links, code or selected text. */
export function isBlockedMenu(target: EventTarget | null, selection: Selection | null): boolean {
  if (isWithin(target, keepsItsMenu)) return false;
  const isOnSelection =
    selection !== null &&
    !selection.isCollapsed &&
    target instanceof Node &&
    selection.getRangeAt(0).intersectsNode(target);
  return !isOnSelection;
}
