/** Looks whether a session may go on, when a protected page is entered and every five minutes on it. */
import { AppError } from '@slipway/contracts';
import { type AuthSession, supabase } from '@slipway/data';
import { readLastActivity } from './activity';
import { log } from '@slipway/log';
import { lookForSuspicion } from './security/suspicion';
import { expireSession, readSession } from './session';
import { validityOf } from './validity';

/** `never`: this browser had no session, so there is none to end. */
export type Verdict = 'valid' | 'never' | 'expired';

const CHECK_EVERY = 5 * 60 * 1000;

/** Milliseconds before a check that failed is made again; doubling, up to the usual distance. */
const RETRY_AFTER = 30 * 1000;

/** The stored session; the client refreshes one that is about to end. @throws `unavailable` when that could not be tried */
async function storedSession(): Promise<AuthSession | null> {
  const { data, error } = await supabase().auth.getSession();
  if (error?.name === 'AuthRetryableFetchError') {
    throw new AppError('unavailable', 'The session could not be looked at', { cause: error });
  }
  return data.session;
}

/**
 * Ends a session that is missing though there was one, too old, or without activity for an hour.
 * @throws `unavailable` when it cannot be told
 */
export async function checkSession(): Promise<Verdict> {
  const lastActivity = readLastActivity();
  // Before the client is asked: it ends by itself a session whose token has run out and is not renewed.
  const hadSession = lastActivity !== undefined || readSession().status === 'signed-in';
  const session = await storedSession();
  let validity = validityOf(session, lastActivity, Date.now());
  if (validity === 'expired') {
    const { data } = await supabase().auth.refreshSession();
    validity = validityOf(data.session, lastActivity, Date.now());
  }
  if (validity === 'valid') {
    lookForSuspicion();
    return 'valid';
  }
  if (!hadSession) return 'never';
  await expireSession();
  return 'expired';
}

const watchers = new Set<symbol>();
let timer: ReturnType<typeof setTimeout> | undefined;

function lookIn(wait: number, retryAfter = RETRY_AFTER): void {
  timer = setTimeout(() => {
    checkSession().then(
      () => {
        if (watchers.size > 0) lookIn(CHECK_EVERY);
      },
      (error: unknown) => {
        // Whoever is reading goes on reading: a check that fails is no reason to close the page.
        log.warn('the session could not be checked', error);
        if (watchers.size > 0) lookIn(retryAfter, Math.min(retryAfter * 2, CHECK_EVERY));
      },
    );
  }, wait);
}

const handleReturn = () => {
  if (document.visibilityState !== 'visible') return;
  clearTimeout(timer);
  lookIn(0);
};

/**
 * Checks every five minutes, and on a return to the tab, until the returned function is called. However many ask for
 * it, there is one timer.
 */
export function watchSession(): () => void {
  const watcher = Symbol('watcher');
  watchers.add(watcher);
  if (watchers.size === 1) {
    lookIn(CHECK_EVERY);
    document.addEventListener('visibilitychange', handleReturn);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', handleReturn);
  };
}
