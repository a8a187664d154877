/**
 * Symptom: `@supabase/lite` responds with 500 to errors that a trigger, a constraint or a lost connection raises, and to an
 * unclosed quote in `select`, and to a full-text search with thousands of operators.
 * Hosted Supabase: PostgREST maps the SQLSTATE to a status, such as 409 for a duplicate. Its status for a timeout of a
 * statement and for a deadlock is 500; here they are 504 and 503, which clients and proxies know how to treat.
 * Test: `fixes.test.ts`, "errorStatus".
 */
import type { PostgresConnection } from '@supabase/lite/postgres';
import { currentRequest } from '../currentRequest';

interface DatabaseError {
  code: string;
  message: string;
  detail?: unknown;
  hint?: unknown;
}

const isDatabaseError = (value: unknown): value is DatabaseError =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as DatabaseError).code === 'string' &&
  typeof (value as DatabaseError).message === 'string';

/** Seconds after which a request may find the database free again. */
const RETRY_AFTER = 2;

/** PostgreSQL raises it as an internal error, `XX000`, for a search with thousands of `!` or `-`. */
const isTooLongSearch = ({ message }: DatabaseError) => message === 'tsquery stack too small';

/** From PostgREST's table of error codes; other codes stay 500. */
function statusOf(code: string): number | undefined {
  if (code === 'PGRST100') return 400; // rejected before it reached the database
  if (code === 'PGRST003') return 504; // no connection became free
  if (code === '57014') return 504; // statement timeout
  if (code === '53100') return 507; // disk full
  if (code === '55P03' || code === '25P03') return 503; // lock timeout, idle in transaction
  if (code.startsWith('40')) return 503; // a deadlock: the transaction was rolled back
  if (code === 'P0001') return 400; // raise exception
  if (code === '0A000') return 400; // a value that a type cannot have, such as NaN as an integer
  if (code === '23503' || code === '23505') return 409;
  if (code.startsWith('23') || code.startsWith('22')) return 400;
  if (code.startsWith('28')) return 403;
  if (code.startsWith('54')) return 413; // a limit of PostgreSQL, such as the length of a word in a search index
  if (/^(?:08|53|57P)/.test(code)) return 503; // unreachable, out of resources, shutting down
  return undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Stores the database's error in the current request, for `withErrorStatus`. */
export function rememberErrors(connection: PostgresConnection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normal = normalize(error);
    const request = currentRequest();
    if (request) request.databaseError = normal;
    return normal;
  };
}

const rejected = (code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status: 400 });

/** The library's parser of `select` and filters throws errors that end in a position. It reads bodies recursively. */
async function withParseError(response: Response): Promise<Response> {
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { message?: unknown };
  const text = String(body.message);
  if (text.startsWith('RangeError: Maximum call stack')) {
    return rejected('PGRST102', 'The request has too many levels of lists or objects');
  }
  const [, message] = /^Error: (.+ at position \d+.*)$/.exec(text) ?? [];
  return message === undefined ? response : rejected('PGRST100', message);
}

/**
 * `response`, or one with PostgREST's status when `error`, the last of the database, has one.
 * Omits the details of constraint errors: they repeat the row.
 */
export async function withErrorStatus(response: Response, error: unknown): Promise<Response> {
  if (response.status !== 500) return response;
  if (!isDatabaseError(error)) return withParseError(response);
  if (isTooLongSearch(error)) return rejected('PGRST100', 'The full-text search has too many operators');
  const status = statusOf(error.code);
  if (status === undefined) return response;
  const details = error.code.startsWith('23') ? null : text(error.detail);
  return Response.json(
    { code: error.code, message: error.message, details, hint: text(error.hint) },
    { status, headers: status >= 503 ? { 'retry-after': String(RETRY_AFTER) } : {} },
  );
}
