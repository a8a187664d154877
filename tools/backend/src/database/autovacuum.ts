/**
 * What a server's autovacuum does, for PGlite, which has no background processes: frees what dead rows hold and keeps
 * the planner's statistics. Without it the planner guesses, and reads a large table whole to find nothing in it.
 */
import { type Kysely, sql } from 'kysely';

const EVERY_MS = 60_000;

/** PostgreSQL's own measure of when a table is due. A vacuum with `analyze` answers for dead rows as well. */
const dueTables = sql<{ name: string }>`
  select format('%I.%I', t.schemaname, t.relname) as name
  from pg_stat_user_tables t
  join pg_class c on c.oid = t.relid
  where t.n_mod_since_analyze > current_setting('autovacuum_analyze_threshold')::integer
    + current_setting('autovacuum_analyze_scale_factor')::double precision * greatest(c.reltuples, 0)
  order by 1
`;

/** Vacuums each table that is due, as a request of its own, so that others come in between. Returns their names. */
export async function vacuumDue(kysely: Kysely<unknown>): Promise<string[]> {
  const { rows } = await dueTables.execute(kysely);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(kysely);
  return rows.map(({ name }) => name);
}

/** Vacuums every minute until the returned function is called; it resolves when the last one is over. */
export function startAutovacuum(kysely: Kysely<unknown>, log: (line: string) => void): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= vacuumDue(kysely)
      .catch((error: unknown) => {
        log(`A table could not be vacuumed, and is tried again: ${String(error)}`);
      })
      .finally(() => {
        running = undefined;
      });
  }, EVERY_MS);
  // It alone keeps no process alive.
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
