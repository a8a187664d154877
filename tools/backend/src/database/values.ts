/** How PostgreSQL's text becomes JSON: times as ISO-8601 and numerics as numbers, the way hosted PostgREST writes them. */

const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/** `2026-11-21 00:19:59.447+00` becomes `2026-11-21T00:19:59.447+00:00`; `infinity` and years BC stay as they are. */
export function isoTime(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::?(\d\d))?)?$/.exec(text);
  if (!parts) return text;
  const [, date, time, hours, minutes = '00'] = parts;
  return `${date}T${time}${hours ? `${hours}:${minutes}` : ''}`;
}

/** `NaN` has no JSON number and stays text. */
export function numberOf(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** For PGlite: type id to parser. */
export const pgliteParsers = {
  [TIMESTAMP]: isoTime,
  [TIMESTAMPTZ]: isoTime,
  [NUMERIC]: numberOf,
};
