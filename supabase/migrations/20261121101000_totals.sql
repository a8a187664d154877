-- Totals, computed where the rows are: exact past the 1,000 rows that one request returns, and in decimal dollars.
-- All periods are UTC.

-- What the caller used and what it cost: ever, and in the current period, which is their live subscription's when it
-- covers this moment, and the calendar month otherwise. One row. Storage is megabytes, cost US dollars.
create function public.usage_totals()
returns table (
  period_start timestamptz,
  period_end timestamptz,
  messages numeric,
  api_calls numeric,
  storage numeric,
  cost numeric,
  period_messages numeric,
  period_api_calls numeric,
  period_storage numeric,
  period_cost numeric
)
language sql
stable
security invoker
set search_path = ''
as $$
  with subscription as (
    select s.current_period_start, s.current_period_end
    from public.subscriptions s
    where s.user_id = (select auth.uid())
      and s.status in ('active', 'trialing', 'past_due')
      and now() >= s.current_period_start and now() < s.current_period_end
  ),
  period as (
    select
      coalesce(max(current_period_start), date_trunc('month', now(), 'UTC')) as starts,
      coalesce(max(current_period_end), date_trunc('month', now() at time zone 'UTC' + interval '1 month') at time zone 'UTC')
        as ends
    from subscription
  ),
  usage as (
    select u.usage_type, u.quantity, u.cost, u.created_at >= p.starts and u.created_at < p.ends as is_current
    from public.usage_tracking u
    cross join period p
    where u.user_id = (select auth.uid())
  ),
  sums as (
    select
      coalesce(sum(quantity) filter (where usage_type = 'message'), 0) as messages,
      coalesce(sum(quantity) filter (where usage_type = 'api_call'), 0) as api_calls,
      coalesce(sum(quantity) filter (where usage_type = 'storage'), 0) as storage,
      coalesce(sum(cost), 0) as cost,
      coalesce(sum(quantity) filter (where usage_type = 'message' and is_current), 0) as period_messages,
      coalesce(sum(quantity) filter (where usage_type = 'api_call' and is_current), 0) as period_api_calls,
      coalesce(sum(quantity) filter (where usage_type = 'storage' and is_current), 0) as period_storage,
      coalesce(sum(cost) filter (where is_current), 0) as period_cost
    from usage
  )
  select p.starts, p.ends, s.*
  from period p
  cross join sums s;
$$;

-- The caller's dashboard. One row: their agents; people who called those in the last 30 days; what others were billed
-- for them, in US dollars; messages on them, ever.
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

revoke all on function private.dashboard_totals() from public, anon, authenticated;
grant execute on function private.dashboard_totals() to authenticated;

create function public.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select d.total_agents, d.active_users, d.revenue, d.interactions from private.dashboard_totals() d;
end;

revoke all on function public.usage_totals(), public.dashboard_totals() from public, anon;
grant execute on function public.usage_totals(), public.dashboard_totals() to authenticated;
