/**
 * Follows Supabase's auth client, the only one of the page, and keeps the session state up to date.
 * It decides and emits events; the platform shows them.
 */
import {
  type AuthChangeEvent,
  type AuthSession,
  isStoredSession,
  onTokenRejected,
  supabase,
} from '@slipway/data';
import { dueFactorOf } from './accounts/dueFactor';
import { followActivity } from './activity';
import { takeSessionFromAddress } from './addressSession';
import { rememberEarlierSession } from './earlierSession';
import { startIdleTracker } from './idleTracker';
import { followRequests } from './security/requests';
import { startSecurityReview } from './security/review';
import { checkForSuspicion } from './security/suspicion';
import { renewRejectedSession } from './sessionCheck';
import { readSession, rememberSession, type SessionState, transitionTo } from './sessionState';

/**
 * Call it once, after `connect`. Returns the function that stops it. The state stays `loading` until credentials in the
 * URL have been exchanged: opening a confirmation link must not look like a signed-out visit.
 */
export function startSession(): () => void {
  rememberEarlierSession();
  const exchange = takeSessionFromAddress();
  let latest: AuthSession | null = null;
  const { data } = supabase().auth.onAuthStateChange((event, session) => {
    latest = sessionAfter(event, session);
    if (latest) rememberSession(latest);
    void exchange.then(() => {
      transitionTo(stateOf(latest));
    });
  });
  // When a sign-out does not reach the server, the stored session is removed without an event of the auth client.
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    // Without a key, all of the storage was cleared.
    if ((key === null || isStoredSession(key)) && newValue === null) transitionTo({ status: 'signed-out' });
  };
  window.addEventListener('storage', handleStorage);
  // Pasting a link into the address bar of this page may change only the fragment, which loads no document.
  const handleHash = () => void takeSessionFromAddress();
  window.addEventListener('hashchange', handleHash);
  const isSignedIn = () => readSession().status === 'signed-in';
  const stops = [
    followActivity(() => readSession().status),
    startIdleTracker(),
    startSecurityReview(),
    onTokenRejected((waitFor) => {
      waitFor(renewRejectedSession());
    }),
    followRequests(() => {
      if (isSignedIn()) checkForSuspicion();
    }),
    () => {
      data.subscription.unsubscribe();
      window.removeEventListener('storage', handleStorage);
      window.removeEventListener('hashchange', handleHash);
    },
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * The session after an event of the auth client. A change of user, not the name of the event, decides about sign-in
 * and sign-out. A new event name in a later version of the client does not compile until it is handled here.
 */
function sessionAfter(event: AuthChangeEvent, session: AuthSession | null): AuthSession | null {
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
  const { id, email, email_confirmed_at, app_metadata } = session.user;
  const { providers } = app_metadata as { providers?: unknown };
  const dueFactor = dueFactorOf(session);
  return {
    status: 'signed-in',
    user: {
      id,
      email: email ?? '',
      emailConfirmedAt: email_confirmed_at ?? null,
      hasPassword: !Array.isArray(providers) || providers.includes('email'),
      ...(dueFactor === undefined ? {} : { dueFactor }),
    },
  };
}
