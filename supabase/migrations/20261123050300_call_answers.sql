-- Idempotent calls: the model runs once for each idempotency key. A repeat gets the stored answer, waits for the first
-- request, or is refused; and calls of suspended or withdrawn agents are refused.
-- Answers are written and read by the gateway, encrypted with a key that only the caller has, and kept for 24 hours.
-- Times are UTC.
-- Replaces: public.begin_call, public.finish_call
-- Locks: nothing in use for long; two functions are dropped and created again.

create table private.call_answers (
  call_id uuid primary key references public.deployment_calls (id) on delete cascade,
  answer text not null constraint call_answers_answer_length check (char_length(answer) <= 400000),
  created_at timestamptz not null default now()
);

comment on table private.call_answers is
  'Answers of calls with an idempotency key, for 24 hours. Encrypted by the gateway with a key derived from the caller''s '
  'API key, which is not in this database in the clear';

create index call_answers_oldest on private.call_answers (created_at);

alter table private.call_answers enable row level security;

create function private.call_answer(call_id uuid) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select a.answer from private.call_answers a
  where a.call_id = call_answer.call_id and a.created_at > now() - interval '24 hours';
$$;

comment on function private.call_answer(uuid) is 'The stored answer of a call; null without one. For begin_call';

create function private.store_call_answer(call_id uuid, answer text) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.call_answers (call_id, answer)
  values (store_call_answer.call_id, store_call_answer.answer)
  on conflict (call_id) do nothing;
  delete from private.call_answers a where a.call_id in (
    select o.call_id from private.call_answers o
    where o.created_at <= now() - interval '24 hours' order by o.created_at limit 10
  );
$$;

comment on function private.store_call_answer(uuid, text) is
  'Stores the answer of a call, and deletes up to ten that are older than 24 hours. For finish_call';

drop function public.begin_call(uuid, integer, text, text);
drop function public.finish_call(uuid, integer, integer, integer, integer, boolean);

create function public.begin_call(
  deployment_id uuid, lease_seconds integer, idempotency_key text default null, request_hash text default null
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
  select d.user_id, a.creator_id, a.id, a.name, coalesce(c.prompt, ''), coalesce(c.temperature, 0.7),
    coalesce(c.max_tokens, 1000), case when a.external_only then a.external_url end,
    -- Hiding an agent does not concern its creator; archiving it does.
    case when d.user_id <> a.creator_id or a.status <> 'active' then a.calls_end_at end
  into owner, creator, agent, agent_name, prompt, temperature, max_tokens, external_url, calls_end_at
  from public.deployments d
  join public.agents a on a.id = d.agent_id
  left join public.agent_configs c on c.agent_id = a.id
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

  select q.plan_name, q.quota, q.period_end into plan_name, quota, period_end
  from private.message_quota(owner) q
  where q.used >= q.quota;
  if found then
    outcome := 'over_quota';
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

comment on function public.begin_call(uuid, integer, text, text) is
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

create function public.finish_call(
  call_id uuid, status integer, latency_ms integer, input_tokens integer, output_tokens integer, is_charged boolean,
  answer text default null
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
    output_tokens = finish_call.output_tokens, is_charged = finish_call.is_charged, cost = known.cost
  where c.id = known.id;
  return known.cost;
end;
$$;

comment on function public.finish_call(uuid, integer, integer, integer, integer, boolean, text) is
  'For the gateway: finishes a call and, if is_charged, bills it at the agent''s current price and stores its encrypted '
  'answer. Returns the cost in US dollars. Safe to repeat and to run concurrently: a charged call does not change';

revoke all on function
  private.call_answer(uuid), private.store_call_answer(uuid, text),
  public.begin_call(uuid, integer, text, text),
  public.finish_call(uuid, integer, integer, integer, integer, boolean, text)
  from public, anon, authenticated;
grant execute on function
  private.call_answer(uuid), private.store_call_answer(uuid, text),
  public.begin_call(uuid, integer, text, text),
  public.finish_call(uuid, integer, integer, integer, integer, boolean, text)
  to service_role;
