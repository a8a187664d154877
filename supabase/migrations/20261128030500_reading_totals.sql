-- Faster reading: charges per payer and day, so that a month of charges is read as days instead of hours, and the day of
-- each user's last call, so that active users are counted from an index.
-- Written by trigger, read by billing_statement and dashboard_totals. US dollars. Days are UTC.
-- Long because functions of sums are stated again.
-- Replaces: private.roll_up_charges, private.billing_statement, private.dashboard_totals, private.rollup_differences
-- Locks: ledger_transactions, while charges are added up (SHARE: a call with a price waits); creator_users, while it is
-- rewritten with a column and an index (ACCESS EXCLUSIVE).

create table private.payer_days (
  payer uuid not null,
  day date not null,
  kind text not null,
  deployment_id uuid,
  charges bigint not null,
  amount numeric not null,
  starts_at timestamptz,
  ends_at timestamptz,

  constraint payer_days_once unique nulls not distinct (payer, day, kind, deployment_id)
)
with (fillfactor = 60);

comment on table private.payer_days is 'Charges per payer, day, kind and deployment. Written by trigger';
comment on column private.payer_days.amount is 'US dollars; negative for refunds';
comment on column private.payer_days.starts_at is 'First start of what was charged; null for calls';

alter table private.payer_days enable row level security;

create or replace function private.roll_up_charges() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.ledger_hours as k (payer, hour, kind, deployment_id, charges, amount, starts_at, ends_at)
  select t.payer, date_trunc('hour', t.occurred_at, 'UTC'), t.kind, t.deployment_id, count(*), sum(t.amount),
    min(t.starts_at), max(t.ends_at)
  from changed_rows t
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict on constraint ledger_hours_once do update set
    charges = k.charges + excluded.charges, amount = k.amount + excluded.amount,
    starts_at = least(k.starts_at, excluded.starts_at), ends_at = greatest(k.ends_at, excluded.ends_at);

  insert into private.payer_days as k (payer, day, kind, deployment_id, charges, amount, starts_at, ends_at)
  select t.payer, (t.occurred_at at time zone 'UTC')::date, t.kind, t.deployment_id, count(*), sum(t.amount),
    min(t.starts_at), max(t.ends_at)
  from changed_rows t
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict on constraint payer_days_once do update set
    charges = k.charges + excluded.charges, amount = k.amount + excluded.amount,
    starts_at = least(k.starts_at, excluded.starts_at), ends_at = greatest(k.ends_at, excluded.ends_at);

  insert into private.ledger_days as k (creator, agent_id, day, kind, amount)
  select t.creator, t.agent_id, d.day, t.kind, sum(t.amount)
  from changed_rows t
  cross join lateral (values ('-infinity'::date), ((t.occurred_at at time zone 'UTC')::date)) as d (day)
  where t.creator is not null
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict on constraint ledger_days_once do update set amount = k.amount + excluded.amount;
  return null;
end;
$$;

comment on function private.roll_up_charges() is
  'Trigger: adds charges and refunds to their sums. The ledger is append-only, so no sum is ever corrected';

-- After the trigger writes days: the lock waits for charges that it did not add up. One statement, because the Supabase
-- CLI runs a migration without a transaction.
do $$
begin
  lock table private.ledger_transactions in share mode;
  delete from private.payer_days;
  insert into private.payer_days (payer, day, kind, deployment_id, charges, amount, starts_at, ends_at)
  select h.payer, (h.hour at time zone 'UTC')::date, h.kind, h.deployment_id, sum(h.charges), sum(h.amount),
    min(h.starts_at), max(h.ends_at)
  from private.ledger_hours h
  group by 1, 2, 3, 4;
end;
$$;

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
  with period as (
    select a.id as payer, p.starts, p.ends,
      (date_trunc('day', p.starts + interval '1 day' - interval '1 microsecond', 'UTC') at time zone 'UTC')::date as first_day,
      (date_trunc('day', p.ends, 'UTC') at time zone 'UTC')::date as after_day
    from private.billing_period(auth.uid()) p
    left join private.ledger_accounts a on a.kind = 'payer' and a.person = auth.uid()
  ),
  -- The two parts of the period outside its whole days; one, in a period without a whole day.
  rests as (
    select s.payer, s.starts, s.ends, date_trunc('hour', s.starts + interval '1 hour' - interval '1 microsecond', 'UTC') as first,
      date_trunc('hour', s.ends, 'UTC') as after
    from (
      select p.payer, p.starts, least(p.first_day::timestamp at time zone 'UTC', p.ends) as ends from period p
      union all
      select p.payer, greatest(p.first_day, p.after_day)::timestamp at time zone 'UTC', p.ends from period p
    ) s
    where s.starts < s.ends
  ),
  parts as (
    select k.kind, k.deployment_id, k.charges, k.amount, k.starts_at, k.ends_at
    from period p
    join private.payer_days k on k.payer = p.payer and k.day >= p.first_day and k.day < p.after_day
    union all
    select h.kind, h.deployment_id, h.charges, h.amount, h.starts_at, h.ends_at
    from rests r
    join private.ledger_hours h on h.payer = r.payer and h.hour >= r.first and h.hour < r.after
    union all
    select t.kind, t.deployment_id, 1, t.amount, t.starts_at, t.ends_at
    from rests r
    join private.ledger_transactions t on t.payer = r.payer
      and t.occurred_at >= r.starts and t.occurred_at < least(r.first, r.ends)
    union all
    select t.kind, t.deployment_id, 1, t.amount, t.starts_at, t.ends_at
    from rests r
    join private.ledger_transactions t on t.payer = r.payer
      and t.occurred_at >= greatest(r.first, r.after) and t.occurred_at < r.ends
  ),
  charged as (
    select p.kind, p.deployment_id, sum(p.charges)::bigint as quantity, sum(p.amount) as amount,
      min(p.starts_at) as starts_at, max(p.ends_at) as ends_at, false as is_accrued
    from parts p
    group by p.kind, p.deployment_id
  ),
  accrued as (
    select 'month', m.deployment_id, 1::bigint, sum(c.amount), min(c.starts_at), max(c.ends_at), true
    from period p
    join private.deployment_meters m on m.payer = p.payer
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

-- A call on the same day changes no indexed column, so its update stays cheap.
alter table private.creator_users
  add column last_used_day date not null generated always as ((last_used_at at time zone 'UTC')::date) stored;

comment on column private.creator_users.last_used_day is 'Of last_used_at, for counting from an index';

create index creator_users_by_day on private.creator_users (creator_id, last_used_day);

create or replace function private.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select
    (select count(*) from public.agents a where a.creator_id = me.id),
    -- Whole days from the index; of the first day, the rows.
    (
      select count(*) from private.creator_users k
      where k.creator_id = me.id and k.last_used_day > (me.since at time zone 'UTC')::date
    ) + (
      select count(*) from private.creator_users k
      where k.creator_id = me.id and k.last_used_day = (me.since at time zone 'UTC')::date and k.last_used_at > me.since
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
  from (select auth.uid() as id, now() - interval '30 days' as since) as me;
$$;

comment on function private.dashboard_totals() is 'Implements public.dashboard_totals';

create or replace function private.rollup_differences(starts timestamptz, ends timestamptz)
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
  shares as (
    select (t.occurred_at at time zone 'UTC')::date as day, -sum(e.amount) as earned
    from bounds b
    join private.ledger_transactions t on t.occurred_at >= b.first and t.occurred_at < b.after
    join private.ledger_entries e on e.transaction_id = t.id and e.account = t.creator
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
    select 'charges per day equal the ledger', d.day,
      (
        select coalesce(sum(t.amount), 0) from private.ledger_transactions t
        where t.occurred_at >= d.day::timestamp at time zone 'UTC' and t.occurred_at < (d.day + 1)::timestamp at time zone 'UTC'
      ),
      (select coalesce(sum(k.amount), 0) from private.payer_days k where k.day = d.day)
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
    union all
    select 'earnings per day equal the ledger', d.day, coalesce(s.earned, 0),
      (select coalesce(sum(k.earned), 0) from private.ledger_days k where k.day = d.day)
    from days d left join shares s on s.day = d.day
  )
  select c.name, c.day, c.expected, c.found from checks c where c.expected <> c.found;
$$;

comment on function private.rollup_differences(timestamptz, timestamptz) is
  'Whole days of a time on which sums differ from the rows that they add up';

revoke all on function
  private.roll_up_charges(), private.billing_statement(), private.dashboard_totals(),
  private.rollup_differences(timestamptz, timestamptz)
  from public, anon, authenticated;
grant execute on function private.billing_statement(), private.dashboard_totals() to authenticated;
