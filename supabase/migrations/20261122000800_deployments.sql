-- Deployments: agents that respond at an endpoint of their owner, their status transitions, and the event log.
-- Deployments are inserted, stopped, started, deleted and read by their owner. Events are written by triggers and read
-- by the owner. Times are UTC.
--
-- Status transitions:
--   pending, deploying → active    by the owner at any time; by the server after two seconds
--   active → stopped → deploying   by the owner
--   failed → deploying             by the owner (Retry)
--   any → failed                   by the server only
-- Locks: nothing in use; creates only.

create table public.deployments (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint deployments_name_length check (name = btrim(name) and char_length(name) between 1 and 80)
    constraint deployments_name_has_letter_or_digit check (lower(name) ~ '[a-z0-9]'),
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  api_key text not null constraint deployments_api_key_is_masked check (api_key ~ '^ak_••••[A-Za-z0-9]{4}$'),
  endpoint_url text not null
    constraint deployments_endpoint_url_format
    check (endpoint_url ~ '^https?://[^/[:space:]?#]+(/[^[:space:]?#]*)?/v1/agents/[a-z0-9-]+$')
    constraint deployments_endpoint_url_length check (char_length(endpoint_url) <= 500),
  slug text not null
    generated always as (coalesce(substring(endpoint_url from '/v1/agents/([a-z0-9-]+)$'), '')) stored,
  status text not null default 'pending'
    constraint deployments_status_known check (status in ('pending', 'deploying', 'active', 'stopped', 'failed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_deployed_at timestamptz,

  constraint deployments_slug_one_per_user unique (user_id, slug),
  -- Lower-casing of non-ASCII letters differs between browsers and PostgreSQL, so only ASCII names are compared.
  constraint deployments_slug_fits_name
    check (name !~ '^[ -~]+$' or slug = regexp_replace(lower(name), '[^a-z0-9]', '-', 'g'))
);

comment on table public.deployments is 'Agents that run at an endpoint of their owner. Written and read by the owner';
comment on column public.deployments.user_id is 'The owner, who pays for the usage';
comment on column public.deployments.api_key is 'Masked key (ak_••••last4). The insert sends the whole key; a trigger masks it';
comment on column public.deployments.slug is
  'Last segment of endpoint_url: the name in lower case, with a hyphen for each character that is not a letter or digit';
comment on column public.deployments.version is
  'Incremented by every update. Filter an update by it (version=eq.<n>) to detect concurrent changes';
comment on column public.deployments.updated_at is 'When the deployment entered its current status';
comment on column public.deployments.last_deployed_at is 'When it became active; null in every other status';

create index deployments_newest on public.deployments (user_id, created_at desc, id desc);
create index deployments_by_agent on public.deployments (agent_id);
create index deployments_in_transition on public.deployments (updated_at) where status in ('pending', 'deploying');

alter table public.deployments enable row level security;

revoke all on public.deployments from anon, authenticated;
grant select, delete on public.deployments to authenticated;
grant insert (name, agent_id, user_id, api_key, endpoint_url, status) on public.deployments to authenticated;
grant update (status, last_deployed_at) on public.deployments to authenticated;
grant all on public.deployments to service_role;

create policy "owners read their deployments" on public.deployments
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "users create their own deployments" on public.deployments
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "owners stop and start their deployments" on public.deployments
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "owners delete their deployments" on public.deployments
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- An agent stays readable to users who deploy it, so that its name does not disappear when it becomes private.
create policy "users read public agents, their own, and those they deploy" on public.agents
  for select to authenticated
  using (
    (is_public and status = 'active')
    or creator_id = (select auth.uid())
    or id in (select d.agent_id from public.deployments d where d.user_id = (select auth.uid()))
  );

create function private.check_new_deployment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if new.status <> 'pending' then
    raise sqlstate 'PT409' using message = 'A new deployment must have the status pending';
  end if;
  if not exists (
    select 1 from public.agents a
    where a.id = new.agent_id
      and a.status = 'active'
      and (
        a.is_public
        or a.creator_id = me
        or exists (select 1 from public.deployments d where d.agent_id = a.id and d.user_id = me)
      )
  ) then
    raise sqlstate 'PT403' using message = 'You cannot deploy this agent: it is not active or you do not have access';
  end if;
  return new;
end;
$$;

comment on function private.check_new_deployment() is
  'Trigger: a client''s new deployment is pending and runs an active agent that the owner can read';

create function private.protect_deployed_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.deployments where agent_id = old.id and user_id <> old.creator_id) then
    raise sqlstate 'PT409' using message = 'Other users have deployed this agent. Archive it instead';
  end if;
  return old;
end;
$$;

comment on function private.protect_deployed_agent() is
  'Trigger: a creator cannot delete an agent that other users have deployed. The server can, to delete an account';

revoke all on function private.check_new_deployment(), private.protect_deployed_agent()
  from public, anon, authenticated;

create trigger deployments_1_check_agent
  before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.check_new_deployment();

create trigger agents_protect_deployed
  before delete on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.protect_deployed_agent();

create table public.deployment_events (
  id bigint primary key generated always as identity,
  deployment_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  from_status text,
  to_status text,
  actor text not null constraint deployment_events_actor_known check (actor in ('owner', 'server')),
  created_at timestamptz not null default now()
);

comment on table public.deployment_events is
  'Log of every status transition. Written by triggers only; read by the owner of the deployment';
comment on column public.deployment_events.deployment_id is
  'No foreign key: events outlive a deleted deployment, which may be restored';
comment on column public.deployment_events.from_status is 'Null: the deployment was created or restored';
comment on column public.deployment_events.to_status is 'Null: the deployment was deleted';
comment on column public.deployment_events.actor is 'Who made the change: owner or server';

create index deployment_events_newest on public.deployment_events (deployment_id, created_at desc, id desc);
create index deployment_events_user_id on public.deployment_events (user_id, created_at desc);

alter table public.deployment_events enable row level security;

revoke all on public.deployment_events from anon, authenticated, service_role;
grant select on public.deployment_events to authenticated, service_role;

create policy "owners read the events of their deployments" on public.deployment_events
  for select to authenticated
  using (user_id = (select auth.uid()));

create function private.check_deployment_status() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  is_client constant boolean := current_user in ('anon', 'authenticated');
begin
  if new.status = old.status then
    if is_client then
      return old; -- a double click or a second tab: the first request made the change
    end if;
  else
    if new.status in ('pending', 'deploying', 'active', 'stopped', 'failed') -- the check constraint rejects others
      and (old.status, new.status) not in (
        ('pending', 'active'), ('deploying', 'active'), ('active', 'stopped'),
        ('stopped', 'deploying'), ('failed', 'deploying')
      )
      and (is_client or new.status <> 'failed')
    then
      raise sqlstate 'PT409' using message =
        format('A deployment cannot change from %s to %s', old.status, new.status);
    end if;
    new.updated_at := now();
    new.last_deployed_at := case when new.status = 'active' then now() end;
  end if;
  new.version := old.version + 1;
  return new;
end;
$$;

comment on function private.check_deployment_status() is
  'Trigger: allows the status transitions listed in this migration; maintains updated_at, last_deployed_at and version';

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
  -- Skipped while the whole account is deleted.
  where exists (select 1 from public.profiles where id = deployment.user_id);
  return null;
end;
$$;

comment on function private.record_deployment_event() is
  'Trigger: logs a status transition. Its argument is the actor, because current_user is the function''s owner here';

revoke all on function private.check_deployment_status(), private.record_deployment_event()
  from public, anon, authenticated;

create trigger deployments_check_status
  before update on public.deployments
  for each row execute function private.check_deployment_status();

create trigger deployments_record_insert_by_owner
  after insert on public.deployments
  for each row when (current_user = 'authenticated') execute function private.record_deployment_event('owner');
create trigger deployments_record_insert_by_server
  after insert on public.deployments
  for each row when (current_user <> 'authenticated') execute function private.record_deployment_event('server');
create trigger deployments_record_update_by_owner
  after update on public.deployments
  for each row when (old.status <> new.status and current_user = 'authenticated')
  execute function private.record_deployment_event('owner');
create trigger deployments_record_update_by_server
  after update on public.deployments
  for each row when (old.status <> new.status and current_user <> 'authenticated')
  execute function private.record_deployment_event('server');
create trigger deployments_record_delete_by_owner
  after delete on public.deployments
  for each row when (current_user = 'authenticated') execute function private.record_deployment_event('owner');
create trigger deployments_record_delete_by_server
  after delete on public.deployments
  for each row when (current_user <> 'authenticated') execute function private.record_deployment_event('server');

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

comment on function private.activate_overdue(uuid, uuid) is
  'Activates deployments that have been pending or deploying for two seconds: of one owner, one deployment, or all. '
  'Returns how many';

create function private.advance_deployments() returns integer
language sql
security definer
set search_path = ''
as $$
  select case when auth.uid() is null then 0 else private.activate_overdue(owner => auth.uid()) end;
$$;

comment on function private.advance_deployments() is 'Implements public.advance_deployments';

revoke all on function private.activate_overdue(uuid, uuid), private.advance_deployments()
  from public, anon, authenticated;
grant execute on function private.advance_deployments() to authenticated;

create function public.advance_deployments() returns integer
language sql
security invoker
set search_path = ''
return private.advance_deployments();

comment on function public.advance_deployments() is
  'Activates the caller''s deployments that have been pending or deploying for two seconds. Returns how many';

revoke all on function public.advance_deployments() from public, anon;
grant execute on function public.advance_deployments() to authenticated;
