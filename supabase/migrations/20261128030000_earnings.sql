-- Earnings: what creators get of the charges for their agents, after tax and the platform's fee. They are the creator's
-- entries of the ledger, added up by day and agent in the row that has the revenue of that day.
-- Written by trigger in the transaction of the charge, read by the creator through functions. US dollars. Days are UTC.
-- Replaces: private.rollup_differences
-- Locks: ledger_days, to add a column (ACCESS EXCLUSIVE, brief) and while earnings of earlier charges are added up (ROW
-- EXCLUSIVE); ledger_entries, for a trigger (SHARE ROW EXCLUSIVE), until they are.

alter table private.ledger_days add column earned numeric not null default 0;

comment on column private.ledger_days.earned is
  'US dollars: the creator''s share of amount, after tax and the platform''s fee. Sum of the creator''s entries';

create function private.roll_up_earnings() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The trigger of the charge wrote these rows before, in the same transaction and order.
  insert into private.ledger_days as k (creator, agent_id, day, kind, amount, earned)
  select t.creator, t.agent_id, d.day, t.kind, 0, -sum(e.amount)
  from changed_rows e
  join private.ledger_transactions t on t.id = e.transaction_id and t.creator = e.account
  cross join lateral (values ('-infinity'::date), ((t.occurred_at at time zone 'UTC')::date)) as d (day)
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict on constraint ledger_days_once do update set earned = k.earned + excluded.earned;
  return null;
end;
$$;

comment on function private.roll_up_earnings() is
  'Trigger: adds the entries of creators to their sums. Entries are append-only, so no sum is ever corrected';

create trigger ledger_entries_roll_up
  after insert on private.ledger_entries
  referencing new table as changed_rows
  for each statement execute function private.roll_up_earnings();

update private.ledger_days k set earned = s.earned
from (
  select t.creator, t.agent_id, d.day, t.kind, -sum(e.amount) as earned
  from private.ledger_transactions t
  join private.ledger_entries e on e.transaction_id = t.id and e.account = t.creator
  cross join lateral (values ('-infinity'::date), ((t.occurred_at at time zone 'UTC')::date)) as d (day)
  group by 1, 2, 3, 4
) s
where k.creator = s.creator and k.agent_id is not distinct from s.agent_id and k.day = s.day and k.kind = s.kind;

create function private.own_earnings_by_day(days integer)
returns table (day date, agent_id uuid, agent text, revenue numeric, earned numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select s.day, s.agent_id, coalesce(a.name, o.agent ->> 'name'), s.revenue, s.earned
  from (
    select d.day, d.agent_id, sum(d.amount) as revenue, sum(d.earned) as earned
    from private.ledger_accounts c
    join private.ledger_days d on d.creator = c.id
      and d.day > (now() at time zone 'UTC')::date - least(greatest(own_earnings_by_day.days, 1), 366)
    where c.kind = 'creator' and c.person = auth.uid()
    group by 1, 2
  ) s
  left join public.agents a on a.id = s.agent_id
  left join private.agent_archive o on o.id = s.agent_id
  where (s.revenue, s.earned) <> (0, 0)
  order by 1, 3 nulls last, 2;
$$;

comment on function private.own_earnings_by_day(integer) is 'Implements public.earnings_by_day';

create function public.earnings_by_day(days integer default 30)
returns table (day date, agent_id uuid, agent text, revenue numeric, earned numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select e.day, e.agent_id, e.agent, e.revenue, e.earned from private.own_earnings_by_day(earnings_by_day.days) e;
end;

comment on function public.earnings_by_day(integer) is
  'Charges of others for the caller''s agents (revenue, less refunds) and the caller''s share of them (earned), per '
  'UTC day and agent over the last days (1 to 366, including today), oldest first. Only days with charges have rows. agent '
  'is the name: null if deleted for good. US dollars';

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
  private.roll_up_earnings(), private.own_earnings_by_day(integer), private.rollup_differences(timestamptz, timestamptz),
  public.earnings_by_day(integer)
  from public, anon, authenticated;
grant execute on function private.own_earnings_by_day(integer), public.earnings_by_day(integer) to authenticated;
