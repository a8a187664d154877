-- Agents and their configurations: what creators publish in the marketplace.
-- Written by the creator. An agent is read by its creator and, while it is public and active, by everyone; its
-- configuration (the prompt) is read by its creator and the server only.
-- The select policy for signed-in users refers to `deployments`, so it is created in the deployments migration.
-- Prices are US dollars. Times are UTC.
-- Locks: nothing in use; creates only.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null default auth.uid(),
  name text not null
    constraint agents_name_length check (name = btrim(name) and char_length(name) between 1 and 80),
  description text
    constraint agents_description_length check (char_length(description) <= 1000),
  category text not null
    constraint agents_category_known
    check (category in ('customer-service', 'sales', 'content', 'analytics', 'productivity')),
  tags text[] not null default '{}'
    constraint agents_tags_limits check (
      cardinality(tags) <= 10
      and array_position(tags, null) is null
      and '' <> all (tags)
      and char_length(array_to_string(tags, '')) <= 300
    ),
  pricing_model text not null default 'free'
    constraint agents_pricing_model_known check (pricing_model in ('free', 'per_message', 'per_month')),
  price_per_message numeric
    constraint agents_price_per_message_range check (price_per_message between 0 and 10000),
  price_per_month numeric
    constraint agents_price_per_month_range check (price_per_month between 0 and 10000),
  is_public boolean not null default false,
  status text not null default 'draft'
    constraint agents_status_known check (status in ('draft', 'active', 'archived')),
  external_only boolean not null default false,
  external_url text
    constraint agents_external_url_is_https
    check (external_url ~ '^https://[^[:space:]]+$' and char_length(external_url) <= 2000),
  install_count integer not null default 0 constraint agents_install_count_range check (install_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  imported_installs integer not null default 0
    constraint agents_imported_installs_range check (imported_installs >= 0),

  constraint agents_creator_id_fkey foreign key (creator_id) references public.profiles (id) on delete cascade,
  constraint agents_external_only_has_url check (not external_only or external_url is not null),
  -- Exactly the price that the pricing model names is set.
  constraint agents_price_fits_model check (
    (price_per_message is not null) = (pricing_model = 'per_message')
    and (price_per_month is not null) = (pricing_model = 'per_month')
  )
);

comment on table public.agents is
  'AI agents. Written by their creator; readable by everyone while is_public and status = active';
comment on column public.agents.creator_id is 'The owner; cannot be changed';
comment on column public.agents.tags is 'Up to 10 non-empty tags, 300 characters in total';
comment on column public.agents.price_per_message is 'US dollars; set only for pricing_model per_message';
comment on column public.agents.price_per_month is 'US dollars; set only for pricing_model per_month';
comment on column public.agents.external_only is 'True: calls are forwarded to external_url instead of the model';
comment on column public.agents.external_url is 'HTTPS endpoint of an agent hosted elsewhere';
comment on column public.agents.install_count is
  'imported_installs plus the rows of agent_installs. Maintained by trigger; read-only for clients';
comment on column public.agents.imported_installs is
  'Installs counted before the agent was listed here. Set by the server; read-only for clients';

-- The newest public agents (landing page), and the agents of one creator.
create index agents_public_newest on public.agents (is_public, status, created_at desc, id desc);
create index agents_creator_newest on public.agents (creator_id, created_at desc, id desc);

alter table public.agents enable row level security;

revoke all on public.agents from anon, authenticated;
grant select on public.agents to anon, authenticated;
grant insert (
  creator_id, name, description, category, tags, pricing_model, price_per_message, price_per_month,
  is_public, status, external_only, external_url
) on public.agents to authenticated;
grant update (
  name, description, category, tags, pricing_model, price_per_message, price_per_month,
  is_public, status, external_only, external_url
) on public.agents to authenticated;
grant delete on public.agents to authenticated;
grant all on public.agents to service_role;

create policy "visitors read public active agents" on public.agents
  for select to anon
  using (is_public and status = 'active');

create policy "creators add their own agents" on public.agents
  for insert to authenticated
  with check (creator_id = (select auth.uid()));

create policy "creators change their own agents" on public.agents
  for update to authenticated
  using (creator_id = (select auth.uid()))
  with check (creator_id = (select auth.uid()));

create policy "creators delete their own agents" on public.agents
  for delete to authenticated
  using (creator_id = (select auth.uid()));

create policy "visitors read creators of public agents" on public.profiles
  for select to anon
  using (
    exists (
      select 1 from public.agents
      where agents.creator_id = profiles.id and agents.is_public and agents.status = 'active'
    )
  );

create policy "users read their own profile and creators of public agents" on public.profiles
  for select to authenticated
  using (
    id = (select auth.uid())
    or exists (
      select 1 from public.agents
      where agents.creator_id = profiles.id and agents.is_public and agents.status = 'active'
    )
  );

-- An install changes install_count but not the agent itself.
create trigger agents_touch_updated_at
  before update on public.agents
  for each row when (old.install_count = new.install_count)
  execute function private.touch_updated_at();

create function private.guard_agent_columns() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.install_count <> 0 or new.imported_installs <> 0 then
      raise insufficient_privilege using message = 'Install counts are set by the server';
    end if;
  elsif (new.id, new.creator_id, new.created_at, new.install_count, new.imported_installs)
    is distinct from (old.id, old.creator_id, old.created_at, old.install_count, old.imported_installs) then
    raise insufficient_privilege using message =
      'The id, creator, creation time and install counts of an agent cannot be changed';
  end if;
  return new;
end;
$$;

comment on function private.guard_agent_columns() is
  'Trigger: rejects client writes to server-owned columns, even if a grant is too wide';

revoke all on function private.guard_agent_columns() from public, anon, authenticated;

create trigger agents_guard_columns
  before insert or update on public.agents
  for each row execute function private.guard_agent_columns();

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

comment on table public.agent_configs is
  'Model settings of an agent. Written and read by its creator and the server; never readable by other users';
comment on column public.agent_configs.prompt is 'System prompt, up to 8,000 characters';
comment on column public.agent_configs.temperature is 'Sampling temperature, 0 to 2 in steps of 0.1';
comment on column public.agent_configs.max_tokens is 'Maximum length of a completion in tokens, 1 to 4,000';

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

comment on function public.create_agent(text, text, text, numeric, integer, text) is
  'Creates a private draft of the caller with its configuration, in one transaction';

create function public.configure_agent(
  agent uuid, name text, description text, prompt text, temperature numeric, max_tokens integer
)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  update public.agents a set
    name = btrim(configure_agent.name), description = btrim(configure_agent.description)
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

comment on function public.configure_agent(uuid, text, text, text, numeric, integer) is
  'Updates an agent of the caller and its configuration, in one transaction';

revoke all on function
  public.create_agent(text, text, text, numeric, integer, text),
  public.configure_agent(uuid, text, text, text, numeric, integer)
  from public, anon;
grant execute on function
  public.create_agent(text, text, text, numeric, integer, text),
  public.configure_agent(uuid, text, text, text, numeric, integer)
  to authenticated;
