-- The gateway tells callers of a withdrawn agent when it was withdrawn and when their calls end; and a user previews no
-- agent whose notice period is over.
-- Read by the gateway only. Times are UTC.
-- Replaces: private.use_deployment_key, public.use_deployment_key, public.preview_access
-- Locks: nothing in use for long; three functions are dropped and created again.

drop function public.use_deployment_key(text, integer);
drop function private.use_deployment_key(text, integer);

create function private.use_deployment_key(key_hash text, default_rate integer)
returns table (
  deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text, requests_per_minute integer,
  retry_after integer, created_at timestamptz, agent_name text, allows_system_messages boolean,
  withdrawn_at timestamptz, calls_end_at timestamptz
)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  used private.deployment_keys;
  wait integer := 0;
begin
  if coalesce(key_hash, '') !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  select * into used from private.deployment_keys k
  where k.hash = decode(key_hash, 'hex')
    and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now());
  if not found then
    -- The key of a deleted deployment stays known while the deployment can be restored: a caller learns more from
    -- 404 than from 401.
    return query
      select a.id, a.user_id, a.agent_id, a.deployment ->> 'slug', 'deleted', (k.key ->> 'requests_per_minute')::integer,
        0, (a.deployment ->> 'created_at')::timestamptz, null, false,
        null::timestamptz, null::timestamptz
      from private.deployment_archive a
      cross join jsonb_array_elements(a.keys) as k (key)
      where a.keys @> jsonb_build_array(jsonb_build_object('hash', '\x' || key_hash, 'revoked_at', null))
        and k.key ->> 'hash' = '\x' || key_hash
        and coalesce((k.key ->> 'expires_at')::timestamptz, 'infinity') > now();
    return;
  end if;

  if use_deployment_key.default_rate is not null then
    wait := private.take_rate(
      'key ' || used.id, coalesce(used.requests_per_minute, use_deployment_key.default_rate), 60
    );
  end if;
  if coalesce(used.last_used_at, '-infinity') < date_trunc('minute', now()) then
    update private.deployment_keys k set last_used_at = date_trunc('minute', now())
    where k.id = used.id and coalesce(k.last_used_at, '-infinity') < date_trunc('minute', now());
  end if;
  perform private.activate_overdue(deployment => used.deployment_id);
  return query
    select d.id, d.user_id, d.agent_id, d.slug, d.status, used.requests_per_minute, wait, d.created_at, a.name,
      a.allows_system_messages,
      case when private.calls_end_of(d.user_id, a) is not null then a.withdrawn_at end,
      private.calls_end_of(d.user_id, a)
    from public.deployments d
    join public.agents a on a.id = d.agent_id
    where d.id = used.deployment_id;
end;
$$;

comment on function private.use_deployment_key(text, integer) is 'Implements public.use_deployment_key';

create function public.use_deployment_key(key_hash text, default_rate integer default null)
returns table (
  deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text, requests_per_minute integer,
  retry_after integer, created_at timestamptz, agent_name text, allows_system_messages boolean,
  withdrawn_at timestamptz, calls_end_at timestamptz
)
language sql
security invoker
set search_path = ''
begin atomic
  select u.deployment_id, u.user_id, u.agent_id, u.slug, u.status, u.requests_per_minute, u.retry_after,
    u.created_at, u.agent_name, u.allows_system_messages, u.withdrawn_at, u.calls_end_at
  from private.use_deployment_key(use_deployment_key.key_hash, use_deployment_key.default_rate) u;
end;

comment on function public.use_deployment_key(text, integer) is
  'For the gateway: the deployment and rate limit of a working key, by its SHA-256 in hex; no row for any other key. '
  'Status is deleted while the deployment can be restored. Records the use and activates an overdue deployment. With '
  'default_rate, the request is counted against the key''s rate (default_rate per minute where its owner set none), and '
  'retry_after is 0 or the seconds to wait. withdrawn_at and calls_end_at are set once the creator withdrew the agent';

drop function public.preview_access(uuid);

create function public.preview_access(agent uuid default null)
returns table (user_id uuid, agent_id uuid, is_creator boolean)
language sql
stable
security invoker
set search_path = ''
as $$
  select (select auth.uid()), a.id, coalesce(a.creator_id = (select auth.uid()), false)
  from (select preview_access.agent as id) as wanted
  left join public.agents a on a.id = wanted.id
    and (a.creator_id = (select auth.uid()) or coalesce(a.calls_end_at, 'infinity') > now());
$$;

comment on function public.preview_access(uuid) is
  'For the gateway, with the session of the user who previews an agent or the public key of a visitor. One row: the '
  'user (null for a visitor), and the agent if they may read it and its notice period, if any, is not over';

revoke all on function
  private.use_deployment_key(text, integer), public.use_deployment_key(text, integer), public.preview_access(uuid)
  from public, anon, authenticated;
grant execute on function private.use_deployment_key(text, integer), public.use_deployment_key(text, integer)
  to service_role;
grant execute on function public.preview_access(uuid) to anon, authenticated;
