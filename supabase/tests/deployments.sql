-- A deployment moves as it may, by whom it may; what it did is on record, and its row says since when it is active.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select plan(62);

insert into auth.users (id, email) values
  ('f0000000-0000-4000-8000-000000000001', 'owner@test.example');
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

-- The status after an attempt, or the refusal: its SQLSTATE and its words.
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

-- Every pair, by the owner and by the server: 40 attempts.
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

-- To stay is no move: pressed twice, or in two tabs.
select is(pg_temp.moved(status, status, 'owner'), status, format('%s stays %s', status, status))
from unnest(array['pending', 'deploying', 'active', 'stopped', 'failed']) as status;

select is(
  left(pg_temp.moved('active', 'paused', 'owner'), 5), '23514', 'a status that nobody knows is refused by the constraint'
);

select pg_temp.moved('pending', 'active', 'owner');
select results_eq(
  'select last_deployed_at, version from public.deployments where id = ''fd000000-0000-4000-8000-000000000001''',
  'values (now(), 2)',
  'active: dated, and its version is one more'
);
select results_eq(
  $$select from_status, to_status, actor from public.deployment_events
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' order by id desc limit 2$$,
  $$values ('pending', 'active', 'owner'), (null, 'pending', 'server')$$,
  'the move is on record, and who made it'
);
select pg_temp.moved('active', 'stopped', 'owner');
select is(
  (select last_deployed_at from public.deployments where id = 'fd000000-0000-4000-8000-000000000001'), null,
  'stopped: no date'
);
select pg_temp.moved('active', 'failed', 'server');
select results_eq(
  $$select from_status, to_status, actor from public.deployment_events
    where deployment_id = 'fd000000-0000-4000-8000-000000000001' order by id desc limit 1$$,
  $$values ('active', 'failed', 'server')$$,
  'a failure is the server''s'
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
  1::bigint, 'two tabs that press Retry make one move'
);

-- Two seconds is the latest.
select is(
  private.activate_overdue(owner => 'f0000000-0000-4000-8000-000000000001'), 0, 'what has just begun is not overdue'
);
alter table public.deployments disable trigger user;
update public.deployments set updated_at = now() - interval '2 seconds'
where id = 'fd000000-0000-4000-8000-000000000001';
alter table public.deployments enable trigger user;
select is(
  private.activate_overdue(owner => 'f0000000-0000-4000-8000-0000000000ff'), 0, 'another''s are left alone'
);
select is(public.advance_deployments(), 1, 'the owner''s page moves what is overdue');
select is(
  (select status from public.deployments where id = 'fd000000-0000-4000-8000-000000000001'), 'active', 'to active'
);

-- The rest of the row is not the owner's to change.
set local role authenticated;
select throws_ok(
  $$update public.deployments set user_id = 'f0000000-0000-4000-8000-0000000000ff'$$, '42501', null,
  'whose it is, is not changed'
);
select throws_ok($$update public.deployments set api_key = 'ak_••••zzzz'$$, '42501', null, 'nor is its key');
select throws_ok($$update public.deployments set version = 1$$, '42501', null, 'nor its version');
select throws_ok(
  $$insert into public.deployment_events (deployment_id, user_id, to_status, actor)
    values ('fd000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000001', 'active', 'server')$$,
  '42501', null, 'nor its record'
);
reset role;

-- Undo.
delete from public.deployments where id = 'fd000000-0000-4000-8000-000000000001';
select is(
  public.restore_deployment('fd000000-0000-4000-8000-000000000001'), 'fd000000-0000-4000-8000-000000000001',
  'a deleted deployment is restored under its id'
);
select is(
  (select status from public.deployments where id = 'fd000000-0000-4000-8000-000000000001'), 'active',
  'in the status it had'
);
select throws_ok(
  $$select public.restore_deployment('fd000000-0000-4000-8000-000000000001')$$, 'PT404', null, 'once'
);

select * from finish();
rollback;
