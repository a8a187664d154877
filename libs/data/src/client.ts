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
 * Calls `listener` each time the server rejects the user's token. A request of the data API fails after what the listener passes to
 * `waitFor`, or after four seconds. Returns the unsubscribe function.
 */
export const onTokenRejected = rejections.subscribe;

/** Milliseconds. Without the auth service, its client tries for half a minute. */
const RENEWAL_LIMIT = 4_000;

/** The token was rejected, by the data API. */
const isRejection = ({ status, headers }: Response) =>
  status === 401 && headers.get('www-authenticate')?.includes('invalid_token') === true;

/** The auth service has no such session. */
const isUnknownSession = ({ status }: Response, pathname: string) =>
  status === 403 && pathname.endsWith('/user');

/**
 * The headers to repeat a request with: the user signed in again, here or in another tab, which ended the session of the request's
 * token. Undefined when the stored session has the same token, or is another user's.
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
  // Requests that end a session, or change its account, are never repeated with another one.
  const isRepeatable =
    (isRejection(response) && pathname.includes('/rest/')) ||
    (isUnknownSession(response, pathname) && (init?.method ?? 'GET') === 'GET');
  const headers = isRepeatable ? headersOfNewSession(init) : undefined;
  if (headers) response = await fetch(input, { ...init, headers });

  const isRejected = isRejection(response);
  if (isRejected || isUnknownSession(response, pathname)) {
    const waits: Promise<void>[] = [];
    rejections.emit((renewal) => waits.push(renewal));
    // When the session has ended, the user sees that, and not what could not be read without it. The auth client must not wait for
    // itself.
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
  // The client's own name, which the script before the first paint repeats.
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

/** Whether a key of local storage belongs to a session of the connected backend. An earlier backend's may be there too. */
export const isStoredSession = (key: string | null): boolean =>
  storageKey !== undefined && (key?.startsWith(storageKey) ?? false);

/** Deletes the stored sessions: the auth client keeps its own when a sign-out does not reach the server. */
export function forgetStoredSession(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (/^sb-.+-auth-token/.test(key)) localStorage.removeItem(key);
  } catch {
    // The browser blocks storage: there is none.
  }
}
