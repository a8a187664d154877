-- How a deployment moves, and the record of every move.
--   pending, deploying → active    by the owner at once; by the server when two seconds have passed
--   active → stopped → deploying   by the owner
--   failed → deploying             by the owner (Retry)
--   anything → failed              by the server alone
-- Events are written by triggers alone and read by the deployment's owner. Times are UTC.

create table public.deployment_events (
  id bigint primary key generated always as identity,
  -- No foreign key: the record outlives a deleted deployment, and is there again when it is restored.
  deployment_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- Null: it was made, or restored.
  from_status text,
  -- Null: it was deleted.
  to_status text,
  actor text not null constraint deployment_events_actor_known check (actor in ('owner', 'server')),
  created_at timestamptz not null default now()
);

create index deployment_events_newest on public.deployment_events (deployment_id, created_at desc, id desc);
create index deployment_events_user_id on public.deployment_events (user_id, created_at desc);

alter table public.deployment_events enable row level security;

revoke all on public.deployment_events from anon, authenticated, service_role;
grant select on public.deployment_events to authenticated, service_role;

create policy "owners read the events of their deployments" on public.deployment_events
  for select to authenticated
  using (user_id = (select auth.uid()));

create function private.move_deployment() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  is_client constant boolean := current_user in ('anon', 'authenticated');
begin
  if new.status = old.status then
    if is_client then
      return old; -- pressed twice, or in two tabs: the first press moved it
    end if;
  else
    if new.status in ('pending', 'deploying', 'active', 'stopped', 'failed') -- the constraint refuses others
      and (old.status, new.status) not in (
        ('pending', 'active'), ('deploying', 'active'), ('active', 'stopped'),
        ('stopped', 'deploying'), ('failed', 'deploying')
      )
      and (is_client or new.status <> 'failed')
    then
      raise sqlstate 'PT409' using message =
        format('A deployment that is %s cannot become %s', old.status, new.status);
    end if;
    new.updated_at := now();
    new.last_deployed_at := case when new.status = 'active' then now() end;
  end if;
  new.version := old.version + 1;
  return new;
end;
$$;

-- Its argument is who did it: inside, the rights are the owner's of this function.
create function private.record_deployment_event() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  deployment constant public.deployments := case when tg_op = 'DELETE' then old else new end;
begin
  insert into public.deployment_events (deployment_id, user_id, from_status, to_status, actor)
  select
    deployment.id, deployment.user_id,
    case when tg_op <> 'INSERT' then old.status end,
    case when tg_op <> 'DELETE' then new.status end,
    tg_argv[0]
  -- Not while the whole account goes.
  where exists (select 1 from public.profiles where id = deployment.user_id);
  return null;
end;
$$;

revoke all on function private.move_deployment(), private.record_deployment_event() from public, anon, authenticated;

create trigger deployments_move_as_allowed
  before update on public.deployments
  for each row execute function private.move_deployment();

create trigger deployments_record_new_by_owner
  after insert on public.deployments
  for each row when (current_user = 'authenticated') execute function private.record_deployment_event('owner');
create trigger deployments_record_new_by_server
  after insert on public.deployments
  for each row when (current_user <> 'authenticated') execute function private.record_deployment_event('server');
create trigger deployments_record_moves_by_owner
  after update on public.deployments
  for each row when (old.status <> new.status and current_user = 'authenticated')
  execute function private.record_deployment_event('owner');
create trigger deployments_record_moves_by_server
  after update on public.deployments
  for each row when (old.status <> new.status and current_user <> 'authenticated')
  execute function private.record_deployment_event('server');
create trigger deployments_record_deleted_by_owner
  after delete on public.deployments
  for each row when (current_user = 'authenticated') execute function private.record_deployment_event('owner');
create trigger deployments_record_deleted_by_server
  after delete on public.deployments
  for each row when (current_user <> 'authenticated') execute function private.record_deployment_event('server');

-- Activates what has been on its way for two seconds: one person's, one deployment, or all. Returns how many.
create function private.activate_overdue(owner uuid default null, deployment uuid default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  moved integer;
begin
  update public.deployments set status = 'active'
  where status in ('pending', 'deploying')
    and updated_at <= now() - interval '2 seconds'
    and (owner is null or user_id = owner)
    and (deployment is null or id = deployment);
  get diagnostics moved = row_count;
  return moved;
end;
$$;

create function private.advance_deployments() returns integer
language sql
security definer
set search_path = ''
as $$
  select case when auth.uid() is null then 0 else private.activate_overdue(owner => auth.uid()) end;
$$;

revoke all on function private.activate_overdue(uuid, uuid), private.advance_deployments()
  from public, anon, authenticated;
grant execute on function private.advance_deployments() to authenticated;

-- What a page calls when it loads: moves the caller's own that are overdue. Returns how many.
-- A body that is resolved when it is made needs no right to name what is in `private`.
create function public.advance_deployments() returns integer
language sql
security invoker
set search_path = ''
return private.advance_deployments();

revoke all on function public.advance_deployments() from public, anon;
grant execute on function public.advance_deployments() to authenticated;
