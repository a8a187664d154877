-- Profiles: the public name of each account, one row per account.
-- Inserted by a trigger on sign-up; the owner updates the name. Read by the owner, and by everyone for creators of
-- public agents. The select policies refer to `agents`, so they are created in the agents migration.
-- Locks: auth.users, briefly, to add a trigger (SHARE ROW EXCLUSIVE). Everything else is new.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (full_name = btrim(full_name) and char_length(full_name) between 1 and 120)
);

comment on table public.profiles is 'Public name of each account. Inserted on sign-up; the owner updates the name';
comment on column public.profiles.id is 'The account in auth.users';
comment on column public.profiles.full_name is 'Display name, 1 to 120 characters without surrounding spaces; null if none was given';

alter table public.profiles enable row level security;

revoke all on public.profiles from anon, authenticated;
grant select (id, full_name) on public.profiles to anon, authenticated;
grant update (full_name) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy "users update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create function private.create_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  meta jsonb := new.raw_user_meta_data;
begin
  -- Some drivers store the metadata as a JSON string that contains JSON.
  if jsonb_typeof(meta) = 'string' then
    begin
      meta := (meta #>> '{}')::jsonb;
    exception when invalid_text_representation then
      meta := null;
    end;
  end if;

  insert into public.profiles (id, full_name)
  values (
    new.id,
    nullif(btrim(left(btrim(coalesce(meta ->> 'full_name', meta ->> 'name', '')), 120)), '')
  );
  return new;
end;
$$;

comment on function private.create_profile() is
  'Trigger: creates the profile of a new account. User metadata is untrusted and supplies only the name';

revoke all on function private.create_profile() from public, anon, authenticated;

create trigger users_create_profile
  after insert on auth.users
  for each row execute function private.create_profile();
