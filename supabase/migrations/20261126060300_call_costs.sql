-- Costs of calls to the platform: prices of models, and the model, tokens and key of each call, recorded when it ends.
-- Prices are set by operators through set_model_price and never changed; a call costs the price of its time. Written by
-- the gateway's functions, which are stated again with the key and the model; read by operators. US dollars. UTC.
-- Long because the functions that record calls are stated again.
-- Replaces: private.finish_calls, public.begin_call, public.finish_call
-- Locks: deployment_calls, briefly, to add a trigger (SHARE ROW EXCLUSIVE).

create table private.model_prices (
  model text not null constraint model_prices_model_length check (char_length(model) between 1 and 200),
  starts_at timestamptz not null default now(),
  input_per_million numeric not null constraint model_prices_input_range check (input_per_million between 0 and 100000),
  output_per_million numeric not null constraint model_prices_output_range check (output_per_million between 0 and 100000),
  primary key (model, starts_at)
);

comment on table private.model_prices is
  'Cost of each model''s tokens to the platform. Append-only, written by operators through set_model_price';
comment on column private.model_prices.model is 'As the gateway names it, such as gpt-4o-mini';
comment on column private.model_prices.input_per_million is 'US dollars for a million tokens, like output_per_million';

alter table private.model_prices enable row level security;

create trigger model_prices_append_only
  before update or delete on private.model_prices
  for each row execute function private.reject_change();

create function private.price_call() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.model_cost := (
    select round((coalesce(new.input_tokens, 0) * p.input_per_million + coalesce(new.output_tokens, 0) * p.output_per_million) / 1000000, 12)
    from private.model_prices p
    where p.model = new.model and p.starts_at <= now()
    order by p.starts_at desc limit 1
  );
  return new;
end;
$$;

comment on function private.price_call() is
  'Trigger: the cost of a call''s tokens to the platform when it ends; null for a model without a price';

create trigger deployment_calls_price_insert
  before insert on public.deployment_calls
  for each row when (new.model is not null and new.status is not null)
  execute function private.price_call();
create trigger deployment_calls_price_update
  before update on public.deployment_calls
  for each row when (new.model is not null and new.status is not null and old.status is null)
  execute function private.price_call();

create function private.set_model_price(model text, input_per_million numeric, output_per_million numeric) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.model_prices (model, starts_at, input_per_million, output_per_million)
  values (set_model_price.model, clock_timestamp(), set_model_price.input_per_million, set_model_price.output_per_million);
$$;

comment on function private.set_model_price(text, numeric, numeric) is 'Implements public.set_model_price';

create function public.set_model_price(model text, input_per_million numeric, output_per_million numeric) returns void
language sql
security invoker
set search_path = ''
return private.set_model_price(model, input_per_million, output_per_million);

comment on function public.set_model_price(text, numeric, numeric) is
  'For operators: what a million input and output tokens of a model cost the platform from now on, in US dollars';

create function private.model_costs(days integer)
returns table (
  day date, model text, calls bigint, input_tokens bigint, output_tokens bigint, cost numeric, unpriced bigint, charged numeric
)
language sql
stable
security definer
set search_path = ''
as $$
  select (c.started_at at time zone 'UTC')::date, coalesce(c.model, 'unknown'), count(*),
    coalesce(sum(c.input_tokens), 0), coalesce(sum(c.output_tokens), 0), coalesce(sum(c.model_cost), 0),
    count(*) filter (where c.model_cost is null), sum(c.cost)
  from public.deployment_calls c
  where c.status is not null
    and c.started_at >= date_trunc('day', now(), 'UTC') - make_interval(days => least(greatest(model_costs.days, 1), 90) - 1)
  group by 1, 2
  order by 1, 2;
$$;

comment on function private.model_costs(integer) is 'Implements public.model_costs';

create function public.model_costs(days integer default 30)
returns table (
  day date, model text, calls bigint, input_tokens bigint, output_tokens bigint, cost numeric, unpriced bigint, charged numeric
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select m.day, m.model, m.calls, m.input_tokens, m.output_tokens, m.cost, m.unpriced, m.charged
  from private.model_costs(model_costs.days) m;
end;

comment on function public.model_costs(integer) is
  'For operators: per UTC day and model of the last days (1 to 90): calls, the model''s own count of tokens, what they cost '
  'the platform, calls without a price, and what callers were charged. US dollars';

create or replace function private.finish_calls(calls jsonb, returned jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  costs jsonb;
begin
  with given as materialized (
    select g.id, g.deployment_id, g.lease, g.status, g.latency_ms, g.input_tokens, g.output_tokens, g.is_charged, g.key_id,
      left(g.model, 200) as model, coalesce(d.user_id, o.user_id) as user_id, coalesce(d.agent_id, o.agent_id) as agent_id
    from jsonb_to_recordset(finish_calls.calls) as g (
      id uuid, deployment_id uuid, lease uuid, status integer, latency_ms integer, input_tokens integer,
      output_tokens integer, is_charged boolean, key_id uuid, model text
    )
    left join public.deployments d on d.id = g.deployment_id
    -- The deployment was deleted during the call.
    left join lateral private.archived_deployment(g.deployment_id) o on d.id is null
  ),
  prices as materialized (
    select w.deployment_id, t.price_per_message
    from (select distinct g.deployment_id from given g) w
    cross join lateral private.terms_at(w.deployment_id) t
  ),
  metered as (
    insert into public.usage_tracking (user_id, agent_id, deployment_id, usage_type, quantity, cost, tokens, idempotency_key)
    select g.user_id, a.id, g.deployment_id, k.usage_type, 1,
      case when k.usage_type = 'api_call' or a.id is null or a.creator_id = g.user_id then 0 else coalesce(p.price_per_message, 0) end,
      case when k.usage_type = 'message' then g.input_tokens + g.output_tokens end, 'call ' || g.id
    from given g
    left join public.agents a on a.id = g.agent_id
    left join prices p on p.deployment_id = g.deployment_id
    cross join (values ('message'), ('api_call')) as k (usage_type)
    where g.is_charged and g.user_id is not null
    order by g.user_id, g.id, k.usage_type desc
    on conflict on constraint usage_tracking_counted_once do nothing
    returning idempotency_key, usage_type, cost
  ),
  costed as materialized (
    select g.*, m.cost, m.cost is not null as is_new from given g
    left join metered m on m.idempotency_key = 'call ' || g.id and m.usage_type = 'message'
  ),
  recorded as (
    insert into public.deployment_calls
      (id, deployment_id, user_id, status, latency_ms, input_tokens, output_tokens, cost, is_charged, started_at, expires_at,
       key_id, model)
    select c.id, c.deployment_id, c.user_id, c.status, c.latency_ms, c.input_tokens, c.output_tokens, coalesce(c.cost, 0),
      c.is_charged, now() - make_interval(secs => c.latency_ms / 1000.0), now(),
      c.key_id, c.model
    from costed c
    where c.user_id is not null
    order by c.id
    on conflict (id) do nothing
    returning id, cost
  ),
  lessened as (
    update private.call_leases l set places = greatest(0, l.places - s.places)
    from (
      select p.lease, sum(p.places)::integer as places from (
        select c.lease, 1 as places from costed c where c.is_new
        union all
        select r.lease, r.places from jsonb_to_recordset(finish_calls.returned) as r (lease uuid, places integer)
      ) p
      group by p.lease order by p.lease
    ) s
    where l.id = s.lease
  )
  select coalesce(jsonb_object_agg(r.id, r.cost), '{}') into costs from recorded r;
  -- Calls that an earlier statement recorded, whose result the gateway did not receive.
  if (select count(*) from jsonb_object_keys(costs)) < jsonb_array_length(finish_calls.calls) then
    select costs || coalesce(jsonb_object_agg(c.id, c.cost), '{}') into costs
    from public.deployment_calls c
    where c.id in (select (g ->> 'id')::uuid from jsonb_array_elements(finish_calls.calls) g);
  end if;
  return costs;
end;
$$;

comment on function private.finish_calls(jsonb, jsonb) is 'Implements public.finish_calls';
comment on function public.finish_calls(jsonb, jsonb) is
$$For the gateway: records calls that ended, and bills those with is_charged at the price of the deployment's terms, in one
transaction. calls: id, deployment_id, lease, status, latency_ms, input_tokens, output_tokens, is_charged,
key_id, model. Returns the cost
in US dollars of each call by its id; a call whose deployment no longer exists, not even archived, is missing. Safe to
repeat: a call is recorded once. returned: lease and places that their gateway does not need; not safe to repeat.$$;

create or replace function public.begin_call(
  deployment_id uuid, lease_seconds integer, idempotency_key text default null, request_hash text default null,
  key_id uuid default null
)
returns table (
  outcome text, call_id uuid, agent_name text, prompt text, temperature numeric, max_tokens integer,
  external_url text, calls_end_at timestamptz, answer text, cost numeric, reason text, appeal text, plan_name text,
  quota integer, period_end timestamptz
)
language plpgsql
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid;
  creator uuid;
  agent uuid;
  known public.deployment_calls;
  until timestamptz := now() + make_interval(secs => begin_call.lease_seconds);
begin
  select d.user_id, a.creator_id, a.id, a.name, coalesce(v.prompt, c.prompt, ''),
    coalesce(v.temperature, c.temperature, 0.7), coalesce(v.max_tokens, c.max_tokens, 1000), case when a.external_only then a.external_url end,
    -- Hiding an agent does not concern its creator; archiving it does.
    case when d.user_id <> a.creator_id or a.status <> 'active' then a.calls_end_at end
  into owner, creator, agent, agent_name, prompt, temperature, max_tokens, external_url, calls_end_at
  from public.deployments d
  join public.agents a on a.id = d.agent_id
  left join public.agent_configs c on c.agent_id = a.id
  left join private.agent_versions v on v.agent_id = a.id and v.version = d.pinned_version
  where d.id = begin_call.deployment_id;
  if not found then
    outcome := 'gone';
    return next;
    return;
  end if;
  select s.kind || '_suspended', s.reason, s.appeal into outcome, reason, appeal
  from private.current_suspension(agent, begin_call.deployment_id, array[owner, creator]) s;
  if found then
    return next;
    return;
  end if;
  if calls_end_at <= now() then
    outcome := 'withdrawn';
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
    if known.is_charged then
      call_id := known.id;
      cost := known.cost;
      answer := private.call_answer(known.id);
      outcome := case when answer is null then 'spent' else 'answered' end;
      return next;
      return;
    end if;
    if known.id is not null and known.status is null and known.expires_at > now() then
      call_id := known.id;
      outcome := 'running';
      return next;
      return;
    end if;
  end if;

  select q.outcome, q.plan_name, q.quota, q.period_end into outcome, plan_name, quota, period_end
  from private.call_allowance(begin_call.deployment_id, begin_call.key_id) q;
  if outcome is not null then
    if exists (
      select 1 from private.call_leases l where l.user_id = owner and l.places > 0 and l.expires_at > now()
    ) then
      -- Gateways give back the places that they do not need.
      perform pg_notify('slipway_gateway', 'recall ' || owner);
    end if;
    return next;
    return;
  end if;

  outcome := 'begun';
  if known.id is null then
    insert into public.deployment_calls (deployment_id, user_id, expires_at, idempotency_key, request_hash, key_id)
    values (
      begin_call.deployment_id, owner, until, begin_call.idempotency_key,
      case when begin_call.idempotency_key is not null then begin_call.request_hash end, begin_call.key_id
    )
    returning id into call_id;
  else
    update public.deployment_calls c set status = null, latency_ms = null, expires_at = until, key_id = begin_call.key_id where c.id = known.id;
    call_id := known.id;
  end if;
  return next;
end;
$$;

comment on function public.begin_call(uuid, integer, text, text, uuid) is
$$For the gateway: begins a call and returns the agent's settings. One row; outcome is
begun: ask the model; call_id identifies the call; calls_end_at is the end of a notice period, if one runs
answered: the idempotency key has an answer; return it, with its cost, and do not ask the model
running: another request with this idempotency key is being answered
spent: the call with this idempotency key was charged, and its answer is not stored
key_reused: the idempotency key belongs to a different request
over_quota: the messages of the plan are used up until period_end
over_account_limit, over_deployment_limit, over_key_limit: the spend limit is reached until period_end
agent_suspended, deployment_suspended, person_suspended: by moderation, with the reason and the address for appeals
withdrawn: the agent's creator withdrew it, and the notice period is over
gone: the deployment or its agent no longer exists
A call is charged at most once, and an answered one never runs again. lease_seconds: after this time an unfinished call
is considered abandoned; a repeat of its idempotency key runs again.$$;

drop function public.finish_call(uuid, integer, integer, integer, integer, boolean, text);

create function public.finish_call(
  call_id uuid, status integer, latency_ms integer, input_tokens integer, output_tokens integer, is_charged boolean,
  answer text default null, model text default null
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
    if finish_call.answer is not null then
      perform private.store_call_answer(known.id, finish_call.answer);
    end if;
  end if;
  update public.deployment_calls c set
    status = finish_call.status, latency_ms = finish_call.latency_ms, input_tokens = finish_call.input_tokens,
    output_tokens = finish_call.output_tokens, is_charged = finish_call.is_charged, cost = known.cost,
    model = left(finish_call.model, 200)
  where c.id = known.id;
  return known.cost;
end;
$$;

comment on function public.finish_call(uuid, integer, integer, integer, integer, boolean, text, text) is
  'For the gateway: finishes a call and, if is_charged, bills it at the price of the deployment''s terms and stores its '
  'encrypted answer. Returns the cost in US dollars. Safe to repeat and to run concurrently: a charged call does not change';

revoke all on function
  private.price_call(), private.set_model_price(text, numeric, numeric), public.set_model_price(text, numeric, numeric),
  private.model_costs(integer), public.model_costs(integer), private.finish_calls(jsonb, jsonb),
  public.begin_call(uuid, integer, text, text, uuid),
  public.finish_call(uuid, integer, integer, integer, integer, boolean, text, text)
  from public, anon, authenticated;
grant execute on function
  private.set_model_price(text, numeric, numeric), public.set_model_price(text, numeric, numeric),
  private.model_costs(integer), public.model_costs(integer), private.finish_calls(jsonb, jsonb),
  public.begin_call(uuid, integer, text, text, uuid),
  public.finish_call(uuid, integer, integer, integer, integer, boolean, text, text)
  to service_role;
