-- Usage and earnings by day as pages that continue after a row, so that each request reads the rows of its page instead
-- of the whole year; and the number of rows of two functions, so that a statement is always read from its index.
-- Read-only: read by the payer and by the creator. US dollars. Days are UTC.
-- Locks: ledger_days, to build an index (SHARE: a call with a price waits).

-- The planner expects 1,000 rows of a function. With 1,000 periods, the days of all payers seemed cheaper to read.
alter function private.billing_period(uuid) rows 1;
alter function private.month_charges(uuid, timestamptz, timestamptz) rows 2;

-- An update of sums changes no indexed column, so it stays cheap.
create index ledger_days_by_day on private.ledger_days (creator, day, agent_id);

create function private.own_usage_page(days integer, after_day date, after_deployment uuid)
returns table (day date, deployment_id uuid, deployment text, messages numeric, api_calls numeric, cost numeric)
language sql
stable
security definer
set search_path = ''
as $$
  with page as materialized (
    select u.day, u.deployment_id, u.messages, u.api_calls, u.cost
    from private.usage_days u
    where u.user_id = auth.uid()
      and u.day >= greatest(after_day, (now() at time zone 'UTC')::date + 1 - least(greatest(days, 1), 366))
      -- Usage without a deployment is the last row of its day.
      and (
        after_day is null or u.day > after_day or u.deployment_id > after_deployment
        or (u.deployment_id is null and after_deployment is not null)
      )
      and (u.messages, u.api_calls, u.cost) <> (0, 0, 0)
    order by u.day, u.deployment_id
    limit 1000
  )
  select p.day, p.deployment_id, d.name, p.messages, p.api_calls, p.cost
  from page p
  left join public.deployments d on d.id = p.deployment_id and d.user_id = auth.uid()
  order by p.day, p.deployment_id;
$$;

comment on function private.own_usage_page(integer, date, uuid) is 'Implements public.usage_page';

create function public.usage_page(days integer default 30, after_day date default null, after_deployment uuid default null)
returns table (day date, deployment_id uuid, deployment text, messages numeric, api_calls numeric, cost numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select u.day, u.deployment_id, u.deployment, u.messages, u.api_calls, u.cost
  from private.own_usage_page(usage_page.days, usage_page.after_day, usage_page.after_deployment) u;
end;

comment on function public.usage_page(integer, date, uuid) is
  'Up to 1,000 rows of usage_by_day in the order of day and deployment_id (null last), after the row of a day and a '
  'deployment. A page with fewer rows is the last one';

create function private.own_earnings_page(days integer, after_day date, after_agent uuid)
returns table (day date, agent_id uuid, agent text, revenue numeric, earned numeric)
language sql
stable
security definer
set search_path = ''
as $$
  with page as materialized (
    select d.day, d.agent_id, sum(d.amount) as revenue, sum(d.earned) as earned
    from private.ledger_days d
    -- One value instead of a join, so that the index gives the order of the page.
    where d.creator = (select c.id from private.ledger_accounts c where c.kind = 'creator' and c.person = auth.uid())
      and d.day >= greatest(after_day, (now() at time zone 'UTC')::date + 1 - least(greatest(days, 1), 366))
      -- Charges without an agent are the last row of their day.
      and (
        after_day is null or d.day > after_day or d.agent_id > after_agent
        or (d.agent_id is null and after_agent is not null)
      )
    group by d.day, d.agent_id
    having (sum(d.amount), sum(d.earned)) <> (0, 0)
    order by d.day, d.agent_id
    limit 1000
  ),
  names as materialized (
    select k.agent_id, coalesce(a.name, o.agent ->> 'name') as name
    from (select distinct p.agent_id from page p) k
    left join public.agents a on a.id = k.agent_id
    left join private.agent_archive o on o.id = k.agent_id
  )
  select p.day, p.agent_id, n.name, p.revenue, p.earned
  from page p left join names n on n.agent_id = p.agent_id
  order by p.day, p.agent_id;
$$;

comment on function private.own_earnings_page(integer, date, uuid) is 'Implements public.earnings_page';

create function public.earnings_page(days integer default 30, after_day date default null, after_agent uuid default null)
returns table (day date, agent_id uuid, agent text, revenue numeric, earned numeric)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select e.day, e.agent_id, e.agent, e.revenue, e.earned
  from private.own_earnings_page(earnings_page.days, earnings_page.after_day, earnings_page.after_agent) e;
end;

comment on function public.earnings_page(integer, date, uuid) is
  'Up to 1,000 rows of earnings_by_day in the order of day and agent_id (null last), after the row of a day and an agent. '
  'A page with fewer rows is the last one';

revoke all on function
  private.own_usage_page(integer, date, uuid), public.usage_page(integer, date, uuid),
  private.own_earnings_page(integer, date, uuid), public.earnings_page(integer, date, uuid)
  from public, anon, authenticated;
grant execute on function
  private.own_usage_page(integer, date, uuid), public.usage_page(integer, date, uuid),
  private.own_earnings_page(integer, date, uuid), public.earnings_page(integer, date, uuid)
  to authenticated;
