-- SHELL-69: users read their own recent activity, newest first.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(14);

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
select is(public.restore_deployment(id), id, 'the deletion is undone')
from (select deployment_id as id from public.deployment_events where to_status is null) as deleted;
-- All of them in one transaction, and so at one time: then the kind decides.
select results_eq(
  $$select kind, subject from public.recent_activity() limit 3$$,
  $$values ('deployment_created', 'Desk'), ('deployment_deleted', 'Desk'), ('deployment_restored', 'Desk')$$,
  'a restored deployment is listed, and named again (23)'
);

-- The agent's creator deletes it and undoes that: its deployments go and come back with it.
set local request.jwt.claim.sub to 'ac000000-0000-4000-8000-000000000001';
insert into public.deployments (name, agent_id, user_id, api_key, endpoint_url, status) values
  ('Own', 'aa000000-0000-4000-8000-000000000002', 'ac000000-0000-4000-8000-000000000001', 'ak_' || encode(sha256('own'), 'hex'),
    'https://agents.example/v1/agents/own', 'pending');
delete from public.agents where name = 'Hidden';
select results_eq(
  $$select kind, subject from public.recent_activity() where kind like 'agent%'$$,
  $$values ('agent_deleted', 'Hidden'), ('agent_created', 'Open')$$,
  'a deleted agent is listed with its name'
);
update public.agents set status = 'archived' where name = 'Open'; -- the plan includes one agent
select lives_ok(
  $$select public.restore_agent('aa000000-0000-4000-8000-000000000002')$$,
  'a creator undoes the deletion of an agent'
);
select results_eq(
  $$select kind, subject from public.recent_activity() where kind in ('agent_deleted', 'agent_restored')$$,
  $$values ('agent_restored', 'Hidden')$$,
  'the restore of an agent is listed instead of its deletion'
);
select results_eq(
  $$select kind, subject from public.recent_activity() where kind not like 'agent%'$$,
  $$values ('deployment_created', 'Own')$$,
  'deployments that were restored with their agent are not listed (23)'
);
set local request.jwt.claim.sub to 'ac000000-0000-4000-8000-000000000002';
select is_empty(
  $$select kind from public.recent_activity() where kind = 'agent_restored'$$,
  'other users do not see that an agent was restored'
);
set local request.jwt.claim.sub to 'ac000000-0000-4000-8000-000000000001';
delete from public.agents where name = 'Hidden';
select results_eq(
  $$select kind, subject from public.recent_activity() where kind in ('agent_deleted', 'agent_restored')$$,
  $$values ('agent_deleted', 'Hidden')$$,
  'an agent that is deleted again is no longer listed as restored'
);

set local request.jwt.claim.sub to 'ac000000-0000-4000-8000-000000000009';
select is_empty('select * from public.recent_activity()', 'a new user has no activity');

set local role anon;
select throws_ok('select * from public.recent_activity()', '42501', null, 'visitors cannot call recent_activity');

select * from finish();
rollback;
