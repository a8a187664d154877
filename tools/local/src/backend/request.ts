/**
 * The request a piece of code runs for. `@supabase/lite` has no such notion, and two things need one: a database
 * with a single connection must keep one request's transaction apart from the next, and an error's SQLSTATE must
 * reach the answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface CurrentRequest {
  /** The last error the database raised while answering. */
  databaseError?: unknown;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** The request being answered, or undefined outside of one. */
export const currentRequest = (): CurrentRequest | undefined => current.getStore();

export const answering = <T>(request: CurrentRequest, work: () => Promise<T>): Promise<T> =>
  current.run(request, work);
