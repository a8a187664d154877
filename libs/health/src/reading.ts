/** Serves the records to readers with the key: `GET /health/v1/minutes`, `…/failures` and `…/exposures`. */
import { isSameSecret } from '@slipway/server';
import { MOST_ROWS_READ } from './database';
import type { HealthQuery, HealthSource } from './source';

/** Records are kept for 30 days. */
const MOST_DAYS = 31;
const DAY = 86_400_000;
/** Ids of environments and slices. */
const id = /^[a-z][a-z0-9-]{0,38}$/;

const problem = (status: number, message: string) =>
  Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } });

/** @returns a sentence about the wrong parameter */
function queryOf(parameters: URLSearchParams): HealthQuery | string {
  const environment = parameters.get('environment') ?? '';
  const slice = parameters.get('slice') ?? undefined;
  if (!id.test(environment)) return 'environment must be the name of an environment';
  if (slice !== undefined && !id.test(slice)) return 'slice must be the id of a slice';
  const from = new Date(parameters.get('from') ?? '');
  const to = new Date(parameters.get('to') ?? '');
  const days = (to.getTime() - from.getTime()) / DAY;
  if (!(days > 0 && days <= MOST_DAYS)) {
    return `from and to must be ISO-8601 times, at most ${String(MOST_DAYS)} days apart`;
  }
  return { environment, from, to, ...(slice !== undefined && { slice }) };
}

/** `key` is the secret of readers. */
export function createHealthReader(
  source: HealthSource,
  key: string,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const kind = /^\/health\/v1\/(minutes|failures|exposures)$/.exec(url.pathname)?.[1];
    if (kind !== 'minutes' && kind !== 'failures' && kind !== 'exposures') return problem(404, 'Not found');
    if (request.method !== 'GET') return problem(405, 'Only GET is allowed');
    if (!isSameSecret(request.headers.get('authorization') ?? '', `Bearer ${key}`)) {
      return problem(401, 'Send the key of the collector: Authorization: Bearer <key>');
    }
    const query = queryOf(url.searchParams);
    if (typeof query === 'string') return problem(400, query);
    const rows = await source[kind](query);
    if (rows.length >= MOST_ROWS_READ)
      return problem(413, 'Too many records: ask for one slice or less time');
    return Response.json(rows, { headers: { 'cache-control': 'no-store' } });
  };
}
