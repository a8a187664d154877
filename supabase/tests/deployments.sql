-- Deployments: which status transitions the owner and the server may make, the event log, and restoring.
-- One file: all tests share the users and their deployments.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(72);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'owner@test.example'),
  ('f0000000-0000-4000-8000-000000000002', 'other@test.example');
insert into public.agents (id, creator_id, name, category, is_public, status) values
  ('fa000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'Open', 'sales', true, 'active');
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000001';

create function pg_temp.deploy(status text) returns void language sql as $$
  delete from public.deployments where user_id = 'f0000000-0000-4000-8000-000000000001';
  insert into public.deployments (id, name, agent_id, user_id, api_key, endpoint_url, status)
  values (
    'fd000000-0000-4000-8000-000000000001', 'Helper', 'fa000000-0000-4000-8000-000000000001',
    'f0000000-0000-4000-8000-000000000001', 'ak_••••abcd', 'https://agents.example/v1/agents/helper', status
  );
$$;

-- Returns the status after an attempt, or the SQLSTATE and message of the error.
create function pg_temp.moved(from_status text, to_status text, by text) returns text language plpgsql as $$
declare
  result text;
begin
  perform pg_temp.deploy(from_status);
  perform set_config('role', case by when 'owner' then 'authenticated' else 'service_role' end, true);
  update public.deployments set status = to_status where id = 'fd000000-0000-4000-8000-000000000001'
  returning status into result;
  perform set_config('role', 'none', true);
  return result;
exception when others then
  return sqlstate || ' ' || sqlerrm;
end;
$$;

create temporary table allowed (from_status text, to_status text);
insert into allowed values
  ('pending', 'active'), ('deploying', 'active'), ('active', 'stopped'), ('stopped', 'deploying'),
  ('failed', 'deploying');

-- Every pair of different statuses, by the owner and by the server: 40 attempts.
select is(
  pg_temp.moved(f.status, t.status, by),
  case
    when (f.status, t.status) in (select * from allowed) or (by = 'server' and t.status = 'failed') then t.status
    else format('PT409 A deployment cannot change from %s to %s', f.status, t.status)
  end,
  format('DB-24 %s → %s by the %s', f.status, t.status, by)
)
from unnest(array['owner', 'server']) as by,
  unnest(array['pending', 'deploying', 'active', 'stopped', 'failed']) as f (status),
  unnest(array['pending', 'deploying', 'active', 'stopped', 'failed']) as t (status)
where f.status <> t.status;

-- Repeating a request (a double click, two tabs) is not a transition and not an error.
select is(pg_temp.moved(status, status, 'owner'), status, format('%s → %s by the owner is no transition', status, status))
from unnest(array['pending', 'deploying', 'active', 'stopped', 'failed']) as status;

select is(
  left(pg_temp.moved('active', 'paused', 'owner'), 5), '23514', 'DB-10 the check constraint rejects an unknown status'
);

select pg_temp.moved('pending', 'active', 'owner');
select results_eq(
  'select last_deployed_at, version from public.deployments where id = ''fd000000-0000-4000-8000-000000000001''',
  'values (now(), 2)',
  'DEP-44 becoming active sets last_deployed_at and increments version'
);
select results_eq(
  $$select from_status, to_status, actor from public.deployment_events
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' order by id desc limit 2$$,
  $$values ('pending', 'active', 'owner'), (null, 'pending', 'server')$$,
  'the event log has the transition and its actor'
);
select pg_temp.moved('active', 'stopped', 'owner');
select is(
  (select last_deployed_at from public.deployments where id = 'fd000000-0000-4000-8000-000000000001'), null,
  'DEP-45 stopping clears last_deployed_at'
);
select pg_temp.moved('active', 'failed', 'server');
select results_eq(
  $$select from_status, to_status, actor from public.deployment_events
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' order by id desc limit 1$$,
  $$values ('active', 'failed', 'server')$$,
  'the event log has the server as the actor of a failure'
);

create temporary table before_twice as
  select count(*) as events from public.deployment_events
  where deployment_id = 'fd000000-0000-4000-8000-000000000001';
set local role authenticated;
update public.deployments set status = 'deploying' where id = 'fd000000-0000-4000-8000-000000000001';
update public.deployments set status = 'deploying' where id = 'fd000000-0000-4000-8000-000000000001';
reset role;
select is(
  (select count(*) from public.deployment_events where deployment_id = 'fd000000-0000-4000-8000-000000000001')
    - (select events from before_twice),
  1::bigint, 'Retry in two tabs makes one transition'
);

-- Activation after two seconds.
select is(
  private.activate_overdue(owner => 'f0000000-0000-4000-8000-000000000001'), 0,
  'DEP-42 does not activate a deployment that just started'
);
alter table public.deployments disable trigger user;
update public.deployments set updated_at = now() - interval '2 seconds'
where id = 'fd000000-0000-4000-8000-000000000001';
alter table public.deployments enable trigger user;
select is(
  private.activate_overdue(owner => 'f0000000-0000-4000-8000-000000000002'), 0,
  'does not activate deployments of another owner'
);
set local role anon;
select throws_ok('select public.advance_deployments()', '42501', null, 'visitors cannot call advance_deployments');
set local role authenticated;
select throws_ok('select public.sweep_deployments()', '42501', null, 'users cannot call sweep_deployments');
select is(public.advance_deployments(), 1, 'DEP-42 advance_deployments activates overdue deployments of the caller');
reset role;
select results_eq(
  $$select status, last_deployed_at from public.deployments where id = 'fd000000-0000-4000-8000-000000000001'$$,
  $$values ('active', now())$$, 'DEP-58 an activated deployment is active from now'
);
select results_eq(
  $$select from_status, to_status, actor from public.deployment_events
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' order by id desc limit 1$$,
  $$values ('deploying', 'active', 'server')$$,
  'the event log has the server as the actor of an activation'
);
alter table public.deployments disable trigger user;
update public.deployments set status = 'pending', updated_at = now() - interval '2 seconds'
where id = 'fd000000-0000-4000-8000-000000000001';
alter table public.deployments enable trigger user;
set local role service_role;
select public.sweep_deployments();
select is(
  (select status from public.deployments where id = 'fd000000-0000-4000-8000-000000000001'), 'active',
  'DEP-58 the sweep activates overdue deployments of every owner'
);

-- Columns that the owner cannot write.
set local role authenticated;
select throws_ok(
  $$update public.deployments set user_id = 'f0000000-0000-4000-8000-000000000002'$$, '42501', null,
  'the owner cannot change user_id'
);
select throws_ok($$update public.deployments set api_key = 'ak_••••zzzz'$$, '42501', null, 'the owner cannot change api_key');
select throws_ok(
  $$update public.deployments set endpoint_url = 'https://agents.example/v1/agents/a'$$, '42501', null,
  'the owner cannot change endpoint_url'
);
select throws_ok($$update public.deployments set version = 1$$, '42501', null, 'the owner cannot change version');
select throws_ok(
  $$insert into public.deployment_events (deployment_id, user_id, to_status, actor)
    values ('fd000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'active', 'server')$$,
  '42501', null, 'the owner cannot insert events'
);
reset role;

-- Restoring.
insert into private.deployment_keys (deployment_id, hash, last_four)
values ('fd000000-0000-4000-8000-000000000001', sha256('the key'), 'abcd');
create temporary table before_delete as
  select d.*, (select count(*) from public.deployment_events e where e.deployment_id = d.id) as events
  from public.deployments d where d.id = 'fd000000-0000-4000-8000-000000000001';
set local role authenticated;
delete from public.deployments where id = 'fd000000-0000-4000-8000-000000000001';
select is_empty('select 1 from public.deployments', 'the owner deletes a deployment');
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000002';
select throws_ok(
  $$select public.restore_deployment('fd000000-0000-4000-8000-000000000001')$$,
  'PT404', 'You deleted no deployment with this id in the last 30 days', 'another user cannot restore the deployment'
);
set local request.jwt.claim.sub = 'f0000000-0000-4000-8000-000000000001';
select is(
  public.restore_deployment('fd000000-0000-4000-8000-000000000001'), 'fd000000-0000-4000-8000-000000000001',
  'DEP-54 the owner restores a deleted deployment with its id'
);
select throws_ok(
  $$select public.restore_deployment('fd000000-0000-4000-8000-000000000001')$$, 'PT404', null, 'restores only once'
);
reset role;
select results_eq(
  $$select name, agent_id, api_key, endpoint_url, status, version, created_at, last_deployed_at
    from public.deployments where id = 'fd000000-0000-4000-8000-000000000001'$$,
  'select name, agent_id, api_key, endpoint_url, status, version + 1, created_at, last_deployed_at from before_delete',
  'DEP-54 restores the row with the next version'
);
select is(
  (select hash from private.deployment_keys where deployment_id = 'fd000000-0000-4000-8000-000000000001'),
  sha256('the key'), 'DEP-54 restores the keys'
);
select results_eq(
  $$select from_status, to_status, actor from public.deployment_events
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' order by id
    offset (select events from before_delete)$$,
  $$values ('active', null, 'owner'), (null, 'active', 'server')$$,
  'DEP-54 the event log keeps all events and adds the deletion and the restoring'
);

-- Deleting an account.
delete from auth.users where id = 'f0000000-0000-4000-8000-000000000001';
select is_empty(
  $$select id::text from public.deployments where user_id = 'f0000000-0000-4000-8000-000000000001'
    union all select id::text from public.agents where creator_id = 'f0000000-0000-4000-8000-000000000001'
    union all select id::text from public.deployment_events where user_id = 'f0000000-0000-4000-8000-000000000001'
    union all select id::text from private.deployment_archive where user_id = 'f0000000-0000-4000-8000-000000000001'$$,
  'deleting an account deletes its agents and deployments, and archives nothing'
);

select * from finish();
rollback;
