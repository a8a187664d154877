-- Calls: status, duration, tokens and cost of each request to a deployment; never its content.
-- Written by the gateway through `begin_call` and `finish_call`, read by the owner of the deployment, kept for 90 days.
-- A call begins before the model is asked, which reserves its place in the quota, and finishes, together with its
-- usage, before the last byte of the response is sent. Cost is US dollars. Times are UTC.
-- Locks: nothing in use; creates only.

create table public.deployment_calls (
  id uuid primary key default gen_random_uuid(),
  deployment_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  status integer constraint deployment_calls_status_range check (status between 200 and 599),
  latency_ms integer constraint deployment_calls_latency_range check (latency_ms >= 0),
  input_tokens integer constraint deployment_calls_input_tokens_range check (input_tokens >= 0),
  output_tokens integer constraint deployment_calls_output_tokens_range check (output_tokens >= 0),
  cost numeric not null default 0 constraint deployment_calls_cost_range check (cost between 0 and 1000000000),
  is_charged boolean not null default false,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idempotency_key text
    constraint deployment_calls_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  request_hash text,
  constraint deployment_calls_key_has_request check ((idempotency_key is null) = (request_hash is null))
);

comment on table public.deployment_calls is
  'Calls of deployments, without their content. Written by the gateway, read by the owner, kept for 90 days';
comment on column public.deployment_calls.deployment_id is
  'No foreign key: calls outlive a deleted deployment, which may be restored';
comment on column public.deployment_calls.user_id is 'The owner of the deployment, who pays';
comment on column public.deployment_calls.status is
  'HTTP status of the response; 499: the client disconnected; null while the call is running';
comment on column public.deployment_calls.latency_ms is 'Milliseconds';
comment on column public.deployment_calls.cost is 'US dollars';
comment on column public.deployment_calls.is_charged is 'Once true, the status and the cost no longer change';
comment on column public.deployment_calls.expires_at is
  'After this time a running call is considered abandoned and no longer counts against the quota';
comment on column public.deployment_calls.idempotency_key is
  'Sent by the caller: a repeated key within 24 hours is the same call';
comment on column public.deployment_calls.request_hash is
  'SHA-256 of the request in hex: a different request with the same key is rejected';

create unique index deployment_calls_idempotency on public.deployment_calls (deployment_id, idempotency_key)
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

  -- Serialize the calls of one owner: otherwise concurrent calls would each take the last message of the quota.
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

comment on function public.begin_call(uuid, integer, text, text) is
$$For the gateway: begins a call and returns the agent's settings. One row; outcome is
begun: ask the model; call_id identifies the call
gone: the deployment or its agent no longer exists
over_quota: the messages of the plan are used up until period_end
key_reused: the idempotency key belongs to a different request
A repeated idempotency key returns the same call, which is charged at most once.
lease_seconds: after this time an unfinished call is considered abandoned.$$;

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
    raise sqlstate 'PT404' using message = 'Call not found';
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

comment on function public.finish_call(uuid, integer, integer, integer, integer, boolean) is
  'For the gateway: finishes a call and, if is_charged, bills it at the agent''s current price. Returns the cost in US '
  'dollars. Safe to repeat and to run concurrently: a charged call does not change';

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

comment on function public.deployment_figures(uuid, interval) is
  'One row for the owner: finished calls in the last span (up to 90 days), failures (status 500 or more), latency '
  'percentiles of successful calls in milliseconds, tokens, and cost in US dollars';

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

comment on function public.preview_access(uuid) is
  'For the gateway, with the session of the user who previews an agent or the public key of a visitor. One row: the '
  'user (null for a visitor), and the agent if they may read it';

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

comment on function public.agent_instructions(uuid) is
  'For the gateway: the prompt and model settings of an agent. It checks no access; preview_access does';

revoke all on function
  public.begin_call(uuid, integer, text, text),
  public.finish_call(uuid, integer, integer, integer, integer, boolean),
  public.deployment_figures(uuid, interval), public.preview_access(uuid), public.agent_instructions(uuid)
  from public, anon, authenticated;
grant execute on function public.deployment_figures(uuid, interval) to authenticated;
grant execute on function public.preview_access(uuid) to anon, authenticated;
grant execute on function
  public.begin_call(uuid, integer, text, text),
  public.finish_call(uuid, integer, integer, integer, integer, boolean), public.agent_instructions(uuid)
  to service_role;
