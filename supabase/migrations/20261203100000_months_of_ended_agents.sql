-- The monthly price of a withdrawn agent ends with its calls: what answers no call costs nothing. Until now it was charged
-- until the deployment was stopped. Charges that were posted before stay; `refund_charge` gives them back.
-- Read by the owner as accrued charges; charged by triggers and the sweep. Times are UTC. US dollars.
-- Replaces: private.month_charges
-- Locks: agents, to add triggers (SHARE ROW EXCLUSIVE).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.month_charges(deployment uuid, starts timestamptz, ends timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, price numeric, amount numeric)
language plpgsql
stable
security definer
set search_path = ''
rows 2
as $$
#variable_conflict use_column
declare
  terms private.deployment_terms;
  month_start timestamptz;
  month_seconds numeric;
  next_terms timestamptz;
  -- The agent, or the deployment, may be deleted already.
  last constant timestamptz := least(month_charges.ends, (
    select private.calls_end_of(d.user_id, a)
    from public.deployments d join public.agents a on a.id = d.agent_id
    where d.id = month_charges.deployment
  ));
begin
  starts_at := month_charges.starts;
  while starts_at < last loop
    terms := private.terms_at(month_charges.deployment, starts_at);
    month_start := date_trunc('month', starts_at, 'UTC');
    ends_at := (date_trunc('month', starts_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    month_seconds := extract(epoch from ends_at - month_start);
    select min(t.starts_at) into next_terms from private.deployment_terms t
    where t.deployment_id = month_charges.deployment and t.starts_at > month_charges.starts_at and t.id > terms.id;
    ends_at := least(ends_at, last, next_terms);
    price := coalesce(terms.price_per_month, 0);
    -- Rounded from the start of the month, so that the parts of a month add up to its price.
    amount := round(price * extract(epoch from ends_at - month_start) / month_seconds, 6)
      - round(price * extract(epoch from starts_at - month_start) / month_seconds, 6);
    return next;
    starts_at := ends_at;
  end loop;
end;
$$;

comment on function private.month_charges(uuid, timestamptz, timestamptz) is
  'The charges of a time at the monthly prices of a deployment''s terms: one row per calendar month and price. None after '
  'the end of a withdrawn agent''s calls';

create function private.skip_ended_time() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  due uuid;
begin
  for due in
    select m.deployment_id from private.deployment_meters m
    join public.deployments d on d.id = m.deployment_id
    where d.agent_id = old.id
  loop
    perform private.charge_months(due, old.calls_end_at);
    update private.deployment_meters m set charged_until = now() where m.deployment_id = due;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

comment on function private.skip_ended_time() is
  'Trigger: charges the deployments of an agent that ended until its end, and from now on when it is back. The time between '
  'is free';

revoke all on function private.skip_ended_time() from public, anon, authenticated;

create trigger agents_2_skip_ended_time
  after update on public.agents
  for each row when (old.calls_end_at <= now() and new.calls_end_at is distinct from old.calls_end_at)
  execute function private.skip_ended_time();
create trigger agents_2_end_meters
  before delete on public.agents
  for each row when (old.calls_end_at <= now())
  execute function private.skip_ended_time();
