-- API keys of deployments: creating, revealing, rotating, limiting, revoking and checking them.
--
-- The browser generates a key and sends it once. The database stores its SHA-256, to find the deployment, and a copy
-- for the owner, encrypted (AES-256) with a secret that is not in this database: the setting `slipway.key`, which the
-- server sets for each request, or the secret `slipway_key` in Supabase Vault. Without a secret no copy is stored, and
-- the key is shown only where it was generated. Keys are written through these functions and read by no client.
-- Times are UTC. This file is long so that everything that touches a key can be read in one place.
-- Locks: nothing in use; creates only.

create table private.deployment_keys (
  id uuid primary key default gen_random_uuid(),
  -- Deferred: a trigger stores the key just before the deployment is inserted.
  deployment_id uuid not null
    references public.deployments (id) on delete cascade deferrable initially deferred,
  hash bytea not null unique,
  ciphertext bytea,
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  replaced_at timestamptz,
  requests_per_minute integer
    constraint deployment_keys_requests_per_minute_range check (requests_per_minute between 1 and 100000)
);

comment on table private.deployment_keys is 'API keys of deployments, hashed and encrypted. Written by functions only';
comment on column private.deployment_keys.hash is 'SHA-256 of the key';
comment on column private.deployment_keys.ciphertext is 'The key, encrypted for its owner; null if no secret was configured';
comment on column private.deployment_keys.expires_at is
  'The expiry that the owner set, or the end of the overlap after a rotation, whichever is earlier; null: never';
comment on column private.deployment_keys.last_used_at is 'Time of the last call, to the minute';
comment on column private.deployment_keys.replaced_at is
  'When a rotation replaced the key. The current key, which is revealed, limited and rotated, has null';
comment on column private.deployment_keys.requests_per_minute is
  'Rate limit that the owner set; the gateway enforces it. Null: only the gateway''s own limit';

create index deployment_keys_newest on private.deployment_keys (deployment_id, created_at desc);

alter table private.deployment_keys enable row level security;

create function private.encryption_key() returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  secret text := nullif(current_setting('slipway.key', true), '');
begin
  if secret is null and to_regclass('vault.decrypted_secrets') is not null then
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into secret using 'slipway_key';
  end if;
  return secret;
end;
$$;

comment on function private.encryption_key() is
  'The secret that encrypts the stored keys: the setting slipway.key, else the Vault secret slipway_key, else null';

create function private.store_key(deployment uuid, key text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  secret constant text := private.encryption_key();
begin
  if coalesce(key, '') !~ '^ak_[A-Za-z0-9]{32,120}$' then
    raise sqlstate 'PT400' using message = 'An API key must be ak_ followed by 32 to 120 letters or digits';
  end if;
  insert into private.deployment_keys (deployment_id, hash, ciphertext, last_four)
  values (
    deployment,
    sha256(convert_to(key, 'UTF8')),
    case when secret is not null then extensions.pgp_sym_encrypt(key, secret, 'cipher-algo=aes256') end,
    right(key, 4)
  );
  return 'ak_••••' || right(key, 4);
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'This API key is already in use. Generate a new one';
end;
$$;

comment on function private.store_key(uuid, text) is 'Stores a key, hashed and encrypted. Returns the masked key';

create function private.mask_deployment_key() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.api_key := private.store_key(new.id, new.api_key);
  return new;
end;
$$;

comment on function private.mask_deployment_key() is
  'Trigger: stores the key of a new deployment and replaces it with the masked key';

-- A restored deployment already has its keys and a masked key; only the server may insert one.
create trigger deployments_2_store_key
  before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated') or new.api_key !~ '^ak_••••')
  execute function private.mask_deployment_key();

create function private.own_deployment(deployment uuid) returns public.deployments
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.deployments;
begin
  select * into own from public.deployments d
  where d.id = deployment and d.user_id = auth.uid()
  for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Deployment not found';
  end if;
  return own;
end;
$$;

comment on function private.own_deployment(uuid) is
  'Returns and locks a deployment of the caller; raises PT404 for any other';

create function private.signed_in_at() returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select s.created_at from auth.sessions s
  where s.id::text = auth.jwt() ->> 'session_id' and s.user_id::text = auth.jwt() ->> 'sub';
$$;

comment on function private.signed_in_at() is
  'When the caller signed in. Refreshing a session does not change it; null without a session';

create function private.reveal_deployment_key(deployment uuid) returns text
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
  -- Without the lock, concurrent requests could exceed the limit.
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || own.user_id, 0));
  if (
    select count(*) from public.security_audit_log
    where user_id = own.user_id and event_type = 'key_revealed' and created_at > now() - interval '1 minute'
  ) >= 10 then
    raise sqlstate 'PT429' using message = 'Too many keys revealed. Wait a minute and try again';
  end if;

  select * into current_key from private.deployment_keys k
  where k.deployment_id = own.id and k.revoked_at is null and k.replaced_at is null;
  if not found then
    raise sqlstate 'PT409' using message = 'The key of this deployment is revoked. Rotate it to get a new one';
  end if;

  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_revealed', own.user_id, jsonb_build_object('deployment_id', own.id));
  begin
    if current_key.ciphertext is not null then
      return extensions.pgp_sym_decrypt(current_key.ciphertext, private.encryption_key());
    end if;
  exception when external_routine_invocation_exception then
    null; -- encrypted with a different secret
  end;
  raise sqlstate 'PT409' using message = 'This key cannot be revealed. Rotate it to get a new one';
end;
$$;

comment on function private.reveal_deployment_key(uuid) is
  'Implements public.reveal_deployment_key: within 15 minutes of signing in, ten times per minute and user';

create function private.rotate_deployment_key(deployment uuid, key text, overlap interval) returns text
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
    raise sqlstate 'PT400' using message = 'The overlap must be between 0 and 30 days';
  end if;
  select k.requests_per_minute into rate from private.deployment_keys k
  where k.deployment_id = own.id and k.replaced_at is null
  order by k.created_at desc limit 1;
  update private.deployment_keys
  set replaced_at = coalesce(replaced_at, now()), expires_at = least(expires_at, now() + overlap)
  where deployment_id = own.id and revoked_at is null;

  masked := private.store_key(own.id, key);
  update private.deployment_keys set requests_per_minute = rate
  where deployment_id = own.id and replaced_at is null and revoked_at is null;
  update public.deployments set api_key = masked where id = own.id;
  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_rotated', own.user_id, jsonb_build_object('deployment_id', own.id));
  return masked;
end;
$$;

comment on function private.rotate_deployment_key(uuid, text, interval) is
  'Implements public.rotate_deployment_key. The new key inherits the rate limit but not the expiry';

create function private.revoke_deployment_key(deployment uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  revoked integer;
begin
  update private.deployment_keys set revoked_at = now()
  where deployment_id = own.id and revoked_at is null and coalesce(expires_at, 'infinity') > now();
  get diagnostics revoked = row_count;
  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_revoked', own.user_id, jsonb_build_object('deployment_id', own.id));
  return revoked;
end;
$$;

comment on function private.revoke_deployment_key(uuid) is 'Implements public.revoke_deployment_key';

create function private.limit_deployment_key(deployment uuid, rate integer, ends_at timestamptz) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
begin
  if rate not between 1 and 100000 then
    raise sqlstate 'PT400' using message = 'The rate limit must be 1 to 100,000 requests per minute, or empty for none';
  end if;
  if ends_at <= now() then
    raise sqlstate 'PT400' using message = 'The expiry must be in the future. To end a key now, revoke it';
  end if;
  update private.deployment_keys set requests_per_minute = rate, expires_at = ends_at
  where deployment_id = own.id and revoked_at is null and replaced_at is null;
  if not found then
    raise sqlstate 'PT409' using message = 'The key of this deployment is revoked. Rotate it to get a new one';
  end if;
end;
$$;

comment on function private.limit_deployment_key(uuid, integer, timestamptz) is 'Implements public.limit_deployment_key';

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

comment on function private.deployment_key_list(uuid) is 'Implements public.list_deployment_keys';

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
    -- The key of a deleted deployment stays known while the deployment can be restored: a caller learns more from
    -- 404 than from 401.
    return query
      select a.id, a.user_id, a.agent_id, a.deployment ->> 'slug', 'deleted', (k.key ->> 'requests_per_minute')::integer
      from private.deployment_archive a
      cross join jsonb_array_elements(a.keys) as k (key)
      where a.keys @> jsonb_build_array(jsonb_build_object('hash', '\x' || key_hash, 'revoked_at', null))
        and k.key ->> 'hash' = '\x' || key_hash
        and coalesce((k.key ->> 'expires_at')::timestamptz, 'infinity') > now();
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

comment on function private.use_deployment_key(text) is 'Implements public.use_deployment_key';

revoke all on function
  private.encryption_key(), private.store_key(uuid, text), private.mask_deployment_key(), private.own_deployment(uuid),
  private.signed_in_at(), private.reveal_deployment_key(uuid), private.rotate_deployment_key(uuid, text, interval),
  private.revoke_deployment_key(uuid), private.limit_deployment_key(uuid, integer, timestamptz),
  private.deployment_key_list(uuid), private.use_deployment_key(text)
  from public, anon, authenticated;
grant execute on function
  private.reveal_deployment_key(uuid), private.rotate_deployment_key(uuid, text, interval),
  private.revoke_deployment_key(uuid), private.limit_deployment_key(uuid, integer, timestamptz),
  private.deployment_key_list(uuid)
  to authenticated;
grant execute on function private.use_deployment_key(text) to service_role;

create function public.reveal_deployment_key(id uuid) returns text
language sql
security invoker
set search_path = ''
return private.reveal_deployment_key(id);

comment on function public.reveal_deployment_key(uuid) is
  'Returns the whole current key of the caller''s deployment and records it in the audit log. Needs a sign-in within '
  'the last 15 minutes (else PT403 with the hint reauthenticate); ten times per minute (else PT429)';

create function public.rotate_deployment_key(id uuid, key text, overlap interval default '1 day') returns text
language sql
security invoker
set search_path = ''
return private.rotate_deployment_key(id, key, overlap);

comment on function public.rotate_deployment_key(uuid, text, interval) is
  'Stores a new key for the caller''s deployment; the old ones keep working for overlap, 0 to 30 days. '
  'Returns the masked key';

create function public.revoke_deployment_key(id uuid) returns integer
language sql
security invoker
set search_path = ''
return private.revoke_deployment_key(id);

comment on function public.revoke_deployment_key(uuid) is
  'Revokes all working keys of the caller''s deployment. Returns how many';

create function public.limit_deployment_key(id uuid, requests_per_minute integer, expires_at timestamptz) returns void
language sql
security invoker
set search_path = ''
return private.limit_deployment_key(id, requests_per_minute, expires_at);

comment on function public.limit_deployment_key(uuid, integer, timestamptz) is
  'Sets the rate limit and the expiry (UTC) of the current key of the caller''s deployment; null for none';

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

comment on function public.list_deployment_keys(uuid) is
  'All keys of the caller''s deployment, newest first, without the keys themselves';

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

comment on function public.use_deployment_key(text) is
  'For the gateway: the deployment and rate limit of a working key, by its SHA-256 in hex; no row for any other key. '
  'Status is deleted while the deployment can be restored. Records the use and activates an overdue deployment';

revoke all on function
  public.reveal_deployment_key(uuid), public.rotate_deployment_key(uuid, text, interval),
  public.revoke_deployment_key(uuid), public.limit_deployment_key(uuid, integer, timestamptz),
  public.list_deployment_keys(uuid), public.use_deployment_key(text)
  from public, anon, authenticated;
grant execute on function
  public.reveal_deployment_key(uuid), public.rotate_deployment_key(uuid, text, interval),
  public.revoke_deployment_key(uuid), public.limit_deployment_key(uuid, integer, timestamptz),
  public.list_deployment_keys(uuid)
  to authenticated;
grant execute on function public.use_deployment_key(text) to service_role;
