-- Deployments: an agent answering at an endpoint, on behalf of its owner.
-- Added, stopped, started and deleted by the owner, who alone reads them. `api_key` is masked (`ak_••••last4`).
-- Status moves only as the migration after this one allows. Times are UTC.

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
  -- The end of the endpoint: the name in lower case, a hyphen for everything but letters and digits.
  slug text not null
    generated always as (coalesce(substring(endpoint_url from '/v1/agents/([a-z0-9-]+)$'), '')) stored,
  status text not null default 'pending'
    constraint deployments_status_known check (status in ('pending', 'deploying', 'active', 'stopped', 'failed')),
  -- One more with every change: `version=eq.<n>` in an update finds nothing once somebody else was first.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- When it got the status it has.
  updated_at timestamptz not null default now(),
  -- Null unless it is active; `deployment_events` knows since when it was.
  last_deployed_at timestamptz,

  constraint deployments_slug_once_for_each_person unique (user_id, slug),
  -- What a browser makes of letters outside ASCII is the browser's.
  constraint deployments_slug_fits_name
    check (name !~ '^[ -~]+$' or slug = regexp_replace(lower(name), '[^a-z0-9]', '-', 'g'))
);

create index deployments_newest on public.deployments (user_id, created_at desc, id desc);
create index deployments_of_agent on public.deployments (agent_id);
create index deployments_on_their_way on public.deployments (updated_at) where status in ('pending', 'deploying');

alter table public.deployments enable row level security;

revoke all on public.deployments from anon, authenticated;
grant select, delete on public.deployments to authenticated;
grant insert (name, agent_id, user_id, api_key, endpoint_url, status) on public.deployments to authenticated;
grant update (status, last_deployed_at) on public.deployments to authenticated;
grant all on public.deployments to service_role;

create policy "owners read their deployments" on public.deployments
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "people deploy for themselves" on public.deployments
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "owners stop and start their deployments" on public.deployments
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "owners delete their deployments" on public.deployments
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- An agent stays readable to those who run it, so that its name does not vanish when it becomes private.
alter policy "people read public active agents and their own" on public.agents
  using (
    (is_public and status = 'active')
    or creator_id = (select auth.uid())
    or id in (select d.agent_id from public.deployments d where d.user_id = (select auth.uid()))
  );
alter policy "people read public active agents and their own" on public.agents
  rename to "people read public active agents, their own, and those they run";

-- A person deploys what they are offered: an active agent that they can read.
create function private.check_new_deployment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if new.status <> 'pending' then
    raise sqlstate 'PT409' using message = 'A new deployment is pending';
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
    raise sqlstate 'PT403' using message = 'You cannot deploy this agent: it is not active, or not open to you';
  end if;
  return new;
end;
$$;

-- A creator who deletes an agent does not take down what others run; the server, removing an account, does.
create function private.keep_what_others_run() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.deployments where agent_id = old.id and user_id <> old.creator_id) then
    raise sqlstate 'PT409' using message = 'Other people run this agent. Archive it instead';
  end if;
  return old;
end;
$$;

revoke all on function private.check_new_deployment(), private.keep_what_others_run()
  from public, anon, authenticated;

create trigger deployments_1_are_of_what_is_offered
  before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.check_new_deployment();

create trigger agents_keep_what_others_run
  before delete on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.keep_what_others_run();
