-- The notice period of an agent: the creator sets it with the agent's other settings, and the owners of deployments see
-- when their calls end.
-- The creator writes notice_days and allows_system_messages; a trigger sets withdrawn_at and calls_end_at. Times are UTC.
-- Replaces: private.withdraw_agent, private.check_new_deployment, public.create_agent, public.configure_agent
-- Locks: agents, while a column is added and withdrawn agents get its value (ACCESS EXCLUSIVE); agent_archive, for an
-- update of its rows.

alter table public.agents add column withdrawn_at timestamptz;

comment on column public.agents.withdrawn_at is
  'When the creator hid or archived the agent, and its notice period began; null while it is public and active. Set by '
  'trigger';

update public.agents a
set withdrawn_at = least(now(), a.calls_end_at - make_interval(days => a.notice_days))
where a.calls_end_at is not null;
update private.agent_archive r set agent = '{"withdrawn_at": null}' || r.agent;

create or replace function private.withdraw_agent() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.is_public and new.status = 'active' then
    new.withdrawn_at := null;
    new.calls_end_at := null;
  elsif old.status = 'active' and (old.is_public or new.status <> 'active') then
    new.withdrawn_at := coalesce(old.withdrawn_at, now());
    new.calls_end_at := coalesce(old.calls_end_at, now() + make_interval(days => new.notice_days));
  end if;
  return new;
end;
$$;

comment on function private.withdraw_agent() is
  'Trigger: starts the notice period when an agent is hidden or archived, and ends it when it is public and active again';

create function private.calls_end_of(owner uuid, agent public.agents) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select case when calls_end_of.owner <> agent.creator_id or agent.status <> 'active' then agent.calls_end_at end;
$$;

comment on function private.calls_end_of(uuid, public.agents) is
  'When calls of an owner''s deployments of an agent end; null: no end is set. Hiding an agent does not concern its '
  'creator; archiving it does. begin_call decides by the same rule';

create function private.ending_deployments()
returns table (deployment_id uuid, agent_id uuid, calls_end_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select d.id, a.id, private.calls_end_of(d.user_id, a)
  from public.deployments d
  join public.agents a on a.id = d.agent_id
  where d.user_id = auth.uid() and private.calls_end_of(d.user_id, a) is not null;
$$;

comment on function private.ending_deployments() is 'Implements public.ending_deployments';

create function public.ending_deployments()
returns table (deployment_id uuid, agent_id uuid, calls_end_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select e.deployment_id, e.agent_id, e.calls_end_at from private.ending_deployments() e;
end;

comment on function public.ending_deployments() is
  'The caller''s deployments whose agent was withdrawn by its creator, with the end of the notice period, which may be past';

revoke all on function
  private.calls_end_of(uuid, public.agents), private.ending_deployments(), public.ending_deployments()
  from public, anon, authenticated;
grant execute on function private.ending_deployments(), public.ending_deployments() to authenticated;

create or replace function private.check_new_deployment() returns trigger
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
  if exists (select 1 from public.agents a where a.id = new.agent_id and private.calls_end_of(me, a) <= now()) then
    raise sqlstate 'PT403' using message =
      'You cannot deploy this agent: its creator withdrew it, and its notice period is over';
  end if;
  return new;
end;
$$;

comment on function private.check_new_deployment() is
  'Trigger: a client''s new deployment is pending and runs an active agent that the owner can read, and whose calls have '
  'not ended';

drop function public.create_agent(text, text, text, numeric, integer, text);

create function public.create_agent(
  name text,
  description text,
  prompt text default '',
  temperature numeric default 0.7,
  max_tokens integer default 1000,
  category text default 'productivity',
  notice_days integer default 30,
  allows_system_messages boolean default false
)
returns public.agents
language plpgsql
security invoker
set search_path = ''
as $$
declare
  agent public.agents;
begin
  insert into public.agents (name, description, category, notice_days, allows_system_messages)
  values (
    btrim(create_agent.name), btrim(create_agent.description), create_agent.category, create_agent.notice_days,
    create_agent.allows_system_messages
  )
  returning * into agent;

  insert into public.agent_configs (agent_id, prompt, temperature, max_tokens)
  values (agent.id, create_agent.prompt, create_agent.temperature, create_agent.max_tokens);
  return agent;
end;
$$;

comment on function public.create_agent(text, text, text, numeric, integer, text, integer, boolean) is
  'Creates a private draft of the caller with its configuration, in one transaction';

drop function public.configure_agent(uuid, text, text, text, numeric, integer);

create function public.configure_agent(
  agent uuid, name text, description text, prompt text, temperature numeric, max_tokens integer,
  notice_days integer default null, allows_system_messages boolean default null
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
  insert into public.agent_configs (agent_id, prompt, temperature, max_tokens)
  values (
    configure_agent.agent, configure_agent.prompt, configure_agent.temperature, configure_agent.max_tokens
  )
  on conflict (agent_id) do update set
    prompt = excluded.prompt, temperature = excluded.temperature, max_tokens = excluded.max_tokens;
end;
$$;

comment on function public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean) is
  'Updates an agent of the caller and its configuration, in one transaction. Null keeps notice_days or '
  'allows_system_messages';

revoke all on function
  public.create_agent(text, text, text, numeric, integer, text, integer, boolean),
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean)
  from public, anon;
grant execute on function
  public.create_agent(text, text, text, numeric, integer, text, integer, boolean),
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean)
  to authenticated;
