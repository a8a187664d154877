-- Recording calls with less work: the billing period of each owner once per statement instead of once per row, prices of
-- models once per model, and costs returned as a list in the order of the calls, whose members a client can read without
-- learning a new object shape for each batch. Written by the gateway's functions. US dollars. UTC.
-- PostgreSQL plans a function in SQL that it cannot inline at each call; PL/pgSQL keeps the plan. So terms_at changes its
-- language, and owner_period is billing_period for triggers (users call billing_period without access to this schema).
-- finish_calls stays for gateways of the version before.
-- Replaces: private.terms_at, private.add_period_messages, private.finish_calls
-- Locks: deployment_calls, briefly, to drop a trigger (ACCESS EXCLUSIVE).

create function private.owner_period(account uuid) returns table (starts timestamptz, ends timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select
    coalesce(max(p.starts), date_trunc('month', now(), 'UTC')),
    coalesce(max(p.ends), date_trunc('month', now() at time zone 'UTC' + interval '1 month') at time zone 'UTC')
  from public.subscriptions s
  cross join lateral (
    select s.current_period_start as starts, s.current_period_end as ends where now() < s.current_period_end
    union all
    select n.starts, n.ends
    from private.period_at(coalesce(s.anchored_at, s.current_period_start), s.billing_cycle, now()) n
    where now() >= s.current_period_end and s.renews and s.status <> 'past_due'
  ) p
  where s.user_id = owner_period.account and s.status in ('active', 'trialing', 'past_due') and now() >= s.current_period_start;
end;
$$;

comment on function private.owner_period(uuid) is
  'private.billing_period with a kept plan, for the trigger that adds messages. If the two differed, totals would be '
  'counted from the rows again, never wrong';

create or replace function private.terms_at(deployment uuid, at timestamptz default now()) returns private.deployment_terms
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  terms private.deployment_terms;
begin
  select t.* into terms from private.deployment_terms t
  where t.deployment_id = terms_at.deployment and t.starts_at <= terms_at.at
  order by t.id desc limit 1;
  return case when found then terms end;
end;
$$;

comment on function private.terms_at(uuid, timestamptz) is 'The terms of a deployment at a time';

create or replace function private.add_period_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  added record;
begin
  for added in
    -- The period of a user once, not for each of their rows.
    with inserted as materialized (
      select c.user_id, c.created_at, sum(c.quantity) as quantity
      from new_rows c where c.usage_type = 'message' group by 1, 2
    ),
    periods as materialized (
      select u.user_id, p.starts, p.ends
      from (select distinct i.user_id from inserted i) u
      cross join lateral private.owner_period(u.user_id) p
    )
    select p.user_id, p.starts, p.ends, sum(i.quantity) as messages
    from periods p
    join inserted i on i.user_id = p.user_id and i.created_at >= p.starts and i.created_at < p.ends
    group by p.user_id, p.starts, p.ends
    order by p.user_id
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

create function private.record_calls(calls jsonb, returned jsonb) returns jsonb
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

create function public.record_calls(calls jsonb, returned jsonb default '[]') returns jsonb
language sql
security invoker
set search_path = ''
return private.record_calls(calls, returned);

comment on function public.record_calls(jsonb, jsonb) is
$$For the gateway: records calls that ended, and bills those with is_charged at the price of the deployment's terms, in one
transaction. calls: id, deployment_id, lease, status, latency_ms, input_tokens, output_tokens, is_charged, key_id, model.
Returns the costs in US dollars in the order of the calls; null for a call whose deployment no longer exists, not even
archived. Safe to repeat: a call is recorded once. returned: lease and places that their gateway does not need; not safe to
repeat.$$;

create or replace function private.finish_calls(calls jsonb, returned jsonb) returns jsonb
language sql
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(g.call ->> 'id', r.cost) filter (where r.cost <> 'null'), '{}')
  from jsonb_array_elements(private.record_calls(finish_calls.calls, finish_calls.returned)) with ordinality as r (cost, place)
  join jsonb_array_elements(finish_calls.calls) with ordinality as g (call, place) on g.place = r.place;
$$;

comment on function private.finish_calls(jsonb, jsonb) is 'Implements public.finish_calls';
comment on function public.finish_calls(jsonb, jsonb) is
  'For gateways of an earlier version: record_calls, with the costs by the ids of the calls';

-- record_calls, the only function that inserts calls that have ended, states the model's cost itself.
drop trigger deployment_calls_price_insert on public.deployment_calls;

revoke all on function
  private.owner_period(uuid), private.record_calls(jsonb, jsonb), public.record_calls(jsonb, jsonb),
  private.finish_calls(jsonb, jsonb)
  from public, anon, authenticated;
grant execute on function
  private.record_calls(jsonb, jsonb), public.record_calls(jsonb, jsonb), private.finish_calls(jsonb, jsonb)
  to service_role;
