-- Configurations: what an agent is told and how it answers.
-- Written and read by the agent's creator, and by the server; nobody else sees a prompt.
-- `temperature` is 0 to 2 in steps of 0.1; `max_tokens` 1 to 4000; a prompt has up to 8,000 characters. Times are UTC.

create table public.agent_configs (
  agent_id uuid primary key references public.agents (id) on delete cascade,
  prompt text not null default ''
    constraint agent_configs_prompt_length check (char_length(prompt) <= 8000),
  temperature numeric not null default 0.7
    constraint agent_configs_temperature_range check (temperature between 0 and 2)
    constraint agent_configs_temperature_steps check (temperature * 10 = trunc(temperature * 10)),
  max_tokens integer not null default 1000
    constraint agent_configs_max_tokens_range check (max_tokens between 1 and 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.agent_configs enable row level security;

revoke all on public.agent_configs from anon, authenticated;
grant select on public.agent_configs to authenticated;
grant insert (agent_id, prompt, temperature, max_tokens) on public.agent_configs to authenticated;
grant update (prompt, temperature, max_tokens) on public.agent_configs to authenticated;
grant all on public.agent_configs to service_role;

create policy "creators read the configurations of their agents" on public.agent_configs
  for select to authenticated
  using (
    exists (
      select 1 from public.agents
      where agents.id = agent_configs.agent_id and agents.creator_id = (select auth.uid())
    )
  );

create policy "creators configure their agents" on public.agent_configs
  for insert to authenticated
  with check (
    exists (
      select 1 from public.agents
      where agents.id = agent_configs.agent_id and agents.creator_id = (select auth.uid())
    )
  );

create policy "creators change the configurations of their agents" on public.agent_configs
  for update to authenticated
  using (
    exists (
      select 1 from public.agents
      where agents.id = agent_configs.agent_id and agents.creator_id = (select auth.uid())
    )
  )
  with check (
    exists (
      select 1 from public.agents
      where agents.id = agent_configs.agent_id and agents.creator_id = (select auth.uid())
    )
  );

create trigger agent_configs_touch_updated_at
  before update on public.agent_configs
  for each row execute function private.touch_updated_at();

-- Adds a private draft of the caller's with its configuration: both, or neither.
create function public.create_agent(
  name text,
  description text,
  prompt text default '',
  temperature numeric default 0.7,
  max_tokens integer default 1000,
  category text default 'productivity'
)
returns public.agents
language plpgsql
security invoker
set search_path = ''
as $$
declare
  agent public.agents;
begin
  insert into public.agents (name, description, category)
  values (btrim(create_agent.name), btrim(create_agent.description), create_agent.category)
  returning * into agent;

  insert into public.agent_configs (agent_id, prompt, temperature, max_tokens)
  values (agent.id, create_agent.prompt, create_agent.temperature, create_agent.max_tokens);
  return agent;
end;
$$;

revoke all on function public.create_agent(text, text, text, numeric, integer, text) from public, anon;
grant execute on function public.create_agent(text, text, text, numeric, integer, text) to authenticated;
