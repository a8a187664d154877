/** Gives a refusal of the database the status PostgREST gives it, where `@supabase/lite` answers 500. */

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

/** From PostgREST's table; what is not here stays a failure of the server. */
function statusOf(code: string): number | undefined {
  if (code === 'P0001') return 400; // raise exception
  if (code === '23503' || code === '23505') return 409;
  if (code.startsWith('23') || code.startsWith('22')) return 400;
  if (code.startsWith('28')) return 403;
  if (/^(?:08|53|57P)/.test(code)) return 503; // it cannot be reached, is full, or is going down
  return undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/**
 * `answer`, or a better one when `error`, the last the database raised, says what was wrong.
 * Details of a refused row are left out: they repeat the row.
 */
export function withDatabaseStatus(answer: Response, error: unknown): Response {
  if (answer.status !== 500 || !isDatabaseError(error)) return answer;
  const status = statusOf(error.code);
  if (status === undefined) return answer;
  const details = error.code.startsWith('23') ? null : text(error.detail);
  return Response.json(
    { code: error.code, message: error.message, details, hint: text(error.hint) },
    { status },
  );
}
