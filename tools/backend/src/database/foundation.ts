/** What hosted Supabase has before the first migration: the auth schema, the three roles, and their default grants. */
import { AppError } from '@slipway/contracts';
import { getAuthSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import type { Session } from './database';

const roles = `
do $$
begin
  -- Roles are the whole server's: another database of it may be prepared at this moment.
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
  -- Requests are answered under these roles, so whoever serves them must be a member.
  if not (
    pg_has_role('anon', 'member') and pg_has_role('authenticated', 'member') and pg_has_role('service_role', 'member')
  ) then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end;
$$;
`;

/** Tables and functions that a migration makes in `public` start with these, and migrations take away what is too much. */
const defaultGrants = `
grant usage on schema public, auth to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

/** Safe to run again: it makes what is missing and changes nothing that is there. @throws `forbidden` */
export async function layFoundation(session: Session): Promise<void> {
  try {
    await session.run(roles);
    await session.run(getAuthSchemaSql());
    const [helpers] = await session.rows<{ missing: boolean }>(
      "select to_regprocedure('auth.uid()') is null as missing",
    );
    if (helpers?.missing) await session.run(SUPABASE_AUTH_HELPERS_SQL);
    await session.run(defaultGrants);
  } catch (cause) {
    throw new AppError(
      'forbidden',
      `The database could not be prepared: ${cause instanceof Error ? cause.message : String(cause)}. ` +
        `Nothing was changed. Its user must own the database and may make roles; a superuser does the first time`,
      { cause },
    );
  }
}
