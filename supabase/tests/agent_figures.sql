-- Daily figures, configuration and restoring of agents: only for their creator.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(17);

insert into auth.users (id, email) values
  ('af000000-0000-4000-8000-000000000001', 'maker@test.example'),
  ('af000000-0000-4000-8000-000000000002', 'customer@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status, imported_installs, install_count) values
  ('ab000000-0000-4000-8000-000000000001', 'af000000-0000-4000-8000-000000000001', 'Counted', 'sales', true, 'active',
    10, 10);
insert into public.agent_configs (agent_id, prompt) values ('ab000000-0000-4000-8000-000000000001', 'Count.');
insert into public.agent_installs (agent_id, user_id, created_at) values
  ('ab000000-0000-4000-8000-000000000001', 'af000000-0000-4000-8000-000000000002', now() - interval '1 day');
insert into public.agent_reviews (agent_id, user_id, rating) values
  ('ab000000-0000-4000-8000-000000000001', 'af000000-0000-4000-8000-000000000002', 5);
insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost, created_at) values
  ('af000000-0000-4000-8000-000000000002', 'ab000000-0000-4000-8000-000000000001', 'message', 3, 0.15, now()),
  ('af000000-0000-4000-8000-000000000002', 'ab000000-0000-4000-8000-000000000001', 'api_call', 3, 0, now()),
  ('af000000-0000-4000-8000-000000000001', 'ab000000-0000-4000-8000-000000000001', 'message', 1, 0.05, now()),
  ('af000000-0000-4000-8000-000000000002', 'ab000000-0000-4000-8000-000000000001', 'message', 2, 0.10,
    now() - interval '20 days');

set local role authenticated;
set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000001';
select results_eq(
  $$select count(*), sum(installs), sum(interactions), sum(revenue)
    from public.agent_figures('ab000000-0000-4000-8000-000000000001', 7)$$,
  $$values (7::bigint, 1::numeric, 3::numeric, 0.15)$$,
  'returns a row for each of seven days; calls of the creator are not counted'
);
select results_eq(
  $$select count(*), sum(interactions) from public.agent_figures('ab000000-0000-4000-8000-000000000001', 1000)$$,
  $$values (90::bigint, 5::numeric)$$,
  'returns at most 90 days'
);
select results_eq(
  'select agent_id, interactions from public.agent_interactions()',
  $$values ('ab000000-0000-4000-8000-000000000001'::uuid, 5::numeric)$$,
  'agent_interactions counts the messages of others'
);
select lives_ok(
  $$select public.configure_agent('ab000000-0000-4000-8000-000000000001', ' New ', ' Text ', 'Be brief.', 0.3, 50)$$,
  'the creator configures an agent'
);
select results_eq(
  'select a.name, a.description, c.prompt, c.temperature, c.max_tokens
    from public.agents a join public.agent_configs c on c.agent_id = a.id
    where a.creator_id = auth.uid()',
  $$values ('New', 'Text', 'Be brief.', 0.3, 50)$$,
  'configure_agent updates both rows and trims the texts'
);
select throws_ok(
  $$select public.configure_agent('ab000000-0000-4000-8000-000000000001', 'Half', 'Text', '', 0.35, 50)$$,
  '23514', null, 'rejects a temperature between two steps'
);
select is((select name from public.agents where creator_id = auth.uid()), 'New', 'a rejected configuration does not change the name');

set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000002';
select throws_ok(
  $$select * from public.agent_figures('ab000000-0000-4000-8000-000000000001', 7)$$,
  'PT404', null, 'another user cannot read the figures'
);
select is_empty('select * from public.agent_interactions()', 'another user reads no interactions');
select throws_ok(
  $$select public.configure_agent('ab000000-0000-4000-8000-000000000001', 'Mine', 'Text', '', 0.7, 50)$$,
  'PT404', null, 'another user cannot configure the agent'
);

set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000001';
delete from public.agents where id = 'ab000000-0000-4000-8000-000000000001';
set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000002';
select throws_ok(
  $$select public.restore_agent('ab000000-0000-4000-8000-000000000001')$$,
  'PT404', null, 'another user cannot restore the agent'
);
set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000001';
select is(
  public.restore_agent('ab000000-0000-4000-8000-000000000001'), 'ab000000-0000-4000-8000-000000000001',
  'the creator restores the agent'
);
select results_eq(
  'select a.name, a.install_count, a.is_public, c.prompt
    from public.agents a join public.agent_configs c on c.agent_id = a.id
    where a.creator_id = auth.uid()',
  $$values ('New', 11, true, 'Be brief.')$$,
  'restores the agent, its configuration and its install count'
);
select results_eq(
  $$select sum(installs), sum(interactions), sum(revenue)
    from public.agent_figures('ab000000-0000-4000-8000-000000000001', 30)$$,
  $$values (1::numeric, 5::numeric, 0.25)$$,
  'restores the figures'
);
select results_eq(
  $$select installs, review_count from public.agent_listings
    where agent_id = 'ab000000-0000-4000-8000-000000000001'$$,
  $$values (11, 1)$$,
  'restores the listing'
);
select throws_ok(
  $$select public.restore_agent('ab000000-0000-4000-8000-000000000001')$$, 'PT404', null, 'restores only once'
);

set local role anon;
select throws_ok('select * from public.agent_interactions()', '42501', null, 'visitors cannot call agent_interactions');

select * from finish();
rollback;
