-- Plans and usage: subscriptions, metered usage with its cost, billing periods, and the message quota.
-- Written by the server only; read by the user who pays. The quota is read through `message_quota`, from a running
-- total that triggers maintain: it stays fast however many calls a user makes in a period.
-- Money is US dollars. Times, days and periods are UTC.
-- Locks: nothing in use; creates only.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null
    constraint subscriptions_status_known check (
      status in ('active', 'trialing', 'past_due', 'canceled', 'incomplete', 'incomplete_expired', 'unpaid', 'paused')
    ),
  plan_name text not null constraint subscriptions_plan_known check (plan_name in ('Starter', 'Pro', 'Enterprise')),
  price_per_cycle numeric not null
    constraint subscriptions_price_range check (price_per_cycle between 0 and 1000000),
  billing_cycle text not null
    constraint subscriptions_billing_cycle_known check (billing_cycle in ('monthly', 'yearly')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- PostgREST orders by columns only: this one lets the page ask for the active subscription first, then the newest.
  is_active boolean not null generated always as (status = 'active') stored,

  constraint subscriptions_period_runs_forward check (current_period_start < current_period_end)
);

comment on table public.subscriptions is
  'Current and past plans of each user. Written by the server, read by the user. Without a live one: the Starter plan';
comment on column public.subscriptions.price_per_cycle is 'US dollars per billing cycle';
comment on column public.subscriptions.current_period_end is 'Exclusive';
comment on column public.subscriptions.is_active is 'Whether status is active; for sorting';

-- At most one live subscription per user, so that single-row reads never find two.
create unique index subscriptions_one_live on public.subscriptions (user_id)
  where status in ('active', 'trialing', 'past_due');
create index subscriptions_newest on public.subscriptions (user_id, created_at desc);

alter table public.subscriptions enable row level security;

revoke all on public.subscriptions from anon, authenticated;
grant select on public.subscriptions to authenticated;
grant all on public.subscriptions to service_role;

create policy "users read their own subscriptions" on public.subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()));

create trigger subscriptions_touch_updated_at
  before update on public.subscriptions
  for each row execute function private.touch_updated_at();

create table public.usage_tracking (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid references public.agents (id) on delete set null,
  deployment_id uuid,
  usage_type text not null
    constraint usage_tracking_usage_type_known check (usage_type in ('message', 'api_call', 'storage')),
  quantity numeric not null
    constraint usage_tracking_quantity_range check (
      abs(quantity) <= 1000000000 and (quantity >= 0 or usage_type = 'storage')
    ),
  cost numeric not null default 0 constraint usage_tracking_cost_range check (cost between 0 and 1000000000),
  tokens integer constraint usage_tracking_tokens_range check (tokens >= 0),
  idempotency_key text
    constraint usage_tracking_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),

  constraint usage_tracking_counted_once unique (idempotency_key, usage_type)
);

comment on table public.usage_tracking is
  'Metered usage. A call adds two rows: a message with its cost, and an api_call at 0. Written by the server, read by '
  'the user who pays';
comment on column public.usage_tracking.user_id is 'The user who pays: the owner of the deployment';
comment on column public.usage_tracking.deployment_id is
  'No foreign key: usage outlives a deleted deployment, which may be restored';
comment on column public.usage_tracking.quantity is
  'Messages, calls, or megabytes. Storage rows are changes (negative when freed); their sum is what is stored';
comment on column public.usage_tracking.cost is 'US dollars';
comment on column public.usage_tracking.tokens is 'Model tokens of a message; null if not counted';
comment on column public.usage_tracking.idempotency_key is 'Identifies the call: usage with the same key is counted once';

create index usage_tracking_by_user on public.usage_tracking (user_id, created_at desc)
  include (usage_type, quantity, cost);
create index usage_tracking_by_agent on public.usage_tracking (agent_id, created_at desc);
create index usage_tracking_by_deployment on public.usage_tracking (deployment_id, created_at desc);

alter table public.usage_tracking enable row level security;

revoke all on public.usage_tracking from anon, authenticated;
grant select on public.usage_tracking to authenticated;
grant all on public.usage_tracking to service_role;

create policy "users read their own usage" on public.usage_tracking
  for select to authenticated
  using (user_id = (select auth.uid()));

create function public.record_usage(
  idempotency_key text, deployment_id uuid, quantity numeric default 1, tokens integer default null
)
returns public.usage_tracking
language plpgsql
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  message public.usage_tracking;
  deployed record;
begin
  if coalesce(record_usage.idempotency_key, '') = '' then
    raise sqlstate 'PT400' using message = 'An idempotency key is required';
  end if;
  select d.user_id, d.agent_id into deployed from public.deployments d where d.id = record_usage.deployment_id;
  if not found then
    -- The deployment was deleted during the call.
    select d.user_id, d.agent_id into deployed from private.archived_deployment(record_usage.deployment_id) d;
    if deployed.user_id is null then
      raise sqlstate 'PT404' using message = 'Deployment not found';
    end if;
  end if;

  insert into public.usage_tracking
    (user_id, agent_id, deployment_id, usage_type, quantity, cost, tokens, idempotency_key)
  select
    deployed.user_id, a.id, record_usage.deployment_id, 'message', record_usage.quantity,
    record_usage.quantity * coalesce(a.price_per_message, 0), record_usage.tokens, record_usage.idempotency_key
  from (select deployed.agent_id as id) as wanted
  left join public.agents a on a.id = wanted.id
  on conflict on constraint usage_tracking_counted_once do nothing
  returning * into message;

  if message.id is null then
    select * into message from public.usage_tracking u
    where u.idempotency_key = record_usage.idempotency_key and u.usage_type = 'message';
    if message.deployment_id is distinct from record_usage.deployment_id then
      raise sqlstate 'PT409' using message = 'This idempotency key belongs to a call of another deployment';
    end if;
    return message;
  end if;

  insert into public.usage_tracking (user_id, agent_id, deployment_id, usage_type, quantity, cost, idempotency_key)
  values (
    message.user_id, message.agent_id, message.deployment_id, 'api_call', 1, 0, message.idempotency_key
  );
  return message;
end;
$$;

comment on function public.record_usage(text, uuid, numeric, integer) is
  'For the gateway: meters one call at the agent''s current price. A repeated key counts nothing and returns the first '
  'row. Also meters a call whose deployment was deleted meanwhile';

revoke all on function public.record_usage(text, uuid, numeric, integer) from public, anon, authenticated;
grant execute on function public.record_usage(text, uuid, numeric, integer) to service_role;

create function private.billing_period(account uuid) returns table (starts timestamptz, ends timestamptz)
language sql
stable
security invoker
set search_path = ''
as $$
  select
    coalesce(max(s.current_period_start), date_trunc('month', now(), 'UTC')),
    coalesce(max(s.current_period_end), date_trunc('month', now() at time zone 'UTC' + interval '1 month') at time zone 'UTC')
  from public.subscriptions s
  where s.user_id = account
    and s.status in ('active', 'trialing', 'past_due')
    and now() >= s.current_period_start and now() < s.current_period_end;
$$;

comment on function private.billing_period(uuid) is
  'Current billing period of a user: of the live subscription if it covers now, else the calendar month';

create table private.period_messages (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  period_start timestamptz not null,
  period_end timestamptz not null,
  messages numeric not null
);

comment on table private.period_messages is
  'Running total of messages per user in one billing period, maintained by triggers on usage_tracking';
comment on column private.period_messages.period_start is
  '-infinity: usage rows were changed or deleted, so the total must be computed again';

alter table private.period_messages enable row level security;

create function private.add_period_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  added record;
begin
  for added in
    select c.user_id, p.starts, p.ends, sum(c.quantity) as messages
    from new_rows c
    cross join lateral private.billing_period(c.user_id) p
    where c.usage_type = 'message' and c.created_at >= p.starts and c.created_at < p.ends
    group by c.user_id, p.starts, p.ends
    order by c.user_id
  loop
    update private.period_messages k set messages = k.messages + added.messages
    where k.user_id = added.user_id and k.period_start = added.starts and k.period_end = added.ends;
    continue when found;

    -- A new period: count its rows, including the new ones. The upsert locks the total first, so every concurrent
    -- insert has either committed and is counted, or waits and then adds itself.
    insert into private.period_messages as k (user_id, period_start, period_end, messages)
    values (added.user_id, '-infinity', '-infinity', 0)
    on conflict (user_id) do update set messages = k.messages;
    update private.period_messages k set
      period_start = added.starts,
      period_end = added.ends,
      messages = (
        select sum(u.quantity) from public.usage_tracking u
        where u.user_id = added.user_id and u.usage_type = 'message'
          and u.created_at >= added.starts and u.created_at < added.ends
      )
    where k.user_id = added.user_id;
  end loop;
  return null;
end;
$$;

comment on function private.add_period_messages() is
  'Trigger: adds inserted messages to the running total; counts from the rows when a new period begins';

create function private.invalidate_period_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  user_ids uuid[];
begin
  if tg_op = 'TRUNCATE' then
    delete from private.period_messages;
    return null;
  end if;
  user_ids := array(select user_id from old_rows);
  if tg_op = 'UPDATE' then
    user_ids := user_ids || array(select user_id from new_rows);
  end if;
  -- The upsert locks the total: a concurrent insert that still sees a deleted row must not store its sum afterwards.
  -- Deleted users are skipped.
  insert into private.period_messages (user_id, period_start, period_end, messages)
  select p.id, '-infinity', '-infinity', 0 from public.profiles p where p.id = any (user_ids) order by p.id
  on conflict (user_id) do update set period_start = '-infinity', period_end = '-infinity';
  return null;
end;
$$;

comment on function private.invalidate_period_messages() is
  'Trigger: marks the running totals of changed or deleted usage rows to be computed again';

create trigger usage_tracking_add_period_messages
  after insert on public.usage_tracking
  referencing new table as new_rows
  for each statement execute function private.add_period_messages();
create trigger usage_tracking_update_period_messages
  after update on public.usage_tracking
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.invalidate_period_messages();
create trigger usage_tracking_delete_period_messages
  after delete on public.usage_tracking
  referencing old table as old_rows
  for each statement execute function private.invalidate_period_messages();
create trigger usage_tracking_truncate_period_messages
  after truncate on public.usage_tracking
  for each statement execute function private.invalidate_period_messages();

-- `stable`, so that all its queries see one snapshot: a call that finishes meanwhile is counted once, as running or used.
create function private.message_quota(account uuid)
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  select s.plan_name into plan_name from public.subscriptions s
  where s.user_id = account and s.status in ('active', 'trialing', 'past_due');
  plan_name := coalesce(plan_name, 'Starter');
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

create function private.own_message_quota()
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select q.plan_name, q.quota, q.used, q.period_start, q.period_end from private.message_quota(auth.uid()) q;
$$;

comment on function private.own_message_quota() is 'Implements public.message_quota';

create function private.set_plan(email text, plan_name text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  price constant numeric := case set_plan.plan_name when 'Starter' then 0 when 'Pro' then 29 when 'Enterprise' then 99 end;
begin
  if price is null then
    raise sqlstate 'PT400' using message = 'Unknown plan: use Starter, Pro or Enterprise';
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(set_plan.email));
  if account is null then
    raise sqlstate 'PT404' using message = format('No user has the email address %s', set_plan.email);
  end if;
  update public.subscriptions set status = 'canceled'
  where user_id = account and status in ('active', 'trialing', 'past_due');
  -- Starter is the plan without a subscription.
  if price > 0 then
    insert into public.subscriptions
      (user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end)
    values (account, 'active', set_plan.plan_name, price, 'monthly', now(), now() + interval '1 month');
  end if;
  return set_plan.plan_name;
end;
$$;

comment on function private.set_plan(text, text) is 'Implements public.set_plan';

revoke all on function
  private.billing_period(uuid), private.add_period_messages(), private.invalidate_period_messages(),
  private.message_quota(uuid), private.own_message_quota(), private.set_plan(text, text)
  from public, anon, authenticated;
grant execute on function private.message_quota(uuid), private.set_plan(text, text) to service_role;
grant execute on function private.billing_period(uuid), private.own_message_quota() to authenticated;

create function public.message_quota()
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select q.plan_name, q.quota, q.used, q.period_start, q.period_end from private.own_message_quota() q;
end;

comment on function public.message_quota() is
  'One row: the caller''s plan, its messages per period (null: unlimited), and the messages used in this period';

create function public.usage_totals()
returns table (
  period_start timestamptz,
  period_end timestamptz,
  messages numeric,
  api_calls numeric,
  storage numeric,
  cost numeric,
  period_messages numeric,
  period_api_calls numeric,
  period_storage numeric,
  period_cost numeric
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  with usage as (
    select u.usage_type, u.quantity, u.cost, u.created_at >= p.starts and u.created_at < p.ends as is_current
    from public.usage_tracking u
    cross join private.billing_period((select auth.uid())) p
    where u.user_id = (select auth.uid())
  ),
  sums as (
    select
      coalesce(sum(quantity) filter (where usage_type = 'message'), 0) as messages,
      coalesce(sum(quantity) filter (where usage_type = 'api_call'), 0) as api_calls,
      coalesce(sum(quantity) filter (where usage_type = 'storage'), 0) as storage,
      coalesce(sum(cost), 0) as cost,
      coalesce(sum(quantity) filter (where usage_type = 'message' and is_current), 0) as period_messages,
      coalesce(sum(quantity) filter (where usage_type = 'api_call' and is_current), 0) as period_api_calls,
      coalesce(sum(quantity) filter (where usage_type = 'storage' and is_current), 0) as period_storage,
      coalesce(sum(cost) filter (where is_current), 0) as period_cost
    from usage
  )
  select
    p.starts, p.ends, s.messages, s.api_calls, s.storage, s.cost,
    s.period_messages, s.period_api_calls, s.period_storage, s.period_cost
  from private.billing_period((select auth.uid())) p
  cross join sums s;
end;

comment on function public.usage_totals() is
  'One row: the caller''s usage and cost, in total and in the current billing period. Computed here, so it is exact '
  'beyond the 1,000 rows of one response. Storage is megabytes, cost US dollars';

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

comment on function public.usage_by_day(integer) is
  'The caller''s usage per UTC day and deployment over the last days (1 to 366, including today), oldest first. Only '
  'days with usage have rows. deployment is the name: null if deleted, or for usage without a deployment. US dollars';

create function public.set_plan(email text, plan_name text) returns text
language sql
security invoker
set search_path = ''
return private.set_plan(email, plan_name);

comment on function public.set_plan(text, text) is
  'For operators: puts the user with this email address on a plan from now on, as a payment provider would. '
  'Returns the plan';

revoke all on function public.message_quota(), public.set_plan(text, text) from public, anon, authenticated;
revoke all on function public.usage_totals(), public.usage_by_day(integer) from public, anon;
grant execute on function public.message_quota(), public.usage_totals(), public.usage_by_day(integer) to authenticated;
grant execute on function public.set_plan(text, text) to service_role;
