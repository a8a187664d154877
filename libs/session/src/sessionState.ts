/** Who is signed in, as one value for the whole page, and the events of signing in and out. */
import type { AuthSession } from '@slipway/data';
import { createEmitter, createStoredValue, json } from '@slipway/state';
import { endMailedFlow } from './accounts/mailedFlow';
import { endRecovery } from './accounts/recovery';
import { beginActivity, forgetActivity, readLastActivity } from './activity';
import { forgetEarlierSession } from './earlierSession';
import { createPageValue } from './pageValue';
import { forgetRequests } from './security/requests';
import { clearSecurityLog } from './security/securityLog';
import { forgetUserStorage } from './userStorage';
import { validityOf } from './validity';

/** The signed-in user. */
export interface SignedInUser {
  id: string;
  email: string;
  /** ISO-8601 UTC, or null until the address is confirmed. */
  emailConfirmedAt: string | null;
  /**
   * False after a sign-up with an identity provider. `readHasPassword` also covers a password or an address that was
   * set later.
   */
  hasPassword: boolean;
  /** The id of the factor whose code this session still needs: until then, the server rejects its requests. */
  dueFactor?: string;
}

/** Whether a user is signed in, and who. */
export type SessionState = { status: 'loading' | 'signed-out' } | { status: 'signed-in'; user: SignedInUser };

/**
 * A change of user. The auth client reports more, such as SIGNED_IN on each return to the tab.
 * `sign-out-failed`: the user is signed out in this browser, but the server could not be reached.
 */
export type SessionEvent = 'signed-in' | 'signed-out' | 'sign-out-failed' | 'expired';

/** Pages are prerendered for visitors. */
export const sessionState = createPageValue<SessionState>({
  status: process.env.SLIPWAY_PRERENDER === 'yes' ? 'signed-out' : 'loading',
});

/** The session now, outside of React. */
export const readSession = (): SessionState => sessionState.get();

/**
 * Whether a user is signed in with a session that has not expired, as far as this page knows. `checkSession` asks the
 * auth client.
 */
export const isSessionValid = (): boolean => readSession().status === 'signed-in' && isLatestValid();

/** Resolves once it is known whether a user is signed in: with true if the session is valid. */
export const whenSessionKnown = (): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      if (readSession().status === 'loading') return;
      unsubscribe();
      resolve(isSessionValid());
    };
    const unsubscribe = sessionState.subscribe(look);
    look();
  });

let reportListening: () => void = () => undefined;

/**
 * Resolves when a listener can show session events. The document sends its first requests earlier, and they may end the
 * session.
 */
export const whenListening = new Promise<void>((resolve) => {
  reportListening = resolve;
});

/** `quoted` is the server's own message, if it is fit to be shown. */
const events = createEmitter<[event: SessionEvent, quoted?: string]>(() => {
  reportListening();
  return () => undefined;
});

/** Calls a listener at each change of user. Returns the function that removes it. */
export const onSessionEvent = events.subscribe;
export const emitSessionEvent = events.emit;

/** Why this tab is ending the session, until it has ended. `requested` waits for the server's response. */
let ending: 'requested' | 'expired' | undefined;

/** Returns false when the session is already ending. */
export function beginEnding(reason: 'requested' | 'expired'): boolean {
  if (ending) return false;
  ending = reason;
  return true;
}

export function cancelEnding(): void {
  ending = undefined;
}

/** Deletes the user's data from this browser and emits the event. An expired session keeps the user's storage (`userStorage.ts`). */
export function finishEnding(event: SessionEvent, quoted?: string): void {
  ending = undefined;
  forgetActivity();
  forgetEarlierSession();
  forgetRequests();
  clearSecurityLog();
  endMailedFlow();
  endRecovery();
  if (event !== 'expired') forgetUserStorage();
  emitSessionEvent(event, quoted);
}

/** The latest session of this page. It stays after the end, because its expiry tells why the session ended. */
let latestSession: Pick<AuthSession, 'expires_at'> = { expires_at: undefined };

export function rememberSession(session: Pick<AuthSession, 'expires_at'>): void {
  latestSession = session;
}

const isLatestValid = () => validityOf(latestSession, readLastActivity(), Date.now()) === 'valid';

/**
 * Whether the server has rejected the token and it has not been renewed. Kept until the next session, because other
 * tabs notice only that the session has ended.
 */
export const rejected = createStoredValue(() => localStorage, 'slipway-rejected', json(Boolean));

/**
 * The reason for an end that this tab did not request: the token expired and was not renewed, the user was inactive in
 * all tabs for too long, another device ended the session, or another tab signed out.
 */
const reasonOfEnd = (): SessionEvent => (isLatestValid() && !rejected.get() ? 'signed-out' : 'expired');

const userIdOf = (state: SessionState) => (state.status === 'signed-in' ? state.user.id : undefined);

/** Only a change of user is an event; the first state after loading is not. */
export function transitionTo(next: SessionState): void {
  const previous = sessionState.get();
  const isRestored = previous.status === 'loading';
  const isSameUser = userIdOf(previous) === userIdOf(next);
  // A restored session keeps its last activity, if there is one.
  if (next.status === 'signed-in' && (isRestored ? readLastActivity() === undefined : !isSameUser)) {
    beginActivity();
  }
  // Keep the object if nothing changed: a refreshed token must not render anything.
  if (JSON.stringify(previous) !== JSON.stringify(next)) sessionState.set(next);
  if (next.status === 'signed-in' && !isSameUser) {
    rejected.remove();
    forgetUserStorage(next.user.id);
  }
  if (isRestored || isSameUser) return;
  if (next.status === 'signed-in') emitSessionEvent('signed-in');
  else if (ending !== 'requested') finishEnding(ending ?? reasonOfEnd());
}
