-- Rotating the encryption key with the secrets in Vault, with the statements of docs/hosted-supabase.md.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(8);

delete from private.deployment_keys;
delete from private.current_encryption_key; -- empty on hosted Supabase
create schema vault;
create table vault.decrypted_secrets (id uuid primary key default gen_random_uuid(), name text unique, decrypted_secret text);
insert into vault.decrypted_secrets (name, decrypted_secret) values ('slipway_key', 'the first secret');

insert into auth.users (id, email) values ('f0000000-0000-4000-8000-000000000001', 'owner@test.example');
insert into public.agents (id, creator_id, name, category) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Mine', 'sales');
insert into public.deployments (id, user_id, name, agent_id, api_key, endpoint_url) values
  ('fd000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Stays', 'fa000000-0000-4000-8000-000000000001',
   'ak_' || encode(sha256('a'), 'hex'), 'https://agents.example/v1/agents/stays'),
  ('fd000000-0000-4000-8000-000000000002', 'f0000000-0000-4000-8000-000000000001', 'Goes', 'fa000000-0000-4000-8000-000000000001',
   'ak_' || encode(sha256('b'), 'hex'), 'https://agents.example/v1/agents/goes');
delete from public.deployments where name = 'Goes';

create function pg_temp.readable() returns bigint language sql as $$
  select count(*) from (
    select private.decrypt_key(k.ciphertext, k.key_id) as key from private.deployment_keys k
    union all
    select private.decrypt_key((e ->> 'ciphertext')::bytea, e ->> 'key_id')
    from private.deployment_archive a, jsonb_array_elements(a.keys) e
  ) as stored where key ~ '^ak_'
$$;

select is(pg_temp.readable(), 2::bigint, 'the key of a deployment and that of an archived one can be read');
select results_eq(
  'select * from private.encryption_keys_in_use()',
  $$values (private.key_id('the first secret'), 2::bigint, true)$$, 'ciphertexts name their secret'
);

insert into vault.decrypted_secrets (name, decrypted_secret)
select 'slipway_key_previous', decrypted_secret from vault.decrypted_secrets where name = 'slipway_key';
update vault.decrypted_secrets set decrypted_secret = 'the second secret' where name = 'slipway_key';
select is(pg_temp.readable(), 2::bigint, 'both can be read before they are encrypted again');

select results_eq('select changed, unreadable from private.reencrypt_keys(batch => 1)', 'values (1, 0)', 'a batch has a size');
select results_eq('select changed, unreadable from private.reencrypt_keys()', 'values (1, 0)', 'the next one takes the rest');
select results_eq('select changed, last from private.reencrypt_keys()', 'values (0, null::uuid)', 'then nothing is left');

delete from vault.decrypted_secrets where name = 'slipway_key_previous';
select is(pg_temp.readable(), 2::bigint, 'both can be read without the earlier secret');
select results_eq(
  'select * from private.encryption_keys_in_use()',
  $$values (private.key_id('the second secret'), 2::bigint, true)$$, 'they name the new secret'
);

select * from finish();
rollback;
