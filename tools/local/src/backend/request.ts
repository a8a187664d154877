/**
 * The request a piece of code runs for. `@supabase/lite` has no such notion, and three things need one: a
 * database with a single connection must keep one request's transaction apart from the next, an error's SQLSTATE must
 * reach the answer, and a mailed link must lead where its request asked.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface CurrentRequest {
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
