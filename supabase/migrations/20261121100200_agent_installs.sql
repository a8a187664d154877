-- Installations: who added which agent, once for each person and agent.
-- Written and read by the person. `agents.install_count` is what an agent brought along (`imported_installs`,
-- counted elsewhere and set by the server) and one for every row here, kept by trigger. Times are UTC.

alter table public.agents
  add column imported_installs integer not null default 0
    constraint agents_imported_installs_range check (imported_installs >= 0);

create table public.agent_installs (
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),

  primary key (agent_id, user_id)
);

create index agent_installs_user_id on public.agent_installs (user_id);

alter table public.agent_installs enable row level security;

revoke all on public.agent_installs from anon, authenticated;
grant select on public.agent_installs to authenticated;
grant insert (agent_id, user_id) on public.agent_installs to authenticated;
grant delete on public.agent_installs to authenticated;
grant all on public.agent_installs to service_role;

create policy "people read their own installations" on public.agent_installs
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "people install public active agents and their own" on public.agent_installs
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agents
      where agents.id = agent_installs.agent_id
        and ((agents.is_public and agents.status = 'active') or agents.creator_id = (select auth.uid()))
    )
  );

create policy "people remove their own installations" on public.agent_installs
  for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.count_install() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.agents set install_count = install_count + 1 where id = new.agent_id;
  else
    update public.agents set install_count = install_count - 1 where id = old.agent_id;
  end if;
  return null;
end;
$$;

revoke all on function private.count_install() from public, anon, authenticated;

create trigger agent_installs_are_counted
  after insert or delete on public.agent_installs
  for each row execute function private.count_install();

-- Being installed does not change an agent.
drop trigger agents_touch_updated_at on public.agents;
create trigger agents_touch_updated_at
  before update on public.agents
  for each row when (old.install_count = new.install_count)
  execute function private.touch_updated_at();

-- As before, with the column that is new here.
create or replace function private.guard_agent_columns() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.install_count <> 0 or new.imported_installs <> 0 then
      raise insufficient_privilege using message = 'The server alone counts installations';
    end if;
  elsif (new.id, new.creator_id, new.created_at, new.install_count, new.imported_installs)
    is distinct from (old.id, old.creator_id, old.created_at, old.install_count, old.imported_installs) then
    raise insufficient_privilege using message = 'An agent''s id, creator, age and installations cannot be changed';
  end if;
  return new;
end;
$$;
