/** Checks whether the session is still valid: on entry to a protected page, and every five minutes on it. */
import { AppError } from '@slipway/contracts';
import { type AuthSession, supabase } from '@slipway/data';
import { log } from '@slipway/log';
import { readLastActivity } from './activity';
import { hadEarlierSession } from './earlierSession';
import { checkForSuspicion } from './security/suspicion';
import { readSession, rejected, whenListening } from './sessionState';
import { expireSession } from './signOut';
import { validityOf } from './validity';

/** `never`: this browser had no session, so none has ended. */
export type SessionCheckResult = 'valid' | 'never' | 'expired';

/** Another session was stored, or the session was removed, during the renewal: the stored state decides. */
const isReplaced = ({ name }: Error) => name === 'AuthRefreshDiscardedError';

const CHECK_INTERVAL = 5 * 60 * 1000;

/** Milliseconds before a failed check is repeated. The backoff doubles up to the normal interval. */
const RETRY_AFTER = 30 * 1000;

/**
 * The stored session. The client refreshes one that is about to expire.
 * @throws `unavailable` when it cannot be refreshed
 */
async function storedSession(): Promise<AuthSession | null> {
  const { data, error } = await supabase().auth.getSession();
  if (error?.name === 'AuthRetryableFetchError') {
    throw new AppError('unavailable', 'The session could not be refreshed', { cause: error });
  }
  return data.session;
}

/**
 * Ends a session that was removed, has expired, or was inactive for an hour.
 * @throws `unavailable` when the auth service cannot be reached
 */
export async function checkSession(): Promise<SessionCheckResult> {
  const lastActivity = readLastActivity();
  // Read this first: the client itself ends a session whose token has expired and cannot be renewed.
  const hadSession = hadEarlierSession() || readSession().status === 'signed-in';
  const session = await storedSession();
  let validity = validityOf(session, lastActivity, Date.now());
  if (validity === 'expired') {
    const { data, error } = await supabase().auth.refreshSession();
    if (error && isReplaced(error)) return checkSession();
    // The service has just issued this token: if it looks expired, the clock of this machine is ahead.
    const issued = data.session && { ...data.session, expires_at: undefined };
    validity = validityOf(issued, lastActivity, Date.now());
  }
  if (validity === 'valid') {
    checkForSuspicion();
    return 'valid';
  }
  if (!hadSession) return 'never';
  await expireSession();
  return 'expired';
}

let renewal: Promise<void> | undefined;

/**
 * Call it when the server has rejected the token, which may mean that another browser has ended this session. Renews
 * the session, or ends it here too. Calls during a renewal wait for it.
 */
export function renewRejectedSession(): Promise<void> {
  // The auth client may end the session before the renewal does.
  rejected.set(true);
  renewal ??= renew().finally(() => {
    renewal = undefined;
    if (readSession().status === 'signed-in') rejected.remove();
  });
  return renewal;
}

async function renew(): Promise<void> {
  await whenListening;
  if (readSession().status !== 'signed-in') return;
  const { error } = await supabase().auth.refreshSession();
  if (error && error.name !== 'AuthRetryableFetchError' && !isReplaced(error)) await expireSession();
}

const watchers = new Set<symbol>();
let timer: ReturnType<typeof setTimeout> | undefined;

function scheduleCheck(delay: number, retryAfter = RETRY_AFTER): void {
  timer = setTimeout(() => {
    checkSession().then(
      () => {
        if (watchers.size > 0) scheduleCheck(CHECK_INTERVAL);
      },
      (error: unknown) => {
        // Keep the page open: a failed check does not mean that the session is invalid.
        log.warn('the session could not be checked', error);
        if (watchers.size > 0) scheduleCheck(retryAfter, Math.min(retryAfter * 2, CHECK_INTERVAL));
      },
    );
  }, delay);
}

const handleReturn = () => {
  if (document.visibilityState !== 'visible') return;
  clearTimeout(timer);
  scheduleCheck(0);
};

/**
 * Checks every five minutes, and on each return to the tab, until the returned function is called. All callers share
 * one timer.
 */
export function watchSession(): () => void {
  const watcher = Symbol('watcher');
  watchers.add(watcher);
  if (watchers.size === 1) {
    scheduleCheck(CHECK_INTERVAL);
    document.addEventListener('visibilitychange', handleReturn);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', handleReturn);
  };
}
