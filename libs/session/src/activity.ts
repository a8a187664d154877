/**
 * When the person last did something: in this tab for the idle tracker, and for a signed-in person in local storage,
 * where every tab and the next visit find it.
 */
import { INACTIVITY_LIMIT } from './validity';

const KEY = 'lastActivity';

/** `keypress` misses keys without a character, and a tap is no click until it ends. */
const signs = ['click', 'keypress', 'scroll', 'keydown', 'pointerdown', 'touchstart'] as const;

/** Milliseconds between two writes. */
const WRITE_AT_MOST_EVERY = 1_000;

let lastSeen = Date.now();

/** Milliseconds since 1970, in this tab, signed in or not. */
export const readLastSeen = (): number => lastSeen;

/** Milliseconds since 1970, of the signed-in person in any tab; undefined when nothing is known. */
export function readLastActivity(): number | undefined {
  const text = localStorage.getItem(KEY);
  const time = Number(text);
  return text !== null && text !== '' && Number.isFinite(time) ? time : undefined;
}

/** Someone who has just signed in is active, however long ago they were before. */
export function beginActivity(): void {
  localStorage.setItem(KEY, String(Date.now()));
}

export function forgetActivity(): void {
  localStorage.removeItem(KEY);
}

/**
 * Notes every sign of the person until the returned function is called. While `isSignedIn`, it is written down, unless
 * the session is over already: a click after an hour's absence must not bring it back to life.
 */
export function followActivity(isSignedIn: () => boolean): () => void {
  const note = () => {
    const now = Date.now();
    lastSeen = now;
    if (!isSignedIn()) return;
    const before = readLastActivity();
    const elapsed = before === undefined ? Infinity : now - before;
    const isOver = before !== undefined && elapsed > INACTIVITY_LIMIT;
    // A clock that was set back leaves a time of the future behind, which is no activity to wait for.
    if (!isOver && (elapsed >= WRITE_AT_MOST_EVERY || elapsed < 0)) localStorage.setItem(KEY, String(now));
  };
  lastSeen = Date.now();
  for (const sign of signs) window.addEventListener(sign, note, { passive: true, capture: true });
  return () => {
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true });
  };
}
