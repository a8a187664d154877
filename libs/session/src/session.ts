/**
 * Who is signed in, as one store for the whole page.
 * Source: Supabase's auth client, the only one of the page; it decides and emits, it shows nothing.
 */
import { AppError } from '@slipway/contracts';
import {
  type AuthChangeEvent,
  type AuthSession,
  forgetStoredSession,
  isStoredSession,
  supabase,
} from '@slipway/data';
import { quotedMessage } from './accounts/authFailure';
import { beginActivity, followActivity, forgetActivity, readLastActivity } from './activity';
import { takeSessionFromAddress } from './addressSession';
import { startIdleTracker } from './idleTracker';
import { followRequests, forgetRequests } from './security/requests';
import { startSecurityReview } from './security/review';
import { clearSecurityLog } from './security/securityLog';
import { lookForSuspicion } from './security/suspicion';
import { validityOf } from './validity';

export interface SignedInUser {
  id: string;
  email: string;
  /** ISO-8601 UTC, or null while the address is not confirmed. */
  emailConfirmedAt: string | null;
}

export type SessionState = { status: 'loading' | 'signed-out' } | { status: 'signed-in'; user: SignedInUser };

/**
 * What a person did or met, as against what the auth client reports on every return to the tab.
 * `sign-out-failed`: they are signed out here, and the server could not be told.
 */
export type SessionEvent = 'signed-in' | 'signed-out' | 'sign-out-failed' | 'expired';

let state: SessionState = { status: 'loading' };
const stateListeners = new Set<() => void>();
/** `quoted` is what the server said of it, where that is fit to be shown. */
type EventListener = (event: SessionEvent, quoted?: string) => void;

const eventListeners = new Set<EventListener>();

/** Why the session is about to end, when that is known; `asked` waits for the server's answer. */
let leaving: 'asked' | 'expired' | undefined;

/** The newest session of this page, also after its end: when its token ran out tells why it ended. */
let lastHeld: Pick<AuthSession, 'expires_at'> = { expires_at: undefined };

export const readSession = (): SessionState => state;

export function onSessionChange(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

export function onSessionEvent(listener: EventListener): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/**
 * Begins to follow the auth client, once, after `connect`. Returns the function that ends it.
 * Nothing is decided before the address has been read: a confirmation link must not look like a stranger's visit.
 */
export function startSession(): () => void {
  const exchange = takeSessionFromAddress();
  let latest: AuthSession | null = null;
  const { data } = supabase().auth.onAuthStateChange((event, session) => {
    latest = changedBy(event, session);
    if (latest) lastHeld = latest;
    void exchange.then(() => {
      moveTo(stateOf(latest));
    });
  });
  // A tab that could not tell the server tells the others by what it removes.
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (isStoredSession(key) && newValue === null) moveTo({ status: 'signed-out' });
  };
  window.addEventListener('storage', handleStorage);
  const stops = [
    followActivity(() => state.status === 'signed-in'),
    startIdleTracker(),
    startSecurityReview(),
    followRequests(() => {
      if (state.status === 'signed-in') lookForSuspicion();
    }),
    () => {
      data.subscription.unsubscribe();
      window.removeEventListener('storage', handleStorage);
    },
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * The session after an event. Signing in and out are told by the change of person, not by the name of the event: the
 * client says SIGNED_IN on every return to the tab. A new name does not compile until somebody has decided about it.
 */
function changedBy(event: AuthChangeEvent, session: AuthSession | null): AuthSession | null {
  switch (event) {
    case 'INITIAL_SESSION':
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'PASSWORD_RECOVERY':
    case 'MFA_CHALLENGE_VERIFIED':
      return session;
    case 'SIGNED_OUT':
      return null;
    default:
      return event satisfies never;
  }
}

function stateOf(session: AuthSession | null): SessionState {
  if (!session) return { status: 'signed-out' };
  const { id, email, email_confirmed_at } = session.user;
  return {
    status: 'signed-in',
    user: { id, email: email ?? '', emailConfirmedAt: email_confirmed_at ?? null },
  };
}

const personOf = (one: SessionState) => (one.status === 'signed-in' ? one.user.id : undefined);

/** Only a change of person is an event; the first answer after loading restores what was. */
function moveTo(next: SessionState): void {
  const before = state;
  const isRestored = before.status === 'loading';
  const isSamePerson = personOf(before) === personOf(next);
  // A restored session is as old as it was; one without a time begins to have one.
  if (next.status === 'signed-in' && (isRestored ? readLastActivity() === undefined : !isSamePerson)) {
    beginActivity();
  }
  // The same object for the same facts: a refreshed token renders nothing again.
  if (JSON.stringify(before) !== JSON.stringify(next)) {
    state = next;
    for (const listener of stateListeners) listener();
  }
  if (isRestored || isSamePerson) return;
  if (next.status === 'signed-in') emit('signed-in');
  else if (leaving !== 'asked') depart(leaving ?? reasonOfOthers());
}

/**
 * Nobody asked in this tab. It expired when its token ran out and was not renewed, or when nobody was active in any
 * tab; else somebody asked in another.
 */
const reasonOfOthers = (): SessionEvent =>
  validityOf(lastHeld, readLastActivity(), Date.now()) === 'valid' ? 'signed-out' : 'expired';

/** What one person left in this browser is not the next one's. */
function depart(event: SessionEvent, quoted?: string): void {
  leaving = undefined;
  forgetActivity();
  forgetRequests();
  clearSecurityLog();
  emit(event, quoted);
}

function emit(event: SessionEvent, quoted?: string): void {
  for (const listener of eventListeners) listener(event, quoted);
}

/** The token of a session that ended here while the server could not be told; in memory alone. */
let unfinished: string | undefined;

/**
 * Ends this browser's session; other devices stay signed in. What comes of it is an event, `signed-out` or
 * `sign-out-failed`: here the session is gone either way.
 */
export async function signOut(): Promise<void> {
  if (leaving) return;
  leaving = 'asked';
  const { data } = await supabase().auth.getSession();
  const failure = await endSession();
  unfinished = failure ? data.session?.access_token : undefined;
  moveTo({ status: 'signed-out' });
  if (failure) depart('sign-out-failed', quotedMessage(failure));
  else depart('signed-out');
}

/** Tells the server of the sign-out that it could not be told of. The event is as for `signOut`. */
export async function retrySignOut(): Promise<void> {
  if (!unfinished) return;
  const { error } = await supabase().auth.admin.signOut(unfinished, 'local');
  if (!error) unfinished = undefined;
  if (error) emit('sign-out-failed', quotedMessage(error));
  else emit('signed-out');
}

/**
 * Ends a session that is no longer valid. The event is `expired`, once, whether or not the server could be told; none
 * when the end has been told of already.
 */
export async function expireSession(): Promise<void> {
  if (leaving) return;
  leaving = 'expired';
  if (state.status === 'signed-in') {
    await endSession();
    moveTo({ status: 'signed-out' });
  } else if (readLastActivity() === undefined) leaving = undefined;
  else depart('expired');
}

/** Why the server could not be told, if it could not. Nothing is left here in any case. */
async function endSession(): Promise<Error | undefined> {
  try {
    const { error } = await supabase().auth.signOut({ scope: 'local' });
    return error ?? undefined;
  } catch (error) {
    return error instanceof Error
      ? error
      : new AppError('unexpected', 'The auth client failed', { cause: error });
  } finally {
    forgetStoredSession();
  }
}
