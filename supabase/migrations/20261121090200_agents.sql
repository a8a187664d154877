-- Agents: what creators list in the marketplace.
-- Written by the creator. Read by the creator, and by everyone once the agent is public and active.
-- Prices are US dollars. `install_count` is written by the server alone. Times are UTC.

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
    constraint agents_tags_few_and_short check (
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

  constraint agents_creator_id_fkey foreign key (creator_id) references public.profiles (id) on delete cascade,
  constraint agents_external_only_has_url check (not external_only or external_url is not null),
  -- The model names the one price that is there.
  constraint agents_price_fits_model check (
    (price_per_message is not null) = (pricing_model = 'per_message')
    and (price_per_month is not null) = (pricing_model = 'per_month')
  )
);

-- The landing page's six newest, and a creator's own.
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

create policy "people read public active agents and their own" on public.agents
  for select to authenticated
  using ((is_public and status = 'active') or creator_id = (select auth.uid()));

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

-- Profiles are readable by their owner, and by everyone while they have a public active agent.
create policy "visitors read creators of public agents" on public.profiles
  for select to anon
  using (
    exists (
      select 1 from public.agents
      where agents.creator_id = profiles.id and agents.is_public and agents.status = 'active'
    )
  );

create policy "people read themselves and creators of public agents" on public.profiles
  for select to authenticated
  using (
    id = (select auth.uid())
    or exists (
      select 1 from public.agents
      where agents.creator_id = profiles.id and agents.is_public and agents.status = 'active'
    )
  );

create trigger agents_touch_updated_at
  before update on public.agents
  for each row execute function private.touch_updated_at();

-- Columns no client may set, should a grant ever be too wide: the trigger sees who is writing.
create function private.guard_agent_columns() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.install_count <> 0 then
      raise insufficient_privilege using message = 'The server alone counts installations';
    end if;
  elsif (new.id, new.creator_id, new.created_at, new.install_count)
    is distinct from (old.id, old.creator_id, old.created_at, old.install_count) then
    raise insufficient_privilege using message = 'An agent''s id, creator, age and installations cannot be changed';
  end if;
  return new;
end;
$$;

revoke all on function private.guard_agent_columns() from public, anon, authenticated;

create trigger agents_guard_columns
  before insert or update on public.agents
  for each row execute function private.guard_agent_columns();
