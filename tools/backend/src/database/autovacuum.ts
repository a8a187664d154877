/**
 * Autovacuum for PGlite, which has no background processes: removes dead rows and updates the planner's statistics.
 * Without statistics the planner reads large tables completely to find a few rows.
 */
import { type Kysely, sql } from 'kysely';

const EVERY_MS = 60_000;

/** Tables over PostgreSQL's analyze threshold. A vacuum with `analyze` also removes their dead rows. */
const dueTables = sql<{ name: string }>`
  select format('%I.%I', t.schemaname, t.relname) as name
  from pg_stat_user_tables t
  join pg_class c on c.oid = t.relid
  where t.n_mod_since_analyze > current_setting('autovacuum_analyze_threshold')::integer
    + current_setting('autovacuum_analyze_scale_factor')::double precision * greatest(c.reltuples, 0)
  order by 1
`;

/** Vacuums each due table separately, so that requests can run in between. Returns the tables' names. */
export async function vacuumDue(kysely: Kysely<unknown>): Promise<string[]> {
  const { rows } = await dueTables.execute(kysely);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(kysely);
  return rows.map(({ name }) => name);
}

/**
 * Vacuums every minute, except while the disk is full, until the returned function is called, which resolves when the last
 * run has finished.
 */
export function startAutovacuum(
  kysely: Kysely<unknown>,
  log: (line: string) => void,
  isFull: () => boolean,
): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const vacuum = async () => (isFull() ? [] : vacuumDue(kysely));
  const timer = setInterval(() => {
    running ??= vacuum()
      .catch((error: unknown) => {
        log(`Vacuum failed and will be retried: ${String(error)}`);
      })
      .finally(() => {
        running = undefined;
      });
  }, EVERY_MS);
  // The timer does not keep the process alive.
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
