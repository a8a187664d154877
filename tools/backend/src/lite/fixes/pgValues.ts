/**
 * Symptom: `@supabase/lite` passes the drivers' values on, so that times and numerics reach clients in PostgreSQL's text
 * format; and PGlite rejects a parameter of another type, such as text for a boolean, with an error without SQLSTATE.
 * Hosted Supabase: PostgREST returns times as ISO-8601 and numerics as JSON numbers; PostgreSQL rejects the parameter.
 * Test: `pgValues.test.ts`; `fixes.test.ts`, "pgValues"; `supabase-js/supabaseJs.test.ts`, "a malformed boolean".
 */

const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/** `2026-11-21 00:19:59.447+00` becomes `2026-11-21T00:19:59.447+00:00`; `infinity` and years BC are unchanged. */
export function isoTime(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::?(\d\d))?)?$/.exec(text);
  if (!parts) return text;
  const [, date, time, hours, minutes = '00'] = parts;
  return `${date}T${time}${hours ? `${hours}:${minutes}` : ''}`;
}

/** `NaN` and `Infinity` are not JSON numbers and stay text. */
export function numberOf(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** Parsers by type id. */
export const valueParsers = {
  [TIMESTAMP]: isoTime,
  [TIMESTAMPTZ]: isoTime,
  [NUMERIC]: numberOf,
};

const json = (value: unknown) => JSON.stringify(value) ?? '';

/**
 * A parameter as text, which PostgreSQL reads or rejects with its own error. Arrays stay arrays: their text depends on
 * the type. PGlite sends another value for an array type, such as a number, in a wrong format, and then rejects every
 * later query.
 */
export const parameterOf = (value: unknown): unknown =>
  value === null || value === undefined || Array.isArray(value) || value instanceof Uint8Array
    ? value
    : value instanceof Date
      ? value.toISOString()
      : typeof value === 'string'
        ? value
        : json(value);

const BYTEA = 17;
/** text, varchar, bpchar, bool, date, timestamp, timestamptz: PGlite's serializers check the JavaScript type. */
const CHECKED_TYPES = [25, 1043, 1042, 16, 1082, TIMESTAMP, TIMESTAMPTZ];

const textOf = (value: unknown) => (typeof value === 'string' ? value : json(value));

/** PGlite's parameter serializers by type id. They receive arrays and elements of arrays, and results of `parameterOf`. */
export const valueSerializers = {
  ...Object.fromEntries(CHECKED_TYPES.map((type) => [type, textOf])),
  [BYTEA]: (value: unknown) =>
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : textOf(value),
};
