-- Two open forms of one agent: the second save wrote back what the first one had changed. A save now names the
-- configuration that its form was opened with, and is rejected (409) when another save has changed it since.
-- Read and written by the creator of the agent. Earlier releases of the slice send no etag: their saves apply as before.
-- Replaces: public.configure_agent
-- Locks: nothing in use; one function is dropped and created again.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function public.agent_configuration(agent uuid)
returns table (
  name text, description text, notice_days integer, allows_system_messages boolean, prompt text, temperature numeric,
  max_tokens integer, tools jsonb, etag text
)
language sql
stable
security invoker
set search_path = ''
as $$
  select v.*, md5(to_jsonb(v)::text)
  from (
    select
      a.name, a.description, a.notice_days, a.allows_system_messages, c.prompt, c.temperature, c.max_tokens, c.tools
    from public.agents a
    left join public.agent_configs c on c.agent_id = a.id
    where a.id = agent_configuration.agent and a.creator_id = auth.uid()
  ) as v;
$$;

comment on function public.agent_configuration(uuid) is
  'The values that configure_agent sets, for the creator of the agent. etag changes with them, and with nothing else';

drop function public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text, jsonb);

create function public.configure_agent(
  agent uuid, name text, description text, prompt text, temperature numeric, max_tokens integer,
  notice_days integer default null, allows_system_messages boolean default null, changelog text default '',
  tools jsonb default null, etag text default null
)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  -- Of two saves at once, the second one waits here, and then sees the first.
  perform from public.agents a where a.id = configure_agent.agent and a.creator_id = auth.uid() for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  if configure_agent.etag <> (select c.etag from public.agent_configuration(configure_agent.agent) c) then
    raise sqlstate 'PT409' using message = 'The agent was changed since its configuration was read';
  end if;
  update public.agents a set
    name = btrim(configure_agent.name),
    description = btrim(configure_agent.description),
    notice_days = coalesce(configure_agent.notice_days, a.notice_days),
    allows_system_messages = coalesce(configure_agent.allows_system_messages, a.allows_system_messages)
  where a.id = configure_agent.agent and a.creator_id = auth.uid();
  insert into public.agent_configs as c (agent_id, prompt, temperature, max_tokens, changelog, tools)
  values (
    configure_agent.agent, configure_agent.prompt, configure_agent.temperature, configure_agent.max_tokens,
    btrim(configure_agent.changelog), coalesce(configure_agent.tools, '{"servers": []}')
  )
  on conflict (agent_id) do update set
    prompt = excluded.prompt, temperature = excluded.temperature, max_tokens = excluded.max_tokens,
    changelog = excluded.changelog,
    tools = case when configure_agent.tools is null then c.tools else excluded.tools end;
end;
$$;

comment on function public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text, jsonb, text) is
  'Updates an agent of the caller and its configuration, in one transaction; a changed configuration is a new version, '
  'which changelog describes. Null keeps notice_days, allows_system_messages or tools. etag, of agent_configuration: '
  'rejected when the configuration has changed since';

revoke all on function
  public.agent_configuration(uuid),
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text, jsonb, text)
  from public, anon;
grant execute on function
  public.agent_configuration(uuid),
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text, jsonb, text)
  to authenticated;
