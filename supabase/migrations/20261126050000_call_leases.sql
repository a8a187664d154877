-- Calls in batches: a gateway takes the grant of a key once for many calls, places of the quota a few at a time, and
-- writes all calls that end within some milliseconds in one statement.
-- Written and read by the gateway only, through functions of the service role. Times are UTC.
-- Places that a gateway holds count against the quota until their lease expires, so a gateway that is killed never makes
-- another one exceed it. Long because a call is leased, metered and given back by functions that belong together.
-- Replaces: public.begin_call
-- Locks: nothing in use for long; one function is dropped and created again.

create table private.call_leases (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  deployment_id uuid not null,
  key_id uuid,
  places integer not null constraint call_leases_places_range check (places >= 0),
  expires_at timestamptz not null
) with (fillfactor = 50);

comment on table private.call_leases is
  'Places of the quota that gateways hold: for running calls, and a few for the next ones. Written by the gateway';
comment on column private.call_leases.id is 'Chosen by the gateway: one per key, until something about it is uncertain';
comment on column private.call_leases.user_id is 'The owner of the deployment, whose quota it is';
comment on column private.call_leases.deployment_id is
  'No foreign key, like key_id: a call that ends after its deployment was deleted is metered';
comment on column private.call_leases.places is 'Finished calls are subtracted in the transaction that meters them';
comment on column private.call_leases.expires_at is 'After the time limit of every call that was begun under it';

create index call_leases_user_id on private.call_leases (user_id);
create index call_leases_expired on private.call_leases (expires_at);

alter table private.call_leases enable row level security;

create function private.call_allowance(deployment uuid, key uuid)
returns table (outcome text, places numeric, plan_name text, quota integer, period_end timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select case when a.places <= 0 then 'over_quota' end, a.places, a.plan_name, a.quota, a.period_end
  from (
    select q.plan_name, q.quota, q.period_end,
      q.quota - q.used - coalesce((
        select sum(l.places) from private.call_leases l where l.user_id = d.user_id and l.expires_at > now()
      ), 0) as places
    from public.deployments d
    cross join lateral private.message_quota(d.user_id) q
    where d.id = call_allowance.deployment
  ) a;
$$;

comment on function private.call_allowance(uuid, uuid) is
  'How many calls of a deployment, with this key, can begin now: places (null: unlimited), and the outcome that refuses '
  'them when there are none (else null). stable: all its queries see one snapshot, so a call that finishes meanwhile is '
  'counted once. The caller holds the lock of the owner''s calls';

create function private.take_rates(subject text, most integer, seconds integer, waiting integer, spare integer)
returns table (granted integer, wait integer, window_seconds numeric)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  taken private.rate_windows;
begin
  insert into private.rate_windows as w (subject, requests, ends_at)
  values (take_rates.subject, 0, clock_timestamp() + make_interval(secs => take_rates.seconds))
  on conflict (subject) do update set
    requests = case when w.ends_at <= clock_timestamp() then 0 else w.requests end,
    ends_at = case when w.ends_at <= clock_timestamp() then excluded.ends_at else w.ends_at end
  returning * into taken;
  granted := least(
    greatest(take_rates.most - taken.requests, 0),
    take_rates.waiting + least(take_rates.spare, greatest(take_rates.most - taken.requests, 0) / 20)
  );
  if granted > 0 then
    update private.rate_windows w set requests = taken.requests + granted where w.subject = take_rates.subject;
  end if;
  window_seconds := greatest(0, extract(epoch from taken.ends_at - clock_timestamp()));
  wait := case when granted < take_rates.waiting then greatest(1, ceil(window_seconds)) else 0 end;
  return next;
end;
$$;

comment on function private.take_rates(text, integer, integer, integer, integer) is
  'Counts requests of a subject: waiting of them, and up to spare more for later, but at most 5 % of what is left. '
  'granted is how many may proceed before the window ends; wait: the seconds to wait when fewer than waiting';

create function private.call_grant(key_hash text, default_rate integer, waiting integer, spare integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known record;
  key private.deployment_keys;
  rate record;
  settings record;
  suspension jsonb;
begin
  select * into known from private.use_deployment_key(key_hash, null);
  if not found then
    return null;
  end if;
  if known.status = 'deleted' then
    return jsonb_build_object('grant', to_jsonb(known) - '{user_id,agent_id}'::text[] || '{"key_id": null}');
  end if;
  select * into key from private.deployment_keys k where k.hash = decode(key_hash, 'hex');
  select * into rate from private.take_rates(
    'key ' || key.id, coalesce(key.requests_per_minute, call_grant.default_rate), 60, call_grant.waiting, call_grant.spare
  );
  select a.creator_id, a.name as agent_name, coalesce(v.prompt, c.prompt, '') as prompt,
    coalesce(v.temperature, c.temperature, 0.7) as temperature, coalesce(v.max_tokens, c.max_tokens, 1000) as max_tokens,
    case when a.external_only then a.external_url end as external_url
  into settings
  from public.deployments d
  join public.agents a on a.id = d.agent_id
  left join public.agent_configs c on c.agent_id = a.id
  left join private.agent_versions v on v.agent_id = a.id and v.version = d.pinned_version
  where d.id = known.deployment_id;
  select to_jsonb(s) into suspension from (
    select s.kind || '_suspended' as outcome, s.reason, s.appeal
    from private.current_suspension(known.agent_id, known.deployment_id, array[known.user_id, settings.creator_id]) s
  ) s;
  return jsonb_build_object(
    'grant', to_jsonb(known) - '{user_id,agent_id}'::text[] || jsonb_build_object('key_id', key.id, 'retry_after', rate.wait),
    'subjects', jsonb_build_array(known.deployment_id, known.user_id, known.agent_id, settings.creator_id),
    'requests', rate.granted,
    'window_seconds', rate.window_seconds,
    'instructions', to_jsonb(settings) - 'creator_id',
    'suspension', suspension,
    'is_withdrawn', coalesce(known.calls_end_at <= now(), false),
    'valid_seconds', extract(epoch from least(
      key.expires_at, case when known.calls_end_at > now() then known.calls_end_at end
    ) - now())
  );
end;
$$;

comment on function private.call_grant(text, integer, integer, integer) is 'Implements public.call_grant';

create function public.call_grant(key_hash text, default_rate integer, waiting integer default 1, spare integer default 0)
returns jsonb
language sql
security invoker
set search_path = ''
return private.call_grant(key_hash, default_rate, waiting, spare);

comment on function public.call_grant(text, integer, integer, integer) is
$$For the gateway: all that a call with this key (SHA-256 in hex) needs; null for a key that does not work.
grant: the deployment, as of use_deployment_key, and key_id; retry_after is set when waiting requests exceed the rate
subjects: ids whose changes are announced on the channel slipway_gateway: deployment, owner, agent, creator
requests: how many requests of the key may proceed in the window_seconds that its window lasts
instructions: name, prompt and settings of the agent; suspension and is_withdrawn: why calls are refused, if they are
valid_seconds: when the key expires or the calls of the agent end; null: no time is set$$;

create function private.lease_calls(
  lease uuid, deployment_id uuid, key_id uuid, waiting integer, spare integer, lease_seconds integer
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid;
  allowed record;
  granted integer;
  others bigint;
begin
  select d.user_id into owner from public.deployments d where d.id = lease_calls.deployment_id;
  if not found then
    return '{"outcome": "gone"}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('calls ' || owner, 0));
  if random() < 0.01 then
    delete from private.call_leases l where l.id in (
      select o.id from private.call_leases o where o.expires_at < now() order by o.expires_at limit 100 for update skip locked
    );
  end if;
  select * into allowed from private.call_allowance(lease_calls.deployment_id, lease_calls.key_id);
  if allowed.outcome is not null then
    select count(*) into others from private.call_leases l
    where l.user_id = owner and l.id <> lease_calls.lease and l.places > 0 and l.expires_at > now();
    if others > 0 then
      perform pg_notify('slipway_gateway', 'recall ' || owner);
    end if;
    return to_jsonb(allowed) - 'places' || jsonb_build_object('others', others);
  end if;
  granted := lease_calls.waiting + lease_calls.spare;
  if allowed.places is not null then
    granted := least(allowed.places, lease_calls.waiting + least(lease_calls.spare, floor(allowed.places * 0.05)));
    insert into private.call_leases as l (id, user_id, deployment_id, key_id, places, expires_at)
    values (
      lease_calls.lease, owner, lease_calls.deployment_id, lease_calls.key_id, granted,
      now() + make_interval(secs => lease_calls.lease_seconds)
    )
    on conflict (id) do update set places = l.places + excluded.places, expires_at = excluded.expires_at
    where l.expires_at > now();
    if not found then
      return '{"outcome": "expired"}';
    end if;
  end if;
  return jsonb_build_object('outcome', 'leased', 'places', granted, 'is_counted', allowed.places is not null);
end;
$$;

comment on function private.lease_calls(uuid, uuid, uuid, integer, integer, integer) is 'Implements public.lease_calls';

create function public.lease_calls(
  lease uuid, deployment_id uuid, key_id uuid, waiting integer, spare integer, lease_seconds integer
)
returns jsonb
language sql
security invoker
set search_path = ''
return private.lease_calls(lease, deployment_id, key_id, waiting, spare, lease_seconds);

comment on function public.lease_calls(uuid, uuid, uuid, integer, integer, integer) is
$$For the gateway: takes places for calls: for those that wait, and up to spare more, but at most 5 % of what is left, so
the last places go to calls that wait for them. outcome is
leased: places were added to the lease, which now expires in lease_seconds; without is_counted, calls are unlimited
over_quota (and other refusals of private.call_allowance): nothing is left; others is the number of other leases, whose
holders were asked to give back what they do not need
expired: the lease is over; take another id
gone: the deployment no longer exists$$;

create function private.finish_calls(calls jsonb, returned jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  costs jsonb;
begin
  with given as materialized (
    select g.id, g.deployment_id, g.lease, g.status, g.latency_ms, g.input_tokens, g.output_tokens, g.is_charged,
      coalesce(d.user_id, o.user_id) as user_id, coalesce(d.agent_id, o.agent_id) as agent_id
    from jsonb_to_recordset(finish_calls.calls) as g (
      id uuid, deployment_id uuid, lease uuid, status integer, latency_ms integer, input_tokens integer,
      output_tokens integer, is_charged boolean
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
      (id, deployment_id, user_id, status, latency_ms, input_tokens, output_tokens, cost, is_charged, started_at, expires_at)
    select c.id, c.deployment_id, c.user_id, c.status, c.latency_ms, c.input_tokens, c.output_tokens, coalesce(c.cost, 0),
      c.is_charged, now() - make_interval(secs => c.latency_ms / 1000.0), now()
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

create function public.finish_calls(calls jsonb, returned jsonb default '[]') returns jsonb
language sql
security invoker
set search_path = ''
return private.finish_calls(calls, returned);

comment on function public.finish_calls(jsonb, jsonb) is
$$For the gateway: records calls that ended, and bills those with is_charged at the price of the deployment's terms, in one
transaction. calls: id, deployment_id, lease, status, latency_ms, input_tokens, output_tokens, is_charged. Returns the cost
in US dollars of each call by its id; a call whose deployment no longer exists, not even archived, is missing. Safe to
repeat: a call is recorded once. returned: lease and places that their gateway does not need; not safe to repeat.$$;

drop function public.begin_call(uuid, integer, text, text);

create function public.begin_call(
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
    insert into public.deployment_calls (deployment_id, user_id, expires_at, idempotency_key, request_hash)
    values (
      begin_call.deployment_id, owner, until, begin_call.idempotency_key,
      case when begin_call.idempotency_key is not null then begin_call.request_hash end
    )
    returning id into call_id;
  else
    update public.deployment_calls c set status = null, latency_ms = null, expires_at = until where c.id = known.id;
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
agent_suspended, deployment_suspended, person_suspended: by moderation, with the reason and the address for appeals
withdrawn: the agent's creator withdrew it, and the notice period is over
gone: the deployment or its agent no longer exists
A call is charged at most once, and an answered one never runs again. lease_seconds: after this time an unfinished call
is considered abandoned; a repeat of its idempotency key runs again.$$;

-- Changes that concern grants, announced to gateways. A notification is sent when its transaction commits; none waits for it.

create function private.announce_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('slipway_gateway', 'changed ' || (changed ->> tg_argv[0]));
  return null;
end;
$$;

comment on function private.announce_change() is
  'Trigger: announces to gateways that grants with this id may have changed. The argument is the column of the id';

create trigger deployment_keys_announce
  after delete or update of hash, expires_at, revoked_at, replaced_at, requests_per_minute on private.deployment_keys
  for each row execute function private.announce_change('deployment_id');
create trigger deployments_9_announce
  after delete or update of status, agent_id, user_id, endpoint_url, pinned_version on public.deployments
  for each row execute function private.announce_change('id');
create trigger agents_99_announce
  after update of name, status, external_only, external_url, withdrawn_at, calls_end_at, allows_system_messages on public.agents
  for each row execute function private.announce_change('id');
create trigger agent_configs_announce
  after insert or update or delete on public.agent_configs
  for each row execute function private.announce_change('agent_id');
create trigger suspensions_announce
  after insert or update or delete on private.suspensions
  for each row execute function private.announce_change('subject');
create trigger subscriptions_announce
  after insert or update or delete on public.subscriptions
  for each row execute function private.announce_change('user_id');

revoke all on function
  private.call_allowance(uuid, uuid), private.take_rates(text, integer, integer, integer, integer),
  private.call_grant(text, integer, integer, integer), public.call_grant(text, integer, integer, integer),
  private.lease_calls(uuid, uuid, uuid, integer, integer, integer),
  public.lease_calls(uuid, uuid, uuid, integer, integer, integer),
  private.finish_calls(jsonb, jsonb), public.finish_calls(jsonb, jsonb), private.announce_change(),
  public.begin_call(uuid, integer, text, text, uuid)
  from public, anon, authenticated;
grant execute on function
  private.call_allowance(uuid, uuid), private.call_grant(text, integer, integer, integer),
  public.call_grant(text, integer, integer, integer), private.lease_calls(uuid, uuid, uuid, integer, integer, integer),
  public.lease_calls(uuid, uuid, uuid, integer, integer, integer), private.finish_calls(jsonb, jsonb),
  public.finish_calls(jsonb, jsonb), public.begin_call(uuid, integer, text, text, uuid)
  to service_role;
grant select on private.call_leases to service_role;
