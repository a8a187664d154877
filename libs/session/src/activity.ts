/** The last activity. In this tab, for the idle tracker; in local storage, for other tabs and the next visit. */
import { createStoredValue } from '@slipway/state';
import { INACTIVITY_LIMIT } from './validity';

/** Milliseconds since 1970, or undefined when it is unknown. */
const stored = createStoredValue(() => localStorage, 'lastActivity', {
  read: (text): number | undefined => {
    const time = Number(text);
    return text !== null && text !== '' && Number.isFinite(time) ? time : undefined;
  },
  write: (time) => (time === undefined ? null : String(time)),
});

/** `keypress` is not fired for keys without a character, and a tap fires `click` only when it ends. */
const activityEvents = ['click', 'keypress', 'scroll', 'keydown', 'pointerdown', 'touchstart'] as const;

/** Milliseconds between two writes. */
const WRITE_INTERVAL = 1_000;

let lastSeen = Date.now();

/** The last activity in this tab, in milliseconds since 1970. */
export const readLastSeen = (): number => lastSeen;

/** The last activity in any tab, in milliseconds since 1970; undefined when it is unknown. */
export const readLastActivity = (): number | undefined => stored.get();

/** Call it after sign-in: the activity of an earlier session must not end the new one. */
export function beginActivity(): void {
  stored.set(Date.now());
}

export function forgetActivity(): void {
  stored.remove();
}

/**
 * Records activity until the returned function is called. The time of a session that has been idle for an hour stays: a
 * click must not revive it. Nothing is stored until it is known whether there is a session.
 */
export function followActivity(statusOf: () => 'loading' | 'signed-out' | 'signed-in'): () => void {
  const record = () => {
    const now = Date.now();
    lastSeen = now;
    const status = statusOf();
    if (status === 'loading') return;
    const previous = readLastActivity();
    const elapsed = previous === undefined ? Infinity : now - previous;
    const isOver = status === 'signed-in' && previous !== undefined && elapsed > INACTIVITY_LIMIT;
    // A stored time in the future, left by a clock that was set back, is overwritten at once.
    if (!isOver && (elapsed >= WRITE_INTERVAL || elapsed < 0)) stored.set(now);
  };
  lastSeen = Date.now();
  for (const type of activityEvents) {
    window.addEventListener(type, record, { passive: true, capture: true });
  }
  return () => {
    for (const type of activityEvents) window.removeEventListener(type, record, { capture: true });
  };
}
