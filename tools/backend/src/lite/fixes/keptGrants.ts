/**
 * Symptom: on its first request `@supabase/lite` runs `grant all on all tables` for the client roles, which undoes every
 * `revoke` of the migrations.
 * Hosted Supabase: grants are those of the migrations.
 * Test: `fixes.test.ts`, "keptGrants".
 */
import { AppError } from '@slipway/contracts';
import type { Database } from '../../database/database';

const openTables = `
select format('%I.%I', schemaname, tablename) as name
from pg_tables
where schemaname = 'public' and not rowsecurity
order by 1
`;

/** Every privilege on the tables and columns of our schemas, as one text. */
const grants = `
select coalesce(string_agg(line, e'\\n' order by line), '') as grants from (
  select format('%s %s', c.oid::regclass, c.relacl) as line
  from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  union all
  select format('%s.%s %s', a.attrelid::regclass, a.attname, a.attacl)
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and a.attacl is not null
  union all
  select format('%s %s', nspname, nspacl) from pg_namespace where nspname in ('public', 'private')
) as every_grant
`;

const grantsOf = async (database: Database) => (await database.rows<{ grants: string }>(grants))[0]?.grants;

/**
 * Marks the library's grants as done, and verifies that row-level security is on and the grants are unchanged.
 * @throws `unexpected` when the database must not be served
 */
export async function keepGrants(database: Database): Promise<void> {
  const open = await database.rows<{ name: string }>(openTables);
  if (open.length > 0) {
    const names = open.map(({ name }) => name).join(', ');
    throw new AppError(
      'unexpected',
      `Row-level security is disabled for ${names}. Enable it in a migration and start again`,
    );
  }

  const before = await grantsOf(database);
  const { connection } = database;
  connection['rlsState'] = 'active';
  const isActive = await connection['ensureRlsContext']();
  if (!isActive || (await grantsOf(database)) !== before) {
    throw new AppError(
      'unexpected',
      '@supabase/lite changed the privileges of the client roles, or does not apply row-level security. ' +
        'Install the exact version in tools/backend/package.json',
    );
  }
}
