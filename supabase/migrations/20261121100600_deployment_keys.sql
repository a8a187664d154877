-- Keys: what opens a deployment. A browser makes one, hands it over once, and the database keeps its SHA-256, to find
-- the deployment by, and a copy for its owner, encrypted (AES-256) with a key that is not in this database:
-- the setting `slipway.key`, which the server gives each request, or the secret `slipway_key` of Supabase's Vault.
-- Without either there is no copy, and a key is shown only where it was made. Times are UTC.
-- One piece, though long: all that ever touches a key is here to be read together.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

create table private.deployment_keys (
  id uuid primary key default gen_random_uuid(),
  -- Deferred: the key is kept just before its deployment is.
  deployment_id uuid not null
    references public.deployments (id) on delete cascade deferrable initially deferred,
  hash bytea not null unique,
  ciphertext bytea,
  last_four text not null,
  created_at timestamptz not null default now(),
  -- Set by rotation: until then the old key works beside the new one.
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the minute.
  last_used_at timestamptz
);

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

-- Keeps a key and returns what may be shown of it.
create function private.keep_key(deployment uuid, key text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  secret constant text := private.encryption_key();
begin
  if coalesce(key, '') !~ '^ak_[A-Za-z0-9]{32,120}$' then
    raise sqlstate 'PT400' using message = 'An API key is ak_ and at least 32 letters or digits';
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
  raise sqlstate 'PT409' using message = 'This API key is in use. Make a new one';
end;
$$;

create function private.mask_deployment_key() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.api_key := private.keep_key(new.id, new.api_key);
  return new;
end;
$$;

-- A restored deployment has its keys and shows a masked one; that is the server's to insert.
create trigger deployments_2_keep_the_key
  before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated') or new.api_key !~ '^ak_••••')
  execute function private.mask_deployment_key();

-- The caller's own deployment, locked; a stranger's does not exist.
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
    raise sqlstate 'PT404' using message = 'You have no such deployment';
  end if;
  return own;
end;
$$;

-- Ten a minute for each person. The lock makes the count exact.
create function private.reveal_deployment_key(deployment uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  current_key private.deployment_keys;
begin
  perform pg_advisory_xact_lock(hashtextextended('reveal ' || own.user_id, 0));
  if (
    select count(*) from public.security_audit_log
    where user_id = own.user_id and event_type = 'key_revealed' and created_at > now() - interval '1 minute'
  ) >= 10 then
    raise sqlstate 'PT429' using message = 'Too many keys were shown; wait a minute';
  end if;

  select * into current_key from private.deployment_keys k
  where k.deployment_id = own.id and k.revoked_at is null and k.expires_at is null;
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

create function private.rotate_deployment_key(deployment uuid, key text, overlap interval) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  masked text;
begin
  if overlap is null or overlap < interval '0' or overlap > interval '30 days' then
    raise sqlstate 'PT400' using message = 'The old key can go on working for up to 30 days';
  end if;
  update private.deployment_keys set expires_at = now() + overlap
  where deployment_id = own.id and revoked_at is null and coalesce(expires_at, 'infinity') > now() + overlap;

  masked := private.keep_key(own.id, key);
  update public.deployments set api_key = masked where id = own.id;
  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_rotated', own.user_id, jsonb_build_object('deployment_id', own.id));
  return masked;
end;
$$;

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

create function private.deployment_key_list(deployment uuid)
returns table (
  last_four text, created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select k.last_four, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
  from private.deployment_keys k
  join public.deployments d on d.id = k.deployment_id
  where d.id = deployment and d.user_id = auth.uid()
  order by k.created_at desc, k.expires_at nulls first;
$$;

create function private.use_deployment_key(key_hash text)
returns table (deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text)
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
    select d.id, d.user_id, d.agent_id, d.slug, d.status
    from public.deployments d
    where d.id = used.deployment_id;
end;
$$;

revoke all on function
  private.encryption_key(), private.keep_key(uuid, text), private.mask_deployment_key(), private.own_deployment(uuid),
  private.reveal_deployment_key(uuid), private.rotate_deployment_key(uuid, text, interval),
  private.revoke_deployment_key(uuid), private.deployment_key_list(uuid), private.use_deployment_key(text)
  from public, anon, authenticated;
grant execute on function
  private.reveal_deployment_key(uuid), private.rotate_deployment_key(uuid, text, interval),
  private.revoke_deployment_key(uuid), private.deployment_key_list(uuid)
  to authenticated;
grant execute on function private.use_deployment_key(text) to service_role;

-- The whole key, for its owner; ten a minute, each in the audit log.
create function public.reveal_deployment_key(id uuid) returns text
language sql
security invoker
set search_path = ''
return private.reveal_deployment_key(id);

-- Takes a new key; the old ones go on working for `overlap`, up to 30 days. Returns the masked key.
create function public.rotate_deployment_key(id uuid, key text, overlap interval default '1 day') returns text
language sql
security invoker
set search_path = ''
return private.rotate_deployment_key(id, key, overlap);

-- From now on no key opens this deployment. Returns how many did.
create function public.revoke_deployment_key(id uuid) returns integer
language sql
security invoker
set search_path = ''
return private.revoke_deployment_key(id);

-- What is known of a deployment's keys, for its owner, newest first.
create function public.list_deployment_keys(id uuid)
returns table (
  last_four text, created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select k.last_four, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
  from private.deployment_key_list(list_deployment_keys.id) k;
end;

-- For the gateway: what a key opens, by the key's SHA-256 in hex; no row when it opens nothing. Notes the use, and
-- activates the deployment when that is overdue.
create function public.use_deployment_key(key_hash text)
returns table (deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text)
language sql
security invoker
set search_path = ''
begin atomic
  select u.deployment_id, u.user_id, u.agent_id, u.slug, u.status
  from private.use_deployment_key(use_deployment_key.key_hash) u;
end;

revoke all on function
  public.reveal_deployment_key(uuid), public.rotate_deployment_key(uuid, text, interval),
  public.revoke_deployment_key(uuid), public.list_deployment_keys(uuid), public.use_deployment_key(text)
  from public, anon, authenticated;
grant execute on function
  public.reveal_deployment_key(uuid), public.rotate_deployment_key(uuid, text, interval),
  public.revoke_deployment_key(uuid), public.list_deployment_keys(uuid)
  to authenticated;
grant execute on function public.use_deployment_key(text) to service_role;
