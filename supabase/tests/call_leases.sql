-- Calls in batches: a grant has all that a key's calls need, leases stay within the quota, and a batch is billed once.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(24);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'creator@test.example'),
  ('f0000000-0000-4000-8000-000000000002', 'caller@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status, pricing_model, price_per_message) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Open', 'sales', true, 'active',
    'per_message', 0.1);
insert into public.agent_configs (agent_id, prompt, temperature, max_tokens) values
  ('fa000000-0000-4000-8000-000000000001', 'Be brief', 0.2, 50);
insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status) values
  ('fd000000-0000-4000-8000-000000000001', 'Helper', 'fa000000-0000-4000-8000-000000000001',
    'f0000000-0000-4000-8000-000000000002', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', 'active');
insert into private.deployment_keys (id, deployment_id, hash, last_four, requests_per_minute) values
  ('fe000000-0000-4000-8000-000000000001', 'fd000000-0000-4000-8000-000000000001', sha256('the key'), 'abcd', 60);

create function pg_temp.grant_of(waiting integer, spare integer default 0) returns jsonb language sql as $$
  select public.call_grant(encode(sha256('the key'), 'hex'), 600, waiting, spare)
$$;
create function pg_temp.lease(number integer, waiting integer, spare integer default 0, seconds integer default 60)
returns jsonb language sql as $$
  select public.lease_calls(
    ('fc000000-0000-4000-8000-00000000000' || number)::uuid, 'fd000000-0000-4000-8000-000000000001',
    'fe000000-0000-4000-8000-000000000001', waiting, spare, seconds
  )
$$;
create function pg_temp.calls(first integer, last integer, charged boolean default true) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object(
    'id', 'fb000000-0000-4000-8000-' || lpad(number::text, 12, '0'), 'deployment_id', 'fd000000-0000-4000-8000-000000000001',
    'lease', 'fc000000-0000-4000-8000-000000000001', 'key_id', 'fe000000-0000-4000-8000-000000000001',
    'status', 200, 'latency_ms', 5, 'input_tokens', 2, 'output_tokens', 3, 'is_charged', charged
  )) from generate_series(first, last) as number
$$;
create function pg_temp.places(number integer) returns integer language sql as $$
  select places from private.call_leases where id = ('fc000000-0000-4000-8000-00000000000' || number)::uuid
$$;

set local role service_role;

-- Grants.
select is(public.call_grant(repeat('0', 64), 600), null, 'an unknown key has no grant');
select is(pg_temp.grant_of(1) #>> '{grant,key_id}', 'fe000000-0000-4000-8000-000000000001', 'a grant names its key');
select is(
  pg_temp.grant_of(1) -> 'instructions',
  '{"agent_name": "Open", "prompt": "Be brief", "temperature": 0.2, "max_tokens": 50, "external_url": null}',
  'and has the settings of the agent'
);
select is(pg_temp.grant_of(1) -> 'has_tools', 'false', 'and whether it has tools');
select is((pg_temp.grant_of(1, 10) -> 'requests')::integer, 3, 'it takes at most 5 % of the key''s rate in advance');
select is((pg_temp.grant_of(60) -> 'requests')::integer, 54, 'and lets no more through than the rate');
select isnt((pg_temp.grant_of(1) #>> '{grant,retry_after}')::integer, 0, 'then there is a time to wait');

-- Leases: the Starter plan has 100 messages.
select is(pg_temp.lease(1, 10, 100), '{"outcome": "leased", "places": 15, "is_counted": true}', 'a lease takes at most 5 % of the quota in advance');
select is((pg_temp.lease(2, 70, 100) -> 'places')::integer, 74, 'and of what other leases left');
select is((pg_temp.lease(1, 1, 100) -> 'places')::integer, 1, 'of the last places only as many as wait');
select is((pg_temp.lease(2, 20, 100) -> 'places')::integer, 10, 'and no more than there are');
select is(pg_temp.lease(2, 1) ->> 'outcome', 'over_quota', 'then nothing is left');
select is((pg_temp.lease(2, 1) -> 'others')::integer, 1, 'and the holders of other leases are asked to give places back');
select is(
  (select outcome from public.begin_call('fd000000-0000-4000-8000-000000000001', 60, 'key', 'hash')), 'over_quota',
  'leased places are taken for calls with an idempotency key too'
);
select is(
  public.lease_calls(gen_random_uuid(), gen_random_uuid(), null, 1, 0, 60), '{"outcome": "gone"}', 'an unknown deployment has no places'
);

-- Batches.
select is(public.record_calls(pg_temp.calls(1, 3)), '[0.1, 0.1, 0.1]', 'a batch returns the cost of each call');
select is(pg_temp.places(1), 13, 'and subtracts its calls from the lease');
select is(
  public.record_calls(
    jsonb_build_array(jsonb_set(pg_temp.calls(1, 1) -> 0, '{deployment_id}', to_jsonb(gen_random_uuid())) || jsonb_build_object('id', gen_random_uuid()))
      || pg_temp.calls(2, 4)
  ),
  '[null, 0.1, 0.1, 0.1]', 'in the order of the calls; a repeated call keeps its cost, and one without a deployment has none'
);
select is(
  (select array[count(*), count(distinct idempotency_key)] from public.usage_tracking
    where deployment_id = 'fd000000-0000-4000-8000-000000000001'), array[8, 4]::bigint[], 'and is billed once'
);
select is(pg_temp.places(1), 12, 'and subtracted once');
select is(
  public.finish_calls(pg_temp.calls(4, 5, charged => false)),
  '{"fb000000-0000-4000-8000-000000000004": 0.1, "fb000000-0000-4000-8000-000000000005": 0}',
  'a gateway of an earlier version gets the costs by id'
);
select is(pg_temp.places(1), 12, 'a call that is not charged keeps its place, which its gateway uses again or returns');
select public.record_calls('[]', '[{"lease": "fc000000-0000-4000-8000-000000000001", "places": 12}]');
select is((pg_temp.lease(2, 20) -> 'places')::integer, 12, 'returned places are free for others');

reset role;
update private.call_leases set expires_at = now() where id = 'fc000000-0000-4000-8000-000000000002';
set local role service_role;
select is(pg_temp.lease(2, 1) ->> 'outcome', 'expired', 'a lease that is over is not extended');

select * from finish();
rollback;
