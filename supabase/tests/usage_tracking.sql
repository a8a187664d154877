-- A call is metered once, at the price of its moment, and the sums are exact.
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
  (select cost from public.record_usage('call-1', 'fd000000-0000-4000-8000-000000000001')), 0.1, 'a call costs its price'
);
reset role;
update public.agents set price_per_message = 0.2 where id = 'fa000000-0000-4000-8000-000000000001';
set local role service_role;
select is(
  (select cost from public.record_usage('call-1', 'fd000000-0000-4000-8000-000000000001')), 0.1,
  'a replay is answered with the first, at the old price'
);
select is(
  (select cost from public.record_usage('call-2', 'fd000000-0000-4000-8000-000000000001')), 0.2, 'the next pays the new'
);
select results_eq(
  $$select usage_type, count(*), sum(cost) from public.usage_tracking
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' group by 1 order by 1$$,
  $$values ('api_call', 2::bigint, 0.0), ('message', 2::bigint, 0.3)$$,
  'each call is one message with its cost and one api_call at 0'
);
select throws_ok(
  $$select public.record_usage('', 'fd000000-0000-4000-8000-000000000001')$$, 'PT400', null, 'a call needs a key'
);
select throws_ok(
  $$select public.record_usage('call-3', 'fd000000-0000-4000-8000-0000000000ff')$$, 'PT404', null,
  'and a deployment that is there'
);
reset role;

insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost)
select
  'f0000000-0000-4000-8000-000000000002', 'fa000000-0000-4000-8000-000000000001', 'message', 1, 0.1
from generate_series(1, 1500);

select is(
  (select messages from private.period_messages where user_id = 'f0000000-0000-4000-8000-000000000002'), 1502::numeric,
  'the messages of the period are kept with their rows'
);
select is(
  (select used from private.message_quota('f0000000-0000-4000-8000-000000000002')), 1502::numeric, 'and the quota has them'
);
update public.usage_tracking set quantity = 2 where idempotency_key = 'call-1' and usage_type = 'message';
select is(
  (select used from private.message_quota('f0000000-0000-4000-8000-000000000002')), 1503::numeric, 'whatever is done to the rows'
);
update public.usage_tracking set quantity = 1 where idempotency_key = 'call-1' and usage_type = 'message';
set local role service_role;
select throws_ok('select * from private.period_messages', '42501', null, 'not even the server reads what is kept');

set local role authenticated;
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000002';
select throws_ok('select * from private.period_messages', '42501', null, 'and no person');
select results_eq(
  'select messages, api_calls, cost from public.usage_totals()',
  'values (1502::numeric, 2::numeric, 150.3)',
  'the totals are exact past 1,000 rows, and past 0.1 + 0.2'
);
select results_eq(
  'select period_messages, period_cost from public.usage_totals()', 'values (1502::numeric, 150.3)',
  'and those of this month, where there is no subscription'
);
select throws_ok(
  $$select public.record_usage('mine', 'fd000000-0000-4000-8000-000000000001')$$, '42501', null,
  'DB-25 a person records nothing'
);
select throws_ok('delete from public.usage_tracking', '42501', null, 'DB-25 and removes nothing');

set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000001';
select results_eq(
  'select messages, cost from public.usage_totals()', 'values (0::numeric, 0::numeric)',
  'DB-22 what others used is not in one''s totals'
);
select results_eq(
  'select total_agents, active_users, revenue, interactions from public.dashboard_totals()',
  'values (1::bigint, 1::bigint, 150.3, 1502::numeric)',
  'the creator''s dashboard counts their callers and their revenue'
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
  '23505', null, 'DB-43 a person has one subscription that lives'
);

select * from finish();
rollback;
