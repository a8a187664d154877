-- Periods: subscriptions renew or end, monthly prices of agents are charged pro rata, and plans limit agents.
-- Written by triggers and the sweep. A subscription that renews starts its next period at the day of the month on which
-- it began (the last day of a shorter month); one that does not ends with its period. Agents with a monthly price cost
-- from deployment to stop: per calendar month, or the part of it. Times, days and months are UTC. US dollars.
-- Long because plans, monthly agents and limits follow the same periods.
-- Replaces: private.billing_period, private.message_quota, private.set_plan
-- Locks: subscriptions, deployments and agents, briefly, for columns and triggers (ACCESS EXCLUSIVE).

-- Subscriptions.

alter table public.subscriptions
  add column renews boolean not null default false,
  add column anchored_at timestamptz;

comment on column public.subscriptions.renews is
  'Whether the next period starts when this one ends. Past due subscriptions do not renew';
comment on column public.subscriptions.anchored_at is
  'Start of the first period, whose day of the month later periods keep; null: current_period_start';

-- Until now subscriptions never ended.
update public.subscriptions set renews = true
where status in ('active', 'trialing') and current_period_end > now();

create function private.period_at(anchor timestamptz, cycle text, at timestamptz)
returns table (starts timestamptz, ends timestamptz)
language sql
immutable
set search_path = ''
as $$
  select
    ((a.day + make_interval(months => n.number * c.months)) at time zone 'UTC'),
    ((a.day + make_interval(months => (n.number + 1) * c.months)) at time zone 'UTC')
  from (select period_at.anchor at time zone 'UTC' as day, period_at.at at time zone 'UTC' as now) a
  cross join (select case period_at.cycle when 'yearly' then 12 else 1 end as months) c
  cross join lateral (
    select ((extract(year from a.now) - extract(year from a.day)) * 12
      + extract(month from a.now) - extract(month from a.day))::integer as passed
  ) m
  cross join lateral (
    -- The anchor's day may not have come yet in the month of at.
    select case
      when a.day + make_interval(months => m.passed / c.months * c.months) > a.now then m.passed / c.months - 1
      else m.passed / c.months
    end as number
  ) n;
$$;

comment on function private.period_at(timestamptz, text, timestamptz) is
  'The period that contains a time, of a subscription that started at anchor and renews monthly or yearly';

-- `begin atomic`: its callers have no access to the schema private.
create or replace function private.billing_period(account uuid) returns table (starts timestamptz, ends timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select
    coalesce(max(p.starts), date_trunc('month', now(), 'UTC')),
    coalesce(max(p.ends), date_trunc('month', now() at time zone 'UTC' + interval '1 month') at time zone 'UTC')
  from public.subscriptions s
  cross join lateral (
    select s.current_period_start as starts, s.current_period_end as ends where now() < s.current_period_end
    union all
    -- The sweep has not renewed it yet.
    select n.starts, n.ends
    from private.period_at(coalesce(s.anchored_at, s.current_period_start), s.billing_cycle, now()) n
    where now() >= s.current_period_end and s.renews and s.status <> 'past_due'
  ) p
  where s.user_id = billing_period.account and s.status in ('active', 'trialing', 'past_due') and now() >= s.current_period_start;
end;

comment on function private.billing_period(uuid) is
  'Current billing period of a user: of the live subscription if it covers now or renews, else the calendar month';

create function private.plan_of(account uuid) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((
    select s.plan_name from public.subscriptions s
    where s.user_id = account and s.status in ('active', 'trialing', 'past_due')
      and now() >= s.current_period_start
      and (now() < s.current_period_end or (s.renews and s.status <> 'past_due'))
  ), 'Starter');
$$;

comment on function private.plan_of(uuid) is
  'The plan of a user: of the live subscription while its period lasts or renews, else Starter';

-- `stable`, so that all its queries see one snapshot: a call that finishes meanwhile is counted once, as running or used.
create or replace function private.message_quota(account uuid)
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  plan_name := private.plan_of(account);
  quota := case plan_name when 'Starter' then 100 when 'Pro' then 10000 end;
  select p.starts, p.ends into period_start, period_end from private.billing_period(account) p;
  select k.messages into used from private.period_messages k
  where k.user_id = account and k.period_start = message_quota.period_start and k.period_end = message_quota.period_end;
  if not found then
    -- No message in this period yet, or the running total is invalid.
    select coalesce(sum(u.quantity), 0) into used from public.usage_tracking u
    where u.user_id = account and u.usage_type = 'message'
      and u.created_at >= message_quota.period_start and u.created_at < message_quota.period_end;
  end if;
  used := used + (
    select count(*) from public.deployment_calls c
    where c.user_id = account and c.status is null and c.expires_at > now()
  );
  return next;
end;
$$;

comment on function private.message_quota(uuid) is
  'One row for a user: the plan, its messages per period (null: unlimited), and the messages used or in progress';

create function private.charge_subscription() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.post_charge(
    'plan', format('plan %s %s', new.id, extract(epoch from new.current_period_start)::bigint),
    private.ledger_account('payer', new.user_id), null, null, null, new.price_per_cycle, new.current_period_start,
    new.current_period_end, new.current_period_start
  );
  return null;
end;
$$;

comment on function private.charge_subscription() is
  'Trigger: charges each period of an active subscription when it begins, once';

create trigger subscriptions_charge_first
  after insert on public.subscriptions
  for each row when (new.status = 'active' and new.price_per_cycle > 0 and new.user_id is not null)
  execute function private.charge_subscription();
create trigger subscriptions_charge_next
  after update of current_period_start, status on public.subscriptions
  for each row when (
    new.status = 'active' and new.price_per_cycle > 0 and new.user_id is not null
    and (old.status <> 'active' or old.current_period_start <> new.current_period_start)
  )
  execute function private.charge_subscription();

create function private.renew_subscriptions() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  due public.subscriptions;
  changed integer := 0;
begin
  for due in
    select * from public.subscriptions s
    where s.status in ('active', 'trialing', 'past_due') and s.current_period_end <= now()
    order by s.current_period_end limit 100
    for update skip locked
  loop
    if due.renews and due.status <> 'past_due' then
      -- One period at a time, so that each is charged.
      update public.subscriptions s set
        status = 'active', anchored_at = coalesce(s.anchored_at, s.current_period_start),
        current_period_start = s.current_period_end, current_period_end = p.ends
      from private.period_at(coalesce(due.anchored_at, due.current_period_start), due.billing_cycle, due.current_period_end) p
      where s.id = due.id;
    else
      update public.subscriptions s set status = 'canceled' where s.id = due.id;
    end if;
    changed := changed + 1;
  end loop;
  return changed;
end;
$$;

comment on function private.renew_subscriptions() is
  'Starts the next period of up to 100 subscriptions whose period is over, or ends them. Returns how many';

create index subscriptions_due on public.subscriptions (current_period_end)
  where status in ('active', 'trialing', 'past_due');

create or replace function private.set_plan(email text, plan_name text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  price constant numeric := case set_plan.plan_name when 'Starter' then 0 when 'Pro' then 29 when 'Enterprise' then 99 end;
  ended public.subscriptions;
  charge private.ledger_transactions;
  unused numeric;
begin
  if price is null then
    raise sqlstate 'PT400' using message = 'Unknown plan: use Starter, Pro or Enterprise';
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(set_plan.email));
  if account is null then
    raise sqlstate 'PT404' using message = format('No user has the email address %s', set_plan.email);
  end if;
  update public.subscriptions set status = 'canceled', renews = false
  where user_id = account and status in ('active', 'trialing', 'past_due')
  returning * into ended;
  -- The rest of the period is paid back, so that no time is paid for twice.
  select * into charge from private.ledger_transactions t
  where t.source = format('plan %s %s', ended.id, extract(epoch from ended.current_period_start)::bigint);
  unused := round(charge.amount * least(1, extract(epoch from charge.ends_at - now()) / extract(epoch from charge.ends_at - charge.starts_at)), 2);
  unused := least(unused, charge.amount + (select coalesce(sum(t.amount), 0) from private.ledger_transactions t where t.refunds = charge.id));
  if unused > 0 then
    perform private.post_refund(charge.id, unused, 'plan_credit', format('Changed to %s', set_plan.plan_name));
  end if;
  -- Starter is the plan without a subscription.
  if price > 0 then
    insert into public.subscriptions (
      user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end, renews
    )
    select account, 'active', set_plan.plan_name, price, 'monthly', now(), p.ends, true
    from private.period_at(now(), 'monthly', now()) p;
  end if;
  return set_plan.plan_name;
end;
$$;

comment on function private.set_plan(text, text) is 'Implements public.set_plan';
comment on function public.set_plan(text, text) is
  'For operators: puts the user with this email address on a plan from now on, as a payment provider would; it renews '
  'monthly. What is left of an earlier plan''s period is credited. Returns the plan';

-- Monthly prices of agents.

create table private.deployment_meters (
  deployment_id uuid primary key,
  agent_id uuid not null,
  payer uuid not null,
  creator uuid not null,
  charged_until timestamptz not null
);

comment on table private.deployment_meters is
  'Running deployments of other users'' agents, and until when their monthly price is charged. Written by triggers';
comment on column private.deployment_meters.payer is 'Account of the ledger, like creator: the users may be deleted';

create index deployment_meters_charged_until on private.deployment_meters (charged_until);

alter table private.deployment_meters enable row level security;

create function private.month_charges(deployment uuid, starts timestamptz, ends timestamptz)
returns table (starts_at timestamptz, ends_at timestamptz, price numeric, amount numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  terms private.deployment_terms;
  month_start timestamptz;
  month_seconds numeric;
  next_terms timestamptz;
begin
  starts_at := month_charges.starts;
  while starts_at < month_charges.ends loop
    terms := private.terms_at(month_charges.deployment, starts_at);
    month_start := date_trunc('month', starts_at, 'UTC');
    ends_at := (date_trunc('month', starts_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    month_seconds := extract(epoch from ends_at - month_start);
    select min(t.starts_at) into next_terms from private.deployment_terms t
    where t.deployment_id = month_charges.deployment and t.starts_at > month_charges.starts_at and t.id > terms.id;
    ends_at := least(ends_at, month_charges.ends, next_terms);
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
  'The charges of a time at the monthly prices of a deployment''s terms: one row per calendar month and price';

create function private.charge_months(deployment uuid, ends timestamptz) returns void
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
  for part in select * from private.month_charges(meter.deployment_id, meter.charged_until, charge_months.ends) loop
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
  'Charges a running deployment its monthly price up to a time, if it is not charged yet';

create function private.charge_due_months() returns integer
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
  loop
    perform private.charge_months(due, month);
    charged := charged + 1;
  end loop;
  return charged;
end;
$$;

comment on function private.charge_due_months() is
  'Charges up to 100 running deployments for the months that are over. Returns how many';

create function private.meter_deployment() returns trigger
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
  insert into private.deployment_meters (deployment_id, agent_id, payer, creator, charged_until)
  select new.id, a.id, private.ledger_account('payer', new.user_id), private.ledger_account('creator', a.creator_id), now()
  from public.agents a
  where a.id = new.agent_id and a.creator_id <> new.user_id
  on conflict (deployment_id) do nothing;
  return new;
end;
$$;

comment on function private.meter_deployment() is
  'Trigger: starts the meter of a deployment; charges it and removes it when the deployment stops or is deleted';

revoke all on function
  private.period_at(timestamptz, text, timestamptz), private.billing_period(uuid), private.plan_of(uuid),
  private.message_quota(uuid), private.charge_subscription(), private.renew_subscriptions(), private.set_plan(text, text),
  private.month_charges(uuid, timestamptz, timestamptz), private.charge_months(uuid, timestamptz),
  private.charge_due_months(), private.meter_deployment()
  from public, anon, authenticated;
grant execute on function private.message_quota(uuid), private.set_plan(text, text) to service_role;
grant execute on function private.billing_period(uuid), private.period_at(timestamptz, text, timestamptz)
  to authenticated;

create trigger deployments_2_start_meter
  after insert on public.deployments
  for each row when (new.status not in ('stopped', 'failed')) execute function private.meter_deployment();
create trigger deployments_2_change_meter
  after update of status on public.deployments
  for each row when ((old.status in ('stopped', 'failed')) <> (new.status in ('stopped', 'failed')))
  execute function private.meter_deployment();
create trigger deployments_2_end_meter
  before delete on public.deployments
  for each row execute function private.meter_deployment();

-- Deployments that run now: charged from now on.
insert into private.ledger_accounts (kind, person)
select 'payer', d.user_id from public.deployments d
union
select 'creator', a.creator_id from public.deployments d join public.agents a on a.id = d.agent_id
on conflict do nothing;
insert into private.deployment_meters (deployment_id, agent_id, payer, creator, charged_until)
select d.id, a.id, p.id, c.id, now()
from public.deployments d
join public.agents a on a.id = d.agent_id and a.creator_id <> d.user_id
join private.ledger_accounts p on p.kind = 'payer' and p.person = d.user_id
join private.ledger_accounts c on c.kind = 'creator' and c.person = a.creator_id
where d.status not in ('stopped', 'failed');

-- Limits of plans.

create function private.limit_plan_agents() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status = 'archived' or auth.uid() is distinct from new.creator_id
    or (tg_op = 'UPDATE' and old.status <> 'archived') or private.plan_of(new.creator_id) <> 'Starter'
  then
    return new;
  end if;
  -- Serialize the new agents of one user: otherwise two requests would each add the first.
  perform pg_advisory_xact_lock(hashtextextended('agents ' || new.creator_id, 0));
  if exists (select 1 from public.agents a where a.creator_id = new.creator_id and a.status <> 'archived' and a.id <> new.id)
  then
    raise sqlstate 'PT403' using
      message = 'The Starter plan includes 1 agent. Archive or delete your agent, or upgrade your plan', hint = 'plan_limit';
  end if;
  return new;
end;
$$;

comment on function private.limit_plan_agents() is
  'Trigger: on the Starter plan a user has one agent that is not archived. More agents from an earlier plan stay';

revoke all on function private.limit_plan_agents() from public, anon, authenticated;

create trigger agents_04_limit_plan
  before insert or update of status on public.agents
  for each row when (new.status <> 'archived')
  execute function private.limit_plan_agents();
