-- Figures, configuration and the archive of agents: their creator's, and nobody else's.
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
  $$values (7::bigint, 1::numeric, 4::numeric, 0.15)$$,
  'seven days, each there, without what the creator was billed'
);
select results_eq(
  $$select count(*), sum(interactions) from public.agent_figures('ab000000-0000-4000-8000-000000000001', 1000)$$,
  $$values (90::bigint, 6::numeric)$$,
  'ninety days at most'
);
select results_eq(
  'select agent_id, interactions from public.agent_interactions()',
  $$values ('ab000000-0000-4000-8000-000000000001'::uuid, 6::numeric)$$,
  'interactions, ever'
);
select lives_ok(
  $$select public.configure_agent('ab000000-0000-4000-8000-000000000001', ' New ', ' Text ', 'Be brief.', 0.3, 50)$$,
  'a creator configures'
);
select results_eq(
  'select a.name, a.description, c.prompt, c.temperature, c.max_tokens
    from public.agents a join public.agent_configs c on c.agent_id = a.id
    where a.creator_id = auth.uid()',
  $$values ('New', 'Text', 'Be brief.', 0.3, 50)$$,
  'both rows changed, trimmed'
);
select throws_ok(
  $$select public.configure_agent('ab000000-0000-4000-8000-000000000001', 'Half', 'Text', '', 0.35, 50)$$,
  '23514', null, 'a temperature between the steps is refused'
);
select is((select name from public.agents where creator_id = auth.uid()), 'New', '… and the name with it');

set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000002';
select throws_ok(
  $$select * from public.agent_figures('ab000000-0000-4000-8000-000000000001', 7)$$,
  'PT404', null, 'another person reads no figures'
);
select is_empty('select * from public.agent_interactions()', '… and no interactions');
select throws_ok(
  $$select public.configure_agent('ab000000-0000-4000-8000-000000000001', 'Mine', 'Text', '', 0.7, 50)$$,
  'PT404', null, '… and configures nothing'
);

set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000001';
delete from public.agents where id = 'ab000000-0000-4000-8000-000000000001';
set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000002';
select throws_ok(
  $$select public.restore_agent('ab000000-0000-4000-8000-000000000001')$$,
  'PT404', null, 'another person brings nothing back'
);
set local request.jwt.claim.sub to 'af000000-0000-4000-8000-000000000001';
select is(
  public.restore_agent('ab000000-0000-4000-8000-000000000001'), 'ab000000-0000-4000-8000-000000000001',
  'its creator does'
);
select results_eq(
  'select a.name, a.install_count, a.is_public, c.prompt
    from public.agents a join public.agent_configs c on c.agent_id = a.id
    where a.creator_id = auth.uid()',
  $$values ('New', 11, true, 'Be brief.')$$,
  'as it was'
);
select results_eq(
  $$select sum(installs), sum(interactions), sum(revenue)
    from public.agent_figures('ab000000-0000-4000-8000-000000000001', 30)$$,
  $$values (1::numeric, 6::numeric, 0.25)$$,
  '… with its figures'
);
select results_eq(
  $$select installs, review_count from public.agent_listings
    where agent_id = 'ab000000-0000-4000-8000-000000000001'$$,
  $$values (11, 1)$$,
  '… and its listing'
);
select throws_ok(
  $$select public.restore_agent('ab000000-0000-4000-8000-000000000001')$$, 'PT404', null, 'once'
);

set local role anon;
select throws_ok('select * from public.agent_interactions()', '42501', null, 'a visitor may not ask');

select * from finish();
rollback;
