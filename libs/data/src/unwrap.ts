/** Turns responses of PostgREST into values or `AppError`s. */
import { AppError, type ErrorCode } from '@slipway/contracts';

interface Success<T> {
  data: T;
  error: null;
  status: number;
}
interface Failure {
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

/** The client reports status 0 when there was no response. */
const codeOf = (status: number): ErrorCode =>
  byStatus[status] ?? (status === 0 || status >= 502 ? 'unavailable' : 'unexpected');

/** A request of supabase-js, which is sent only when it is awaited. */
type Request<T> = PromiseLike<Success<T> | Failure> & { retry?: (enabled: boolean) => unknown };

/** The rows of a request. @throws `AppError` with the code of the response's status, and its error as the cause */
export async function unwrap<T>(request: Request<T>): Promise<T> {
  // Only React Query retries (queryClient.ts). With retries here too, an error would appear after half a minute.
  request.retry?.(false);
  const response = await request;
  if (response.error === null) return response.data as T;
  throw new AppError(codeOf(response.status), response.error.message, { cause: response.error });
}
