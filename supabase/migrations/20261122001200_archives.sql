-- Archives: deleted agents and deployments with everything that belongs to them, kept for 30 days so that a deletion
-- can be undone; and the periodic cleanup.
-- Written by triggers, read by no client, restored by the owner through functions. Times are UTC.
-- Locks: nothing in use; creates only.

create table private.deployment_archive (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid not null,
  deployment jsonb not null,
  keys jsonb not null,
  deleted_at timestamptz not null default now()
);

comment on table private.deployment_archive is 'Deleted deployments and their keys, for 30 days. Written by trigger';
comment on column private.deployment_archive.deployment is 'The row of public.deployments';
comment on column private.deployment_archive.keys is 'The rows of private.deployment_keys, as an array';

create index deployment_archive_user_id on private.deployment_archive (user_id);
create index deployment_archive_oldest on private.deployment_archive (deleted_at);
-- use_deployment_key looks up the keys of deleted deployments by their hash.
create index deployment_archive_keys on private.deployment_archive using gin (keys jsonb_path_ops);

alter table private.deployment_archive enable row level security;

create function private.archive_deployment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.deployment_archive (id, user_id, agent_id, deployment, keys)
  select
    old.id, old.user_id, old.agent_id, to_jsonb(old),
    coalesce((select jsonb_agg(to_jsonb(k)) from private.deployment_keys k where k.deployment_id = old.id), '[]')
  -- Skipped while the whole account is deleted.
  where exists (select 1 from public.profiles where id = old.user_id)
  on conflict (id) do update set
    deployment = excluded.deployment, keys = excluded.keys, deleted_at = excluded.deleted_at;
  return old;
end;
$$;

comment on function private.archive_deployment() is 'Trigger: archives a deployment before it is deleted';

create trigger deployments_archive
  before delete on public.deployments
  for each row execute function private.archive_deployment();

create function private.archived_deployment(deployment uuid) returns table (user_id uuid, agent_id uuid)
language sql
stable
security definer
set search_path = ''
as $$
  select a.user_id, a.agent_id from private.deployment_archive a where a.id = archived_deployment.deployment;
$$;

comment on function private.archived_deployment(uuid) is 'Owner and agent of an archived deployment; for record_usage';

create function private.restore_deployment(deployment uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  archived private.deployment_archive;
begin
  delete from private.deployment_archive a
  where a.id = restore_deployment.deployment and a.user_id = auth.uid() and a.deleted_at > now() - interval '30 days'
  returning * into archived;
  if not found then
    raise sqlstate 'PT404' using message = 'You deleted no deployment with this id in the last 30 days';
  end if;

  insert into public.deployments (
    id, name, agent_id, user_id, api_key, endpoint_url, status, version, created_at, updated_at, last_deployed_at
  )
  select
    d.id, d.name, d.agent_id, d.user_id, d.api_key, d.endpoint_url, d.status, d.version + 1, d.created_at, now(),
    d.last_deployed_at
  from jsonb_populate_record(null::public.deployments, archived.deployment) d;
  insert into private.deployment_keys
  select k.* from jsonb_populate_recordset(null::private.deployment_keys, archived.keys) k;
  return archived.id;
exception
  when unique_violation then
    raise sqlstate 'PT409' using message = 'You already have another deployment with this name';
  when foreign_key_violation then
    raise sqlstate 'PT409' using message = 'The agent of this deployment no longer exists';
end;
$$;

comment on function private.restore_deployment(uuid) is 'Implements public.restore_deployment';

create table private.agent_archive (
  id uuid primary key,
  creator_id uuid not null references public.profiles (id) on delete cascade,
  agent jsonb not null,
  config jsonb not null,
  installs jsonb not null,
  reviews jsonb not null,
  reports jsonb not null,
  usage_ids uuid[] not null,
  deleted_at timestamptz not null default now()
);

comment on table private.agent_archive is
  'Deleted agents with their configuration, installs, reviews and reports, for 30 days. Written by trigger';
comment on column private.agent_archive.agent is
  'The row of public.agents. The columns after it hold the rows of the other tables, as arrays';
comment on column private.agent_archive.usage_ids is
  'Rows of usage_tracking that referred to the agent: they stay, with agent_id null, and get it back on restore';

create index agent_archive_creator_id on private.agent_archive (creator_id);
create index agent_archive_oldest on private.agent_archive (deleted_at);

alter table private.agent_archive enable row level security;

create function private.archive_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.agent_archive (id, creator_id, agent, config, installs, reviews, reports, usage_ids)
  select
    old.id, old.creator_id, to_jsonb(old),
    coalesce((select jsonb_agg(to_jsonb(c)) from public.agent_configs c where c.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(i)) from public.agent_installs i where i.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reviews r where r.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reports r where r.agent_id = old.id), '[]'),
    coalesce((select array_agg(u.id) from public.usage_tracking u where u.agent_id = old.id), '{}')
  -- Skipped while the whole account is deleted.
  where exists (select 1 from public.profiles where id = old.creator_id)
  on conflict (id) do update set
    agent = excluded.agent, config = excluded.config, installs = excluded.installs, reviews = excluded.reviews,
    reports = excluded.reports, usage_ids = excluded.usage_ids, deleted_at = excluded.deleted_at;
  return old;
end;
$$;

comment on function private.archive_agent() is 'Trigger: archives an agent before it is deleted';

create trigger agents_archive
  before delete on public.agents
  for each row execute function private.archive_agent();

create function private.restore_agent(agent uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  archived private.agent_archive;
begin
  delete from private.agent_archive a
  where a.id = restore_agent.agent and a.creator_id = auth.uid() and a.deleted_at > now() - interval '30 days'
  returning * into archived;
  if not found then
    raise sqlstate 'PT404' using message = 'You deleted no agent with this id in the last 30 days';
  end if;

  -- The trigger on agent_installs counts the installs again as they are inserted.
  insert into public.agents
  select a.* from jsonb_populate_record(
    null::public.agents,
    archived.agent || jsonb_build_object('install_count', archived.agent -> 'imported_installs')
  ) a;
  insert into public.agent_configs
  select c.* from jsonb_populate_recordset(null::public.agent_configs, archived.config) c;
  -- Rows of accounts that were deleted meanwhile are not restored.
  insert into public.agent_installs
  select i.* from jsonb_populate_recordset(null::public.agent_installs, archived.installs) i
  where exists (select 1 from public.profiles p where p.id = i.user_id);
  insert into public.agent_reviews
  select r.* from jsonb_populate_recordset(null::public.agent_reviews, archived.reviews) r
  where exists (select 1 from public.profiles p where p.id = r.user_id);
  insert into public.agent_reports
  select r.* from jsonb_populate_recordset(null::public.agent_reports, archived.reports) r
  where exists (select 1 from public.profiles p where p.id = r.user_id);
  update public.usage_tracking u set agent_id = archived.id where u.id = any (archived.usage_ids);
  -- The creator's own deployments were deleted with the agent, in the same transaction.
  perform private.restore_deployment(d.id)
  from private.deployment_archive d
  where d.agent_id = archived.id and d.user_id = archived.creator_id and d.deleted_at = archived.deleted_at;
  return archived.id;
end;
$$;

comment on function private.restore_agent(uuid) is 'Implements public.restore_agent';

create function private.sweep_deployments() returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.agent_archive where deleted_at <= now() - interval '30 days';
  delete from private.deployment_archive where deleted_at <= now() - interval '30 days';
  delete from public.deployment_calls where started_at <= now() - interval '90 days';
  update public.deployment_calls set status = 500 where status is null and expires_at <= now();
  return private.activate_overdue();
end;
$$;

comment on function private.sweep_deployments() is 'Implements public.sweep_deployments';

revoke all on function
  private.archive_deployment(), private.archived_deployment(uuid), private.restore_deployment(uuid),
  private.archive_agent(), private.restore_agent(uuid), private.sweep_deployments()
  from public, anon, authenticated;
grant execute on function private.restore_deployment(uuid), private.restore_agent(uuid) to authenticated;
grant execute on function private.archived_deployment(uuid), private.sweep_deployments() to service_role;

create function public.restore_deployment(id uuid) returns uuid
language sql
security invoker
set search_path = ''
return private.restore_deployment(id);

comment on function public.restore_deployment(uuid) is
  'Undoes the caller''s deletion of a deployment in the last 30 days: same id, keys, status and events. Returns the id';

create function public.restore_agent(agent uuid) returns uuid
language sql
security invoker
set search_path = ''
return private.restore_agent(agent);

comment on function public.restore_agent(uuid) is
  'Undoes the caller''s deletion of an agent in the last 30 days: same id, configuration, installs, reviews, reports, '
  'usage and own deployments. Returns the id';

create function public.sweep_deployments() returns integer
language sql
security invoker
set search_path = ''
return private.sweep_deployments();

comment on function public.sweep_deployments() is
  'For the server, periodically: activates overdue deployments (returns how many), closes abandoned calls, and deletes '
  'archives after 30 days and calls after 90 days';

revoke all on function public.restore_deployment(uuid), public.sweep_deployments() from public, anon, authenticated;
revoke all on function public.restore_agent(uuid) from public, anon;
grant execute on function public.restore_deployment(uuid), public.restore_agent(uuid) to authenticated;
grant execute on function public.sweep_deployments() to service_role;
