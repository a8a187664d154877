/**
 * Symptom: `@supabase/lite` passes the drivers' values on, so that times and numerics reach clients in PostgreSQL's text
 * format.
 * Hosted Supabase: PostgREST returns times as ISO-8601 and numerics as JSON numbers.
 * Test: `pgValues.test.ts`; `fixes.test.ts`, "pgValues".
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
