/** The one Supabase client of the page. Who is signed in is `libs/session`'s business; this only connects. */
import { type AuthError, createClient, type Session as AuthSession } from '@supabase/supabase-js';
import { AppError } from '@slipway/contracts';
import type { Database } from './database.types';

export type Client = ReturnType<typeof createClient<Database>>;

export type { AuthError, AuthSession };

let client: Client | undefined;

/**
 * Connects to a backend, once, before anything renders.
 * `url` is absolute or relative to the page's origin; `key` is the publishable key.
 */
export function connect({ url, key }: { url: string; key: string }): void {
  client = createClient<Database>(new URL(url, window.location.origin).href, key, {
    auth: { flowType: 'pkce', detectSessionInUrl: false },
  });
}

/** The connected client. @throws `unexpected` before `connect` */
export function supabase(): Client {
  if (!client) throw new AppError('unexpected', 'The backend was used before connect()');
  return client;
}
