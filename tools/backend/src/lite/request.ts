/**
 * The request a piece of code runs for. `@supabase/lite` has no such notion, and five things need one: a
 * database with a single connection must keep one request's transaction apart from the next, an error's SQLSTATE must
 * reach the answer, a mailed link must lead where its request asked, the audit log names address and browser, and
 * what nobody waits for any more is not looked up.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface CurrentRequest {
  /** The peer's, from the socket. */
  address?: string | undefined;
  userAgent?: string | undefined;
  method?: string;
  /** As PostgREST has it, such as `/rpc/search_listings`. */
  path?: string;
  /** Fires when nobody waits for the answer any more. Of a request that only reads: one that writes is never cut. */
  gone?: AbortSignal | undefined;
  /** The last error the database raised while answering. */
  databaseError?: unknown;
  /** Where it wants the link of a mail to lead: an address of the app's own origin. */
  redirectTo?: string | undefined;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** The request being answered, or undefined outside of one. */
export const currentRequest = (): CurrentRequest | undefined => current.getStore();

export const answering = <T>(request: CurrentRequest, work: () => Promise<T>): Promise<T> =>
  current.run(request, work);

/** @throws when nobody waits for the answer any more */
export function refuseGone(gone: AbortSignal | undefined): void {
  if (gone?.aborted) throw new Error('Nobody waits for the answer any more');
}
