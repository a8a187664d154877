-- A suspended or deleted user's access token, which hosted Supabase accepts until it expires, could still list the tools of
-- a server through the gateway, with the stored secret, and a deleted one could preview custom prompts.
-- Read by the gateway with the user's session. An earlier gateway rejects the request too, with another text.
-- Replaces: private.refuse_suspended_person, public.preview_access
-- Locks: nothing in use; replaces functions.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.unsuspended_user() returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  suspension record;
begin
  if auth.uid() is null then
    return null;
  end if;
  select s.reason, s.appeal into suspension from private.current_suspension(null, null, array[auth.uid()]) s;
  if found then
    raise sqlstate 'PT403' using message =
      format('Your account is suspended: %s. To appeal, contact %s', suspension.reason, suspension.appeal);
  end if;
  return auth.uid();
end;
$$;

comment on function private.unsuspended_user() is
  'The caller''s id, null for a visitor. Rejects (403) a suspended user with the reason and the address for appeals';

create or replace function private.refuse_suspended_person() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.unsuspended_user();
  return null;
end;
$$;

comment on function private.refuse_suspended_person() is 'Trigger: rejects every write of a suspended person';

create function private.gateway_user() returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  account constant uuid := private.unsuspended_user();
begin
  if account is not null and not exists (select from auth.users u where u.id = account) then
    raise sqlstate 'PT401' using message = 'The account of this session was deleted';
  end if;
  return account;
end;
$$;

comment on function private.gateway_user() is
  'The caller''s id, null for a visitor. Rejects a suspended user (403) and a deleted one (401)';

create or replace function public.preview_access(agent uuid default null)
returns table (user_id uuid, agent_id uuid, is_creator boolean)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select caller.id, a.id, coalesce(a.creator_id = caller.id, false)
  from (select private.gateway_user() as id) as caller
  left join public.agents a on a.id = preview_access.agent
    and (a.creator_id = caller.id or coalesce(a.calls_end_at, 'infinity') > now());
end;

comment on function public.preview_access(uuid) is
  'For the gateway, with the session of the user who previews an agent, or lists the tools of a server for it, or the public '
  'key of a visitor. One row: the user (null for a visitor), and the agent if they may read it and its notice period, if any, '
  'is not over. Rejects a suspended (403) or deleted (401) user';

revoke all on function private.unsuspended_user(), private.gateway_user() from public, anon, authenticated;
grant execute on function private.gateway_user() to anon, authenticated;
