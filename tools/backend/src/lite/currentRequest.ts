/**
 * The request that the running code serves. `@supabase/lite` passes none on, and seven features need one: PGlite's single
 * connection separates the transactions of requests, an error's SQLSTATE reaches the response, mailed links use the
 * requested redirect, the audit log records address and browser, security events name the account, aborted reads stop,
 * and those of a caller with slow ones.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface CurrentRequest {
  /** The client's, from the socket. */
  address?: string | undefined;
  userAgent?: string | undefined;
  method?: string;
  /** In PostgREST's format, such as `/rpc/search_listings`. */
  path?: string;
  /** Whether the request is for the REST API, and not for the auth service. */
  isRest?: boolean;
  /** Milliseconds that each of its statements may take: the timeout of its role. */
  statementTimeout?: number;
  /** Fires when the client disconnects. Only read requests have one: writes are never aborted. */
  signal?: AbortSignal | undefined;
  /** Runs before the statements of a data API request. @throws when the caller may not ask now */
  throwIfLimited?: () => Promise<void>;
  /** A statement had the only connection for long while other networks waited. */
  isSlow?: boolean;
  /** The last error that the database raised for this request. */
  databaseError?: unknown;
  /** From the verified token, once the database was asked. */
  role?: string;
  accountId?: string | undefined;
  /** The address that a sign-in or a mail was requested for. */
  email?: string;
  /** A mail of this request was not sent. */
  hasMailError?: boolean;
  /** The requested target of links in mails, within the app's origin. */
  redirectTo?: string | undefined;
}

const storage = new AsyncLocalStorage<CurrentRequest>();

/** The request being served, or undefined outside of one. */
export const currentRequest = (): CurrentRequest | undefined => storage.getStore();

export const runInRequest = <T>(request: CurrentRequest, work: () => Promise<T>): Promise<T> =>
  storage.run(request, work);

/** @throws after the client has disconnected */
export function throwIfDisconnected(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Error('The client disconnected');
}
