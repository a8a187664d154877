/** The requests that the user caused in the last ten seconds, in session storage. */
import { onRequest } from '@slipway/data';
import { createStoredValue, json } from '@slipway/state';
import { REQUEST_WINDOW } from './suspicionRules';
import { parseTimes } from './times';

const stored = createStoredValue(() => sessionStorage, 'recent_activity', json(parseTimes));

/** Milliseconds since 1970, oldest first. */
export const readRequests = (): number[] => stored.get();

export const forgetRequests = (): void => {
  stored.remove();
};

/**
 * Requests that start within this time count as one: after one press, a panel reads its parts together. Shorter than the time
 * between two presses.
 */
const BATCH_MS = 20;

/** Requests that the app sends by itself. An export of the user's data sends one for each table after one press. */
const isBackground = (path: string) =>
  /\/(?:security_audit_log|notifications|logout|rpc\/export_rows)$/.test(path);

/** A request counts as the user's while the browser considers a recent click or key press active. */
const isCausedByUser = () => (navigator as Partial<Navigator>).userActivation?.isActive ?? true;

/** Counts the requests of the user, those that start together as one, then calls `onCounted`. Returns the function that stops it. */
export function followRequests(onCounted: () => void): () => void {
  return onRequest((path) => {
    if (isBackground(path) || !isCausedByUser()) return;
    const now = Date.now();
    const recent = readRequests().filter((time) => time > now - REQUEST_WINDOW && time <= now);
    if (now - (recent.at(-1) ?? -Infinity) < BATCH_MS) return;
    stored.set([...recent, now]);
    onCounted();
  });
}
