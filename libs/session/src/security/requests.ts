/** When the person's own requests were sent: those of the last ten seconds, in session storage. */
import { onRequest } from '@slipway/data';
import { parseTimes, readStored, writeStored } from './stored';
import { REQUEST_WINDOW } from './suspicionRules';

const KEY = 'recent_activity';

/** Milliseconds since 1970, oldest first. */
export const readRequests = (): number[] => readStored(sessionStorage, KEY, parseTimes);

export const forgetRequests = (): void => {
  sessionStorage.removeItem(KEY);
};

/** What the app sends by itself, whatever the person does. */
const isBackground = (path: string) => /\/(?:security_audit_log|logout)$/.test(path);

/** A request counts as the person's while a press or a key of theirs is fresh, as the browser sees it. */
const isCausedByPerson = () => (navigator as Partial<Navigator>).userActivation?.isActive ?? true;

/** Calls `after` for each request of the person's, once it is counted. Returns the function that ends it. */
export function followRequests(after: () => void): () => void {
  return onRequest((path) => {
    if (isBackground(path) || !isCausedByPerson()) return;
    const now = Date.now();
    const recent = readRequests().filter((time) => time > now - REQUEST_WINDOW && time <= now);
    writeStored(sessionStorage, KEY, [...recent, now]);
    after();
  });
}
