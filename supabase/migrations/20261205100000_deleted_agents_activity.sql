-- Recent activity lists that an agent was deleted: `agent_deleted`. Until now the entry of its creation was removed, and nothing
-- said why. An undone deletion is not listed. Shells of earlier releases show the new kind as "Made a change".
-- Read by the owner, from `private.agent_archive`, which keeps deleted agents for 30 days. Times are UTC.
-- Replaces: private.recent_activity
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
