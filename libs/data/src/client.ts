/** The one Supabase client of the page. Who is signed in is `libs/session`'s business; this only connects. */
import {
  type AuthChangeEvent,
  type AuthError,
  createClient,
  type Session as AuthSession,
} from '@supabase/supabase-js';
import { AppError } from '@slipway/contracts';
import type { Database } from './database.types';

export type Client = ReturnType<typeof createClient<Database>>;

export type { AuthChangeEvent, AuthError, AuthSession };

let client: Client | undefined;

const requestListeners = new Set<(path: string) => void>();

/** Calls `listener` with the path of every request before it is sent. Returns the function that ends it. */
export function onRequest(listener: (path: string) => void): () => void {
  requestListeners.add(listener);
  return () => requestListeners.delete(listener);
}

const tellingFetch: typeof fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.origin);
  for (const listener of requestListeners) listener(pathname);
  return fetch(input, init);
};

/**
 * Connects to a backend, once, before anything renders.
 * `url` is absolute or relative to the page's origin; `key` is the publishable key.
 */
export function connect({ url, key }: { url: string; key: string }): void {
  client = createClient<Database>(new URL(url, window.location.origin).href, key, {
    auth: { flowType: 'pkce', detectSessionInUrl: false },
    global: { fetch: tellingFetch },
  });
}

/** The connected client. @throws `unexpected` before `connect` */
export function supabase(): Client {
  if (!client) throw new AppError('unexpected', 'The backend was used before connect()');
  return client;
}

/** Whether a key of local storage is where the auth client keeps a session. */
export const isStoredSession = (key: string | null): boolean => key !== null && /^sb-.+-auth-token/.test(key);

/** Removes the stored session by hand: the auth client keeps it when the server cannot be told of a sign-out. */
export function forgetStoredSession(): void {
  for (const key of Object.keys(localStorage).filter(isStoredSession)) localStorage.removeItem(key);
}
