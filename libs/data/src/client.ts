/** The page's only Supabase client. It only connects; `libs/session` decides who is signed in. */
import {
  type AuthChangeEvent,
  type AuthError,
  createClient,
  type Session as AuthSession,
} from '@supabase/supabase-js';
import { AppError } from '@slipway/contracts';
import { createEmitter } from '@slipway/state';
import type { Database } from './database.types';
import { earlyResponse } from './earlyResponses';

/** The Supabase client, with the types of the tables. */
export type Client = ReturnType<typeof createClient<Database>>;

export type { AuthChangeEvent, AuthError, AuthSession };

let client: Client | undefined;
/** The key in `localStorage` of the session with the connected backend. */
let storageKey: string | undefined;

const requests = createEmitter<[path: string]>();

/** Calls `listener` with the path of each request before it is sent. Returns the unsubscribe function. */
export const onRequest = requests.subscribe;

const rejections = createEmitter<[waitFor: (renewal: Promise<void>) => void]>();

/**
 * Calls `listener` each time the server rejects the user's token. A request to the data API returns only after the
 * promises that the listener passes to `waitFor`, or after four seconds. Returns the unsubscribe function.
 */
export const onTokenRejected = rejections.subscribe;

/** Milliseconds. When the auth service is unreachable, its client retries for half a minute. */
const RENEWAL_LIMIT = 4_000;

/** Whether the data API has rejected the token. */
const isRejection = ({ status, headers }: Response) =>
  status === 401 && headers.get('www-authenticate')?.includes('invalid_token') === true;

/** Whether the auth service does not know the session. */
const isUnknownSession = ({ status }: Response, pathname: string) =>
  status === 403 && pathname.endsWith('/user');

/**
 * The request's headers with the token of a newer session. The same user has signed in again, here or in another tab,
 * which ended the session of the request's token. Undefined if the stored session has the same token or is another
 * user's.
 */
function headersOfNewSession(init: RequestInit | undefined): Headers | undefined {
  try {
    const headers = new Headers(init?.headers);
    const sent = headers.get('authorization') ?? '';
    const { access_token, user } = JSON.parse(localStorage.getItem(storageKey ?? '') ?? '') as AuthSession;
    // Unverified: the server decides.
    const payload = (sent.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub } = JSON.parse(atob(payload)) as { sub?: string };
    if (sent.endsWith(access_token) || sub !== user.id) return undefined;
    headers.set('authorization', `Bearer ${access_token}`);
    return headers;
  } catch {
    return undefined; // There is no session, the request had the public key, or storage is blocked.
  }
}

const reportingFetch: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.origin);
  requests.emit(pathname);
  let response = (await earlyResponse(input, init)) ?? (await fetch(input, init));
  // Never repeat a request that ends a session or changes its account: it would affect the new session.
  const isRepeatable =
    (isRejection(response) && pathname.includes('/rest/')) ||
    (isUnknownSession(response, pathname) && (init?.method ?? 'GET') === 'GET');
  const headers = isRepeatable ? headersOfNewSession(init) : undefined;
  if (headers) response = await fetch(input, { ...init, headers });

  const isRejected = isRejection(response);
  if (isRejected || isUnknownSession(response, pathname)) {
    const waits: Promise<void>[] = [];
    rejections.emit((renewal) => waits.push(renewal));
    // Wait, so that a session that has ended is reported before the failed request. The auth client's own requests must
    // not wait: the renewal waits for them.
    if (isRejected)
      await Promise.race([...waits, new Promise((resolve) => setTimeout(resolve, RENEWAL_LIMIT))]).catch(
        () => undefined,
      );
  }
  return response;
};

/**
 * Connects to a backend. Call it once, before anything renders.
 * `url` is absolute or relative to the page's origin; `key` is the publishable key.
 */
export function connect({ url, key }: { url: string; key: string }): void {
  const { href, hostname } = new URL(url, window.location.origin);
  // The same name as the client's default. The script before the first paint contains a copy.
  storageKey = `sb-${hostname.split('.')[0] ?? ''}-auth-token`;
  client = createClient<Database>(href, key, {
    auth: { flowType: 'pkce', detectSessionInUrl: false, storageKey },
    global: { fetch: reportingFetch },
  });
}

/** The connected client. @throws `unexpected` before `connect` */
export function supabase(): Client {
  if (!client) throw new AppError('unexpected', 'The backend was used before connect()');
  return client;
}

/** Whether a key of local storage belongs to a session of the connected backend. Keys of earlier backends may exist. */
export const isStoredSession = (key: string | null): boolean =>
  storageKey !== undefined && (key?.startsWith(storageKey) ?? false);

/** Deletes the stored sessions. When a sign-out does not reach the server, the auth client keeps the session. */
export function forgetStoredSession(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (/^sb-.+-auth-token/.test(key)) localStorage.removeItem(key);
  } catch {
    // The browser blocks storage: there are no sessions.
  }
}
