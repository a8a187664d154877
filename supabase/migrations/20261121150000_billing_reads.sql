-- What the billing page asks: the subscription that counts, and use by day. All days are UTC.

-- PostgREST orders by columns alone: the active one comes first, then the newest.
alter table public.subscriptions
  add column is_active boolean not null generated always as (status = 'active') stored;

-- What the caller used on each of the last `days` days (1 to 366), today included, for each deployment; days and
-- deployments without use have no row. `deployment` is its name, null when it was deleted, and for use of none.
-- Cost is US dollars. Oldest first.
create function public.usage_by_day(days integer default 30)
returns table (day date, deployment_id uuid, deployment text, messages numeric, api_calls numeric, cost numeric)
language sql
stable
security invoker
set search_path = ''
as $$
  select
    (u.created_at at time zone 'UTC')::date as day,
    u.deployment_id,
    max(d.name),
    coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
    coalesce(sum(u.quantity) filter (where u.usage_type = 'api_call'), 0),
    sum(u.cost)
  from public.usage_tracking u
  left join public.deployments d on d.id = u.deployment_id
  where u.user_id = (select auth.uid())
    and u.usage_type <> 'storage'
    and u.created_at >= date_trunc('day', now(), 'UTC')
      - make_interval(days => least(greatest(usage_by_day.days, 1), 366) - 1)
  group by 1, 2
  order by 1, 3 nulls last, 2;
$$;

revoke all on function public.usage_by_day(integer) from public, anon;
grant execute on function public.usage_by_day(integer) to authenticated;
