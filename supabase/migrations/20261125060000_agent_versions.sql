-- Versions of agents: each configuration that an agent had, with its changes, so that a deployment can keep one.
-- Written by a trigger on agent_configs and never changed. The creator reads all of it through `agent_configs` and
-- `list_agent_versions`; users who may read the agent see numbers, changes and dates, never the prompt. Times are UTC.
-- Long because archives and deployments keep versions too.
-- Replaces: public.configure_agent, private.restore_deployment
-- Locks: agent_configs, agents, agent_archive and deployments, briefly, for columns and triggers (ACCESS EXCLUSIVE).

create table private.agent_versions (
  agent_id uuid not null,
  version integer not null constraint agent_versions_version_range check (version >= 1),
  prompt text not null,
  temperature numeric not null,
  max_tokens integer not null,
  changelog text not null default '',
  created_at timestamptz not null default now(),
  primary key (agent_id, version)
);

comment on table private.agent_versions is
  'Configurations of agents, numbered from 1. Append-only, written by trigger. Deleted after the agent, when it can no '
  'longer be restored';
comment on column private.agent_versions.agent_id is 'No foreign key: a deleted agent may be restored';
comment on column private.agent_versions.temperature is 'Sampling temperature, 0 to 2';
comment on column private.agent_versions.changelog is 'Changes since the previous version, written by the creator';

alter table private.agent_versions enable row level security;

alter table public.agent_configs
  add column version integer,
  add column changelog text not null default ''
    constraint agent_configs_changelog_length check (char_length(changelog) <= 500);

comment on column public.agent_configs.version is 'The newest version of the agent. Set by trigger';
comment on column public.agent_configs.changelog is 'Changes in this version, up to 500 characters';

grant insert (changelog), update (changelog) on public.agent_configs to authenticated;

create function private.record_agent_version() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  newest private.agent_versions;
begin
  select * into newest from private.agent_versions v
  where v.agent_id = new.agent_id order by v.version desc limit 1;
  if (newest.prompt, newest.temperature, newest.max_tokens) is not distinct from (new.prompt, new.temperature, new.max_tokens)
  then
    new.version := newest.version;
    new.changelog := newest.changelog;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.changelog = old.changelog then
    new.changelog := ''; -- the text of the previous version
  end if;
  new.version := coalesce(newest.version, 0) + 1;
  insert into private.agent_versions (agent_id, version, prompt, temperature, max_tokens, changelog)
  values (new.agent_id, new.version, new.prompt, new.temperature, new.max_tokens, new.changelog);
  return new;
end;
$$;

comment on function private.record_agent_version() is
  'Trigger: numbers and keeps a configuration that differs from the newest version; an equal one adds nothing';

create function private.reject_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = format('Rows of %s.%s are never changed', tg_table_schema, tg_table_name);
end;
$$;

comment on function private.reject_change() is 'Trigger: for append-only tables';

create function private.forget_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.agents a where a.id = old.id)
    and not exists (select 1 from private.agent_archive a where a.id = old.id)
  then
    delete from private.agent_versions v where v.agent_id = old.id;
  end if;
  return null;
end;
$$;

comment on function private.forget_agent() is
  'Trigger: deletes the versions of an agent that was deleted and can no longer be restored. Deferred, because a restore '
  'takes the agent out of the archive first';

revoke all on function private.record_agent_version(), private.reject_change(), private.forget_agent()
  from public, anon, authenticated;

create trigger agent_configs_record_version
  before insert or update on public.agent_configs
  for each row execute function private.record_agent_version();
create trigger agent_versions_append_only
  before update on private.agent_versions
  for each row execute function private.reject_change();
create constraint trigger agents_forget
  after delete on public.agents deferrable initially deferred
  for each row execute function private.forget_agent();
create constraint trigger agent_archive_forget
  after delete on private.agent_archive deferrable initially deferred
  for each row execute function private.forget_agent();

-- The first version of each agent, and archives with the new columns.
update public.agent_configs set changelog = changelog;
update private.agent_archive r set config = (
  select coalesce(jsonb_agg('{"version": null, "changelog": ""}' || c.config), '[]')
  from jsonb_array_elements(r.config) as c (config)
)
where r.config <> '[]';

-- A deployment follows the newest version or keeps one.

alter table public.deployments add column pinned_version integer
  constraint deployments_pinned_version_range check (pinned_version >= 1);

comment on column public.deployments.pinned_version is
  'The version of the agent''s configuration that calls use; null: always the newest. Set through pin_deployment';

create function private.pin_deployment(deployment uuid, version integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  agent uuid;
begin
  select d.agent_id into agent from public.deployments d
  where d.id = pin_deployment.deployment and d.user_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'Deployment not found';
  end if;
  if pin_deployment.version is not null and not exists (
    select 1 from private.agent_versions v where v.agent_id = agent and v.version = pin_deployment.version
  ) then
    raise sqlstate 'PT404' using message = format('The agent has no version %s', pin_deployment.version);
  end if;
  update public.deployments d set pinned_version = pin_deployment.version where d.id = pin_deployment.deployment;
end;
$$;

comment on function private.pin_deployment(uuid, integer) is 'Implements public.pin_deployment';

create function public.pin_deployment(deployment uuid, version integer default null) returns void
language sql
security invoker
set search_path = ''
return private.pin_deployment(deployment, version);

comment on function public.pin_deployment(uuid, integer) is
  'Makes the caller''s deployment keep a version of its agent''s configuration; null: it follows the newest';

create function private.agent_changes(agent uuid)
returns table (version integer, changelog text, created_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select v.version, v.changelog, v.created_at
  from private.agent_versions v
  where v.agent_id = agent_changes.agent
    and exists (
      select 1 from public.agents a
      where a.id = agent_changes.agent
        and (
          (a.is_public and a.status = 'active')
          or a.creator_id = auth.uid()
          or exists (select 1 from public.deployments d where d.agent_id = a.id and d.user_id = auth.uid())
        )
    )
  order by v.version desc
  limit 100;
$$;

comment on function private.agent_changes(uuid) is 'Implements public.list_agent_versions';

create function public.list_agent_versions(agent uuid)
returns table (version integer, changelog text, created_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select c.version, c.changelog, c.created_at from private.agent_changes(list_agent_versions.agent) c;
end;

comment on function public.list_agent_versions(uuid) is
  'The newest 100 versions of an agent that the caller may read, newest first: number, what changed, and when';

revoke all on function
  private.pin_deployment(uuid, integer), private.agent_changes(uuid),
  public.pin_deployment(uuid, integer), public.list_agent_versions(uuid)
  from public, anon, authenticated;
grant execute on function
  private.pin_deployment(uuid, integer), private.agent_changes(uuid),
  public.pin_deployment(uuid, integer), public.list_agent_versions(uuid)
  to authenticated;

create or replace function private.restore_deployment(deployment uuid) returns uuid
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
    id, name, agent_id, user_id, api_key, endpoint_url, status, version, created_at, updated_at, last_deployed_at,
    pinned_version
  )
  select
    d.id, d.name, d.agent_id, d.user_id, d.api_key, d.endpoint_url, d.status, d.version + 1, d.created_at, now(),
    d.last_deployed_at, d.pinned_version
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

drop function public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean);

create function public.configure_agent(
  agent uuid, name text, description text, prompt text, temperature numeric, max_tokens integer,
  notice_days integer default null, allows_system_messages boolean default null, changelog text default ''
)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  update public.agents a set
    name = btrim(configure_agent.name),
    description = btrim(configure_agent.description),
    notice_days = coalesce(configure_agent.notice_days, a.notice_days),
    allows_system_messages = coalesce(configure_agent.allows_system_messages, a.allows_system_messages)
  where a.id = configure_agent.agent and a.creator_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  insert into public.agent_configs (agent_id, prompt, temperature, max_tokens, changelog)
  values (
    configure_agent.agent, configure_agent.prompt, configure_agent.temperature, configure_agent.max_tokens,
    btrim(configure_agent.changelog)
  )
  on conflict (agent_id) do update set
    prompt = excluded.prompt, temperature = excluded.temperature, max_tokens = excluded.max_tokens,
    changelog = excluded.changelog;
end;
$$;

comment on function public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text) is
  'Updates an agent of the caller and its configuration, in one transaction; a changed configuration is a new version, '
  'which changelog describes. Null keeps notice_days or allows_system_messages';

revoke all on function
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text) from public, anon;
grant execute on function
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text) to authenticated;
