-- Withdrawal of agents: calls of an agent that its creator hides or archives end after a notice period; and whether
-- callers may add instructions to an agent.
-- The creator writes notice_days and allows_system_messages; a trigger sets calls_end_at. Times are UTC.
-- Locks: agents, while columns are added and withdrawn agents get their end (ACCESS EXCLUSIVE); agent_archive, for an
-- update of its rows.

alter table public.agents
  add column notice_days integer not null default 30
    constraint agents_notice_days_range check (notice_days between 0 and 365),
  add column calls_end_at timestamptz,
  add column allows_system_messages boolean not null default false;

comment on column public.agents.notice_days is
  'Days that calls continue after the creator hides or archives the agent, 0 to 365; 0: they end at once';
comment on column public.agents.calls_end_at is
  'When calls of a hidden or archived agent end; null while it is public and active. Set by trigger, when the agent is '
  'withdrawn: a later change of notice_days does not move it';
comment on column public.agents.allows_system_messages is
  'Whether callers may send system and developer messages, which follow the prompt of the creator';

grant insert (notice_days, allows_system_messages), update (notice_days, allows_system_messages)
  on public.agents to authenticated;

create function private.withdraw_agent() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.is_public and new.status = 'active' then
    new.calls_end_at := null;
  elsif old.status = 'active' and (old.is_public or new.status <> 'active') then
    new.calls_end_at := coalesce(old.calls_end_at, now() + make_interval(days => new.notice_days));
  end if;
  return new;
end;
$$;

comment on function private.withdraw_agent() is
  'Trigger: starts the notice period when an agent is hidden or archived, and ends it when it is public and active again';

revoke all on function private.withdraw_agent() from public, anon, authenticated;

create trigger agents_withdraw
  before update of is_public, status on public.agents
  for each row execute function private.withdraw_agent();

-- Agents that were withdrawn before this migration get the default notice, and archived ones the new columns.
update public.agents a set calls_end_at = now() + interval '30 days'
where not (a.is_public and a.status = 'active')
  and exists (select 1 from public.deployments d where d.agent_id = a.id);
update private.agent_archive
set agent = '{"notice_days": 30, "calls_end_at": null, "allows_system_messages": false}' || agent;
