-- Calls: what a deployment was asked, as status, time, tokens and cost; never a word of what was said.
-- Written by the gateway through `begin_call` and `finish_call`, read by the deployment's owner, kept for 90 days.
-- A call is begun before the model is asked, which reserves its place in the plan's quota, and finished before its
-- last byte is sent, together with its usage. `cost` is US dollars. Times are UTC.

create table public.deployment_calls (
  id uuid primary key default gen_random_uuid(),
  -- No foreign key: the record outlives a deleted deployment, and is there again when it is restored.
  deployment_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- What the caller was answered, as in HTTP; 499: the caller went away. Null while it runs.
  status integer constraint deployment_calls_status_range check (status between 200 and 599),
  latency_ms integer constraint deployment_calls_latency_range check (latency_ms >= 0),
  input_tokens integer constraint deployment_calls_input_tokens_range check (input_tokens >= 0),
  output_tokens integer constraint deployment_calls_output_tokens_range check (output_tokens >= 0),
  cost numeric not null default 0 constraint deployment_calls_cost_range check (cost between 0 and 1000000000),
  -- Whether it is on the bill; once it is, it stays there, with this status and this cost.
  is_charged boolean not null default false,
  started_at timestamptz not null default now(),
  -- Past this moment nobody works on it any more, and it holds no place in the quota.
  expires_at timestamptz not null,
  -- The caller's own; the same one within 24 hours is the same call.
  idempotency_key text
    constraint deployment_calls_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  -- SHA-256 of the request in hex: another request under the same key is refused.
  request_hash text,
  constraint deployment_calls_key_has_request check ((idempotency_key is null) = (request_hash is null))
);

create unique index deployment_calls_once on public.deployment_calls (deployment_id, idempotency_key)
  where idempotency_key is not null;
create index deployment_calls_newest on public.deployment_calls (deployment_id, started_at desc, id desc)
  include (status, latency_ms, cost);
create index deployment_calls_user_id on public.deployment_calls (user_id, started_at desc);
create index deployment_calls_running on public.deployment_calls (user_id, expires_at) where status is null;
create index deployment_calls_oldest on public.deployment_calls (started_at);

alter table public.deployment_calls enable row level security;

revoke all on public.deployment_calls from anon, authenticated;
grant select (
  id, deployment_id, user_id, status, latency_ms, input_tokens, output_tokens, cost, is_charged, started_at
) on public.deployment_calls to authenticated;
grant all on public.deployment_calls to service_role;

create policy "owners read the calls of their deployments" on public.deployment_calls
  for select to authenticated
  using (user_id = (select auth.uid()));

-- A person's period: their live subscription's when it covers this moment, the calendar month otherwise.
create function private.billing_period(person uuid) returns table (starts timestamptz, ends timestamptz)
language sql
stable
security invoker
set search_path = ''
as $$
  select
    coalesce(max(s.current_period_start), date_trunc('month', now(), 'UTC')),
    coalesce(max(s.current_period_end), date_trunc('month', now() at time zone 'UTC' + interval '1 month') at time zone 'UTC')
  from public.subscriptions s
  where s.user_id = person
    and s.status in ('active', 'trialing', 'past_due')
    and now() >= s.current_period_start and now() < s.current_period_end;
$$;

-- One row: the plan, its messages in a period (null: any number), and those used, or being answered, in this one.
create function private.message_quota(person uuid)
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  select s.plan_name into plan_name from public.subscriptions s
  where s.user_id = person and s.status in ('active', 'trialing', 'past_due');
  plan_name := coalesce(plan_name, 'Starter');
  quota := case plan_name when 'Starter' then 100 when 'Pro' then 10000 end;
  select p.starts, p.ends into period_start, period_end from private.billing_period(person) p;
  select
    coalesce(sum(u.quantity), 0) + (
      select count(*) from public.deployment_calls c
      where c.user_id = person and c.status is null and c.expires_at > now()
    )
  into used
  from public.usage_tracking u
  where u.user_id = person and u.usage_type = 'message'
    and u.created_at >= period_start and u.created_at < period_end;
  return next;
end;
$$;

revoke all on function private.billing_period(uuid), private.message_quota(uuid) from public, anon, authenticated;
grant execute on function private.message_quota(uuid) to service_role;
grant execute on function private.billing_period(uuid) to authenticated;

-- As it was, with the period from where the quota has it.
create or replace function public.usage_totals()
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

create function private.own_message_quota()
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select q.plan_name, q.quota, q.used, q.period_start, q.period_end from private.message_quota(auth.uid()) q;
$$;

revoke all on function private.own_message_quota() from public, anon, authenticated;
grant execute on function private.own_message_quota() to authenticated;

-- The caller's plan, its messages in a period (null: any number), and how many of them are used.
create function public.message_quota()
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select q.plan_name, q.quota, q.used, q.period_start, q.period_end from private.own_message_quota() q;
end;

-- For the gateway: begins a call of a deployment, and says what its agent is told. `outcome` is
--   begun        the model may be asked
--   gone         the deployment, or its agent, is there no more
--   over_quota   the plan's messages are used up until `period_end`
--   key_reused   the idempotency key belongs to another request
-- A call under a key that was used already is that call again (`call_id`), and is charged at most once.
create function public.begin_call(
  deployment_id uuid, lease_seconds integer, idempotency_key text default null, request_hash text default null
)
returns table (
  outcome text, call_id uuid, agent_name text, prompt text, temperature numeric, max_tokens integer,
  external_url text, plan_name text, quota integer, period_end timestamptz
)
language plpgsql
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid;
  known public.deployment_calls;
  until timestamptz := now() + make_interval(secs => begin_call.lease_seconds);
begin
  select d.user_id, a.name, coalesce(c.prompt, ''), coalesce(c.temperature, 0.7), coalesce(c.max_tokens, 1000),
    case when a.external_only then a.external_url end
  into owner, agent_name, prompt, temperature, max_tokens, external_url
  from public.deployments d
  join public.agents a on a.id = d.agent_id
  left join public.agent_configs c on c.agent_id = a.id
  where d.id = begin_call.deployment_id;
  if not found then
    outcome := 'gone';
    return next;
    return;
  end if;

  -- One person's calls begin one after the other, or 20 at once would each find the last place free.
  perform pg_advisory_xact_lock(hashtextextended('calls ' || owner, 0));

  if begin_call.idempotency_key is not null then
    select * into known from public.deployment_calls c
    where c.deployment_id = begin_call.deployment_id and c.idempotency_key = begin_call.idempotency_key;
    if known.started_at <= now() - interval '24 hours' then
      update public.deployment_calls c set idempotency_key = null, request_hash = null where c.id = known.id;
      known := null;
    end if;
    if known.request_hash <> begin_call.request_hash then
      outcome := 'key_reused';
      return next;
      return;
    end if;
  end if;

  if known.id is null or not known.is_charged and (known.status is not null or known.expires_at <= now()) then
    select q.plan_name, q.quota, q.period_end into plan_name, quota, period_end
    from private.message_quota(owner) q
    where q.used >= q.quota;
    if found then
      outcome := 'over_quota';
      return next;
      return;
    end if;
  end if;

  outcome := 'begun';
  if known.id is null then
    insert into public.deployment_calls (deployment_id, user_id, expires_at, idempotency_key, request_hash)
    values (
      begin_call.deployment_id, owner, until, begin_call.idempotency_key,
      case when begin_call.idempotency_key is not null then begin_call.request_hash end
    )
    returning id into call_id;
  else
    update public.deployment_calls c set status = null, latency_ms = null, expires_at = until
    where c.id = known.id and not c.is_charged;
    call_id := known.id;
  end if;
  return next;
end;
$$;

-- For the gateway: finishes a call, and puts it on the bill when it was answered, at the price its agent has now.
-- Returns its cost. Safe to repeat, and to race with itself: what is charged is charged once and stays as it is.
create function public.finish_call(
  call_id uuid, status integer, latency_ms integer, input_tokens integer, output_tokens integer, is_charged boolean
)
returns numeric
language plpgsql
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.deployment_calls;
begin
  select * into known from public.deployment_calls c where c.id = finish_call.call_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such call';
  end if;
  if known.is_charged then
    return known.cost;
  end if;

  if finish_call.is_charged then
    select r.cost into known.cost from public.record_usage(
      idempotency_key => 'call ' || known.id,
      deployment_id => known.deployment_id,
      tokens => finish_call.input_tokens + finish_call.output_tokens
    ) r;
  end if;
  update public.deployment_calls c set
    status = finish_call.status, latency_ms = finish_call.latency_ms, input_tokens = finish_call.input_tokens,
    output_tokens = finish_call.output_tokens, is_charged = finish_call.is_charged, cost = known.cost
  where c.id = known.id;
  return known.cost;
end;
$$;

-- One row for the owner's page: calls that ended in the last `span`, up to 90 days, how long they took (milliseconds,
-- of those that were answered) and what they cost. A failure is a status of 500 or more.
create function public.deployment_figures(id uuid, span interval default '24 hours')
returns table (
  calls bigint, failures bigint, p50_ms numeric, p95_ms numeric, input_tokens bigint, output_tokens bigint, cost numeric
)
language sql
stable
security invoker
set search_path = ''
as $$
  select
    count(*),
    count(*) filter (where c.status >= 500),
    round((percentile_cont(0.5) within group (order by c.latency_ms) filter (where c.status = 200))::numeric),
    round((percentile_cont(0.95) within group (order by c.latency_ms) filter (where c.status = 200))::numeric),
    coalesce(sum(c.input_tokens), 0),
    coalesce(sum(c.output_tokens), 0),
    coalesce(sum(c.cost), 0)
  from public.deployment_calls c
  where c.deployment_id = deployment_figures.id and c.status is not null
    and c.started_at > now() - least(deployment_figures.span, interval '90 days');
$$;

-- For the gateway, asked with the session of whoever tries an agent, or with the public key of a visitor: who they
-- are (null: a visitor), and the agent when they may read it. One row.
create function public.preview_access(agent uuid default null)
returns table (person uuid, agent_id uuid, is_creator boolean)
language sql
stable
security invoker
set search_path = ''
as $$
  select (select auth.uid()), a.id, coalesce(a.creator_id = (select auth.uid()), false)
  from (select preview_access.agent as id) as wanted
  left join public.agents a on a.id = wanted.id;
$$;

-- For the gateway: what an agent is told. Whether somebody may try it, `preview_access` says.
create function public.agent_instructions(agent_id uuid)
returns table (agent_name text, prompt text, temperature numeric, max_tokens integer, external_url text)
language sql
stable
security invoker
set search_path = ''
as $$
  select a.name, coalesce(c.prompt, ''), coalesce(c.temperature, 0.7), coalesce(c.max_tokens, 1000),
    case when a.external_only then a.external_url end
  from public.agents a
  left join public.agent_configs c on c.agent_id = a.id
  where a.id = agent_instructions.agent_id;
$$;

-- A deleted deployment's key is known for as long as the deployment can be restored: 404 says more than 401.
create index deployment_archive_keys on private.deployment_archive using gin (keys jsonb_path_ops);

create or replace function private.use_deployment_key(key_hash text)
returns table (
  deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text, requests_per_minute integer
)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  used private.deployment_keys;
begin
  if coalesce(key_hash, '') !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  select * into used from private.deployment_keys k
  where k.hash = decode(key_hash, 'hex')
    and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now());
  if not found then
    return query
      select a.id, a.user_id, a.agent_id, a.deployment ->> 'slug', 'deleted', (k.key ->> 'requests_per_minute')::integer
      from private.deployment_archive a
      cross join jsonb_array_elements(a.keys) as k (key)
      where a.keys @> jsonb_build_array(jsonb_build_object('hash', '\x' || key_hash, 'revoked_at', null))
        and k.key ->> 'hash' = '\x' || key_hash
        and coalesce((k.key ->> 'expires_at')::timestamptz, 'infinity') > now();
    return;
  end if;

  if coalesce(used.last_used_at, '-infinity') < date_trunc('minute', now()) then
    update private.deployment_keys k set last_used_at = date_trunc('minute', now())
    where k.id = used.id and coalesce(k.last_used_at, '-infinity') < date_trunc('minute', now());
  end if;
  perform private.activate_overdue(deployment => used.deployment_id);
  return query
    select d.id, d.user_id, d.agent_id, d.slug, d.status, used.requests_per_minute
    from public.deployments d
    where d.id = used.deployment_id;
end;
$$;

comment on function public.use_deployment_key(text) is
  'For the gateway: what a key opens, by its SHA-256 in hex, and its rate; `deleted` while it could be restored';

-- Every now and then: activates what is overdue (returns how many), forgets what was deleted 30 days ago and calls of
-- 90 days ago, and closes calls that a gateway left behind.
create or replace function private.sweep_deployments() returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.deployment_archive where deleted_at <= now() - interval '30 days';
  delete from public.deployment_calls where started_at <= now() - interval '90 days';
  update public.deployment_calls set status = 500 where status is null and expires_at <= now();
  return private.activate_overdue();
end;
$$;

-- Puts a person on a plan from now on, as a payment provider would; the caller's own words for it are in the README.
create function private.set_plan(email text, plan_name text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid;
  price constant numeric := case set_plan.plan_name when 'Starter' then 0 when 'Pro' then 29 when 'Enterprise' then 99 end;
begin
  if price is null then
    raise sqlstate 'PT400' using message = 'The plans are Starter, Pro and Enterprise';
  end if;
  select u.id into person from auth.users u where lower(u.email) = lower(btrim(set_plan.email));
  if person is null then
    raise sqlstate 'PT404' using message = format('Nobody has signed up as %s', set_plan.email);
  end if;
  update public.subscriptions set status = 'canceled'
  where user_id = person and status in ('active', 'trialing', 'past_due');
  -- Starter is what a person has without a subscription.
  if price > 0 then
    insert into public.subscriptions
      (user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end)
    values (person, 'active', set_plan.plan_name, price, 'monthly', now(), now() + interval '1 month');
  end if;
  return set_plan.plan_name;
end;
$$;

revoke all on function private.set_plan(text, text) from public, anon, authenticated;
grant execute on function private.set_plan(text, text) to service_role;

-- For tools: puts whoever signed up with an e-mail address on a plan. Returns the plan.
create function public.set_plan(email text, plan_name text) returns text
language sql
security invoker
set search_path = ''
return private.set_plan(email, plan_name);

revoke all on function
  public.message_quota(), public.begin_call(uuid, integer, text, text),
  public.finish_call(uuid, integer, integer, integer, integer, boolean),
  public.deployment_figures(uuid, interval), public.preview_access(uuid), public.agent_instructions(uuid),
  public.set_plan(text, text)
  from public, anon, authenticated;
grant execute on function public.message_quota(), public.deployment_figures(uuid, interval) to authenticated;
grant execute on function public.preview_access(uuid) to anon, authenticated;
grant execute on function
  public.begin_call(uuid, integer, text, text),
  public.finish_call(uuid, integer, integer, integer, integer, boolean), public.agent_instructions(uuid),
  public.set_plan(text, text)
  to service_role;
