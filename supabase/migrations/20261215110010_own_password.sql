-- Whether the caller's account has a password. The list of its providers does not say: a change of the address adds `email` to
-- it, and a password that a user of GitHub sets later does not.
-- Read by the user only.
-- Locks: none; everything is new.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.has_own_password() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from auth.users u where u.id = (select auth.uid()) and coalesce(u.encrypted_password, '') <> ''
  )
$$;

comment on function private.has_own_password() is 'Implements public.has_password';

create function public.has_password() returns boolean
language sql
stable
security invoker
set search_path = ''
return private.has_own_password();

comment on function public.has_password() is
  'Whether the caller''s account has a password. Without one, only a code in its mailbox confirms its user';

revoke all on function private.has_own_password() from public, anon, authenticated;
revoke all on function public.has_password() from public, anon;
grant execute on function private.has_own_password() to authenticated;
grant execute on function public.has_password() to authenticated;
