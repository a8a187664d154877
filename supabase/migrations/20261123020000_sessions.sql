-- The sessions of an account: its user lists them and ends one, on the embedded backend and on hosted Supabase alike.
-- Written by the auth service. Read and deleted by their user only. Times are UTC.
-- Locks: none; everything is new.

create function private.own_sessions()
returns table (
  id uuid, user_agent text, address text, created_at timestamptz, last_used_at timestamptz, is_current boolean
)
language sql
stable
security definer
set search_path = ''
as $$
  select s.id, left(s.user_agent, 200),
    network(set_masklen(s.ip, case family(s.ip) when 4 then 24 else 48 end))::text,
    s.created_at, u.last_used_at, s.id::text is not distinct from (select auth.jwt()) ->> 'session_id'
  from auth.sessions s
  cross join lateral (
    select coalesce(s.refreshed_at at time zone 'UTC', s.created_at) as last_used_at
  ) as u
  where s.user_id = (select auth.uid())
    and (s.not_after is null or s.not_after > now())
    and u.last_used_at > now() - interval '1 hour'
  order by u.last_used_at desc, s.id
  limit 100
$$;

comment on function private.own_sessions() is 'Implements public.list_sessions';

create function public.list_sessions()
returns table (
  id uuid, user_agent text, address text, created_at timestamptz, last_used_at timestamptz, is_current boolean
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.id, s.user_agent, s.address, s.created_at, s.last_used_at, s.is_current from private.own_sessions() s;
end;

comment on function public.list_sessions() is
  'The caller''s sessions that are still alive, most recently used first, up to 100. Sessions end after an hour without '
  'use. `address` is the network that a session started in: /24 for IPv4, /48 for IPv6';

create function private.end_own_session(session_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended uuid;
begin
  delete from auth.sessions s
  where s.id = end_own_session.session_id and s.user_id = (select auth.uid())
  returning s.id into ended;
  if ended is null then
    return false;
  end if;
  perform private.record_security_event('session_ended', (select auth.uid()));
  return true;
end;
$$;

comment on function private.end_own_session(uuid) is 'Implements public.end_session';

create function public.end_session(session_id uuid) returns boolean
language sql
security invoker
set search_path = ''
return private.end_own_session(session_id);

comment on function public.end_session(uuid) is
  'Ends one of the caller''s sessions: it cannot be refreshed, and its access token expires within ten minutes. Returns '
  'false for any other session';

revoke all on function private.own_sessions(), private.end_own_session(uuid) from public, anon, authenticated;
revoke all on function public.list_sessions(), public.end_session(uuid) from public, anon;
grant execute on function private.own_sessions(), private.end_own_session(uuid) to authenticated;
grant execute on function public.list_sessions(), public.end_session(uuid) to authenticated;
