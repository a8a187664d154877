/** Keyboard navigation of a menu: arrow keys, Home, End, and the first letters of an item. */

export interface Typed {
  text: string;
  /** The time of the last letter, in milliseconds. */
  at: number;
}

interface Key {
  key: string;
  timeStamp: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const PAUSE_MS = 500;

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The item to focus, or undefined for other keys. Collects the typed letters in `typed`. */
export function nextItem(items: readonly HTMLElement[], key: Key, typed: Typed): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  const step = steps[key.key];
  if (step) return items[step(at, items.length)];
  if (key.key.length !== 1 || key.key === ' ' || key.ctrlKey || key.metaKey || key.altKey) return undefined;

  const text = key.timeStamp - typed.at > PAUSE_MS ? '' : typed.text;
  typed.text = text + key.key.toLowerCase();
  typed.at = key.timeStamp;
  // The same letter, once or repeated, moves to the next item that starts with it.
  const isOneLetter = new Set(typed.text).size === 1;
  const wanted = isOneLetter ? typed.text.charAt(0) : typed.text;
  const from = isOneLetter ? at + 1 : Math.max(at, 0);
  const inOrder = [...items.slice(from), ...items.slice(0, from)];
  return inOrder.find((item) => (item.textContent ?? '').trim().toLowerCase().startsWith(wanted));
}
