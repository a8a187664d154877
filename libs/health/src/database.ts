/** The tables of schema `health` (`supabase/migrations/20261125030000_health.sql`): writing batches, reading, pruning. */
import type { HealthExposure, HealthFailure, HealthMinute, HealthQuery, HealthSource } from './source';
import type { Batch } from './totals';

/** The part of a database that this library needs. */
export interface HealthDatabase {
  rows<Row extends Record<string, unknown>>(
    sql: string,
    parameters?: readonly (string | number)[],
  ): Promise<Row[]>;
}

/** Rows of one answer; a longer time has to be read in parts. */
export const MOST_ROWS_READ = 100_000;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const asColumns = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value as unknown]));

/** Writes a batch in one statement. @throws the database's error */
export async function writeBatch(
  database: HealthDatabase,
  { minutes, failures, exposures }: Batch,
): Promise<void> {
  const lists = [minutes, failures, exposures].map((rows) => JSON.stringify(rows.map(asColumns)));
  await database.rows(
    'select health.record($1::text::jsonb, $2::text::jsonb), health.record_exposures($3::text::jsonb)',
    lists,
  );
}

/** Deletes rows older than 30 days. */
export async function prune(database: HealthDatabase): Promise<void> {
  let deleted = 1;
  while (deleted > 0) {
    const [row] = await database.rows<{ deleted: number }>('select health.prune() as deleted');
    deleted = row?.deleted ?? 0;
  }
}

// JSON, because drivers return bigint, timestamps and arrays in different types.
const minutesQuery = `
select jsonb_build_object(
  'environment', m.environment, 'minute', m.minute, 'slice', m.slice, 'version', m.version, 'group', m."group",
  'route', m.route, 'views', m.views, 'failedViews', m.failed_views, 'errorViews', m.error_views, 'errors', m.errors,
  'longTasks', m.long_tasks, 'visits', m.visits, 'failedVisits', m.failed_visits, 'errorVisits', m.error_visits,
  'lcpCount', m.lcp_count, 'lcpSumLog', m.lcp_sum_log, 'lcpSumLog2', m.lcp_sum_log2, 'lcpBuckets', m.lcp_buckets,
  'inpCount', m.inp_count, 'inpSumLog', m.inp_sum_log, 'inpSumLog2', m.inp_sum_log2, 'inpBuckets', m.inp_buckets,
  'clsCount', m.cls_count, 'clsSum', m.cls_sum
)::text as record
from health.minutes m
where m.environment = $1 and m.minute >= $2::text::timestamptz and m.minute < $3::text::timestamptz
  and ($4::text = '' or m.slice = $4::text)
order by m.minute, m.slice, m.version, m."group", m.route
limit ${String(MOST_ROWS_READ)}`;

const failuresQuery = `
select jsonb_build_object(
  'environment', f.environment, 'slice', f.slice, 'version', f.version, 'phase', f.phase, 'part', f.part, 'code', f.code,
  'fingerprint', f.fingerprint, 'frame', f.frame, 'route', f.route, 'firstAt', f.first_at, 'lastAt', f.last_at,
  'count', f.count
)::text as record
from health.failures f
where f.environment = $1 and f.last_at >= $2::text::timestamptz and f.first_at < $3::text::timestamptz
  and ($4::text = '' or f.slice = $4::text)
order by f.last_at desc, f.count desc
limit ${String(MOST_ROWS_READ)}`;

const exposuresQuery = `
select jsonb_build_object(
  'environment', e.environment, 'hour', e.hour, 'slice', e.slice, 'version', e.version, 'group', e."group",
  'flag', e.flag, 'variant', e.variant, 'visits', e.visits, 'failedVisits', e.failed_visits, 'errorVisits', e.error_visits
)::text as record
from health.exposures e
where e.environment = $1 and e.hour >= $2::text::timestamptz and e.hour < $3::text::timestamptz
  and ($4::text = '' or e.slice = $4::text)
order by e.hour, e.slice, e.version, e."group", e.flag, e.variant
limit ${String(MOST_ROWS_READ)}`;

const parametersOf = ({ environment, slice = '', from, to }: HealthQuery) => [
  environment,
  from.toISOString(),
  to.toISOString(),
  slice,
];

const iso = (time: string) => new Date(time).toISOString();

/** Reads what collectors wrote to a database. */
export function databaseHealthSource(database: HealthDatabase): HealthSource {
  const read = async <Record>(sql: string, query: HealthQuery) =>
    (await database.rows<{ record: string }>(sql, parametersOf(query))).map(
      ({ record }) => JSON.parse(record) as Record,
    );
  return {
    minutes: async (query) =>
      (await read<HealthMinute>(minutesQuery, query)).map((row) => ({ ...row, minute: iso(row.minute) })),
    failures: async (query) =>
      (await read<HealthFailure>(failuresQuery, query)).map((row) => ({
        ...row,
        firstAt: iso(row.firstAt),
        lastAt: iso(row.lastAt),
      })),
    exposures: async (query) =>
      (await read<HealthExposure>(exposuresQuery, query)).map((row) => ({ ...row, hour: iso(row.hour) })),
  };
}
