-- The system creator: the account that owns the six sample agents of `seed.sql`, on every installation.
-- It cannot sign in: it has no address, no password and no identity, and it is banned. A database whose sample agents
-- belonged to invented people, from before this migration, gets them reassigned. Times are UTC.
-- Locks: auth.users, public.profiles and public.agents, row by row, for at most six agents and four accounts.

insert into auth.users (
  id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, banned_until,
  confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
  created_at, updated_at
)
values (
  'c0000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated', null, null,
  '{"provider": "system", "providers": []}', '{"full_name": "Slipway"}', '9999-12-31 00:00+00',
  '', '', '', '', '', '2026-03-02 09:00+00', '2026-03-02 09:00+00'
)
on conflict (id) do update set
  email = null,
  encrypted_password = null,
  email_confirmed_at = null,
  raw_app_meta_data = excluded.raw_app_meta_data,
  raw_user_meta_data = excluded.raw_user_meta_data,
  banned_until = excluded.banned_until;

-- Only in a database from before this migration.
update public.profiles set full_name = 'Slipway'
where id = 'c0000000-0000-4000-8000-000000000001' and full_name is distinct from 'Slipway';

update public.agents set creator_id = 'c0000000-0000-4000-8000-000000000001'
where id::text like 'a0000000-0000-4000-8000-00000000000_'
  and creator_id in (
    'c0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000003',
    'c0000000-0000-4000-8000-000000000004'
  );

delete from auth.users u
where u.id in (
    'c0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000003',
    'c0000000-0000-4000-8000-000000000004'
  )
  and u.encrypted_password is null
  and not exists (select 1 from public.agents a where a.creator_id = u.id);

-- Hosted Supabase finds accounts by instance; the embedded schema has no such column.
do $$
begin
  if exists (
    select 1 from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute $sql$
      update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
      where instance_id is null and id = 'c0000000-0000-4000-8000-000000000001'
    $sql$;
  end if;
end;
$$;
