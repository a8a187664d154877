-- What the caller did of late, for their dashboard. Read from the records there are; nothing is written for it.
-- A name is given where the caller may read it today: an agent that its creator has withdrawn stays unnamed.

create function private.recent_activity()
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
      select
        case
          when e.from_status is null then 'deployment_created'
          when e.to_status is null then 'deployment_deleted'
          when e.to_status = 'stopped' then 'deployment_stopped'
          else 'deployment_started'
        end,
        d.name, e.created_at
      from me
      join public.deployment_events e on e.user_id = me.id and e.actor = 'owner'
      left join public.deployments d on d.id = e.deployment_id
      -- The owner's other moves: a new one that is active at once is one thing done.
      where e.from_status is null or e.to_status is null or e.to_status in ('stopped', 'deploying')
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

revoke all on function private.recent_activity() from public, anon, authenticated;
grant execute on function private.recent_activity() to authenticated;

-- Up to ten things, newest first. `subject` is the name of the agent or the deployment, or null when it is gone.
create function public.recent_activity()
returns table (kind text, subject text, happened_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select r.kind, r.subject, r.happened_at from private.recent_activity() r;
end;

revoke all on function public.recent_activity() from public, anon;
grant execute on function public.recent_activity() to authenticated;
