-- Recent activity lists that an agent was restored: `agent_restored`, until it is deleted again. Until now an undone deletion left
-- no entry. Shells of earlier releases show the new kind as "Made a change". Times are UTC.
-- Written by public.restore_agent; read by the owner through public.recent_activity.
-- Replaces: private.restore_agent, private.recent_activity
-- Locks: agents, for a foreign key (SHARE ROW EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table private.agent_restores (
  agent_id uuid primary key references public.agents (id) on delete cascade,
  restored_at timestamptz not null default now()
);

comment on table private.agent_restores is 'Agents whose deletion was undone, and when. Written by private.restore_agent';

alter table private.agent_restores enable row level security;

create or replace function private.restore_agent(agent uuid) returns uuid
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
    raise sqlstate 'PT404' using message = 'You deleted no agent with this id in the last 30 days';
  end if;

  -- The trigger on agent_installs counts the installs again as they are inserted.
  insert into public.agents
  select a.* from jsonb_populate_record(
    null::public.agents,
    archived.agent || jsonb_build_object('install_count', archived.agent -> 'imported_installs')
  ) a;
  insert into public.agent_configs
  select c.* from jsonb_populate_recordset(null::public.agent_configs, archived.config) c;
  -- Rows of accounts that were deleted meanwhile are not restored.
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
  -- The creator's own deployments were deleted with the agent, in the same transaction.
  perform private.restore_deployment(d.id)
  from private.deployment_archive d
  where d.agent_id = archived.id and d.user_id = archived.creator_id and d.deleted_at = archived.deleted_at;
  insert into private.agent_restores (agent_id) values (archived.id);
  return archived.id;
end;
$$;

comment on function private.restore_agent(uuid) is 'Implements public.restore_agent';

create or replace function private.recent_activity()
returns table (kind text, subject text, happened_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  with me as (select auth.uid() as id)
  select latest.kind, latest.subject, latest.happened_at
  from (
    (
      select 'agent_created' as kind, a.name as subject, a.created_at as happened_at
      from public.agents a, me where a.creator_id = me.id
      order by a.created_at desc limit 10
    )
    union all
    (
      select 'agent_deleted', gone.agent ->> 'name', gone.deleted_at
      from (
        select a.agent, a.deleted_at
        from me
        join private.agent_archive a on a.creator_id = me.id
        where a.deleted_at > now() - interval '30 days'
        order by a.deleted_at desc limit 10
      ) as gone
    )
    union all
    (
      select 'agent_restored', a.name, r.restored_at
      from me
      join public.agents a on a.creator_id = me.id
      join private.agent_restores r on r.agent_id = a.id
      order by r.restored_at desc limit 10
    )
    union all
    (
      select
        case
          when e.from_status is null and e.actor = 'server' then 'deployment_restored'
          when e.from_status is null then 'deployment_created'
          when e.to_status is null then 'deployment_deleted'
          when e.to_status = 'stopped' then 'deployment_stopped'
          else 'deployment_started'
        end,
        d.name, e.created_at
      from me
      join public.deployment_events e on e.user_id = me.id
      left join public.deployments d on d.id = e.deployment_id
      where case
        -- Activation is not listed: it completes a creation or a start.
        when e.actor = 'owner' then e.from_status is null or e.to_status is null or e.to_status in ('stopped', 'deploying')
        -- Undo of the owner's deletion. The function that restores runs as the server. Deployments that were deleted and
        -- restored with their agent are not listed.
        when e.from_status is null then (
          select p.to_status is null and p.actor = 'owner'
          from public.deployment_events p
          where p.deployment_id = e.deployment_id and p.id < e.id
          order by p.created_at desc, p.id desc limit 1
        )
      end
      order by e.created_at desc limit 10
    )
    union all
    (
      select 'agent_installed', a.name, i.created_at
      from me
      join public.agent_installs i on i.user_id = me.id
      left join public.agents a
        on a.id = i.agent_id and (a.creator_id = me.id or (a.is_public and a.status = 'active'))
      order by i.created_at desc limit 10
    )
    union all
    (
      select 'agent_reviewed', a.name, r.created_at
      from me
      join public.agent_reviews r on r.user_id = me.id
      left join public.agents a
        on a.id = r.agent_id and (a.creator_id = me.id or (a.is_public and a.status = 'active'))
      order by r.created_at desc limit 10
    )
  ) as latest
  order by latest.happened_at desc, latest.kind
  limit 10;
$$;

comment on function private.recent_activity() is
  'Implements public.recent_activity. Names are given only where the caller may read them now';
