-- An agent's tools are saved with the rest of its configuration: one transaction, and one version.
-- Replaces: public.configure_agent
-- Locks: nothing in use; one function is dropped and created again.

drop function public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text);

create function public.configure_agent(
  agent uuid, name text, description text, prompt text, temperature numeric, max_tokens integer,
  notice_days integer default null, allows_system_messages boolean default null, changelog text default '',
  tools jsonb default null
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

comment on function public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text, jsonb) is
  'Updates an agent of the caller and its configuration, in one transaction; a changed configuration is a new version, '
  'which changelog describes. Null keeps notice_days, allows_system_messages or tools';

revoke all on function
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text, jsonb) from public, anon;
grant execute on function
  public.configure_agent(uuid, text, text, text, numeric, integer, integer, boolean, text, jsonb) to authenticated;
