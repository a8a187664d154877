/** How the gateway reaches its database: functions by name, over PostgREST or over a direct connection. */
import * as v from 'valibot';
import { ApiProblem } from '../apiProblem';

/** `rows`: a function that returns a table. `value`: one that returns one value. */
export type ResultKind = 'rows' | 'value';

/**
 * Calls a function of the schema `public` and returns its JSON: a list of rows, or the value. Parameters that are
 * undefined keep their default. @throws `ApiProblem` 503 while the database is unreachable, 500 when it rejects the call
 */
export type Rpc = (kind: ResultKind, name: string, parameters: object) => Promise<unknown>;

export const MISMATCH = 'The gateway is not compatible with its database';

export const unreachable = (cause: unknown): ApiProblem =>
  new ApiProblem(503, 'The database is unreachable. Try again in a few seconds', { cause, retryAfter: 5 });

/** Rejects after some milliseconds. Without `AbortSignal.timeout`, whose finalizers cost time in garbage collection. */
export const unlessLate = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DOMException('The database took too long', 'TimeoutError'));
    }, milliseconds);
    timer.unref();
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });

/** A function's result, checked. @throws `ApiProblem` 500 */
export function parsed<T extends v.GenericSchema>(
  name: string,
  schema: T,
  result: unknown,
): v.InferOutput<T> {
  const checked = v.safeParse(schema, result);
  if (checked.success) return checked.output;
  throw new ApiProblem(500, MISMATCH, {
    cause: new Error(`${name} returned unexpected data: ${checked.issues[0].message}`),
  });
}
