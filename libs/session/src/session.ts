/**
 * Who is signed in, as one store for the whole page.
 * Source: Supabase's auth client, the only one of the page; it decides and emits, it shows nothing.
 */
import { type AuthSession, supabase } from '@slipway/data';
import { takeSessionFromAddress } from './addressSession';

export interface SignedInUser {
  id: string;
  email: string;
  /** ISO-8601 UTC, or null while the address is not confirmed. */
  emailConfirmedAt: string | null;
}

export type SessionState = { status: 'loading' | 'signed-out' } | { status: 'signed-in'; user: SignedInUser };

/** What a person did, as against what the auth client reports on every return to the tab. */
export type SessionEvent = 'signed-in' | 'signed-out';

let state: SessionState = { status: 'loading' };
const stateListeners = new Set<() => void>();
const eventListeners = new Set<(event: SessionEvent) => void>();

export const readSession = (): SessionState => state;

export function onSessionChange(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
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
  const { data } = supabase().auth.onAuthStateChange((_event, session) => {
    latest = session;
    void exchange.then(() => {
      moveTo(stateOf(latest));
    });
  });
  return () => {
    data.subscription.unsubscribe();
  };
}

function stateOf(session: AuthSession | null): SessionState {
  if (!session) return { status: 'signed-out' };
  const { id, email, email_confirmed_at } = session.user;
  return {
    status: 'signed-in',
    user: { id, email: email ?? '', emailConfirmedAt: email_confirmed_at ?? null },
  };
}

/** Only a change of person is an event; the first answer after loading restores what was. */
function moveTo(next: SessionState): void {
  const before = state;
  state = next;
  for (const listener of stateListeners) listener();
  if (before.status === 'loading') return;
  if (before.status === 'signed-out' && next.status === 'signed-in') emit('signed-in');
  if (before.status === 'signed-in' && next.status === 'signed-out') emit('signed-out');
}

function emit(event: SessionEvent): void {
  for (const listener of eventListeners) listener(event);
}
