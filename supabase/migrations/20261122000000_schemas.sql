-- Schemas and extensions, the functions every table shares, and the version of the schema.
--
-- `public` is exposed through the API. `private` is not: it holds tables that no client reads and functions that run
-- with their owner's rights. Public functions are thin wrappers around private ones; their bodies are parsed when they
-- are created, so a caller needs no rights on `private`. Extensions live in `extensions`, as on hosted Supabase.
-- All times are UTC.
-- Locks: nothing in use; creates only.

create schema private;
comment on schema private is 'Not exposed through the API: tables no client reads, and functions with their owner''s rights';

revoke all on schema private from public, anon, authenticated;
grant usage on schema private to service_role;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create function private.touch_updated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.touch_updated_at() is
  'Trigger: sets updated_at to the current time, whatever value the client sent';

revoke all on function private.touch_updated_at() from public, anon, authenticated;

-- PL/pgSQL resolves the table at run time: the migration tool creates it, not these migrations.
create function private.schema_version() returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (select max(version) from supabase_migrations.schema_migrations);
end;
$$;

comment on function private.schema_version() is 'Implements public.schema_version';

revoke all on function private.schema_version() from public;
grant execute on function private.schema_version() to anon, authenticated, service_role;

create function public.schema_version() returns text
language sql
stable
security invoker
set search_path = ''
return private.schema_version();

comment on function public.schema_version() is
  'Version of the newest applied migration: 14 digits, UTC. `slipway deploy` compares it with what a slice needs';

revoke all on function public.schema_version() from public;
grant execute on function public.schema_version() to anon, authenticated, service_role;
