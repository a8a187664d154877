-- Dashboard and agent analytics: totals, recent activity, and daily metrics of a creator's agents.
-- Read-only: computed from the tables of the other migrations. Usage rows belong to the user who pays, so a creator
-- reads sums over them through functions with their owner's rights. Money is US dollars. Days are UTC.
-- Locks: nothing in use; creates only.

create function private.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select
    (select count(*) from public.agents where creator_id = me.id),
    count(distinct u.user_id) filter (where u.created_at > now() - interval '30 days'),
    coalesce(sum(u.cost) filter (where u.user_id <> me.id), 0),
    coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0)
  from (select auth.uid() as id) as me
  left join public.agents a on a.creator_id = me.id
  left join public.usage_tracking u on u.agent_id = a.id
  group by me.id;
$$;

comment on function private.dashboard_totals() is 'Implements public.dashboard_totals';

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
      -- Activation is not listed: it completes a creation or a start.
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

comment on function private.recent_activity() is
  'Implements public.recent_activity. Names are given only where the caller may read them now';

create function private.agent_interactions()
returns table (agent_id uuid, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select a.id, coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0)
  from public.agents a
  left join public.usage_tracking u on u.agent_id = a.id
  where a.creator_id = (select auth.uid())
  group by a.id;
$$;

comment on function private.agent_interactions() is 'Implements public.agent_interactions';

create function private.agent_figures(agent uuid, days integer)
returns table (day date, installs bigint, interactions numeric, revenue numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
  first_day constant date := today - (least(greatest(agent_figures.days, 1), 90) - 1);
begin
  if not exists (select 1 from public.agents a where a.id = agent_figures.agent and a.creator_id = me) then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  return query
    select
      d.day::date,
      (
        select count(*) from public.agent_installs i
        where i.agent_id = agent_figures.agent
          and i.created_at >= d.day at time zone 'UTC'
          and i.created_at < (d.day + interval '1 day') at time zone 'UTC'
      ),
      coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
      -- Payments of creators for their own agents are not revenue.
      coalesce(sum(u.cost) filter (where u.user_id <> me), 0)
    from generate_series(first_day::timestamp, today::timestamp, interval '1 day') as d (day)
    left join public.usage_tracking u
      on u.agent_id = agent_figures.agent
      and u.created_at >= d.day at time zone 'UTC'
      and u.created_at < (d.day + interval '1 day') at time zone 'UTC'
    group by d.day
    order by d.day;
end;
$$;

comment on function private.agent_figures(uuid, integer) is 'Implements public.agent_figures';

revoke all on function
  private.dashboard_totals(), private.recent_activity(), private.agent_interactions(),
  private.agent_figures(uuid, integer)
  from public, anon, authenticated;
grant execute on function
  private.dashboard_totals(), private.recent_activity(), private.agent_interactions(),
  private.agent_figures(uuid, integer)
  to authenticated;

create function public.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select d.total_agents, d.active_users, d.revenue, d.interactions from private.dashboard_totals() d;
end;

comment on function public.dashboard_totals() is
  'One row: the caller''s agents, the users who called them in the last 30 days, what other users were billed for them '
  '(US dollars), and all messages to them';

create function public.recent_activity()
returns table (kind text, subject text, happened_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select r.kind, r.subject, r.happened_at from private.recent_activity() r;
end;

comment on function public.recent_activity() is
  'The caller''s last ten actions, newest first. subject is the name of the agent or deployment; null if the caller '
  'can no longer read it';

create function public.agent_interactions()
returns table (agent_id uuid, interactions numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select i.agent_id, i.interactions from private.agent_interactions() i;
end;

comment on function public.agent_interactions() is 'Number of messages to each of the caller''s agents, in total';

create function public.agent_figures(agent uuid, days integer default 30)
returns table (day date, installs bigint, interactions numeric, revenue numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select f.day, f.installs, f.interactions, f.revenue from private.agent_figures(agent, days) f;
end;

comment on function public.agent_figures(uuid, integer) is
  'One of the caller''s agents on each of the last days (1 to 90, including today), oldest first, without gaps: current '
  'installs made that day, messages, and what other users were billed (US dollars)';

revoke all on function
  public.dashboard_totals(), public.recent_activity(), public.agent_interactions(),
  public.agent_figures(uuid, integer)
  from public, anon;
grant execute on function
  public.dashboard_totals(), public.recent_activity(), public.agent_interactions(),
  public.agent_figures(uuid, integer)
  to authenticated;
