-- Figures from the ledger: dashboard, agents and the statement of a period; and the proof that usage and ledger agree.
-- Read-only, except for the results of reconciliations, which the sweep writes once a day. Own calls are neither users,
-- interactions nor revenue. Money is US dollars. Days are UTC.
-- Long because each function with a figure is stated again.
-- Replaces: private.dashboard_totals, private.agent_interactions, private.agent_figures, private.run_jobs, private.sweep_deployments, private.export_sources
-- Locks: nothing in use; creates only.

create or replace function private.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select
    (select count(*) from public.agents a where a.creator_id = me.id),
    used.users,
    (
      select coalesce(sum(t.amount), 0)
      from private.ledger_accounts c join private.ledger_transactions t on t.creator = c.id
      where c.kind = 'creator' and c.person = me.id
    ),
    used.messages
  from (select auth.uid() as id) as me
  cross join lateral (
    select
      count(distinct u.user_id) filter (where u.created_at > now() - interval '30 days') as users,
      coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0) as messages
    from public.agents a
    join public.usage_tracking u on u.agent_id = a.id and not u.is_own
    where a.creator_id = me.id
  ) as used;
$$;

comment on function private.dashboard_totals() is 'Implements public.dashboard_totals';
comment on function public.dashboard_totals() is
  'One row: the caller''s agents, the other users who called them in the last 30 days, what others were charged for them '
  'less refunds (US dollars), and their messages';

create or replace function private.agent_interactions()
returns table (agent_id uuid, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select a.id, coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0)
  from public.agents a
  left join public.usage_tracking u on u.agent_id = a.id and not u.is_own
  where a.creator_id = (select auth.uid())
  group by a.id;
$$;

comment on function private.agent_interactions() is 'Implements public.agent_interactions';
comment on function public.agent_interactions() is
  'Number of messages of other users to each of the caller''s agents, in total';

create or replace function private.agent_figures(agent uuid, days integer)
returns table (day date, installs bigint, interactions numeric, revenue numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
  first_day constant date := today - (least(greatest(agent_figures.days, 1), 90) - 1);
begin
  if not exists (select 1 from public.agents a where a.id = agent_figures.agent and a.creator_id = me) then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  return query
    select
      d.day::date,
      (
        select count(*) from public.agent_installs i
        where i.agent_id = agent_figures.agent
          and i.created_at >= d.day at time zone 'UTC'
          and i.created_at < (d.day + interval '1 day') at time zone 'UTC'
      ),
      coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
      (
        select coalesce(sum(t.amount), 0) from private.ledger_transactions t
        where t.agent_id = agent_figures.agent
          and t.occurred_at >= d.day at time zone 'UTC'
          and t.occurred_at < (d.day + interval '1 day') at time zone 'UTC'
      )
    from generate_series(first_day::timestamp, today::timestamp, interval '1 day') as d (day)
    left join public.usage_tracking u
      on u.agent_id = agent_figures.agent
      and not u.is_own
      and u.created_at >= d.day at time zone 'UTC'
      and u.created_at < (d.day + interval '1 day') at time zone 'UTC'
    group by d.day
    order by d.day;
end;
$$;

comment on function private.agent_figures(uuid, integer) is 'Implements public.agent_figures';
comment on function public.agent_figures(uuid, integer) is
  'One of the caller''s agents on each of the last days (1 to 90, including today), oldest first, without gaps: current '
  'installs made that day, messages of other users, and what they were charged less refunds (US dollars)';

create function private.billing_statement()
returns table (
  kind text, deployment_id uuid, deployment text, agent text, quantity bigint, amount numeric,
  starts_at timestamptz, ends_at timestamptz, is_accrued boolean
)
language sql
stable
security definer
set search_path = ''
as $$
  with me as (
    select auth.uid() as id, a.id as payer, p.starts, p.ends
    from private.billing_period(auth.uid()) p
    left join private.ledger_accounts a on a.kind = 'payer' and a.person = auth.uid()
  ),
  charged as (
    select t.kind, t.deployment_id, count(*) as quantity, sum(t.amount) as amount, min(t.starts_at) as starts_at,
      max(t.ends_at) as ends_at, false as is_accrued
    from me
    join private.ledger_transactions t
      on t.payer = me.payer and t.occurred_at >= me.starts and t.occurred_at < me.ends
    group by t.kind, t.deployment_id
  ),
  accrued as (
    select 'month', m.deployment_id, 1::bigint, sum(c.amount), min(c.starts_at), max(c.ends_at), true
    from me
    join private.deployment_meters m on m.payer = me.payer
    cross join lateral private.month_charges(m.deployment_id, m.charged_until, now()) c
    group by m.deployment_id
    having sum(c.amount) > 0
  )
  select l.kind, l.deployment_id, d.name, a.name, l.quantity, l.amount, l.starts_at, l.ends_at, l.is_accrued
  from (select * from charged union all select * from accrued) l
  left join public.deployments d on d.id = l.deployment_id
  left join public.agents a on a.id = d.agent_id
  order by array_position(array['plan', 'plan_credit', 'month', 'call', 'refund'], l.kind), l.is_accrued, d.name nulls last
  limit 1000;
$$;

comment on function private.billing_statement() is 'Implements public.billing_statement';

create function public.billing_statement()
returns table (
  kind text, deployment_id uuid, deployment text, agent text, quantity bigint, amount numeric,
  starts_at timestamptz, ends_at timestamptz, is_accrued boolean
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.kind, s.deployment_id, s.deployment, s.agent, s.quantity, s.amount, s.starts_at, s.ends_at, s.is_accrued
  from private.billing_statement() s;
end;

comment on function public.billing_statement() is
  'Charges of the caller in the current billing period, by kind (plan, plan_credit, month, call, refund) and '
  'deployment. is_accrued: monthly prices up to now, charged when the month ends or the deployment stops. US dollars';

-- Reconciliation.

create table private.reconciliations (
  id bigint primary key generated always as identity,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  usage_cost numeric not null,
  ledger_amount numeric not null,
  differences jsonb not null,
  created_at timestamptz not null default now()
);

comment on table private.reconciliations is
  'Results of comparing usage with the ledger, one for each day. Written by the sweep; deleted after a year';
comment on column private.reconciliations.usage_cost is 'US dollars, like ledger_amount';
comment on column private.reconciliations.differences is 'Array of objects with the members check, day, expected and found; [] when all agrees';

create index reconciliations_newest on private.reconciliations (created_at);

alter table private.reconciliations enable row level security;

create function private.reconcile(starts timestamptz, ends timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  used numeric;
  charged numeric;
  found_differences jsonb;
begin
  with days as (
    select coalesce(u.day, t.day) as day, coalesce(u.cost, 0) as cost, coalesce(t.amount, 0) as amount
    from (
      select (u.created_at at time zone 'UTC')::date as day, sum(u.cost) as cost
      from public.usage_tracking u
      where u.created_at >= reconcile.starts and u.created_at < reconcile.ends and u.cost > 0
      group by 1
    ) u
    full join (
      select (t.occurred_at at time zone 'UTC')::date as day, sum(t.amount) as amount
      from private.ledger_transactions t
      where t.occurred_at >= reconcile.starts and t.occurred_at < reconcile.ends and t.kind = 'call'
      group by 1
    ) t on t.day = u.day
  ),
  checks as (
    select 'usage equals charges' as name, d.day, d.cost as expected, d.amount as found
    from days d where d.cost <> d.amount
    union all
    select 'entries add up to zero', (t.occurred_at at time zone 'UTC')::date, 0, sum(e.amount)
    from private.ledger_transactions t join private.ledger_entries e on e.transaction_id = t.id
    where t.occurred_at >= reconcile.starts and t.occurred_at < reconcile.ends
    group by 2 having sum(e.amount) <> 0
    union all
    select 'charged calls have usage', (c.started_at at time zone 'UTC')::date, sum(c.cost), coalesce(sum(u.cost), 0)
    from public.deployment_calls c
    left join public.usage_tracking u on u.idempotency_key = 'call ' || c.id and u.usage_type = 'message'
    where c.started_at >= reconcile.starts and c.started_at < reconcile.ends and c.is_charged
    group by 2 having sum(c.cost) <> coalesce(sum(u.cost), 0)
    union all
    select 'no time is charged twice', null, 0, count(*)
    from (
      select t.starts_at, lag(t.ends_at) over (partition by t.deployment_id order by t.starts_at) as before
      from private.ledger_transactions t
      where t.kind = 'month' and t.occurred_at >= reconcile.starts and t.occurred_at < reconcile.ends
    ) m
    where m.before > m.starts_at
    having count(*) > 0
  )
  select (select coalesce(sum(d.cost), 0) from days d), (select coalesce(sum(d.amount), 0) from days d),
    coalesce(jsonb_agg(jsonb_build_object('check', c.name, 'day', c.day, 'expected', c.expected, 'found', c.found)), '[]')
  into used, charged, found_differences
  from checks c;

  insert into private.reconciliations (starts_at, ends_at, usage_cost, ledger_amount, differences)
  values (reconcile.starts, reconcile.ends, used, charged, found_differences);
  return found_differences;
end;
$$;

comment on function private.reconcile(timestamptz, timestamptz) is
  'Compares usage, calls and ledger of a time, and records and returns the differences: [] when all agrees';

create function private.reconcile_nightly() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
begin
  if exists (select 1 from private.reconciliations r where r.created_at >= today) then
    return;
  end if;
  perform private.reconcile(today - interval '2 days', today);
  delete from private.reconciliations r where r.created_at < today - interval '365 days';
end;
$$;

comment on function private.reconcile_nightly() is 'Reconciles the last two whole days, once a day';

create function private.reconcile_billing(days integer) returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.reconcile(now() - make_interval(days => reconcile_billing.days), now());
$$;

comment on function private.reconcile_billing(integer) is 'Implements public.reconcile_billing';

create function public.reconcile_billing(days integer default 31) returns jsonb
language sql
security invoker
set search_path = ''
return private.reconcile_billing(days);

comment on function public.reconcile_billing(integer) is
  'For operators: compares usage, calls and the ledger of the last days. Returns the differences: [] when all agrees. '
  'The sweep does it for two days, once a day';

create or replace function private.run_jobs() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  job private.jobs;
  problem text;
begin
  -- One batch per sweep, of the job that waited longest.
  select * into job from private.jobs j
  where j.finished_at is null and j.updated_at <= now()
  order by j.updated_at limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  begin
    job.error := null;
    job.updated_at := now();
    case job.kind
      when 'refresh_listings' then job := private.refresh_listings_batch(job);
      when 'delete_agent' then job := private.delete_agent_batch(job);
      when 'delete_account' then job := private.delete_account_batch(job);
      when 'lower_terms' then job := private.lower_terms_batch(job);
      else raise exception 'No batch for the job %', job.kind;
    end case;
  exception when others then
    get stacked diagnostics problem = message_text;
    job.error := left(problem, 500);
    job.updated_at := now() + interval '1 minute';
  end;
  update private.jobs j set
    position = job.position, done = job.done, error = job.error, updated_at = job.updated_at,
    finished_at = job.finished_at
  where j.id = job.id;
  return 1;
end;
$$;

comment on function private.run_jobs() is
  'Runs one batch of the unfinished job that waited longest. Returns how many batches; a failed one is tried again after '
  'a minute';

create or replace function private.sweep_deployments() returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.agent_archive a where a.id in (
    select o.id from private.agent_archive o
    where o.deleted_at <= now() - interval '30 days' order by o.deleted_at limit 100
  );
  delete from private.deployment_archive a where a.id in (
    select o.id from private.deployment_archive o
    where o.deleted_at <= now() - interval '30 days' order by o.deleted_at limit 100
  );
  delete from public.deployment_calls c where c.id in (
    select o.id from public.deployment_calls o
    where o.started_at <= now() - interval '90 days' order by o.started_at limit 1000
  );
  update public.deployment_calls c set status = 500 where c.id in (
    select o.id from public.deployment_calls o where o.status is null and o.expires_at <= now() limit 1000
  );
  delete from private.jobs j where j.finished_at <= now() - interval '7 days';
  delete from private.deployment_quotes q where q.id in (
    select o.id from private.deployment_quotes o where o.expires_at <= now() order by o.expires_at limit 1000
  );
  perform private.sweep_records();
  perform private.renew_subscriptions();
  perform private.charge_due_months();
  perform private.reconcile_nightly();
  perform private.run_jobs();
  return private.activate_overdue();
end;
$$;

comment on function private.sweep_deployments() is
  'Implements public.sweep_deployments. Each statement touches up to 1,000 rows; the next sweep continues';
comment on function public.sweep_deployments() is
  'For the server, periodically: activates overdue deployments (returns how many), closes abandoned calls, renews or ends '
  'subscriptions, charges months that are over, compares usage with the ledger, runs a batch of a job, and deletes '
  'archives after 30 days, calls after 90 days and events after their retention time';

create index deployment_quotes_expired on private.deployment_quotes (expires_at);

create or replace function private.export_sources() returns table (table_name text, key_type text, query text)
language sql
immutable
set search_path = ''
as $$
  values
    ('account', 'uuid', $q$select u.id as key, jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
      'user_metadata', u.raw_user_meta_data) as row_data from auth.users u where u.id = auth.uid()$q$),
    ('sessions', 'uuid', $q$select s.id as key, jsonb_build_object(
      'id', s.id, 'created_at', s.created_at, 'user_agent', s.user_agent, 'ip', s.ip) as row_data
      from auth.sessions s where s.user_id = auth.uid()$q$),
    ('profiles', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.profiles t where t.id = auth.uid()$q$),
    ('agents', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agents t where t.creator_id = auth.uid()$q$),
    ('agent_configs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_configs t
      join public.agents a on a.id = t.agent_id where a.creator_id = auth.uid()$q$),
    ('agent_installs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_installs t
      where t.user_id = auth.uid()$q$),
    ('agent_reviews', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reviews t
      where t.user_id = auth.uid()$q$),
    ('agent_review_votes', 'uuid', $q$select t.review_id as key, to_jsonb(t) as row_data from public.agent_review_votes t
      where t.user_id = auth.uid()$q$),
    ('agent_reports', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reports t
      where t.user_id = auth.uid()$q$),
    ('deployments', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployments t
      where t.user_id = auth.uid()$q$),
    ('deployment_keys', 'uuid', $q$select t.id as key, to_jsonb(t) - 'hash' - 'ciphertext' as row_data
      from private.deployment_keys t join public.deployments d on d.id = t.deployment_id where d.user_id = auth.uid()$q$),
    ('deployment_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_events t
      where t.user_id = auth.uid()$q$),
    ('deployment_calls', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_calls t
      where t.user_id = auth.uid()$q$),
    ('subscriptions', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.subscriptions t
      where t.user_id = auth.uid()$q$),
    ('usage_tracking', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.usage_tracking t
      where t.user_id = auth.uid()$q$),
    ('deployment_terms', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from private.deployment_terms t
      join public.deployments d on d.id = t.deployment_id where d.user_id = auth.uid()$q$),
    ('agent_versions', 'text', $q$select t.agent_id::text || ' ' || lpad(t.version::text, 10, '0') as key, to_jsonb(t) as row_data
      from private.agent_versions t join public.agents a on a.id = t.agent_id where a.creator_id = auth.uid()$q$),
    ('charges', 'bigint', $q$select t.id as key, to_jsonb(t) - 'payer' - 'creator' as row_data
      from private.ledger_transactions t join private.ledger_accounts a on a.id = t.payer where a.person = auth.uid()$q$),
    ('earnings', 'text', $q$select lpad(e.transaction_id::text, 20, '0') || ' ' || e.line as key, jsonb_build_object(
      'charge', e.transaction_id, 'kind', t.kind, 'agent_id', t.agent_id, 'amount', -e.amount, 'occurred_at', t.occurred_at)
      as row_data from private.ledger_accounts a join private.ledger_entries e on e.account = a.id
      join private.ledger_transactions t on t.id = e.transaction_id
      where a.kind = 'creator' and a.person = auth.uid()$q$),
    ('deleted_agents', 'uuid', $q$select t.id as key, jsonb_build_object(
      'deleted_at', t.deleted_at, 'agent', t.agent, 'config', t.config) as row_data
      from private.agent_archive t where t.creator_id = auth.uid()$q$),
    ('deleted_deployments', 'uuid', $q$select t.id as key, jsonb_build_object(
      'deleted_at', t.deleted_at, 'deployment', t.deployment) as row_data
      from private.deployment_archive t where t.user_id = auth.uid()$q$),
    ('security_audit_log', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.security_audit_log t
      where t.user_id = auth.uid()$q$),
    ('security_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from private.security_events t
      where t.account_id = auth.uid()$q$);
$$;

comment on function private.export_sources() is
  'The tables of an export: the type of their key, and the query of the caller''s rows. No secrets, no rows of others';

revoke all on function
  private.dashboard_totals(), private.agent_interactions(), private.agent_figures(uuid, integer),
  private.billing_statement(), private.reconcile(timestamptz, timestamptz), private.reconcile_nightly(),
  private.reconcile_billing(integer), private.run_jobs(), private.sweep_deployments(), private.export_sources(),
  public.billing_statement(), public.reconcile_billing(integer)
  from public, anon, authenticated;
grant execute on function
  private.dashboard_totals(), private.agent_interactions(), private.agent_figures(uuid, integer),
  private.billing_statement(), public.billing_statement()
  to authenticated;
grant execute on function private.sweep_deployments(), private.reconcile_billing(integer), public.reconcile_billing(integer)
  to service_role;
