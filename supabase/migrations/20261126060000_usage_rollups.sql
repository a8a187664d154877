-- Roll-ups: usage and charges added up by hour and day, so that no page reads the rows of single calls.
-- Written by triggers in the transaction of the usage row or charge, read by the functions of the pages. A sum for all
-- time is the row whose hour or day is -infinity. Usage rows are kept for 13 months; their sums are kept. Money is US
-- dollars. Hours, days and months are UTC.
-- A transaction inserts usage with one statement: rows of sums are then locked in one order, and gateways that write at
-- the same time do not block each other for good.
-- Long because tables and triggers are the same for usage and charges.
-- Replaces: private.invalidate_period_messages, private.sweep_records, private.delete_agent_batch
-- Locks: usage_tracking, ledger_transactions and agent_archive, to add triggers and while existing rows are added up
-- (SHARE ROW EXCLUSIVE); usage_tracking, to build an index (SHARE).

create table private.usage_hours (
  user_id uuid not null references public.profiles (id) on delete cascade,
  hour timestamptz not null,
  messages numeric not null,
  api_calls numeric not null,
  storage numeric not null,
  cost numeric not null,
  primary key (user_id, hour)
)
with (fillfactor = 60);

comment on table private.usage_hours is 'Usage per payer and hour, and for all time. Written by trigger';
comment on column private.usage_hours.hour is 'Start of the hour; -infinity: since the first call';
comment on column private.usage_hours.storage is 'Megabytes: the sum of changes';
comment on column private.usage_hours.cost is 'US dollars';

create index usage_hours_oldest on private.usage_hours (hour) where hour > '-infinity';

create table private.usage_days (
  user_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  deployment_id uuid,
  messages numeric not null,
  api_calls numeric not null,
  tokens bigint not null,
  cost numeric not null,

  constraint usage_days_once unique nulls not distinct (user_id, day, deployment_id)
)
with (fillfactor = 60);

comment on table private.usage_days is
  'Usage per payer, day and deployment, without storage. Written by trigger';
comment on column private.usage_days.cost is 'US dollars';
comment on column private.usage_days.deployment_id is 'No foreign key, as in usage_tracking; null without a deployment';

create table private.agent_usage_days (
  agent_id uuid not null,
  day date not null,
  messages numeric not null,
  primary key (agent_id, day)
)
with (fillfactor = 60);

comment on table private.agent_usage_days is
  'Messages of other users to each agent per day, and for all time (-infinity). Written by trigger';
comment on column private.agent_usage_days.agent_id is
  'No foreign key: sums outlive a deleted agent, which may be restored. A job deletes them with its archive';

create table private.agent_users (
  agent_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (agent_id, user_id)
)
with (fillfactor = 60);

comment on table private.agent_users is
  'The other users of each agent, and when they last called it. Written by trigger';

create index agent_users_user_id on private.agent_users (user_id);

create table private.ledger_hours (
  payer uuid not null,
  hour timestamptz not null,
  kind text not null,
  deployment_id uuid,
  charges bigint not null,
  amount numeric not null,
  starts_at timestamptz,
  ends_at timestamptz,

  constraint ledger_hours_once unique nulls not distinct (payer, hour, kind, deployment_id)
)
with (fillfactor = 60);

comment on table private.ledger_hours is 'Charges per payer, hour, kind and deployment. Written by trigger';
comment on column private.ledger_hours.amount is 'US dollars; negative for refunds';
comment on column private.ledger_hours.starts_at is 'First start of what was charged; null for calls';

create table private.ledger_days (
  creator uuid not null,
  agent_id uuid,
  day date not null,
  kind text not null,
  amount numeric not null,

  constraint ledger_days_once unique nulls not distinct (creator, agent_id, day, kind)
)
with (fillfactor = 60);

comment on table private.ledger_days is
  'Charges of others for agents, per creator, agent, day and kind, and for all time (-infinity). Written by trigger';
comment on column private.ledger_days.creator is 'Account of the ledger';
comment on column private.ledger_days.amount is 'US dollars; negative for refunds';
comment on column private.ledger_days.kind is
  'As in ledger_transactions. Calls and monthly prices have different rows, so that they do not wait for each other';

create index ledger_days_by_agent on private.ledger_days (agent_id, day);

alter table private.usage_hours enable row level security;
alter table private.usage_days enable row level security;
alter table private.agent_usage_days enable row level security;
alter table private.agent_users enable row level security;
alter table private.ledger_hours enable row level security;
alter table private.ledger_days enable row level security;

create function private.usage_kept_since() returns timestamptz
language sql
stable
set search_path = ''
return (date_trunc('month', now() at time zone 'UTC') - interval '13 months') at time zone 'UTC';

comment on function private.usage_kept_since() is
  'Start of the first month whose usage rows are kept. Deleting older rows changes no sum';

create function private.roll_up_usage() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  sign constant integer := tg_argv[0];
  -- Rows that are deleted at the end of their retention stay in the sums.
  since constant timestamptz := case when tg_op = 'DELETE' then private.usage_kept_since() else '-infinity' end;
begin
  insert into private.usage_hours as k (user_id, hour, messages, api_calls, storage, cost)
  select u.user_id, h.hour,
    sign * coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
    sign * coalesce(sum(u.quantity) filter (where u.usage_type = 'api_call'), 0),
    sign * coalesce(sum(u.quantity) filter (where u.usage_type = 'storage'), 0),
    sign * sum(u.cost)
  from changed_rows u
  join public.profiles p on p.id = u.user_id
  cross join lateral (values ('-infinity'), (date_trunc('hour', u.created_at, 'UTC'))) as h (hour)
  where u.created_at >= since
  group by 1, 2
  order by 1, 2
  on conflict (user_id, hour) do update set
    messages = k.messages + excluded.messages, api_calls = k.api_calls + excluded.api_calls,
    storage = k.storage + excluded.storage, cost = k.cost + excluded.cost;

  insert into private.usage_days as k (user_id, day, deployment_id, messages, api_calls, tokens, cost)
  select u.user_id, (u.created_at at time zone 'UTC')::date, u.deployment_id,
    sign * coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
    sign * coalesce(sum(u.quantity) filter (where u.usage_type = 'api_call'), 0),
    sign * coalesce(sum(u.tokens), 0),
    sign * sum(u.cost)
  from changed_rows u
  join public.profiles p on p.id = u.user_id
  where u.created_at >= since and u.usage_type <> 'storage'
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict on constraint usage_days_once do update set
    messages = k.messages + excluded.messages, api_calls = k.api_calls + excluded.api_calls,
    tokens = k.tokens + excluded.tokens, cost = k.cost + excluded.cost;

  insert into private.agent_usage_days as k (agent_id, day, messages)
  select u.agent_id, d.day, sign * sum(u.quantity)
  from changed_rows u
  cross join lateral (values ('-infinity'::date), ((u.created_at at time zone 'UTC')::date)) as d (day)
  where u.created_at >= since and u.usage_type = 'message' and u.agent_id is not null and not u.is_own
  group by 1, 2
  order by 1, 2
  on conflict (agent_id, day) do update set messages = k.messages + excluded.messages;

  if sign > 0 then
    insert into private.agent_users as k (agent_id, user_id, last_used_at)
    select u.agent_id, u.user_id, max(u.created_at)
    from changed_rows u
    join public.profiles p on p.id = u.user_id
    where u.agent_id is not null and not u.is_own
    group by 1, 2
    order by 1, 2
    on conflict (agent_id, user_id) do update set last_used_at = excluded.last_used_at
    where k.last_used_at < excluded.last_used_at;
  else
    update private.agent_users k set last_used_at = coalesce((
      select u.created_at from public.usage_tracking u
      where u.user_id = k.user_id and u.agent_id = k.agent_id and not u.is_own
      order by u.created_at desc limit 1
    ), '-infinity')
    from (
      select c.agent_id, c.user_id, max(c.created_at) as last from changed_rows c where c.created_at >= since group by 1, 2
    ) c
    where k.agent_id = c.agent_id and k.user_id = c.user_id and k.last_used_at <= c.last;
  end if;
  return null;
end;
$$;

comment on function private.roll_up_usage() is
  'Trigger: adds inserted usage to its sums (argument 1), or takes deleted usage out of them (-1). An update does both';

create function private.empty_usage_sums() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.usage_hours;
  delete from private.usage_days;
  delete from private.agent_usage_days;
  delete from private.agent_users;
  return null;
end;
$$;

comment on function private.empty_usage_sums() is 'Trigger: a truncated usage_tracking has no sums';

create function private.roll_up_charges() returns trigger
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

create or replace function private.invalidate_period_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- No period starts before the retention of usage rows.
  since constant timestamptz := private.usage_kept_since();
  user_ids uuid[];
begin
  if tg_op = 'TRUNCATE' then
    delete from private.period_messages;
    return null;
  end if;
  user_ids := array(select distinct user_id from old_rows where created_at >= since);
  if tg_op = 'UPDATE' then
    user_ids := user_ids || array(select distinct user_id from new_rows where created_at >= since);
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

-- Existing rows.

insert into private.usage_hours (user_id, hour, messages, api_calls, storage, cost)
select u.user_id, h.hour,
  coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
  coalesce(sum(u.quantity) filter (where u.usage_type = 'api_call'), 0),
  coalesce(sum(u.quantity) filter (where u.usage_type = 'storage'), 0), sum(u.cost)
from public.usage_tracking u
cross join lateral (values ('-infinity'), (date_trunc('hour', u.created_at, 'UTC'))) as h (hour)
where u.user_id is not null
group by 1, 2;

insert into private.usage_days (user_id, day, deployment_id, messages, api_calls, tokens, cost)
select u.user_id, (u.created_at at time zone 'UTC')::date, u.deployment_id,
  coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
  coalesce(sum(u.quantity) filter (where u.usage_type = 'api_call'), 0), coalesce(sum(u.tokens), 0), sum(u.cost)
from public.usage_tracking u
where u.user_id is not null and u.usage_type <> 'storage'
group by 1, 2, 3;

insert into private.agent_usage_days (agent_id, day, messages)
select u.agent_id, d.day, sum(u.quantity)
from public.usage_tracking u
cross join lateral (values ('-infinity'::date), ((u.created_at at time zone 'UTC')::date)) as d (day)
where u.usage_type = 'message' and u.agent_id is not null and not u.is_own
group by 1, 2;

insert into private.agent_users (agent_id, user_id, last_used_at)
select u.agent_id, u.user_id, max(u.created_at)
from public.usage_tracking u
where u.agent_id is not null and u.user_id is not null and not u.is_own
group by 1, 2;

insert into private.ledger_hours (payer, hour, kind, deployment_id, charges, amount, starts_at, ends_at)
select t.payer, date_trunc('hour', t.occurred_at, 'UTC'), t.kind, t.deployment_id, count(*), sum(t.amount),
  min(t.starts_at), max(t.ends_at)
from private.ledger_transactions t
group by 1, 2, 3, 4;

insert into private.ledger_days (creator, agent_id, day, kind, amount)
select t.creator, t.agent_id, d.day, t.kind, sum(t.amount)
from private.ledger_transactions t
cross join lateral (values ('-infinity'::date), ((t.occurred_at at time zone 'UTC')::date)) as d (day)
where t.creator is not null
group by 1, 2, 3, 4;

create trigger usage_tracking_roll_up_insert
  after insert on public.usage_tracking
  referencing new table as changed_rows
  for each statement execute function private.roll_up_usage('1');
create trigger usage_tracking_roll_up_before_update
  after update on public.usage_tracking
  referencing old table as changed_rows
  for each statement execute function private.roll_up_usage('-1');
create trigger usage_tracking_roll_up_update
  after update on public.usage_tracking
  referencing new table as changed_rows
  for each statement execute function private.roll_up_usage('1');
create trigger usage_tracking_roll_up_delete
  after delete on public.usage_tracking
  referencing old table as changed_rows
  for each statement execute function private.roll_up_usage('-1');
create trigger usage_tracking_roll_up_truncate
  after truncate on public.usage_tracking
  for each statement execute function private.empty_usage_sums();
create trigger ledger_transactions_roll_up
  after insert on private.ledger_transactions
  referencing new table as changed_rows
  for each statement execute function private.roll_up_charges();

-- Retention.

-- Rows arrive in the order of time, so a summary of each block finds the old ones, and costs an insert nothing.
create index usage_tracking_by_time on public.usage_tracking using brin (created_at);

create function private.sweep_usage() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from public.usage_tracking u where u.id in (
    select o.id from public.usage_tracking o where o.created_at < private.usage_kept_since() limit 5000
  );
  get diagnostics deleted = row_count;
  delete from private.usage_hours h where (h.user_id, h.hour) in (
    select o.user_id, o.hour from private.usage_hours o
    where o.hour > '-infinity' and o.hour < private.usage_kept_since() order by o.hour limit 1000
  );
  return deleted;
end;
$$;

comment on function private.sweep_usage() is
  'Deletes up to 5,000 usage rows and 1,000 hours that are older than 13 months. Days and sums for all time stay';

create or replace function private.sweep_records() returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.daily_counts c where (c.kind, c.source, c.day) in (
    select o.kind, o.source, o.day from private.daily_counts o
    where o.day < (now() at time zone 'UTC')::date limit 1000
  );
  delete from public.security_audit_log l where l.id in (
    select o.id from public.security_audit_log o
    where o.created_at <= now() - interval '90 days' order by o.created_at limit 1000
  );
  delete from private.security_events e where e.id in (
    select o.id from private.security_events o
    where o.created_at <= now() - interval '180 days' order by o.created_at limit 1000
  );
  -- Counted events are many under an attack: 30 days, and the newest million.
  delete from private.security_events e where e.id in (
    select o.id from (
      select c.id, c.counted_in from private.security_events c
      where c.counted_in is not null order by c.id limit 500
    ) as o
    where o.counted_in <= now() - interval '30 days'
      or o.id <= (select max(m.id) from private.security_events m) - 1000000
  );
  perform private.sweep_usage();
end;
$$;

comment on function private.sweep_records() is
  'Deletes audit events after 90 days, security events after 180 days, counted ones after 30 days or beyond the newest '
  'million, and usage rows after 13 months; a bounded number of each at a time';

-- Deleting an agent. Usage keeps its id, so 1.5 million rows cost nothing; what only the creator saw goes with the
-- archive, in batches.

create or replace function private.delete_agent_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  if not exists (select 1 from public.agents a where a.id = job.subject) then
    delete from private.agent_users k where k.agent_id = job.subject and k.user_id in (
      select o.user_id from private.agent_users o where o.agent_id = job.subject limit 2000
    );
    get diagnostics deleted = row_count;
    job.done := job.done + deleted;
    if deleted < 2000 then
      delete from private.agent_usage_days k where k.agent_id = job.subject;
      job.finished_at := now();
    end if;
    return job;
  end if;
  delete from public.agent_installs i where i.agent_id = job.subject and i.user_id in (
    select o.user_id from public.agent_installs o where o.agent_id = job.subject limit 200
  );
  get diagnostics deleted = row_count;
  job.done := job.done + deleted;
  delete from public.agent_reviews r where r.id in (
    select o.id from public.agent_reviews o where o.agent_id = job.subject limit 200
  );
  get diagnostics deleted = row_count;
  job.done := job.done + deleted;
  delete from public.agent_reports r where r.id in (
    select o.id from public.agent_reports o where o.agent_id = job.subject limit 200
  );
  get diagnostics deleted = row_count;
  job.done := job.done + deleted;
  if private.agent_dependents(job.subject, 1) = 0 then
    delete from public.agents a where a.id = job.subject;
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.delete_agent_batch(private.jobs) is
  'Deletes up to 600 installs, reviews and reports of an agent, and after the last one the agent. Of an agent that is '
  'gone for good, deletes up to 2,000 users, and after the last one its messages per day';

create function private.delete_agent_sums() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  users integer;
begin
  if exists (select 1 from public.agents a where a.id = old.id) then
    return null;
  end if;
  users := (select count(*) from private.agent_users k where k.agent_id = old.id);
  if users > 0 or exists (select 1 from private.agent_usage_days k where k.agent_id = old.id) then
    insert into private.jobs (kind, account_id, subject, total)
    values ('delete_agent', old.creator_id, old.id, users)
    on conflict (kind, subject) where finished_at is null do nothing;
  end if;
  return null;
end;
$$;

comment on function private.delete_agent_sums() is
  'Trigger, at commit: an agent whose archive ended is gone for good; a job deletes its sums';

create constraint trigger agent_archive_delete_sums
  after delete on private.agent_archive deferrable initially deferred
  for each row execute function private.delete_agent_sums();

revoke all on function
  private.usage_kept_since(), private.roll_up_usage(), private.empty_usage_sums(), private.roll_up_charges(),
  private.invalidate_period_messages(), private.sweep_usage(), private.sweep_records(),
  private.delete_agent_batch(private.jobs), private.delete_agent_sums()
  from public, anon, authenticated;
