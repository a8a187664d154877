-- Favorites: the agents that a user has marked, to find and deploy them later. No other user sees them, and they
-- are not counted. A deleted agent loses them, also when it is restored.
-- Locks: nothing in use; creates only.

create table public.agent_favorites (
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, agent_id)
);

comment on table public.agent_favorites is
  'Agents that a user has marked, one row per user and agent. Written and read by the user only';

create index agent_favorites_agent_id on public.agent_favorites (agent_id);

alter table public.agent_favorites enable row level security;

revoke all on public.agent_favorites from anon, authenticated;
grant select, delete on public.agent_favorites to authenticated;
grant insert (agent_id, user_id) on public.agent_favorites to authenticated;
grant all on public.agent_favorites to service_role;

create policy "users read their own favorites" on public.agent_favorites
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "users mark public active agents and their own" on public.agent_favorites
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agents
      where agents.id = agent_favorites.agent_id
        and ((agents.is_public and agents.status = 'active') or agents.creator_id = (select auth.uid()))
    )
  );

create policy "users delete their own favorites" on public.agent_favorites
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger agent_favorites_00_limit before insert or delete on public.agent_favorites
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('favorites', 100, 2000);
create trigger a_refuse_suspended_person before insert or update or delete on public.agent_favorites
  for each statement execute function private.refuse_suspended_person();

insert into private.export_queries (table_name, key_type, query)
values
  ('agent_favorites', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_favorites t
    where t.user_id = auth.uid()$q$);
