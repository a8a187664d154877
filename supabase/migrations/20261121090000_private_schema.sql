-- The private schema: functions that run with the owner's rights, and tables no client may see.
-- It is not exposed through the API, and no client role may even name what is in it.

create schema private;

revoke all on schema private from public, anon, authenticated;
grant usage on schema private to service_role;

-- Sets `updated_at` on every change, whatever the writer sent. Attached by the tables that have the column.
create function private.touch_updated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

revoke all on function private.touch_updated_at() from public, anon, authenticated;
