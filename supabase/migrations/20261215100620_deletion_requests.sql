-- A user who requested and canceled the deletion of the account again and again got a mail, and the log of security events two
-- rows, each time. A deletion is requested up to five times a day.
-- Called by the owner of the account. Days are UTC.
-- Replaces: private.request_account_deletion
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.request_account_deletion() returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  due timestamptz;
begin
  if coalesce(private.signed_in_at(), '-infinity') < now() - interval '15 minutes' then
    raise sqlstate 'PT403' using
      message = 'Sign in again to delete your account: you signed in more than 15 minutes ago', hint = 'reauthenticate';
  end if;
  insert into private.jobs (kind, account_id, subject, total, due_at)
  values ('delete_account', me, me, 0, now() + interval '14 days')
  on conflict (kind, subject) where finished_at is null do nothing
  returning due_at into due;
  if due is null then
    select j.due_at into due from private.jobs j
    where j.kind = 'delete_account' and j.subject = me and j.finished_at is null;
    return due;
  end if;
  -- A deletion without its mail would not be noticed: the user may not be the one who asked.
  if (private.count_today('deletions of accounts', me::text)).items > 5 then
    raise sqlstate 'PT429' using
      message = 'Daily limit reached: the deletion of an account can be requested 5 times a day. Try again tomorrow';
  end if;
  perform private.record_security_event('account_deletion_requested', me, jsonb_build_object('deletes_at', due));
  insert into private.mails (user_id, kind, details)
  select u.id, 'account_deletion', jsonb_build_object('deletes_at', due)
  from auth.users u where u.id = me and u.email is not null;
  return due;
end;
$$;

comment on function private.request_account_deletion() is 'Implements public.request_account_deletion';
comment on function public.request_account_deletion() is
  'Deletes the caller''s account after 14 days; returns when. Its agents are archived within a minute. Needs a sign-in '
  'within the last 15 minutes (else PT403 with the hint reauthenticate). A repeated request keeps the first date; PT429 after '
  'five that were canceled on one day';
