-- Keys: shown again only to someone who has just signed in, with an end and a rate that their owner may set.
-- Times are UTC.

alter table private.deployment_keys
  -- Set by rotation. The key that is shown, limited and rotated is the one that was not replaced.
  add column replaced_at timestamptz,
  -- Calls; the gateway refuses what is above. Null: the gateway's own limit alone.
  add column requests_per_minute integer
    constraint deployment_keys_requests_per_minute_range check (requests_per_minute between 1 and 100000);

update private.deployment_keys set replaced_at = now() where expires_at is not null;

comment on column private.deployment_keys.expires_at is
  'The end that the owner set, or the end of the overlap after rotation, whichever is earlier';

-- When the caller's session began. A refreshed session is as old as its sign-in; null without a session.
create function private.signed_in_at() returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select s.created_at from auth.sessions s
  where s.id::text = auth.jwt() ->> 'session_id' and s.user_id::text = auth.jwt() ->> 'sub';
$$;

-- Ten a minute for each person, within 15 minutes of signing in. The lock makes the count exact.
create or replace function private.reveal_deployment_key(deployment uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  current_key private.deployment_keys;
begin
  if coalesce(private.signed_in_at(), '-infinity') < now() - interval '15 minutes' then
    raise sqlstate 'PT403' using
      message = 'Sign in again to see this key: you signed in more than 15 minutes ago', hint = 'reauthenticate';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || own.user_id, 0));
  if (
    select count(*) from public.security_audit_log
    where user_id = own.user_id and event_type = 'key_revealed' and created_at > now() - interval '1 minute'
  ) >= 10 then
    raise sqlstate 'PT429' using message = 'Too many keys were shown; wait a minute';
  end if;

  select * into current_key from private.deployment_keys k
  where k.deployment_id = own.id and k.revoked_at is null and k.replaced_at is null;
  if not found then
    raise sqlstate 'PT409' using message = 'This deployment''s key was revoked. Make a new one';
  end if;

  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_revealed', own.user_id, jsonb_build_object('deployment_id', own.id));
  begin
    if current_key.ciphertext is not null then
      return extensions.pgp_sym_decrypt(current_key.ciphertext, private.encryption_key());
    end if;
  exception when external_routine_invocation_exception then
    null; -- encrypted with another key
  end;
  raise sqlstate 'PT409' using message = 'This key was kept in no form that can be shown. Make a new one';
end;
$$;

-- The new key has the rate of the one it replaces, and no end of its own.
create or replace function private.rotate_deployment_key(deployment uuid, key text, overlap interval) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  rate integer;
  masked text;
begin
  if overlap is null or overlap < interval '0' or overlap > interval '30 days' then
    raise sqlstate 'PT400' using message = 'The old key can go on working for up to 30 days';
  end if;
  select k.requests_per_minute into rate from private.deployment_keys k
  where k.deployment_id = own.id and k.replaced_at is null
  order by k.created_at desc limit 1;
  update private.deployment_keys
  set replaced_at = coalesce(replaced_at, now()), expires_at = least(expires_at, now() + overlap)
  where deployment_id = own.id and revoked_at is null;

  masked := private.keep_key(own.id, key);
  update private.deployment_keys set requests_per_minute = rate
  where deployment_id = own.id and replaced_at is null and revoked_at is null;
  update public.deployments set api_key = masked where id = own.id;
  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_rotated', own.user_id, jsonb_build_object('deployment_id', own.id));
  return masked;
end;
$$;

create function private.limit_deployment_key(deployment uuid, rate integer, ends_at timestamptz) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
begin
  if rate not between 1 and 100000 then
    raise sqlstate 'PT400' using message = 'A key takes 1 to 100,000 requests a minute, or any number';
  end if;
  if ends_at <= now() then
    raise sqlstate 'PT400' using message = 'A key ends in the future. To end it now, revoke it';
  end if;
  update private.deployment_keys set requests_per_minute = rate, expires_at = ends_at
  where deployment_id = own.id and revoked_at is null and replaced_at is null;
  if not found then
    raise sqlstate 'PT409' using message = 'This deployment''s key was revoked. Make a new one';
  end if;
end;
$$;

drop function public.list_deployment_keys(uuid);
drop function private.deployment_key_list(uuid);
drop function public.use_deployment_key(text);
drop function private.use_deployment_key(text);

create function private.deployment_key_list(deployment uuid)
returns table (
  last_four text, created_at timestamptz, expires_at timestamptz, replaced_at timestamptz, revoked_at timestamptz,
  last_used_at timestamptz, requests_per_minute integer
)
language sql
stable
security definer
set search_path = ''
as $$
  select k.last_four, k.created_at, k.expires_at, k.replaced_at, k.revoked_at, k.last_used_at, k.requests_per_minute
  from private.deployment_keys k
  join public.deployments d on d.id = k.deployment_id
  where d.id = deployment and d.user_id = auth.uid()
  order by k.created_at desc, k.replaced_at nulls first;
$$;

create function private.use_deployment_key(key_hash text)
returns table (
  deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text, requests_per_minute integer
)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  used private.deployment_keys;
begin
  if coalesce(key_hash, '') !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  select * into used from private.deployment_keys k
  where k.hash = decode(key_hash, 'hex')
    and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now());
  if not found then
    return;
  end if;

  if coalesce(used.last_used_at, '-infinity') < date_trunc('minute', now()) then
    update private.deployment_keys k set last_used_at = date_trunc('minute', now())
    where k.id = used.id and coalesce(k.last_used_at, '-infinity') < date_trunc('minute', now());
  end if;
  perform private.activate_overdue(deployment => used.deployment_id);
  return query
    select d.id, d.user_id, d.agent_id, d.slug, d.status, used.requests_per_minute
    from public.deployments d
    where d.id = used.deployment_id;
end;
$$;

revoke all on function
  private.signed_in_at(), private.limit_deployment_key(uuid, integer, timestamptz), private.deployment_key_list(uuid),
  private.use_deployment_key(text)
  from public, anon, authenticated;
grant execute on function
  private.limit_deployment_key(uuid, integer, timestamptz), private.deployment_key_list(uuid)
  to authenticated;
grant execute on function private.use_deployment_key(text) to service_role;

-- What a deployment's key takes: requests a minute and an end (UTC), each null for none.
create function public.limit_deployment_key(id uuid, requests_per_minute integer, expires_at timestamptz) returns void
language sql
security invoker
set search_path = ''
return private.limit_deployment_key(id, requests_per_minute, expires_at);

-- What is known of a deployment's keys, for its owner, newest first.
create function public.list_deployment_keys(id uuid)
returns table (
  last_four text, created_at timestamptz, expires_at timestamptz, replaced_at timestamptz, revoked_at timestamptz,
  last_used_at timestamptz, requests_per_minute integer
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select
    k.last_four, k.created_at, k.expires_at, k.replaced_at, k.revoked_at, k.last_used_at, k.requests_per_minute
  from private.deployment_key_list(list_deployment_keys.id) k;
end;

-- For the gateway: what a key opens, by the key's SHA-256 in hex, and its rate; no row when it opens nothing. Notes
-- the use, and activates the deployment when that is overdue.
create function public.use_deployment_key(key_hash text)
returns table (
  deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text, requests_per_minute integer
)
language sql
security invoker
set search_path = ''
begin atomic
  select u.deployment_id, u.user_id, u.agent_id, u.slug, u.status, u.requests_per_minute
  from private.use_deployment_key(use_deployment_key.key_hash) u;
end;

revoke all on function
  public.limit_deployment_key(uuid, integer, timestamptz), public.list_deployment_keys(uuid),
  public.use_deployment_key(text)
  from public, anon, authenticated;
grant execute on function
  public.limit_deployment_key(uuid, integer, timestamptz), public.list_deployment_keys(uuid)
  to authenticated;
grant execute on function public.use_deployment_key(text) to service_role;
