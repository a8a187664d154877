-- Installs: which user installed which agent, at most once each.
-- Written and read by the user. A trigger maintains `agents.install_count`. Times are UTC.
-- Locks: nothing in use; creates only.

create table public.agent_installs (
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),

  primary key (agent_id, user_id)
);

comment on table public.agent_installs is 'Agents a user has installed, one row per user and agent. Written and read by the user';

create index agent_installs_user_id on public.agent_installs (user_id);

alter table public.agent_installs enable row level security;

revoke all on public.agent_installs from anon, authenticated;
grant select on public.agent_installs to authenticated;
grant insert (agent_id, user_id) on public.agent_installs to authenticated;
grant delete on public.agent_installs to authenticated;
grant all on public.agent_installs to service_role;

create policy "users read their own installs" on public.agent_installs
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "users install public active agents and their own" on public.agent_installs
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agents
      where agents.id = agent_installs.agent_id
        and ((agents.is_public and agents.status = 'active') or agents.creator_id = (select auth.uid()))
    )
  );

create policy "users delete their own installs" on public.agent_installs
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

comment on function private.count_install() is 'Trigger: maintains agents.install_count';

revoke all on function private.count_install() from public, anon, authenticated;

create trigger agent_installs_count
  after insert or delete on public.agent_installs
  for each row execute function private.count_install();
