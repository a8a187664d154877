/** The objects that hosted Supabase provides before the first migration: auth schema, three roles, default grants. */
import { AppError } from '@slipway/contracts';
import { getAuthSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import { addAuthTables } from './authTables';
import type { SqlExecutor } from './database';

const roles = `
do $$
begin
  -- Roles belong to the server: another database can be prepared at the same time.
  if not exists (select from pg_roles where rolname = 'anon') then
    begin
      create role anon nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    begin
      create role authenticated nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    begin
      create role service_role nologin noinherit bypassrls;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  -- Requests run as these roles, so the server's role must be a member of them.
  if not (
    pg_has_role('anon', 'member') and pg_has_role('authenticated', 'member') and pg_has_role('service_role', 'member')
  ) then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end;
$$;
`;

/** The initial privileges of objects in `public`; migrations revoke the excess. */
const defaultGrants = `
grant usage on schema public, auth to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

/** Idempotent: creates only missing objects. @throws `forbidden` */
export async function layFoundation(executor: SqlExecutor): Promise<void> {
  try {
    await executor.run(roles);
    await executor.run(getAuthSchemaSql());
    await addAuthTables(executor);
    const [helpers] = await executor.rows<{ missing: boolean }>(
      "select to_regprocedure('auth.uid()') is null as missing",
    );
    if (helpers?.missing) await executor.run(SUPABASE_AUTH_HELPERS_SQL);
    await executor.run(defaultGrants);
  } catch (cause) {
    throw new AppError(
      'forbidden',
      `The database could not be prepared: ${cause instanceof Error ? cause.message : String(cause)}. ` +
        `Nothing was changed. The user must own the database and be allowed to create roles; use a superuser for the first start`,
      { cause },
    );
  }
}
