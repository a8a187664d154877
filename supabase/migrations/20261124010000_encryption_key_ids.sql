-- Ids of the secrets that encrypt deployment keys, so that a secret can be rotated: each ciphertext names its secret, the
-- current and previous secrets are known by id, and rows are encrypted again in batches. An interrupted rotation loses
-- nothing, because every row still names the secret that decrypts it.
-- Written by the server and by `slipway keys rotate`; on hosted Supabase by the operator. Read by no client.
-- Replaces: private.store_key, private.reveal_deployment_key
-- Locks: deployment_keys, briefly, to add a column (ACCESS EXCLUSIVE). Everything else is new.

alter table private.deployment_keys add column key_id text;

comment on column private.deployment_keys.key_id is
  'Id of the secret that encrypts ciphertext (private.key_id); null for rows from before ids';

create table private.current_encryption_key (
  is_only boolean primary key default true constraint current_encryption_key_is_one_row check (is_only),
  id text not null constraint current_encryption_key_id_format check (id ~ '^[0-9a-f]{12}$'),
  since timestamptz not null default now()
);

comment on table private.current_encryption_key is
  'Id of the secret that new rows must be encrypted with: a server with a secret from before a rotation cannot write. '
  'Empty on hosted Supabase, where every session reads the same secret from Vault';

alter table private.current_encryption_key enable row level security;

create function private.key_id(secret text) returns text
language sql
immutable
set search_path = ''
as $$
  select left(encode(extensions.hmac('slipway key id', secret, 'sha256'), 'hex'), 12)
$$;

comment on function private.key_id(text) is
  'The id of a secret: 48 bits of an HMAC, so that it needs no storage and does not reveal the secret';

create function private.encryption_keys() returns table (id text, secret text, is_current boolean)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  current_secret constant text := private.encryption_key();
  previous constant text := nullif(current_setting('slipway.previous_keys', true), '');
begin
  if current_secret is null then
    return;
  end if;
  return query select private.key_id(current_secret), current_secret, true;
  if previous is not null then
    return query select e.key, e.value, false from jsonb_each_text(previous::jsonb) e;
  elsif nullif(current_setting('slipway.key', true), '') is null and to_regclass('vault.decrypted_secrets') is not null then
    return query execute
      'select private.key_id(decrypted_secret), decrypted_secret, false from vault.decrypted_secrets '
      'where name like ''slipway_key_previous%'' and decrypted_secret <> $1' using current_secret;
  end if;
end;
$$;

comment on function private.encryption_keys() is
  'The secrets that decrypt stored keys: the current one, then the previous ones of an unfinished rotation, from the '
  'setting slipway.previous_keys (JSON, id to secret) or the Vault secrets slipway_key_previous…';

create function private.encrypt_key(key text, out ciphertext bytea, out key_id text)
language plpgsql
set search_path = ''
as $$
declare
  secret constant text := private.encryption_key();
  current_id text;
begin
  if secret is null then
    return;
  end if;
  key_id := private.key_id(secret);
  -- The lock makes a rotation wait for this transaction: it then finds the row.
  select c.id into current_id from private.current_encryption_key c for share;
  if current_id <> key_id then
    raise sqlstate 'PT503' using
      message = 'This server has an earlier encryption key. Restart the server, then try again';
  end if;
  ciphertext := extensions.pgp_sym_encrypt(key, secret, 'cipher-algo=aes256');
end;
$$;

comment on function private.encrypt_key(text) is
  'Encrypts a key with the current secret; null without a secret. Raises PT503 when another secret is the current one';

create function private.decrypt_key(ciphertext bytea, key_id text) returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  known record;
begin
  for known in
    select k.secret from private.encryption_keys() k
    where decrypt_key.key_id is null or k.id = decrypt_key.key_id
    order by k.is_current desc
  loop
    begin
      return extensions.pgp_sym_decrypt(ciphertext, known.secret);
    exception when external_routine_invocation_exception then
      null; -- from before ids, and encrypted with a different secret
    end;
  end loop;
  return null;
end;
$$;

comment on function private.decrypt_key(bytea, text) is
  'The key in a ciphertext, with the secret of the id; null when that secret is not known here';

create or replace function private.store_key(deployment uuid, key text) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  if coalesce(key, '') !~ '^ak_[A-Za-z0-9]{32,120}$' then
    raise sqlstate 'PT400' using message = 'An API key must be ak_ followed by 32 to 120 letters or digits';
  end if;
  if not private.is_strong_key(key) then
    raise unique_violation;
  end if;
  insert into private.deployment_keys (deployment_id, hash, ciphertext, key_id, last_four)
  select deployment, sha256(convert_to(key, 'UTF8')), e.ciphertext, e.key_id, right(key, 4)
  from private.encrypt_key(key) e;
  return 'ak_••••' || right(key, 4);
exception when unique_violation then
  -- One error for weak keys and for keys in use: it must not tell which keys exist.
  raise sqlstate 'PT409' using message = 'This API key is too weak or already in use. Generate a new one';
end;
$$;

comment on function private.store_key(uuid, text) is
  'Stores a key, hashed and encrypted. Returns the masked key; raises PT409 for a weak key and for one that is in use';

create or replace function private.reveal_deployment_key(deployment uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  current_key private.deployment_keys;
  revealed text;
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
  if current_key.ciphertext is not null then
    revealed := private.decrypt_key(current_key.ciphertext, current_key.key_id);
  end if;
  if revealed is null then
    raise sqlstate 'PT409' using message = 'This key cannot be revealed. Rotate it to get a new one';
  end if;
  return revealed;
end;
$$;

comment on function private.reveal_deployment_key(uuid) is
  'Implements public.reveal_deployment_key: within 15 minutes of signing in, ten times per minute and user';

create function private.reencrypt_archived_keys(archived jsonb) returns jsonb
language sql
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    case when d.key is null then k.value
    else k.value || (select jsonb_build_object('ciphertext', e.ciphertext, 'key_id', e.key_id) from private.encrypt_key(d.key) e)
    end
    order by k.position
  ), '[]')
  from jsonb_array_elements(archived) with ordinality as k (value, position)
  cross join lateral (
    select case when k.value ->> 'ciphertext' is not null
      then private.decrypt_key((k.value ->> 'ciphertext')::bytea, k.value ->> 'key_id') end as key
  ) d
$$;

comment on function private.reencrypt_archived_keys(jsonb) is
  'The keys of an archived deployment, encrypted with the current secret where they can be decrypted';

create function private.reencrypt_keys(after uuid default null, batch integer default 500)
returns table (changed integer, unreadable integer, last uuid)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  current_id constant text := private.key_id(private.encryption_key());
  candidate record;
  stored private.deployment_keys;
  archived jsonb;
  replaced jsonb;
  key text;
begin
  if current_id is null then
    raise sqlstate 'PT400' using message = 'There is no encryption key: set slipway.key, or store slipway_key in Vault';
  end if;
  changed := 0;
  unreadable := 0;
  for candidate in
    select * from (
      select k.id, false as is_archived from private.deployment_keys k
      where k.ciphertext is not null and k.key_id is distinct from current_id
      union all
      select a.id, true from private.deployment_archive a
      where exists (
        select from jsonb_array_elements(a.keys) e
        where e ->> 'ciphertext' is not null and e ->> 'key_id' is distinct from current_id
      )
    ) c
    where reencrypt_keys.after is null or c.id > reencrypt_keys.after
    order by c.id
    limit reencrypt_keys.batch
  loop
    last := candidate.id;
    if candidate.is_archived then
      select a.keys into archived from private.deployment_archive a where a.id = candidate.id for update;
      continue when not found;
      replaced := private.reencrypt_archived_keys(archived);
      update private.deployment_archive a set keys = replaced where a.id = candidate.id;
      changed := changed + (replaced <> archived)::integer;
      unreadable := unreadable + (replaced = archived)::integer;
    else
      select * into stored from private.deployment_keys k where k.id = candidate.id for update;
      continue when not found;
      key := private.decrypt_key(stored.ciphertext, stored.key_id);
      if key is null then
        unreadable := unreadable + 1;
        continue;
      end if;
      update private.deployment_keys k set (ciphertext, key_id) = (
        select e.ciphertext, e.key_id from private.encrypt_key(key) e
      )
      where k.id = candidate.id;
      changed := changed + 1;
    end if;
  end loop;
  return next;
end;
$$;

comment on function private.reencrypt_keys(uuid, integer) is
$$Encrypts a batch of keys, of deployments and of archived ones, with the current secret. One row:
changed: rows that it encrypted again; unreadable: rows whose secret is not known here, which stay as they are
last: continue after this id; null: every row was visited
Safe to interrupt and to repeat.$$;

create function private.encryption_keys_in_use() returns table (key_id text, row_count bigint, is_current boolean)
language sql
stable
security definer
set search_path = ''
as $$
  with ciphertexts as (
    select k.key_id from private.deployment_keys k where k.ciphertext is not null
    union all
    select e ->> 'key_id' from private.deployment_archive a
    cross join jsonb_array_elements(a.keys) e
    where e ->> 'ciphertext' is not null
  )
  select c.key_id, count(*), c.key_id is not distinct from private.key_id(private.encryption_key())
  from ciphertexts c
  group by c.key_id
$$;

comment on function private.encryption_keys_in_use() is
  'How many stored keys each secret encrypts, by its id; null: from before ids. Of the current secret: is_current';

revoke all on function
  private.key_id(text), private.encryption_keys(), private.encrypt_key(text), private.decrypt_key(bytea, text),
  private.store_key(uuid, text), private.reveal_deployment_key(uuid), private.reencrypt_archived_keys(jsonb),
  private.reencrypt_keys(uuid, integer), private.encryption_keys_in_use()
  from public, anon, authenticated;
grant execute on function private.reveal_deployment_key(uuid) to authenticated;
