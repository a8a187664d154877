-- Operators end the sessions of one user, or of all users, without a suspension: after a stolen password or key.
-- Used by operators only (`slipway moderate end-sessions`). Each use is a security event. Times are UTC.
-- Locks: nothing in use; creates only.

create function private.end_user_sessions(account uuid, reason text) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  if nullif(btrim(end_user_sessions.reason), '') is null then
    raise sqlstate 'PT400' using message = 'Ending sessions needs a reason';
  end if;
  if end_user_sessions.account is not null
    and not exists (select 1 from auth.users u where u.id = end_user_sessions.account)
  then
    raise sqlstate 'PT404' using message = format('No person has the id %s', end_user_sessions.account);
  end if;
  delete from auth.sessions s where end_user_sessions.account is null or s.user_id = end_user_sessions.account;
  get diagnostics ended = row_count;
  perform private.record_security_event(
    'moderation_sessions_ended', end_user_sessions.account,
    jsonb_build_object('sessions', ended, 'reason', btrim(end_user_sessions.reason))
  );
  return ended;
end;
$$;

comment on function private.end_user_sessions(uuid, text) is 'Implements public.end_user_sessions';

create function public.end_user_sessions(reason text, account uuid default null) returns integer
language sql
security invoker
set search_path = ''
return private.end_user_sessions(account, reason);

comment on function public.end_user_sessions(text, uuid) is
  'For operators: ends all sessions of an account, or of all accounts if it is null, and records it. Returns how many';

revoke all on function private.end_user_sessions(uuid, text), public.end_user_sessions(text, uuid)
  from public, anon, authenticated;
grant execute on function private.end_user_sessions(uuid, text), public.end_user_sessions(text, uuid)
  to service_role;
