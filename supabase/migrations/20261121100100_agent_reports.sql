-- Reports: what a person found wrong with a public agent, once for each person and agent.
-- Written by the person, read by them and by the server. Times are UTC.

create table public.agent_reports (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  reason text not null
    constraint agent_reports_reason_known
    check (reason in ('broken', 'copyright', 'harmful', 'misleading', 'spam', 'other')),
  details text constraint agent_reports_details_length check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now(),

  constraint agent_reports_one_for_each_person unique (agent_id, user_id)
);

create index agent_reports_user_id on public.agent_reports (user_id);

alter table public.agent_reports enable row level security;

revoke all on public.agent_reports from anon, authenticated;
grant select on public.agent_reports to authenticated;
grant insert (agent_id, user_id, reason, details) on public.agent_reports to authenticated;
grant all on public.agent_reports to service_role;

create policy "people read their own reports" on public.agent_reports
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "people report public active agents" on public.agent_reports
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select 1 from public.agents
      where agents.id = agent_reports.agent_id and agents.is_public and agents.status = 'active'
    )
  );
