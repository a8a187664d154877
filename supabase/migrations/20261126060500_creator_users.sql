-- Users of a creator: active users are counted per creator, not per agent, because a creator with many agents has
-- as many rows as users, not users times agents. A user of a deleted agent stays counted until 30 days after the last call.
-- Also: a quota without a running total is counted from the sums.
-- Written by trigger, read by dashboard_totals and message_quota. Times are UTC.
-- Long because the functions that wrote the users of agents are stated again.
-- Replaces: private.roll_up_usage, private.empty_usage_sums, private.dashboard_totals, private.delete_agent_batch, private.delete_agent_sums, private.message_quota
-- Locks: nothing in use for long; a table of sums is dropped.

create table private.creator_users (
  creator_id uuid not null references public.profiles (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  last_used_at timestamptz not null,
  primary key (creator_id, user_id)
)
with (fillfactor = 60);

comment on table private.creator_users is
  'The other users of each creator''s agents, and when they last called one. Written by trigger';

create index creator_users_user_id on private.creator_users (user_id);

alter table private.creator_users enable row level security;

insert into private.creator_users (creator_id, user_id, last_used_at)
select a.creator_id, k.user_id, max(k.last_used_at)
from private.agent_users k join public.agents a on a.id = k.agent_id
group by 1, 2;

create or replace function private.roll_up_usage() returns trigger
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
    insert into private.creator_users as k (creator_id, user_id, last_used_at)
    select a.creator_id, u.user_id, max(u.created_at)
    from changed_rows u
    join public.profiles p on p.id = u.user_id
    join public.agents a on a.id = u.agent_id
    where not u.is_own
    group by 1, 2
    order by 1, 2
    on conflict (creator_id, user_id) do update set last_used_at = excluded.last_used_at
    where k.last_used_at < excluded.last_used_at;
  else
    update private.creator_users k set last_used_at = coalesce((
      select u.created_at
      from public.usage_tracking u join public.agents a on a.id = u.agent_id and a.creator_id = k.creator_id
      where u.user_id = k.user_id and not u.is_own
      order by u.created_at desc limit 1
    ), '-infinity')
    from (
      select a.creator_id, c.user_id, max(c.created_at) as last
      from changed_rows c join public.agents a on a.id = c.agent_id
      where c.created_at >= since
      group by 1, 2
    ) c
    where k.creator_id = c.creator_id and k.user_id = c.user_id and k.last_used_at <= c.last;
  end if;
  return null;
end;
$$;

comment on function private.roll_up_usage() is
  'Trigger: adds inserted usage to its sums (argument 1), or takes deleted usage out of them (-1). An update does both';

create or replace function private.empty_usage_sums() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.usage_hours;
  delete from private.usage_days;
  delete from private.agent_usage_days;
  delete from private.creator_users;
  return null;
end;
$$;

comment on function private.empty_usage_sums() is 'Trigger: a truncated usage_tracking has no sums';

create or replace function private.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select
    (select count(*) from public.agents a where a.creator_id = me.id),
    (
      select count(*) from private.creator_users k
      where k.creator_id = me.id and k.last_used_at > now() - interval '30 days'
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
  from (select auth.uid() as id) as me;
$$;

comment on function private.dashboard_totals() is 'Implements public.dashboard_totals';

create or replace function private.delete_agent_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  if not exists (select 1 from public.agents a where a.id = job.subject) then
    delete from private.agent_usage_days k where k.agent_id = job.subject and k.day in (
      select o.day from private.agent_usage_days o where o.agent_id = job.subject limit 1000
    );
    get diagnostics deleted = row_count;
    job.done := job.done + deleted;
    if deleted < 1000 then
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
  'gone for good, deletes up to 1,000 days of messages';

create or replace function private.delete_agent_sums() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  days constant integer := (select count(*) from private.agent_usage_days k where k.agent_id = old.id);
begin
  if exists (select 1 from public.agents a where a.id = old.id) then
    return null;
  end if;
  if days > 0 then
    insert into private.jobs (kind, account_id, subject, total)
    values ('delete_agent', old.creator_id, old.id, days)
    on conflict (kind, subject) where finished_at is null do nothing;
  end if;
  return null;
end;
$$;

comment on function private.delete_agent_sums() is
  'Trigger, at commit: an agent whose archive ended is gone for good; a job deletes its sums';

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
    select u.messages into used
    from private.usage_between(account, message_quota.period_start, message_quota.period_end) u;
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

drop table private.agent_users;

revoke all on function
  private.roll_up_usage(), private.empty_usage_sums(), private.dashboard_totals(),
  private.delete_agent_batch(private.jobs), private.delete_agent_sums(), private.message_quota(uuid)
  from public, anon, authenticated;
grant execute on function private.dashboard_totals() to authenticated;
grant execute on function private.message_quota(uuid) to service_role;
