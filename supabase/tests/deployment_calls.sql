-- Calls: they begin within the quota, are charged once, and are visible only to the owner of the deployment.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(34);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'creator@test.example'),
  ('f0000000-0000-4000-8000-000000000002', 'caller@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status, pricing_model, price_per_message) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Open', 'sales', true, 'active',
    'per_message', 0.1),
  ('fa000000-0000-4000-8000-000000000002', 'f0000000-0000-4000-8000-000000000001', 'Draft', 'sales', false, 'draft',
    'free', null);
insert into public.agent_configs (agent_id, prompt, temperature, max_tokens) values
  ('fa000000-0000-4000-8000-000000000001', 'Be brief', 0.2, 50);
insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status) values
  ('fd000000-0000-4000-8000-000000000001', 'Helper', 'fa000000-0000-4000-8000-000000000001',
    'f0000000-0000-4000-8000-000000000002', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', 'active');
insert into private.deployment_keys (deployment_id, hash, last_four) values
  ('fd000000-0000-4000-8000-000000000001', sha256('the key'), 'abcd');

create function pg_temp.become(number integer) returns void language sql as $$
  select set_config('request.jwt.claim.sub', 'f0000000-0000-4000-8000-00000000000' || number, true),
    set_config('role', 'authenticated', true);
  select;
$$;
create function pg_temp.begin(key text default null, hash text default null, lease integer default 60)
returns table (outcome text, call_id uuid) language sql as $$
  select b.outcome, b.call_id from public.begin_call('fd000000-0000-4000-8000-000000000001', lease, key, hash) b
$$;

set local role service_role;
select results_eq(
  $$select outcome, agent_name, prompt, temperature, max_tokens
    from public.begin_call('fd000000-0000-4000-8000-000000000001', 60, 'first', 'aa')$$,
  $$values ('begun', 'Open', 'Be brief', 0.2, 50)$$, 'begin_call returns the settings of the agent'
);
create temporary table first as select * from pg_temp.begin('first', 'aa');
select is((select outcome from first), 'running', 'C3 a running call does not run again under its idempotency key');
select is((select count(*) from public.deployment_calls), 1::bigint, 'the same idempotency key is the same call');
select is((select outcome from pg_temp.begin('first', 'bb')), 'key_reused', 'rejects an idempotency key with a different request');
select is(
  (select used from private.message_quota('f0000000-0000-4000-8000-000000000002')), 1::numeric,
  'a running call counts against the quota'
);
select is((select public.finish_call(call_id, 502, 20, 0, 0, false) from first), 0::numeric, 'a failed call costs nothing');
select is((select used from private.message_quota('f0000000-0000-4000-8000-000000000002')), 0::numeric, 'a failed call does not count against the quota');
select is((select outcome from pg_temp.begin('first', 'aa')), 'begun', 'a failed call can be repeated with its key');
select is((select public.finish_call(call_id, 200, 40, 3, 4, true) from first), 0.1, 'a successful call costs the price of the agent');
select is((select public.finish_call(call_id, 200, 90, 9, 9, true) from first), 0.1, 'finishing a call twice charges it once');
select is((select public.finish_call(call_id, 500, 90, 0, 0, false) from first), 0.1, 'a later failure does not undo the charge');
select results_eq(
  $$select outcome, call_id from pg_temp.begin('first', 'aa')$$, $$select 'spent', call_id from first$$,
  'a charged call does not run again'
);
select results_eq(
  'select status, latency_ms, input_tokens, output_tokens, cost, is_charged from public.deployment_calls',
  'values (200, 40, 3, 4, 0.1, true)', 'a charged call does not change'
);
select results_eq(
  $$select usage_type, quantity, cost, tokens from public.usage_tracking
    where user_id = 'f0000000-0000-4000-8000-000000000002' order by 1$$,
  $$values ('api_call', 1::numeric, 0::numeric, null), ('message', 1, 0.1, 7)$$, 'a charged call adds one message and one api_call'
);
reset role;

update public.deployment_calls set started_at = now() - interval '25 hours';
set local role service_role;
select isnt((select call_id from pg_temp.begin('first', 'bb')), (select call_id from first), 'an idempotency key can be used again after 24 hours');
select is((select outcome from public.begin_call('fd000000-0000-4000-8000-0000000000ff', 60)), 'gone', 'an unknown deployment gives the outcome gone');
select throws_ok(
  $$select public.finish_call('fd000000-0000-4000-8000-0000000000ff', 200, 1, 1, 1, true)$$, 'PT404', null, 'finishing an unknown call raises PT404'
);

-- One message and one running call so far.
insert into public.usage_tracking (user_id, usage_type, quantity)
values ('f0000000-0000-4000-8000-000000000002', 'message', 97);
select is((select outcome from pg_temp.begin()), 'begun', 'Starter accepts the 100th message');
select results_eq(
  $$select outcome, plan_name, quota, period_end > now()
    from public.begin_call('fd000000-0000-4000-8000-000000000001', 60)$$,
  $$values ('over_quota', 'Starter', 100, true)$$, 'Starter rejects the 101st message'
);
select is((select outcome from pg_temp.begin('first', 'bb')), 'running', 'a running call is found beyond the quota');
select is(public.set_plan(' CALLER@test.example', 'Pro'), 'Pro', 'set_plan finds the user by email, ignoring case');
select is((select outcome from pg_temp.begin()), 'begun', 'Pro has a larger quota');
select is(public.set_plan('caller@test.example', 'Enterprise'), 'Enterprise', 'set_plan sets Enterprise');
select is((select quota from private.message_quota('f0000000-0000-4000-8000-000000000002')), null, 'Enterprise has no quota');
select is(public.set_plan('caller@test.example', 'Starter'), 'Starter', 'set_plan sets Starter');
select throws_ok($$select public.set_plan('caller@test.example', 'Gold')$$, 'PT400', null, 'rejects an unknown plan');
select throws_ok($$select public.set_plan('unknown@test.example', 'Pro')$$, 'PT404', null, 'rejects an unknown email address');
reset role;

select pg_temp.become(2);
select results_eq(
  $$select calls, failures, p50_ms, p95_ms, cost from public.deployment_figures('fd000000-0000-4000-8000-000000000001', '7 days')$$,
  $$values (1::bigint, 0::bigint, 40::numeric, 40::numeric, 0.1)$$, 'the owner reads number, latency and cost of calls'
);
select results_eq('select plan_name, quota from public.message_quota()', $$values ('Starter', 100)$$, 'the owner reads the quota');
select throws_ok('select request_hash from public.deployment_calls', '42501', null, 'clients cannot read request_hash');
select throws_ok($$select public.set_plan('caller@test.example', 'Pro')$$, '42501', null, 'T-69 users cannot set their own plan');
select pg_temp.become(1);
select is(
  (select calls from public.deployment_figures('fd000000-0000-4000-8000-000000000001', '7 days')), 0::bigint,
  'another user sees no calls'
);
reset role;

delete from public.deployments where id = 'fd000000-0000-4000-8000-000000000001';
select is(
  (select status from public.use_deployment_key(encode(sha256('the key'), 'hex'))), 'deleted',
  'the key of a deleted deployment gives the status deleted'
);
update public.deployment_calls set expires_at = now(), started_at = now() - interval '1 hour' where status is null;
update public.deployment_calls set started_at = now() - interval '90 days' where is_charged;
select public.sweep_deployments();
select results_eq(
  'select distinct status, is_charged from public.deployment_calls', 'values (500, false)',
  'the sweep closes abandoned calls and deletes calls after 90 days'
);

select * from finish();
rollback;
