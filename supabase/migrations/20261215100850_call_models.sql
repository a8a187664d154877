-- A call with tools whose rounds were answered by several models, such as a fallback model, cost the price of the last one for
-- the tokens of all. Tokens and cost are recorded for each model.
-- Written by the gateway's functions, read by operators. An earlier gateway names one model, as before. US dollars. UTC.
-- Long because the functions that record calls are stated again.
-- Replaces: private.record_calls, public.finish_call, private.model_costs
-- Locks: deployment_calls, for a foreign key (SHARE ROW EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table private.call_models (
  call_id uuid not null references public.deployment_calls (id) on delete cascade,
  model text not null constraint call_models_model_length check (char_length(model) <= 200),
  input_tokens integer not null constraint call_models_input_range check (input_tokens >= 0),
  output_tokens integer not null constraint call_models_output_range check (output_tokens >= 0),
  cost numeric constraint call_models_cost_range check (cost >= 0),
  primary key (call_id, model)
);

comment on table private.call_models is
  'Tokens and cost of each model of a call that several models answered. Other calls have no rows: their model is in '
  'deployment_calls. Written by the gateway''s functions, deleted with the call';
comment on column private.call_models.cost is 'US dollars to the platform, at the price of the call''s time; null without a price';

alter table private.call_models enable row level security;

create function private.record_call_models(call uuid, models jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Of an attempt that failed, or of the same statement before.
  delete from private.call_models m where m.call_id = record_call_models.call;
  insert into private.call_models (call_id, model, input_tokens, output_tokens, cost)
  select c.id, u.model, u.input_tokens, u.output_tokens,
    round((u.input_tokens * p.input_per_million + u.output_tokens * p.output_per_million) / 1000000, 12)
  from public.deployment_calls c
  cross join lateral (
    select left(m.model, 200) as model, sum(m.input_tokens)::integer as input_tokens, sum(m.output_tokens)::integer as output_tokens
    from jsonb_to_recordset(record_call_models.models) as m (model text, input_tokens integer, output_tokens integer)
    group by 1
  ) u
  left join lateral (
    select m.input_per_million, m.output_per_million from private.model_prices m
    where m.model = u.model and m.starts_at <= now()
    order by m.starts_at desc limit 1
  ) p on true
  where c.id = record_call_models.call;
  if found then
    -- Unknown while the price of one model is.
    update public.deployment_calls c set model_cost = (
      select case when count(*) = count(m.cost) then sum(m.cost) end from private.call_models m where m.call_id = c.id
    )
    where c.id = record_call_models.call;
  end if;
end;
$$;

comment on function private.record_call_models(uuid, jsonb) is
  'Records the tokens of each model of a call, and their cost as that of the call. models: array of model, input_tokens and '
  'output_tokens; null for a call of one model. Safe to repeat';

create or replace function private.record_calls(calls jsonb, returned jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  costs jsonb;
  missing bigint;
begin
  with given as materialized (
    select g.id, g.deployment_id, g.lease, g.status, g.latency_ms, g.input_tokens, g.output_tokens, g.is_charged, g.key_id,
      left(g.model, 200) as model, g.place, coalesce(d.user_id, o.user_id) as user_id, coalesce(d.agent_id, o.agent_id) as agent_id
    from rows from (
      jsonb_to_recordset(record_calls.calls) as (
        id uuid, deployment_id uuid, lease uuid, status integer, latency_ms integer, input_tokens integer,
        output_tokens integer, is_charged boolean, key_id uuid, model text
      )
    ) with ordinality as g (
      id, deployment_id, lease, status, latency_ms, input_tokens, output_tokens, is_charged, key_id, model, place
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
  models as materialized (
    select w.model, p.input_per_million, p.output_per_million
    from (select distinct g.model from given g) w
    cross join lateral (
      select m.input_per_million, m.output_per_million from private.model_prices m
      where m.model = w.model and m.starts_at <= now()
      order by m.starts_at desc limit 1
    ) p
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
       key_id, model, model_cost)
    select c.id, c.deployment_id, c.user_id, c.status, c.latency_ms, c.input_tokens, c.output_tokens, coalesce(c.cost, 0),
      c.is_charged, now() - make_interval(secs => c.latency_ms / 1000.0), now(), c.key_id, c.model,
      round((coalesce(c.input_tokens, 0) * m.input_per_million + coalesce(c.output_tokens, 0) * m.output_per_million) / 1000000, 12)
    from costed c
    left join models m on m.model = c.model
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
        select r.lease, r.places from jsonb_to_recordset(record_calls.returned) as r (lease uuid, places integer)
      ) p
      group by p.lease order by p.lease
    ) s
    where l.id = s.lease
  )
  select coalesce(jsonb_agg(r.cost order by g.place), '[]'), count(*) - count(r.id) into costs, missing
  from given g
  left join recorded r on r.id = g.id;
  -- Almost every call asks one model.
  if jsonb_path_exists(record_calls.calls, '$[*].models[*]') then
    perform private.record_call_models((g.call ->> 'id')::uuid, g.call -> 'models')
    from jsonb_array_elements(record_calls.calls) as g (call)
    where jsonb_path_exists(g.call, '$.models[*]');
  end if;
  -- Calls that an earlier statement recorded, whose result the gateway did not receive.
  if missing > 0 then
    select jsonb_agg(c.cost order by g.place) into costs
    from jsonb_array_elements(record_calls.calls) with ordinality as g (call, place)
    left join public.deployment_calls c on c.id = (g.call ->> 'id')::uuid;
  end if;
  return costs;
end;
$$;

comment on function private.record_calls(jsonb, jsonb) is 'Implements public.record_calls';

comment on function public.record_calls(jsonb, jsonb) is
$$For the gateway: records calls that ended, and bills those with is_charged at the price of the deployment's terms, in one
transaction. calls: id, deployment_id, lease, status, latency_ms, input_tokens, output_tokens, is_charged, key_id, model, and, if
several models answered, models: an array of model, input_tokens and output_tokens.
Returns the costs in US dollars in the order of the calls; null for a call whose deployment no longer exists, not even
archived. Safe to repeat: a call is recorded once. returned: lease and places that their gateway does not need; not safe to
repeat.$$;

drop function public.finish_call(uuid, integer, integer, integer, integer, boolean, text, text);

create function public.finish_call(
  call_id uuid, status integer, latency_ms integer, input_tokens integer, output_tokens integer, is_charged boolean,
  answer text default null, model text default null, models jsonb default null
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
  perform private.record_call_models(known.id, finish_call.models);
  return known.cost;
end;
$$;

comment on function public.finish_call(uuid, integer, integer, integer, integer, boolean, text, text, jsonb) is
  'For the gateway: finishes a call and, if is_charged, bills it at the price of the deployment''s terms and stores its '
  'encrypted answer. models: as in record_calls. Returns the cost in US dollars. Safe to repeat and to run concurrently: a '
  'charged call does not change';

create or replace function private.model_costs(days integer)
returns table (
  day date, model text, calls bigint, input_tokens bigint, output_tokens bigint, cost numeric, unpriced bigint, charged numeric
)
language sql
stable
security definer
set search_path = ''
as $$
  with calls as (
    select c.id, (c.started_at at time zone 'UTC')::date as day, c.model, c.input_tokens, c.output_tokens, c.model_cost, c.cost,
      exists (select 1 from private.call_models m where m.call_id = c.id) as is_split
    from public.deployment_calls c
    where c.status is not null
      and c.started_at >= date_trunc('day', now(), 'UTC') - make_interval(days => least(greatest(model_costs.days, 1), 90) - 1)
  ),
  parts as (
    -- A call and its charge count once, at the model that ended it.
    select c.day, c.model, 1 as calls, case when not c.is_split then c.input_tokens end as input_tokens,
      case when not c.is_split then c.output_tokens end as output_tokens, case when not c.is_split then c.model_cost end as cost,
      (not c.is_split and c.model_cost is null)::integer as unpriced, c.cost as charged
    from calls c
    union all
    select c.day, m.model, 0, m.input_tokens, m.output_tokens, m.cost, (m.cost is null)::integer, 0
    from calls c
    join private.call_models m on m.call_id = c.id
    where c.is_split
  )
  select p.day, coalesce(p.model, 'unknown'), sum(p.calls)::bigint, coalesce(sum(p.input_tokens), 0)::bigint,
    coalesce(sum(p.output_tokens), 0)::bigint, coalesce(sum(p.cost), 0), sum(p.unpriced)::bigint, sum(p.charged)
  from parts p
  group by 1, 2
  order by 1, 2;
$$;

comment on function private.model_costs(integer) is 'Implements public.model_costs';

comment on function public.model_costs(integer) is
  'For operators: per UTC day and model of the last days (1 to 90): calls, the model''s own count of tokens, what they cost '
  'the platform, calls without a price, and what callers were charged. A call that several models answered counts, with its '
  'charge, at the last one; its tokens, their cost and a missing price at each. US dollars';

revoke all on function
  private.record_call_models(uuid, jsonb), public.finish_call(uuid, integer, integer, integer, integer, boolean, text, text, jsonb)
  from public, anon, authenticated;
grant execute on function private.record_call_models(uuid, jsonb), public.finish_call(uuid, integer, integer, integer, integer, boolean, text, text, jsonb) to service_role;
