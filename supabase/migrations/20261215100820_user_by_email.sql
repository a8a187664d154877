-- Operators find the account of an email address, because `slipway moderate` needs its id.
-- Called by operators only.
-- Locks: nothing in use; creates only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.user_by_email(email text) returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(user_by_email.email)) limit 1;
  if account is null then
    raise sqlstate 'PT404' using message = format('No user has the email address %s', user_by_email.email);
  end if;
  return account;
end;
$$;

comment on function private.user_by_email(text) is 'Implements public.user_by_email';

create function public.user_by_email(email text) returns uuid
language sql
stable
security invoker
set search_path = ''
return private.user_by_email(email);

comment on function public.user_by_email(text) is 'For operators: the id of the account with this email address';

revoke all on function private.user_by_email(text), public.user_by_email(text) from public, anon, authenticated;
grant execute on function private.user_by_email(text), public.user_by_email(text) to service_role;
