-- Secrets of webhooks are encrypted again when the encryption key rotates, like those of tools. `slipway keys rotate encryption`
-- removes the earlier key after it: secrets that the server had not yet encrypted again by itself were lost.
-- Replaces: private.reencrypt_keys, private.encryption_keys_in_use
-- Locks: nothing in use.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.reencrypt_keys(after uuid default null, batch integer default 500)
returns table (changed integer, unreadable integer, last uuid)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  current_id constant text := private.key_id(private.encryption_key());
  candidate record;
  stored record;
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
      select k.id, 'key' as kind from private.deployment_keys k
      where k.ciphertext is not null and k.key_id is distinct from current_id
      union all
      select s.id, 'tool' from private.agent_tool_secrets s where s.key_id <> current_id
      union all
      select w.id, 'webhook' from private.webhook_secrets w where w.key_id <> current_id
      union all
      select a.id, 'archived' from private.deployment_archive a
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
    if candidate.kind = 'archived' then
      select a.keys into archived from private.deployment_archive a where a.id = candidate.id for update;
      continue when not found;
      replaced := private.reencrypt_archived_keys(archived);
      update private.deployment_archive a set keys = replaced where a.id = candidate.id;
      changed := changed + (replaced <> archived)::integer;
      unreadable := unreadable + (replaced = archived)::integer;
      continue;
    end if;
    case candidate.kind
      when 'tool' then
        select s.ciphertext, s.key_id into stored from private.agent_tool_secrets s where s.id = candidate.id for update;
      when 'webhook' then
        select w.ciphertext, w.key_id into stored from private.webhook_secrets w where w.id = candidate.id for update;
      else
        select k.ciphertext, k.key_id into stored from private.deployment_keys k where k.id = candidate.id for update;
    end case;
    continue when stored.ciphertext is null; -- deleted meanwhile
    key := private.decrypt_key(stored.ciphertext, stored.key_id);
    if key is null then
      unreadable := unreadable + 1;
      continue;
    end if;
    select e.ciphertext, e.key_id into stored from private.encrypt_key(key) e;
    case candidate.kind
      when 'tool' then
        update private.agent_tool_secrets s set ciphertext = stored.ciphertext, key_id = stored.key_id where s.id = candidate.id;
      when 'webhook' then
        update private.webhook_secrets w set ciphertext = stored.ciphertext, key_id = stored.key_id where w.id = candidate.id;
      else
        update private.deployment_keys k set ciphertext = stored.ciphertext, key_id = stored.key_id where k.id = candidate.id;
    end case;
    changed := changed + 1;
  end loop;
  return next;
end;
$$;

comment on function private.reencrypt_keys(uuid, integer) is
$$Encrypts a batch of keys, of deployments, of archived ones, of the servers of tools and of webhooks, with the current
secret. One row:
changed: rows that it encrypted again; unreadable: rows whose secret is not known here, which stay as they are
last: continue after this id; null: every row was visited
Safe to interrupt and to repeat.$$;

create or replace function private.encryption_keys_in_use() returns table (key_id text, row_count bigint, is_current boolean)
language sql
stable
security definer
set search_path = ''
as $$
  with ciphertexts as (
    select k.key_id from private.deployment_keys k where k.ciphertext is not null
    union all
    select s.key_id from private.agent_tool_secrets s
    union all
    select w.key_id from private.webhook_secrets w
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
