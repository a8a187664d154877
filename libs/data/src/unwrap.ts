/** Turns PostgREST's answers into values or one kind of error. */
import { AppError, type ErrorCode } from '@slipway/contracts';

interface Answer<T> {
  data: T;
  error: null;
  status: number;
}
interface Refusal {
  data: unknown;
  error: { message: string; code?: string };
  status: number;
}

const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_found',
  409: 'conflict',
  413: 'invalid_input',
  422: 'invalid_input',
  429: 'rate_limited',
};

/** Status 0 is the client's word for "no answer". */
const codeOf = (status: number): ErrorCode =>
  byStatus[status] ?? (status === 0 || status >= 502 ? 'unavailable' : 'unexpected');

/** A request as supabase-js builds it: nothing is sent before it is awaited. */
type Request<T> = PromiseLike<Answer<T> | Refusal> & { retry?: (enabled: boolean) => unknown };

/** The rows of a request. @throws `AppError`, its code from the answer's status, its cause the answer's error */
export async function unwrap<T>(request: Request<T>): Promise<T> {
  // One layer retries: React Query (queryClient.ts). Two would keep an error off the screen for half a minute.
  request.retry?.(false);
  const answer = await request;
  if (answer.error === null) return answer.data as T;
  throw new AppError(codeOf(answer.status), answer.error.message, { cause: answer.error });
}
