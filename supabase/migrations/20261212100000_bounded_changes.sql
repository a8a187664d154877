-- One user cannot fill another one's mailbox, notifications or bill with changes.
-- A review that was deleted and written again notified its creator each time, up to 250 times a day, and an undone deletion of
-- an agent notified of all its reviews again. A creator who raised a price every second sent a mail, a notification and a
-- webhook's message to every deployment's owner each time, up to 3,000 a day.
-- A creator who hid an agent without notice and published it again, up to 1,500 times a day, divided the month of each of its
-- deployments: after a day, their owners could not read their bill, stop or delete them (504), and the sweep, which charges
-- months, ended without its other work. Each part is now read once instead of once for each other part, the
-- parts of a month at one price are one charge, an agent returns and changes its price a limited number of times a day, and a
-- sweep charges months for ten seconds at most.
-- Times and days are UTC. US dollars.
-- Replaces: private.notify_of_review, private.open_offer, private.skip_ended_time, private.month_charges, private.charge_months, private.charge_due_months
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.notify_of_review() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  facts jsonb;
  owner uuid;
begin
  select a.creator_id, jsonb_build_object('agent', a.name, 'agent_id', a.id, 'rating', new.rating)
  into owner, facts
  from public.agents a where a.id = new.agent_id;
  if owner is null or owner = new.user_id then return null; end if;
  -- A review that is restored with its agent is not new.
  if new.created_at < now() then return null; end if;
  if (private.count_today('notices of reviews', new.user_id || ' ' || new.agent_id)).items > 1 then return null; end if;
  perform private.add_notification(owner, 'review', facts);
  insert into private.mails (user_id, kind, details)
  select owner, 'review', facts
  where coalesce((select p.mails_reviews from public.notification_preferences p where p.user_id = owner), true)
    and exists (select from auth.users u where u.id = owner and u.email is not null)
    and not exists (
      select 1 from private.mails m
      where m.user_id = owner and m.kind = 'review' and m.details ->> 'agent_id' = new.agent_id::text
        and m.created_at > now() - interval '1 day'
    );
  return null;
end;
$$;

comment on function private.notify_of_review() is
  'Trigger: notifies the creator of an agent of a new review, by mail too where the creator has an address and wants it: at '
  'most once a day for each reviewer and agent';

create or replace function private.open_offer() returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  prices integer;
begin
  if exists (select 1 from public.deployments d where d.agent_id = new.agent_id) then
    prices := (private.count_today('prices', new.agent_id::text)).items;
    if prices > 10 then
      raise sqlstate 'PT429' using
        message = 'Daily limit reached: up to 10 a day (prices of a deployed agent). Try again tomorrow';
    end if;
    insert into private.offer_deadlines (agent_id, offer_id, stage, next_at)
    values (
      new.agent_id, new.id, 'announce', case when prices > 3 then date_trunc('day', now()) + interval '1 day' else now() end
    )
    on conflict (agent_id) do update set
      offer_id = excluded.offer_id, stage = excluded.stage, next_at = excluded.next_at, position = null;
  end if;
  return null;
end;
$$;

comment on function private.open_offer() is
  'Trigger: starts the deadline of a new price of a deployed agent, up to 10 a day. Three of them are announced at once; '
  'after that, the last one is announced the next day';

create or replace function private.skip_ended_time() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
    and exists (select 1 from public.deployments d where d.agent_id = old.id and d.user_id <> old.creator_id)
    and (private.count_today('returns of agents', old.id::text)).items > 10
  then
    raise sqlstate 'PT429' using
      message = 'Daily limit reached: up to 10 a day (an agent published again after its calls ended). Try again tomorrow';
  end if;
  insert into private.ended_times (agent_id, starts_at, ends_at) values (old.id, old.calls_end_at, now());
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;

comment on function private.skip_ended_time() is
  'Trigger: records the time without calls of an agent that ended, when it is back or deleted. A deployed agent is back up to '
  'ten times a day: each time divides the month of its deployments';

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
  part tstzrange;
  -- The agent, or the deployment, may be deleted already.
  last constant timestamptz := least(month_charges.ends, (
    select private.calls_end_of(d.user_id, a)
    from public.deployments d join public.agents a on a.id = d.agent_id
    where d.id = month_charges.deployment
  ));
  -- Suspensions refuse the calls as in begin_call.
  free constant tstzmultirange := (
    select range_agg(tstzrange(s.created_at, s.lifted_at))
    from private.deployment_meters m
    cross join lateral (
      select s.created_at, coalesce(s.lifted_at, 'infinity') as lifted_at from private.suspensions s
      where s.subject in (m.deployment_id, m.agent_id, m.payer_person, m.creator_person)
      union all
      select e.starts_at, e.ends_at from private.ended_times e where e.agent_id = m.agent_id
    ) s
    where m.deployment_id = month_charges.deployment and s.lifted_at > month_charges.starts
  );
begin
  if month_charges.starts >= last then
    return;
  end if;
  for part in
    select p.time from unnest(tstzmultirange(tstzrange(month_charges.starts, last)) - coalesce(free, '{}')) p (time)
  loop
    starts_at := lower(part);
    while starts_at < upper(part) loop
      terms := private.terms_at(month_charges.deployment, starts_at);
      month_start := date_trunc('month', starts_at, 'UTC');
      ends_at := (date_trunc('month', starts_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
      month_seconds := extract(epoch from ends_at - month_start);
      select min(t.starts_at) into next_terms from private.deployment_terms t
      where t.deployment_id = month_charges.deployment and t.starts_at > month_charges.starts_at and t.id > terms.id;
      ends_at := least(ends_at, upper(part), next_terms);
      price := coalesce(terms.price_per_month, 0);
      -- Rounded from the start of the month, so that the parts of a month add up to its price.
      amount := round(price * extract(epoch from ends_at - month_start) / month_seconds, 6)
        - round(price * extract(epoch from starts_at - month_start) / month_seconds, 6);
      return next;
      starts_at := ends_at;
    end loop;
  end loop;
end;
$$;

comment on function private.month_charges(uuid, timestamptz, timestamptz) is
  'The charges of a time at the monthly prices of a deployment''s terms: one row per calendar month, price and time between '
  'suspensions and ends of the agent. None while the calls are refused, and after the end of a withdrawn agent''s calls';

create or replace function private.charge_months(deployment uuid, ends timestamptz) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  meter private.deployment_meters;
  part record;
begin
  select * into meter from private.deployment_meters m where m.deployment_id = charge_months.deployment for update;
  if meter.charged_until is null or meter.charged_until >= charge_months.ends then
    return;
  end if;
  for part in
    select min(c.starts_at) as starts_at, max(c.ends_at) as ends_at, sum(c.amount) as amount
    from private.month_charges(meter.deployment_id, meter.charged_until, charge_months.ends) c
    group by date_trunc('month', c.starts_at, 'UTC'), c.price
    order by 1
  loop
    if part.amount > 0 then
      perform private.post_charge(
        'month', format('month %s %s', meter.deployment_id, extract(epoch from part.starts_at)), meter.payer,
        meter.creator, meter.agent_id, meter.deployment_id, part.amount, part.starts_at, part.ends_at,
        -- The charge of a whole month belongs to that month.
        part.ends_at - interval '1 microsecond'
      );
    end if;
  end loop;
  update private.deployment_meters m set charged_until = charge_months.ends where m.deployment_id = meter.deployment_id;
end;
$$;

comment on function private.charge_months(uuid, timestamptz) is
  'Charges a running deployment its monthly price up to a time, if it is not charged yet: once for each month and price';

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
    -- The sweep has other work, and 30 seconds. The next one continues.
    exit when clock_timestamp() > now() + interval '10 seconds';
  end loop;
  return charged;
end;
$$;

comment on function private.charge_due_months() is
  'Charges up to 100 running deployments for the months that are over, without those that stop right now, for about ten '
  'seconds. Returns how many';
