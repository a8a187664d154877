-- The time between the end of a withdrawn agent's calls and its return is recorded, and the monthly price leaves it out.
-- Until now the return charged every deployment of the agent at once: with more than about 1,000 of them it timed out, and
-- it could end in a deadlock with the stop of one of them. The meter of a deployment also remembers its users, so that a
-- suspension still counts when one of them is deleted.
-- Read by the owner as accrued charges; written by triggers. Times are UTC. US dollars.
-- Replaces: private.month_charges, private.meter_deployment, private.skip_ended_time, private.charge_due_months
-- Locks: deployment_meters, to add columns (ACCESS EXCLUSIVE, while its rows are updated).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table private.ended_times (
  id bigint primary key generated always as identity,
  agent_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null
);

comment on table private.ended_times is
  'From the end of a withdrawn agent''s calls until its return or its deletion: no monthly price is charged for these times. '
  'Written by triggers';

create index ended_times_agent_id on private.ended_times (agent_id);

alter table private.ended_times enable row level security;

alter table private.deployment_meters
  add column payer_person uuid,
  add column creator_person uuid;

comment on column private.deployment_meters.payer_person is
  'The owner of the deployment, like creator_person without a foreign key: a suspension counts after a deletion';

update private.deployment_meters m set payer_person = p.person, creator_person = c.person
from private.ledger_accounts p, private.ledger_accounts c
where p.id = m.payer and c.id = m.creator;

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
  free_until timestamptz;
  next_free timestamptz;
  -- The agent, or the deployment, may be deleted already.
  last constant timestamptz := least(month_charges.ends, (
    select private.calls_end_of(d.user_id, a)
    from public.deployments d join public.agents a on a.id = d.agent_id
    where d.id = month_charges.deployment
  ));
  -- Suspensions refuse the calls as in begin_call.
  free constant tstzmultirange := (
    select range_agg(tstzrange(s.created_at, coalesce(s.lifted_at, 'infinity')))
    from private.deployment_meters m
    cross join lateral (
      select s.created_at, s.lifted_at from private.suspensions s
      where s.subject in (m.deployment_id, m.agent_id, m.payer_person, m.creator_person)
      union all
      select e.starts_at, e.ends_at from private.ended_times e where e.agent_id = m.agent_id
    ) s
    where m.deployment_id = month_charges.deployment
  );
begin
  starts_at := month_charges.starts;
  while starts_at < last loop
    select upper(f.time) into free_until from unnest(free) f (time) where f.time @> month_charges.starts_at;
    if free_until is not null then
      starts_at := free_until;
      continue;
    end if;
    select min(lower(f.time)) into next_free from unnest(free) f (time) where lower(f.time) > month_charges.starts_at;
    terms := private.terms_at(month_charges.deployment, starts_at);
    month_start := date_trunc('month', starts_at, 'UTC');
    ends_at := (date_trunc('month', starts_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    month_seconds := extract(epoch from ends_at - month_start);
    select min(t.starts_at) into next_terms from private.deployment_terms t
    where t.deployment_id = month_charges.deployment and t.starts_at > month_charges.starts_at and t.id > terms.id;
    ends_at := least(ends_at, last, next_terms, next_free);
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
  'The charges of a time at the monthly prices of a deployment''s terms: one row per calendar month, price and time between '
  'suspensions and ends of the agent. None while the calls are refused, and after the end of a withdrawn agent''s calls';

create or replace function private.meter_deployment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.charge_months(old.id, now());
  end if;
  if tg_op = 'DELETE' or new.status in ('stopped', 'failed') then
    delete from private.deployment_meters m where m.deployment_id = old.id;
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  insert into private.deployment_meters (
    deployment_id, agent_id, payer, creator, charged_until, payer_person, creator_person
  )
  select new.id, a.id, private.ledger_account('payer', new.user_id), private.ledger_account('creator', a.creator_id), now(),
    new.user_id, a.creator_id
  from public.agents a
  where a.id = new.agent_id and a.creator_id <> new.user_id
  on conflict (deployment_id) do nothing;
  return new;
end;
$$;

comment on function private.meter_deployment() is
  'Trigger: starts the meter of a deployment; charges it and removes it when the deployment stops or is deleted';

create or replace function private.skip_ended_time() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.ended_times (agent_id, starts_at, ends_at) values (old.id, old.calls_end_at, now());
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

comment on function private.skip_ended_time() is
  'Trigger: records the time without calls of an agent that ended, when it is back or deleted';

create or replace function private.charge_due_months() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  month constant timestamptz := date_trunc('month', now(), 'UTC');
  due uuid;
  charged integer := 0;
begin
  for due in
    select m.deployment_id from private.deployment_meters m
    where m.charged_until < month order by m.charged_until limit 100
    -- A deployment that stops holds its meter and waits for sums that this transaction has changed.
    for update skip locked
  loop
    perform private.charge_months(due, month);
    charged := charged + 1;
  end loop;
  return charged;
end;
$$;

comment on function private.charge_due_months() is
  'Charges up to 100 running deployments for the months that are over, without those that stop right now. Returns how many';
