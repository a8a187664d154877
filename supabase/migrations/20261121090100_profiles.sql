-- Profiles: the name a person is known by, one row for every account.
-- Written by a trigger when an account is made, then by its owner (the name alone). Read by the owner;
-- creators of public agents are readable by everyone (that policy comes with `agents`).

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (full_name = btrim(full_name) and char_length(full_name) between 1 and 120)
);

alter table public.profiles enable row level security;

revoke all on public.profiles from anon, authenticated;
grant select (id, full_name) on public.profiles to anon, authenticated;
grant update (full_name) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy "people change their own name" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

-- Makes the profile of a new account. The metadata is the person's own word and decides nothing but the name;
-- some drivers store it as a JSON string that holds JSON.
create function private.create_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  meta jsonb := new.raw_user_meta_data;
begin
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

revoke all on function private.create_profile() from public, anon, authenticated;

create trigger every_account_has_a_profile
  after insert on auth.users
  for each row execute function private.create_profile();
