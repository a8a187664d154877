-- Usage: each call is metered once, at the price of the deployment's terms, and totals are exact.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(18);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'creator@test.example'),
  ('f0000000-0000-4000-8000-000000000002', 'caller@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status, pricing_model, price_per_message) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Open', 'sales', true, 'active',
    'per_message', 0.1);
insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status) values
  ('fd000000-0000-4000-8000-000000000001', 'Helper', 'fa000000-0000-4000-8000-000000000001',
    'f0000000-0000-4000-8000-000000000002', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', 'active');

set local role service_role;
select is(
  (select cost from public.record_usage('call-1', 'fd000000-0000-4000-8000-000000000001')), 0.1, 'a call costs the price of the terms'
);
reset role;
update public.agents set price_per_message = 0.2 where id = 'fa000000-0000-4000-8000-000000000001';
set local role service_role;
select is(
  (select cost from public.record_usage('call-1', 'fd000000-0000-4000-8000-000000000001')), 0.1,
  'a repeated key returns the first row'
);
select is(
  (select cost from public.record_usage('call-2', 'fd000000-0000-4000-8000-000000000001')), 0.1, 'H2 the next call costs what was accepted'
);
select results_eq(
  $$select usage_type, count(*), sum(cost) from public.usage_tracking
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' group by 1 order by 1$$,
  $$values ('api_call', 2::bigint, 0.0), ('message', 2::bigint, 0.2)$$,
  'each call adds one message with its cost and one api_call at 0'
);
select throws_ok(
  $$select public.record_usage('', 'fd000000-0000-4000-8000-000000000001')$$, 'PT400', null, 'rejects a call without an idempotency key'
);
select throws_ok(
  $$select public.record_usage('call-3', 'fd000000-0000-4000-8000-0000000000ff')$$, 'PT404', null,
  'rejects an unknown deployment'
);
reset role;

insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost)
select
  'f0000000-0000-4000-8000-000000000002', 'fa000000-0000-4000-8000-000000000001', 'message', 1, 0.1
from generate_series(1, 1500);

select is(
  (select messages from private.period_messages where user_id = 'f0000000-0000-4000-8000-000000000002'), 1502::numeric,
  'inserts update the running total of the period'
);
select is(
  (select used from private.message_quota('f0000000-0000-4000-8000-000000000002')), 1502::numeric, 'the quota uses the running total'
);
update public.usage_tracking set quantity = 2 where idempotency_key = 'call-1' and usage_type = 'message';
select is(
  (select used from private.message_quota('f0000000-0000-4000-8000-000000000002')), 1503::numeric, 'the quota follows updates of usage rows'
);
update public.usage_tracking set quantity = 1 where idempotency_key = 'call-1' and usage_type = 'message';
set local role service_role;
select throws_ok('select * from private.period_messages', '42501', null, 'the service role cannot read the running totals');

set local role authenticated;
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000002';
select throws_ok('select * from private.period_messages', '42501', null, 'users cannot read the running totals');
select results_eq(
  'select messages, api_calls, cost from public.usage_totals()',
  'values (1502::numeric, 2::numeric, 150.2)',
  'totals are exact beyond 1,000 rows and in decimal'
);
select results_eq(
  'select period_messages, period_cost from public.usage_totals()', 'values (1502::numeric, 150.2)',
  'without a subscription the period is the calendar month'
);
select throws_ok(
  $$select public.record_usage('mine', 'fd000000-0000-4000-8000-000000000001')$$, '42501', null,
  'DB-25 users cannot record usage'
);
select throws_ok('delete from public.usage_tracking', '42501', null, 'DB-25 users cannot delete usage');

set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000001';
select results_eq(
  'select messages, cost from public.usage_totals()', 'values (0::numeric, 0::numeric)',
  'DB-22 totals exclude the usage of others'
);
select results_eq(
  'select total_agents, active_users, revenue, interactions from public.dashboard_totals()',
  'values (1::bigint, 1::bigint, 150.2, 1502::numeric)',
  'the dashboard counts users and revenue of the creator''s agents'
);
reset role;

insert into public.subscriptions
  (user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end)
values
  ('f0000000-0000-4000-8000-000000000002', 'active', 'Pro', 29, 'monthly', now(), now() + interval '1 month');
select throws_ok(
  $$insert into public.subscriptions
      (user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end)
    values ('f0000000-0000-4000-8000-000000000002', 'trialing', 'Pro', 29, 'monthly', now(), now() + interval '1 month')$$,
  '23505', null, 'DB-43 rejects a second live subscription'
);

select * from finish();
rollback;
