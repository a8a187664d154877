-- Usage: what was used and what it cost. A call is two rows, one message with its cost and one api_call at 0.
-- Written by the server alone, read by the person who pays. `quantity` is messages, calls, or megabytes (storage;
-- a change, so that the sum is what is stored); `cost` is US dollars. Times are UTC.

create table public.usage_tracking (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid references public.agents (id) on delete set null,
  -- No foreign key: what was used outlives a deleted deployment, and is there again when it is restored.
  deployment_id uuid,
  usage_type text not null
    constraint usage_tracking_usage_type_known check (usage_type in ('message', 'api_call', 'storage')),
  quantity numeric not null
    constraint usage_tracking_quantity_range check (
      abs(quantity) <= 1000000000 and (quantity >= 0 or usage_type = 'storage')
    ),
  cost numeric not null default 0 constraint usage_tracking_cost_range check (cost between 0 and 1000000000),
  -- Of the model, for the message; null where nobody counted.
  tokens integer constraint usage_tracking_tokens_range check (tokens >= 0),
  -- Names the call for as long as the row lives; the same key is the same call.
  idempotency_key text
    constraint usage_tracking_idempotency_key_length check (char_length(idempotency_key) between 1 and 200),
  created_at timestamptz not null default now(),

  constraint usage_tracking_counted_once unique (idempotency_key, usage_type)
);

create index usage_tracking_of_person on public.usage_tracking (user_id, created_at desc)
  include (usage_type, quantity, cost);
create index usage_tracking_of_agent on public.usage_tracking (agent_id, created_at desc);
create index usage_tracking_of_deployment on public.usage_tracking (deployment_id, created_at desc);

alter table public.usage_tracking enable row level security;

revoke all on public.usage_tracking from anon, authenticated;
grant select on public.usage_tracking to authenticated;
grant all on public.usage_tracking to service_role;

create policy "people read their own usage" on public.usage_tracking
  for select to authenticated
  using (user_id = (select auth.uid()));

-- For the gateway: meters one call, at the price the agent has now. A replay counts nothing and returns the row of
-- the first time. A call that ends after its deployment was deleted is counted all the same.
create function public.record_usage(
  idempotency_key text, deployment_id uuid, quantity numeric default 1, tokens integer default null
)
returns public.usage_tracking
language plpgsql
security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
  message public.usage_tracking;
  deployed record;
begin
  if coalesce(record_usage.idempotency_key, '') = '' then
    raise sqlstate 'PT400' using message = 'A call needs an idempotency key';
  end if;
  select d.user_id, d.agent_id into deployed from public.deployments d where d.id = record_usage.deployment_id;
  if not found then
    select d.user_id, d.agent_id into deployed from private.archived_deployment(record_usage.deployment_id) d;
    if deployed.user_id is null then
      raise sqlstate 'PT404' using message = 'There is no such deployment';
    end if;
  end if;

  insert into public.usage_tracking
    (user_id, agent_id, deployment_id, usage_type, quantity, cost, tokens, idempotency_key)
  select
    deployed.user_id, a.id, record_usage.deployment_id, 'message', record_usage.quantity,
    record_usage.quantity * coalesce(a.price_per_message, 0), record_usage.tokens, record_usage.idempotency_key
  from (select deployed.agent_id as id) as wanted
  left join public.agents a on a.id = wanted.id
  on conflict on constraint usage_tracking_counted_once do nothing
  returning * into message;

  if message.id is null then
    select * into message from public.usage_tracking u
    where u.idempotency_key = record_usage.idempotency_key and u.usage_type = 'message';
    if message.deployment_id is distinct from record_usage.deployment_id then
      raise sqlstate 'PT409' using message = 'This idempotency key belongs to a call of another deployment';
    end if;
    return message;
  end if;

  insert into public.usage_tracking (user_id, agent_id, deployment_id, usage_type, quantity, cost, idempotency_key)
  values (
    message.user_id, message.agent_id, message.deployment_id, 'api_call', 1, 0, message.idempotency_key
  );
  return message;
end;
$$;

-- Whose an archived deployment was, and of which agent.
create function private.archived_deployment(deployment uuid) returns table (user_id uuid, agent_id uuid)
language sql
stable
security definer
set search_path = ''
as $$
  select a.user_id, a.agent_id from private.deployment_archive a where a.id = archived_deployment.deployment;
$$;

revoke all on function private.archived_deployment(uuid) from public, anon, authenticated;
grant execute on function private.archived_deployment(uuid) to service_role;
revoke all on function public.record_usage(text, uuid, numeric, integer) from public, anon, authenticated;
grant execute on function public.record_usage(text, uuid, numeric, integer) to service_role;
