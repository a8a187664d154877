-- A request to delete an account is mailed to its owner, who may not be the one who asked.
-- Called by the owner of the account. Times are UTC.
-- Replaces: private.request_account_deletion, private.cancel_account_deletion
-- Locks: nothing in use; replaces functions only.

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
  perform private.record_security_event('account_deletion_requested', me, jsonb_build_object('deletes_at', due));
  -- Its owner may not be the one who asked.
  insert into private.mails (user_id, kind, details)
  select u.id, 'account_deletion', jsonb_build_object('deletes_at', due)
  from auth.users u where u.id = me and u.email is not null;
  return due;
end;
$$;

comment on function private.request_account_deletion() is 'Implements public.request_account_deletion';

create or replace function private.cancel_account_deletion() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.jobs j
  where j.kind = 'delete_account' and j.subject = auth.uid() and j.finished_at is null and j.due_at > now();
  if not found then
    return false;
  end if;
  delete from private.mails m where m.user_id = auth.uid() and m.kind = 'account_deletion' and m.sent_at is null;
  perform private.record_security_event('account_deletion_canceled', auth.uid());
  return true;
end;
$$;

comment on function private.cancel_account_deletion() is 'Implements public.cancel_account_deletion';
