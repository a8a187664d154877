-- The archive: a deleted deployment and its keys, for 30 days, so that deleting can be undone.
-- Written by trigger; no client reads it. Times are UTC.

create table private.deployment_archive (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid not null,
  -- The rows of `public.deployments` and `private.deployment_keys`.
  deployment jsonb not null,
  keys jsonb not null,
  deleted_at timestamptz not null default now()
);

create index deployment_archive_user_id on private.deployment_archive (user_id);
create index deployment_archive_oldest on private.deployment_archive (deleted_at);

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
  -- Not while the whole account goes.
  where exists (select 1 from public.profiles where id = old.user_id)
  on conflict (id) do update set
    deployment = excluded.deployment, keys = excluded.keys, deleted_at = excluded.deleted_at;
  return old;
end;
$$;

create trigger deployments_are_archived
  before delete on public.deployments
  for each row execute function private.archive_deployment();

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
    raise sqlstate 'PT404' using message = 'You deleted no such deployment in the last 30 days';
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
    raise sqlstate 'PT409' using message = 'You have another deployment of this name by now';
  when foreign_key_violation then
    raise sqlstate 'PT409' using message = 'The agent of this deployment is gone';
end;
$$;

create function private.sweep_deployments() returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.deployment_archive where deleted_at <= now() - interval '30 days';
  return private.activate_overdue();
end;
$$;

revoke all on function
  private.archive_deployment(), private.restore_deployment(uuid), private.sweep_deployments()
  from public, anon, authenticated;
grant execute on function private.restore_deployment(uuid) to authenticated;
grant execute on function private.sweep_deployments() to service_role;

-- Undoes a deletion of the caller's: the same id, keys, status and record. Returns the id.
create function public.restore_deployment(id uuid) returns uuid
language sql
security invoker
set search_path = ''
return private.restore_deployment(id);

-- For the server, every now and then: activates what is overdue (returns how many), and forgets what was deleted
-- 30 days ago.
create function public.sweep_deployments() returns integer
language sql
security invoker
set search_path = ''
return private.sweep_deployments();

revoke all on function public.restore_deployment(uuid), public.sweep_deployments() from public, anon, authenticated;
grant execute on function public.restore_deployment(uuid) to authenticated;
grant execute on function public.sweep_deployments() to service_role;
