-- Billing, dashboard and agent figures, read from the roll-ups, and the proof that roll-ups, usage and
-- ledger agree. A period that starts within an hour reads the usage rows of that hour, and whole hours from the sums.
-- Read-only, except for the results of reconciliations. Money is US dollars. Hours and days are UTC.
-- Long because each function with a figure is stated again.
-- Replaces: private.dashboard_totals, private.agent_interactions, private.agent_figures, public.usage_totals, public.usage_by_day, private.billing_statement, private.reconcile
-- Locks: nothing in use; creates only.

create or replace function private.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select
    (select count(*) from public.agents a where a.creator_id = me.id),
    (
      select count(distinct k.user_id)
      from public.agents a join private.agent_users k on k.agent_id = a.id
      where a.creator_id = me.id and k.last_used_at > now() - interval '30 days'
    ),
    (
      select coalesce(sum(d.amount), 0)
      from private.ledger_accounts c
      join private.ledger_days d on d.creator = c.id and d.day = '-infinity'
      where c.kind = 'creator' and c.person = me.id
    ),
    (
      select coalesce(sum(k.messages), 0)
      from public.agents a join private.agent_usage_days k on k.agent_id = a.id and k.day = '-infinity'
      where a.creator_id = me.id
    )
  from (select auth.uid() as id) as me;
$$;

comment on function private.dashboard_totals() is 'Implements public.dashboard_totals';

create or replace function private.agent_interactions()
returns table (agent_id uuid, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select a.id, coalesce(k.messages, 0)
  from public.agents a
  left join private.agent_usage_days k on k.agent_id = a.id and k.day = '-infinity'
  where a.creator_id = (select auth.uid());
$$;

comment on function private.agent_interactions() is 'Implements public.agent_interactions';

create or replace function private.agent_figures(agent uuid, days integer)
returns table (day date, installs bigint, interactions numeric, revenue numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  first_day constant date := today - (least(greatest(agent_figures.days, 1), 90) - 1);
begin
  if not exists (select 1 from public.agents a where a.id = agent_figures.agent and a.creator_id = auth.uid()) then
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
      coalesce(u.messages, 0),
      (
        select coalesce(sum(t.amount), 0) from private.ledger_days t
        where t.agent_id = agent_figures.agent and t.day = d.day::date
      )
    from generate_series(first_day::timestamp, today::timestamp, interval '1 day') as d (day)
    left join private.agent_usage_days u on u.agent_id = agent_figures.agent and u.day = d.day::date
    order by d.day;
end;
$$;

comment on function private.agent_figures(uuid, integer) is 'Implements public.agent_figures';

create function private.usage_between(account uuid, starts timestamptz, ends timestamptz)
returns table (messages numeric, api_calls numeric, storage numeric, cost numeric)
language sql
stable
security definer
set search_path = ''
as $$
  with whole as (
    select date_trunc('hour', usage_between.starts + interval '1 hour' - interval '1 microsecond', 'UTC') as first,
      date_trunc('hour', usage_between.ends, 'UTC') as after
  ),
  parts as (
    select h.messages, h.api_calls, h.storage, h.cost
    from whole w
    join private.usage_hours h on h.user_id = usage_between.account and h.hour >= w.first and h.hour < w.after
    union all
    select case when u.usage_type = 'message' then u.quantity end, case when u.usage_type = 'api_call' then u.quantity end,
      case when u.usage_type = 'storage' then u.quantity end, u.cost
    from whole w
    join public.usage_tracking u on u.user_id = usage_between.account
      and u.created_at >= usage_between.starts and u.created_at < least(w.first, usage_between.ends)
    union all
    select case when u.usage_type = 'message' then u.quantity end, case when u.usage_type = 'api_call' then u.quantity end,
      case when u.usage_type = 'storage' then u.quantity end, u.cost
    from whole w
    join public.usage_tracking u on u.user_id = usage_between.account
      and u.created_at >= greatest(w.first, w.after) and u.created_at < usage_between.ends
  )
  select coalesce(sum(p.messages), 0), coalesce(sum(p.api_calls), 0), coalesce(sum(p.storage), 0), coalesce(sum(p.cost), 0)
  from parts p;
$$;

comment on function private.usage_between(uuid, timestamptz, timestamptz) is
  'Usage of a user in a time of the last 13 months: whole hours from the sums, the rest from the usage rows';

create function private.own_usage_totals()
returns table (
  period_start timestamptz, period_end timestamptz, messages numeric, api_calls numeric, storage numeric, cost numeric,
  period_messages numeric, period_api_calls numeric, period_storage numeric, period_cost numeric
)
language sql
stable
security definer
set search_path = ''
as $$
  select p.starts, p.ends,
    coalesce(h.messages, 0), coalesce(h.api_calls, 0), coalesce(h.storage, 0), coalesce(h.cost, 0),
    u.messages, u.api_calls, u.storage, u.cost
  from private.billing_period(auth.uid()) p
  cross join lateral private.usage_between(auth.uid(), p.starts, p.ends) u
  left join private.usage_hours h on h.user_id = auth.uid() and h.hour = '-infinity';
$$;

comment on function private.own_usage_totals() is 'Implements public.usage_totals';

create or replace function public.usage_totals()
returns table (
  period_start timestamptz, period_end timestamptz, messages numeric, api_calls numeric, storage numeric, cost numeric,
  period_messages numeric, period_api_calls numeric, period_storage numeric, period_cost numeric
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select t.period_start, t.period_end, t.messages, t.api_calls, t.storage, t.cost,
    t.period_messages, t.period_api_calls, t.period_storage, t.period_cost
  from private.own_usage_totals() t;
end;

comment on function public.usage_totals() is
  'One row: the caller''s usage and cost, for all time (also of usage rows that were deleted after 13 months) and in the '
  'current billing period. Exact, and as fast for many calls as for few. Storage is megabytes, cost US dollars';

create function private.own_usage_by_day(days integer)
returns table (day date, deployment_id uuid, deployment text, messages numeric, api_calls numeric, cost numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select u.day, u.deployment_id, d.name, u.messages, u.api_calls, u.cost
  from private.usage_days u
  left join public.deployments d on d.id = u.deployment_id and d.user_id = auth.uid()
  where u.user_id = auth.uid()
    and u.day > (now() at time zone 'UTC')::date - least(greatest(own_usage_by_day.days, 1), 366)
    and (u.messages, u.api_calls, u.cost) <> (0, 0, 0)
  order by 1, 3 nulls last, 2;
$$;

comment on function private.own_usage_by_day(integer) is 'Implements public.usage_by_day';

create or replace function public.usage_by_day(days integer default 30)
returns table (day date, deployment_id uuid, deployment text, messages numeric, api_calls numeric, cost numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select u.day, u.deployment_id, u.deployment, u.messages, u.api_calls, u.cost
  from private.own_usage_by_day(usage_by_day.days) u;
end;

comment on function public.usage_by_day(integer) is
  'The caller''s usage per UTC day and deployment over the last days (1 to 366, including today), oldest first. Only '
  'days with usage have rows. deployment is the name: null if deleted, or for usage without a deployment. US dollars';

create or replace function private.billing_statement()
returns table (
  kind text, deployment_id uuid, deployment text, agent text, quantity bigint, amount numeric,
  starts_at timestamptz, ends_at timestamptz, is_accrued boolean
)
language sql
stable
security definer
set search_path = ''
as $$
  with me as (
    select a.id as payer, p.starts, p.ends,
      date_trunc('hour', p.starts + interval '1 hour' - interval '1 microsecond', 'UTC') as first,
      date_trunc('hour', p.ends, 'UTC') as after
    from private.billing_period(auth.uid()) p
    left join private.ledger_accounts a on a.kind = 'payer' and a.person = auth.uid()
  ),
  parts as (
    select h.kind, h.deployment_id, h.charges, h.amount, h.starts_at, h.ends_at
    from me
    join private.ledger_hours h on h.payer = me.payer and h.hour >= me.first and h.hour < me.after
    union all
    select t.kind, t.deployment_id, 1, t.amount, t.starts_at, t.ends_at
    from me
    join private.ledger_transactions t on t.payer = me.payer
      and t.occurred_at >= me.starts and t.occurred_at < least(me.first, me.ends)
    union all
    select t.kind, t.deployment_id, 1, t.amount, t.starts_at, t.ends_at
    from me
    join private.ledger_transactions t on t.payer = me.payer
      and t.occurred_at >= greatest(me.first, me.after) and t.occurred_at < me.ends
  ),
  charged as (
    select p.kind, p.deployment_id, sum(p.charges)::bigint as quantity, sum(p.amount) as amount,
      min(p.starts_at) as starts_at, max(p.ends_at) as ends_at, false as is_accrued
    from parts p
    group by p.kind, p.deployment_id
  ),
  accrued as (
    select 'month', m.deployment_id, 1::bigint, sum(c.amount), min(c.starts_at), max(c.ends_at), true
    from me
    join private.deployment_meters m on m.payer = me.payer
    cross join lateral private.month_charges(m.deployment_id, m.charged_until, now()) c
    group by m.deployment_id
    having sum(c.amount) > 0
  )
  select l.kind, l.deployment_id, d.name, a.name, l.quantity, l.amount, l.starts_at, l.ends_at, l.is_accrued
  from (select * from charged union all select * from accrued) l
  left join public.deployments d on d.id = l.deployment_id
  left join public.agents a on a.id = d.agent_id
  order by array_position(array['plan', 'plan_credit', 'month', 'call', 'refund'], l.kind), l.is_accrued, d.name nulls last
  limit 1000;
$$;

comment on function private.billing_statement() is 'Implements public.billing_statement';

create function private.rollup_differences(starts timestamptz, ends timestamptz)
returns table (name text, day date, expected numeric, found numeric)
language sql
stable
security definer
set search_path = ''
as $$
  with days as (
    select d::date as day from generate_series(
      ((rollup_differences.starts + interval '1 day' - interval '1 microsecond') at time zone 'UTC')::date::timestamp,
      (rollup_differences.ends at time zone 'UTC')::date::timestamp - interval '1 day', interval '1 day'
    ) d
  ),
  bounds as (
    select min(d.day)::timestamp at time zone 'UTC' as first, (max(d.day) + 1)::timestamp at time zone 'UTC' as after
    from days d
  ),
  usage as (
    select (u.created_at at time zone 'UTC')::date as day,
      coalesce(sum(u.cost) filter (where u.user_id is not null), 0) as cost,
      coalesce(sum(u.cost) filter (where u.user_id is not null and u.usage_type <> 'storage'), 0) as call_cost,
      coalesce(sum(u.quantity) filter (where u.usage_type = 'message' and not u.is_own and k.agent_id is not null), 0) as messages
    from bounds b
    join public.usage_tracking u on u.created_at >= b.first and u.created_at < b.after
    -- Agents that are gone for good have no sums.
    left join private.agent_usage_days k on k.agent_id = u.agent_id and k.day = '-infinity'
    group by 1
  ),
  hours as (
    select (h.hour at time zone 'UTC')::date as day, sum(h.cost) as cost
    from bounds b join private.usage_hours h on h.hour >= b.first and h.hour < b.after
    group by 1
  ),
  checks as (
    select 'usage per hour equals usage' as name, d.day, coalesce(u.cost, 0) as expected, coalesce(h.cost, 0) as found
    from days d left join usage u on u.day = d.day left join hours h on h.day = d.day
    union all
    select 'usage per day equals usage', d.day, coalesce(u.call_cost, 0),
      (select coalesce(sum(k.cost), 0) from private.usage_days k where k.day = d.day)
    from days d left join usage u on u.day = d.day
    union all
    select 'messages per agent equal usage', d.day, coalesce(u.messages, 0),
      (select coalesce(sum(k.messages), 0) from private.agent_usage_days k where k.day = d.day)
    from days d left join usage u on u.day = d.day
    union all
    select 'charges per hour equal the ledger', d.day,
      (
        select coalesce(sum(t.amount), 0) from private.ledger_transactions t
        where t.occurred_at >= d.day::timestamp at time zone 'UTC' and t.occurred_at < (d.day + 1)::timestamp at time zone 'UTC'
      ),
      (
        select coalesce(sum(k.amount), 0) from private.ledger_hours k
        where k.hour >= d.day::timestamp at time zone 'UTC' and k.hour < (d.day + 1)::timestamp at time zone 'UTC'
      )
    from days d
    union all
    select 'revenue per day equals the ledger', d.day,
      (
        select coalesce(sum(t.amount), 0) from private.ledger_transactions t
        where t.creator is not null
          and t.occurred_at >= d.day::timestamp at time zone 'UTC' and t.occurred_at < (d.day + 1)::timestamp at time zone 'UTC'
      ),
      (select coalesce(sum(k.amount), 0) from private.ledger_days k where k.day = d.day)
    from days d
  )
  select c.name, c.day, c.expected, c.found from checks c where c.expected <> c.found;
$$;

comment on function private.rollup_differences(timestamptz, timestamptz) is
  'Whole days of a time on which sums differ from the rows that they add up';

create or replace function private.reconcile(starts timestamptz, ends timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Older usage rows were deleted; their sums and the ledger stay.
  since constant timestamptz := greatest(reconcile.starts, private.usage_kept_since());
  used numeric;
  charged numeric;
  found_differences jsonb;
begin
  with days as (
    select coalesce(u.day, t.day) as day, coalesce(u.cost, 0) as cost, coalesce(t.amount, 0) as amount
    from (
      select (u.created_at at time zone 'UTC')::date as day, sum(u.cost) as cost
      from public.usage_tracking u
      where u.created_at >= since and u.created_at < reconcile.ends and u.cost > 0
      group by 1
    ) u
    full join (
      select (t.occurred_at at time zone 'UTC')::date as day, sum(t.amount) as amount
      from private.ledger_transactions t
      where t.occurred_at >= since and t.occurred_at < reconcile.ends and t.kind = 'call'
      group by 1
    ) t on t.day = u.day
  ),
  checks as (
    select 'usage equals charges' as name, d.day, d.cost as expected, d.amount as found
    from days d where d.cost <> d.amount
    union all
    select 'entries add up to zero', (t.occurred_at at time zone 'UTC')::date, 0, sum(e.amount)
    from private.ledger_transactions t join private.ledger_entries e on e.transaction_id = t.id
    where t.occurred_at >= since and t.occurred_at < reconcile.ends
    group by 2 having sum(e.amount) <> 0
    union all
    select 'charged calls have usage', (c.started_at at time zone 'UTC')::date, sum(c.cost), coalesce(sum(u.cost), 0)
    from public.deployment_calls c
    left join public.usage_tracking u on u.idempotency_key = 'call ' || c.id and u.usage_type = 'message'
    where c.started_at >= since and c.started_at < reconcile.ends and c.is_charged
    group by 2 having sum(c.cost) <> coalesce(sum(u.cost), 0)
    union all
    select 'no time is charged twice', null, 0, count(*)
    from (
      select t.starts_at, lag(t.ends_at) over (partition by t.deployment_id order by t.starts_at) as before
      from private.ledger_transactions t
      where t.kind = 'month' and t.occurred_at >= since and t.occurred_at < reconcile.ends
    ) m
    where m.before > m.starts_at
    having count(*) > 0
    union all
    select r.name, r.day, r.expected, r.found from private.rollup_differences(since, reconcile.ends) r
  )
  select (select coalesce(sum(d.cost), 0) from days d), (select coalesce(sum(d.amount), 0) from days d),
    coalesce(jsonb_agg(jsonb_build_object('check', c.name, 'day', c.day, 'expected', c.expected, 'found', c.found)), '[]')
  into used, charged, found_differences
  from checks c;

  insert into private.reconciliations (starts_at, ends_at, usage_cost, ledger_amount, differences)
  values (since, reconcile.ends, used, charged, found_differences);
  return found_differences;
end;
$$;

comment on function private.reconcile(timestamptz, timestamptz) is
  'Compares usage, calls, ledger and their sums in a time, and records and returns the differences: [] when all agrees';

revoke all on function
  private.dashboard_totals(), private.agent_interactions(), private.agent_figures(uuid, integer),
  private.usage_between(uuid, timestamptz, timestamptz), private.own_usage_totals(), private.own_usage_by_day(integer),
  private.billing_statement(), private.rollup_differences(timestamptz, timestamptz),
  private.reconcile(timestamptz, timestamptz)
  from public, anon, authenticated;
grant execute on function
  private.dashboard_totals(), private.agent_interactions(), private.agent_figures(uuid, integer),
  private.own_usage_totals(), private.own_usage_by_day(integer), private.billing_statement()
  to authenticated;
