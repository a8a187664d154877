-- The newest migration this backend has, for the check before a deploy: a slice may need one.
-- Read by anyone: a version is a time, and names nothing. Fourteen digits, UTC.

-- In plpgsql, so that the table is looked for when it is asked for: whoever applies migrations makes it.
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

revoke all on function private.schema_version() from public;
grant execute on function private.schema_version() to anon, authenticated, service_role;

-- A body that is resolved when it is made needs no right to name what is in `private`.
create function public.schema_version() returns text
language sql
stable
security invoker
set search_path = ''
return private.schema_version();

revoke all on function public.schema_version() from public;
grant execute on function public.schema_version() to anon, authenticated, service_role;
