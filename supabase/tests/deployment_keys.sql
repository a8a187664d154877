-- API keys: stored as a hash, shown masked, and revealed, limited, rotated and revoked only by the owner.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(28);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'owner@test.example'),
  ('f0000000-0000-4000-8000-000000000002', 'stranger@test.example');
insert into auth.sessions (id, user_id, created_at, updated_at) values
  ('f5000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', now(), now()),
  ('f5000000-0000-4000-8000-000000000002', 'f0000000-0000-4000-8000-000000000002', now(), now()),
  ('f5000000-0000-4000-8000-000000000009', 'f0000000-0000-4000-8000-000000000001', now() - interval '15 minutes 1 second', now());
insert into public.agents (id, creator_id, name, category, is_public, status) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000002', 'Open', 'sales', true, 'active');
set local slipway.key = 'a secret of the test';
delete from private.current_encryption_key; -- that of the server

-- Signs in as user 1 or 2, with the session that the token names; session 9 is old.
create function pg_temp.become(number integer, session integer default null) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claim.sub', 'f0000000-0000-4000-8000-00000000000' || number, true);
  perform set_config('request.jwt.claims', jsonb_build_object(
    'sub', 'f0000000-0000-4000-8000-00000000000' || number,
    'session_id', 'f5000000-0000-4000-8000-00000000000' || coalesce(session, number)
  )::text, true);
  perform set_config('role', 'authenticated', true);
end;
$$;
create function pg_temp.key(letter text) returns text language sql as $$
  select 'ak_' || encode(sha256(convert_to(letter, 'UTF8')), 'hex') || 'wxyz'
$$;
create function pg_temp.opens(letter text) returns bigint language sql as $$
  select count(*) from public.use_deployment_key(encode(sha256(convert_to(pg_temp.key(letter), 'UTF8')), 'hex'))
$$;

select pg_temp.become(1);
insert into public.deployments (name, agent_id, api_key, endpoint_url) values
  ('Helper', 'fa000000-0000-4000-8000-000000000001', pg_temp.key('a'), 'https://agents.example/v1/agents/helper');
reset role;
create temporary table helper as select id from public.deployments where slug = 'helper' and user_id = 'f0000000-0000-4000-8000-000000000001';
grant select on helper to authenticated;

select is((select api_key from public.deployments where id = (select id from helper)), 'ak_••••wxyz', 'DB-28 the row holds a masked key');
select is(
  (select hash from private.deployment_keys where deployment_id = (select id from helper)),
  sha256(convert_to(pg_temp.key('a'), 'UTF8')), 'DB-28 stores the SHA-256 of the key'
);
select ok(
  (select position(convert_to(pg_temp.key('a'), 'UTF8') in ciphertext) = 0
   from private.deployment_keys where deployment_id = (select id from helper)),
  'DB-28 stores an encrypted copy of the key'
);
select is(pg_temp.opens('a'), 1::bigint, 'the key opens its deployment');
select is(pg_temp.opens('b'), 0::bigint, 'an unknown key opens nothing');
select is(
  (select last_used_at from private.deployment_keys where deployment_id = (select id from helper)),
  date_trunc('minute', now()), 'records the last use, to the minute'
);

select pg_temp.become(2);
select throws_ok('select public.reveal_deployment_key((select id from helper))', 'PT404', 'Deployment not found', 'another user cannot reveal the key');
select throws_ok('select public.revoke_deployment_key((select id from helper))', 'PT404', null, 'another user cannot revoke the key');
select throws_ok($$select public.rotate_deployment_key((select id from helper), pg_temp.key('s'))$$, 'PT404', null, 'another user cannot rotate the key');
select is_empty('select * from public.list_deployment_keys((select id from helper))', 'another user cannot list the keys');
select throws_ok('select * from private.deployment_keys', '42501', null, 'clients cannot read deployment_keys');
select throws_ok($$select * from public.use_deployment_key('00')$$, '42501', null, 'clients cannot call use_deployment_key');

select pg_temp.become(1);
select is(public.reveal_deployment_key((select id from helper)), pg_temp.key('a'), 'the owner reveals the key');
select pg_temp.become(1, 9);
select throws_ok(
  'select public.reveal_deployment_key((select id from helper))', 'PT403',
  'Sign in again to see this key: you signed in more than 15 minutes ago', 'T-26 rejects revealing 15 minutes after signing in'
);
select pg_temp.become(1, 2);
select throws_ok(
  'select public.reveal_deployment_key((select id from helper))', 'PT403', null, 'rejects revealing with the session of another user'
);
select pg_temp.become(1);
select lives_ok(
  $$select public.limit_deployment_key((select id from helper), 60, now() + interval '1 hour')$$, 'the owner sets a rate limit and an expiry'
);
select is(
  (select array[requests_per_minute::text, (expires_at - now())::text] from public.list_deployment_keys((select id from helper))),
  array['60', '01:00:00'], 'the owner reads the rate limit and the expiry'
);
select throws_ok(
  'select public.limit_deployment_key((select id from helper), 0, null)', 'PT400',
  'The rate limit must be 1 to 100,000 requests per minute, or empty for none', 'rejects a rate limit of 0'
);
select throws_ok(
  'select public.limit_deployment_key((select id from helper), null, now())', 'PT400',
  'The expiry must be in the future. To end a key now, revoke it', 'rejects an expiry that is not in the future'
);
select throws_ok(
  'select public.limit_deployment_key((select id from helper), null, ''infinity'')', 'PT400',
  'The expiry must be before the year 10000, or empty for none', 'rejects an expiry without end'
);
select pg_temp.become(2);
select throws_ok('select public.limit_deployment_key((select id from helper), 1, null)', 'PT404', null, 'another user cannot limit the key');
select pg_temp.become(1);
select throws_ok($$select public.rotate_deployment_key((select id from helper), 'ak_short')$$, 'PT400', null, 'rejects a short key');
select is(public.rotate_deployment_key((select id from helper), pg_temp.key('b')), 'ak_••••wxyz', 'rotating returns the masked new key');
reset role;
select is(
  array[pg_temp.opens('a'), pg_temp.opens('b')], array[1, 1]::bigint[], 'the old key keeps working until its expiry'
);
select results_eq(
  $$select requests_per_minute, expires_at - now() from private.deployment_keys
    where deployment_id = (select id from helper) order by replaced_at nulls first$$,
  $$values (60, null), (60, interval '1 hour')$$,
  'the new key inherits the rate limit; the old one keeps the earlier expiry'
);
select pg_temp.become(1);
select is(public.revoke_deployment_key((select id from helper)), 2, 'revoking ends both keys');
reset role;
select is(array[pg_temp.opens('a'), pg_temp.opens('b')], array[0, 0]::bigint[], 'revoked keys open nothing');
select results_eq(
  $$select event_type from public.security_audit_log
    where user_id = 'f0000000-0000-4000-8000-000000000001' order by id$$,
  $$values ('key_revealed'), ('key_rotated'), ('key_revoked')$$,
  'the audit log has the reveal, the rotation and the revocation'
);

select * from finish();
rollback;
