-- The archive of agents: one that its creator deleted, with all that goes with it, for 30 days, so that deleting can
-- be undone. Written by trigger; no client reads it. Times are UTC.

create table private.agent_archive (
  id uuid primary key,
  creator_id uuid not null references public.profiles (id) on delete cascade,
  -- The row of `public.agents`, and the rows that refer to it, by table.
  agent jsonb not null,
  config jsonb not null,
  installs jsonb not null,
  reviews jsonb not null,
  reports jsonb not null,
  -- Usage stays where it is and forgets its agent: these are the rows to remind.
  usage_ids uuid[] not null,
  deleted_at timestamptz not null default now()
);

create index agent_archive_creator_id on private.agent_archive (creator_id);
create index agent_archive_oldest on private.agent_archive (deleted_at);

alter table private.agent_archive enable row level security;

create function private.archive_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.agent_archive (id, creator_id, agent, config, installs, reviews, reports, usage_ids)
  select
    old.id, old.creator_id, to_jsonb(old),
    coalesce((select jsonb_agg(to_jsonb(c)) from public.agent_configs c where c.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(i)) from public.agent_installs i where i.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reviews r where r.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reports r where r.agent_id = old.id), '[]'),
    coalesce((select array_agg(u.id) from public.usage_tracking u where u.agent_id = old.id), '{}')
  -- Not while the whole account goes.
  where exists (select 1 from public.profiles where id = old.creator_id)
  on conflict (id) do update set
    agent = excluded.agent, config = excluded.config, installs = excluded.installs, reviews = excluded.reviews,
    reports = excluded.reports, usage_ids = excluded.usage_ids, deleted_at = excluded.deleted_at;
  return old;
end;
$$;

create trigger agents_are_archived
  before delete on public.agents
  for each row execute function private.archive_agent();

create function private.restore_agent(agent uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  archived private.agent_archive;
begin
  delete from private.agent_archive a
  where a.id = restore_agent.agent and a.creator_id = auth.uid() and a.deleted_at > now() - interval '30 days'
  returning * into archived;
  if not found then
    raise sqlstate 'PT404' using message = 'You deleted no such agent in the last 30 days';
  end if;

  -- Installations are counted again as they come back.
  insert into public.agents
  select a.* from jsonb_populate_record(
    null::public.agents,
    archived.agent || jsonb_build_object('install_count', archived.agent -> 'imported_installs')
  ) a;
  insert into public.agent_configs
  select c.* from jsonb_populate_recordset(null::public.agent_configs, archived.config) c;
  -- Of people who are gone by now nothing comes back.
  insert into public.agent_installs
  select i.* from jsonb_populate_recordset(null::public.agent_installs, archived.installs) i
  where exists (select 1 from public.profiles p where p.id = i.user_id);
  insert into public.agent_reviews
  select r.* from jsonb_populate_recordset(null::public.agent_reviews, archived.reviews) r
  where exists (select 1 from public.profiles p where p.id = r.user_id);
  insert into public.agent_reports
  select r.* from jsonb_populate_recordset(null::public.agent_reports, archived.reports) r
  where exists (select 1 from public.profiles p where p.id = r.user_id);
  update public.usage_tracking u set agent_id = archived.id where u.id = any (archived.usage_ids);
  -- The creator's own deployments went with it, at the same moment.
  perform private.restore_deployment(d.id)
  from private.deployment_archive d
  where d.agent_id = archived.id and d.user_id = archived.creator_id and d.deleted_at = archived.deleted_at;
  return archived.id;
end;
$$;

-- Every now and then: activates what is overdue (returns how many), forgets what was deleted 30 days ago and calls of
-- 90 days ago, and closes calls that a gateway left behind.
create or replace function private.sweep_deployments() returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.agent_archive where deleted_at <= now() - interval '30 days';
  delete from private.deployment_archive where deleted_at <= now() - interval '30 days';
  delete from public.deployment_calls where started_at <= now() - interval '90 days';
  update public.deployment_calls set status = 500 where status is null and expires_at <= now();
  return private.activate_overdue();
end;
$$;

revoke all on function private.archive_agent(), private.restore_agent(uuid) from public, anon, authenticated;
grant execute on function private.restore_agent(uuid) to authenticated;

-- Undoes a deletion of the caller's: the same id, configuration, installations, reviews and figures. Returns the id.
create function public.restore_agent(agent uuid) returns uuid
language sql
security invoker
set search_path = ''
return private.restore_agent(agent);

revoke all on function public.restore_agent(uuid) from public, anon;
grant execute on function public.restore_agent(uuid) to authenticated;
