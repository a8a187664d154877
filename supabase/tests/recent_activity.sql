-- SHELL-69: users read their own recent activity, newest first.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(6);

insert into auth.users (id, email) values
  ('ac000000-0000-4000-8000-000000000001', 'maker@test.example'),
  ('ac000000-0000-4000-8000-000000000002', 'visitor@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status, created_at) values
  ('aa000000-0000-4000-8000-000000000001', 'ac000000-0000-4000-8000-000000000001', 'Open', 'sales', true, 'active',
    now() - interval '3 days'),
  ('aa000000-0000-4000-8000-000000000002', 'ac000000-0000-4000-8000-000000000001', 'Hidden', 'sales', true, 'active',
    now() - interval '2 days');
insert into public.agent_installs (agent_id, user_id, created_at) values
  ('aa000000-0000-4000-8000-000000000001', 'ac000000-0000-4000-8000-000000000002', now() - interval '5 hours'),
  ('aa000000-0000-4000-8000-000000000002', 'ac000000-0000-4000-8000-000000000002', now() - interval '4 hours');
insert into public.agent_reviews (agent_id, user_id, rating, created_at) values
  ('aa000000-0000-4000-8000-000000000001', 'ac000000-0000-4000-8000-000000000002', 4, now() - interval '3 hours');
update public.agents set is_public = false where name = 'Hidden';

set local role authenticated;
set local request.jwt.claim.sub to 'ac000000-0000-4000-8000-000000000001';
select results_eq(
  $$select kind, subject from public.recent_activity()$$,
  $$values ('agent_created', 'Hidden'), ('agent_created', 'Open')$$,
  'a creator sees the agents they created, newest first'
);

set local request.jwt.claim.sub to 'ac000000-0000-4000-8000-000000000002';
select results_eq(
  $$select kind, subject from public.recent_activity()$$,
  $$values ('agent_reviewed', 'Open'), ('agent_installed', null), ('agent_installed', 'Open')$$,
  'an agent that is no longer public is not named'
);
insert into public.deployments (name, agent_id, user_id, api_key, endpoint_url, status) values
  ('Desk', 'aa000000-0000-4000-8000-000000000001', 'ac000000-0000-4000-8000-000000000002', 'ak_' || encode(sha256('desk'), 'hex'),
    'https://agents.example/v1/agents/desk', 'pending');
select results_eq(
  $$select kind, subject from public.recent_activity() limit 1$$,
  $$values ('deployment_created', 'Desk')$$,
  'a new deployment comes first'
);
delete from public.deployments where name = 'Desk';
select is(
  (select count(*) from public.recent_activity() where kind = 'deployment_deleted'), 1::bigint,
  'a deleted deployment is listed'
);

set local request.jwt.claim.sub to 'ac000000-0000-4000-8000-000000000009';
select is_empty('select * from public.recent_activity()', 'a new user has no activity');

set local role anon;
select throws_ok('select * from public.recent_activity()', '42501', null, 'visitors cannot call recent_activity');

select * from finish();
rollback;
