-- A suspension ends the monthly price of a deployment for as long as it lasts, whether of the deployment, its owner, its agent
-- or its creator: what answers no call costs nothing. Charges that were posted before stay; `refund_charge` gives them back.
-- Read by the owner as accrued charges; charged by triggers and the sweep. Times are UTC. US dollars.
-- Replaces: private.month_charges
-- Locks: suspensions, to add an index (SHARE).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create index suspensions_subject on private.suspensions (subject, created_at);

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
  suspended_until timestamptz;
  next_suspension timestamptz;
  -- The agent, or the deployment, may be deleted already.
  last constant timestamptz := least(month_charges.ends, (
    select private.calls_end_of(d.user_id, a)
    from public.deployments d join public.agents a on a.id = d.agent_id
    where d.id = month_charges.deployment
  ));
  -- Those whose suspension refuses the calls, as in begin_call.
  subjects constant uuid[] := (
    select array[m.deployment_id, m.agent_id, p.person, c.person]
    from private.deployment_meters m
    join private.ledger_accounts p on p.id = m.payer
    join private.ledger_accounts c on c.id = m.creator
    where m.deployment_id = month_charges.deployment
  );
begin
  starts_at := month_charges.starts;
  while starts_at < last loop
    select max(coalesce(s.lifted_at, 'infinity')) into suspended_until from private.suspensions s
    where s.subject = any (subjects) and s.created_at <= month_charges.starts_at
      and (s.lifted_at is null or s.lifted_at > month_charges.starts_at);
    if suspended_until is not null then
      starts_at := suspended_until;
      continue;
    end if;
    select min(s.created_at) into next_suspension from private.suspensions s
    where s.subject = any (subjects) and s.created_at > month_charges.starts_at;
    terms := private.terms_at(month_charges.deployment, starts_at);
    month_start := date_trunc('month', starts_at, 'UTC');
    ends_at := (date_trunc('month', starts_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    month_seconds := extract(epoch from ends_at - month_start);
    select min(t.starts_at) into next_terms from private.deployment_terms t
    where t.deployment_id = month_charges.deployment and t.starts_at > month_charges.starts_at and t.id > terms.id;
    ends_at := least(ends_at, last, next_terms, next_suspension);
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
  'suspensions. None while a suspension refuses the calls, and after the end of a withdrawn agent''s calls';
