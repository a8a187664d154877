-- API keys that a client chose must be hard to guess: a weak one is rejected, with the same error as one that is in use.
-- Replaces: private.store_key
-- Locks: nothing in use.

create function private.is_strong_key(key text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    key ~ '^ak_[A-Za-z0-9]{32,120}$'
    and count(distinct substr(key, n, 1)) >= 8
    and count(distinct substr(key, n, 2)) filter (where n < length(key)) * 2 >= length(key) - 3,
    false
  )
  from generate_series(4, length(key)) as n;
$$;

comment on function private.is_strong_key(text) is
  'Whether an API key is well-formed and looks random: at least eight different characters, and pairs of neighbors that '
  'mostly differ. A random hexadecimal key of 32 digits passes';

create or replace function private.store_key(deployment uuid, key text) returns text
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
  if not private.is_strong_key(key) then
    raise unique_violation;
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
  -- One error for weak keys and for keys in use: it must not tell which keys exist.
  raise sqlstate 'PT409' using message = 'This API key is too weak or already in use. Generate a new one';
end;
$$;

comment on function private.store_key(uuid, text) is
  'Stores a key, hashed and encrypted. Returns the masked key; raises PT409 for a weak key and for one that is in use';

revoke all on function private.is_strong_key(text), private.store_key(uuid, text) from public, anon, authenticated;
