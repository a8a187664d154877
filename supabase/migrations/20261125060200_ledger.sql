-- The ledger: what users are charged, and who gets it, in double entry. A charge is a transaction with entries that add
-- up to zero, written in the database transaction of what it charges for.
-- Written by triggers and functions of the server, never changed. Users read their own charges through functions. A
-- deleted user stays as an account without a name, so sums of other users do not change. US dollars. Times are UTC.
-- Prices include taxes. Calls of own agents are free.
-- Long because a call is recorded, charged and posted in one transaction, whose functions are stated again.
-- Replaces: public.record_usage, public.begin_call
-- Locks: usage_tracking, to add a column and triggers, and while own calls are marked (ACCESS EXCLUSIVE).

create table private.ledger_accounts (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    constraint ledger_accounts_kind_known check (kind in ('payer', 'creator', 'platform_fee', 'tax', 'plans')),
  person uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),

  constraint ledger_accounts_one_per_person unique (kind, person)
);

comment on table private.ledger_accounts is
  'Accounts of the ledger. payer and creator: of a user; platform_fee, tax and plans: one each';
comment on column private.ledger_accounts.person is
  'The user. Null for the platform''s accounts, and after the user was deleted: the id of the account is a pseudonym';

create unique index ledger_accounts_one_of_platform on private.ledger_accounts (kind)
  where kind in ('platform_fee', 'tax', 'plans');
create index ledger_accounts_person on private.ledger_accounts (person);

create table private.ledger_transactions (
  id bigint primary key generated always as identity,
  kind text not null
    constraint ledger_transactions_kind_known check (kind in ('call', 'month', 'plan', 'plan_credit', 'refund')),
  source text not null constraint ledger_transactions_source_once unique,
  payer uuid not null,
  creator uuid,
  agent_id uuid,
  deployment_id uuid,
  amount numeric not null,
  starts_at timestamptz,
  ends_at timestamptz,
  refunds bigint,
  reason text,
  occurred_at timestamptz not null default now(),

  constraint ledger_transactions_amount_sign check (case when kind in ('refund', 'plan_credit') then amount < 0 else amount > 0 end),
  constraint ledger_transactions_refund_names_charge check ((refunds is not null) = (kind in ('refund', 'plan_credit')))
);

comment on table private.ledger_transactions is
  'Charges and refunds. Append-only. A constraint checks at commit that the entries of each add up to zero';
comment on column private.ledger_transactions.source is 'What is charged, such as: usage <id>. It is charged once';
comment on column private.ledger_transactions.payer is
  'An account. No foreign keys: accounts are never deleted, and the check would lock rows that every call uses';
comment on column private.ledger_transactions.creator is 'The account of the agent''s creator; null for plans';
comment on column private.ledger_transactions.amount is 'US dollars that the payer owes; negative for a refund';
comment on column private.ledger_transactions.refunds is 'The charge that a refund gives back';
comment on column private.ledger_transactions.starts_at is 'Of month and plan: the time that was paid for';

create index ledger_transactions_by_payer on private.ledger_transactions (payer, occurred_at);
create index ledger_transactions_by_creator on private.ledger_transactions (creator, occurred_at) include (amount);
create index ledger_transactions_by_agent on private.ledger_transactions (agent_id, occurred_at);
create index ledger_transactions_by_time on private.ledger_transactions (occurred_at);
create index ledger_transactions_refunds on private.ledger_transactions (refunds) where refunds is not null;

create table private.ledger_entries (
  transaction_id bigint not null references private.ledger_transactions (id),
  line smallint not null,
  account uuid not null,
  amount numeric not null constraint ledger_entries_amount_not_zero check (amount <> 0),
  primary key (transaction_id, line)
);

comment on table private.ledger_entries is 'Lines of transactions. Append-only';
comment on column private.ledger_entries.amount is 'US dollars: positive is owed by the account, negative is owed to it';

create index ledger_entries_by_account on private.ledger_entries (account, transaction_id);

create table private.ledger_rates (
  is_current boolean primary key default true constraint ledger_rates_one_row check (is_current),
  platform_fee numeric not null default 0 constraint ledger_rates_platform_fee_range check (platform_fee between 0 and 1),
  tax numeric not null default 0 constraint ledger_rates_tax_range check (tax between 0 and 1)
);

comment on table private.ledger_rates is 'Shares of new charges: one row, written by operators through set_ledger_rates';
comment on column private.ledger_rates.platform_fee is 'Share of the price after tax that the platform keeps, 0 to 1';
comment on column private.ledger_rates.tax is 'Tax included in the price, as a share of the price before tax, 0 to 1';

insert into private.ledger_rates default values;
insert into private.ledger_accounts (kind) values ('platform_fee'), ('tax'), ('plans');

alter table private.ledger_accounts enable row level security;
alter table private.ledger_transactions enable row level security;
alter table private.ledger_entries enable row level security;
alter table private.ledger_rates enable row level security;

create function private.keep_ledger_account() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.id, new.kind, new.created_at) is not distinct from (old.id, old.kind, old.created_at)
    and new.person is null
  then
    return new;
  end if;
  raise sqlstate 'PT409' using message = 'Accounts of the ledger are never deleted; only their person is removed';
end;
$$;

comment on function private.keep_ledger_account() is 'Trigger: an account stays; only its person can be removed';

create trigger ledger_accounts_stay
  before update or delete on private.ledger_accounts
  for each row execute function private.keep_ledger_account();
create trigger ledger_transactions_append_only
  before update or delete on private.ledger_transactions
  for each row execute function private.reject_change();
create trigger ledger_transactions_no_truncate
  before truncate on private.ledger_transactions
  for each statement execute function private.reject_change();
create trigger ledger_entries_append_only
  before update or delete on private.ledger_entries
  for each row execute function private.reject_change();
create trigger ledger_entries_no_truncate
  before truncate on private.ledger_entries
  for each statement execute function private.reject_change();

create function private.check_balance() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  checked bigint;
  total numeric;
  lines integer;
  unpaid numeric;
begin
  if tg_table_name = 'ledger_entries' then
    checked := new.transaction_id;
  else
    checked := new.id;
  end if;
  select sum(e.amount), count(e.line), sum(e.amount) filter (where e.account = t.payer) - t.amount into total, lines, unpaid
  from private.ledger_transactions t
  left join private.ledger_entries e on e.transaction_id = t.id
  where t.id = checked
  group by t.id;
  if lines < 2 or total <> 0 or unpaid is distinct from 0 then
    raise check_violation using message = format('Transaction %s of the ledger does not balance', checked);
  end if;
  return null;
end;
$$;

comment on function private.check_balance() is
  'Trigger, at commit: the entries of a transaction add up to zero, and those of the payer to its amount';

create constraint trigger ledger_transactions_balance
  after insert on private.ledger_transactions deferrable initially deferred
  for each row execute function private.check_balance();
create constraint trigger ledger_entries_balance
  after insert on private.ledger_entries deferrable initially deferred
  for each row execute function private.check_balance();

create function private.ledger_account(kind text, person uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_id uuid;
begin
  select a.id into found_id from private.ledger_accounts a
  where a.kind = ledger_account.kind and a.person is not distinct from ledger_account.person
  limit 1;
  if found_id is null then
    insert into private.ledger_accounts (kind, person)
    values (ledger_account.kind, ledger_account.person)
    on conflict do nothing;
    select a.id into found_id from private.ledger_accounts a
    where a.kind = ledger_account.kind and a.person = ledger_account.person;
  end if;
  return found_id;
end;
$$;

comment on function private.ledger_account(text, uuid) is
  'The account of a kind of a user, created when it is missing; null: of the platform';

create function private.ledger_lines(kind text, payer uuid, creator uuid, amount numeric)
returns table (line smallint, account uuid, amount numeric)
language sql
stable
security definer
set search_path = ''
as $$
  with shares as (
    select s.tax, case when ledger_lines.creator is null then s.net else round(s.net * s.platform_fee, 12) end as fee,
      s.net
    from (
      select t.tax, ledger_lines.amount - t.tax as net, t.platform_fee
      from (
        select round(ledger_lines.amount * r.tax / (1 + r.tax), 12) as tax, r.platform_fee from private.ledger_rates r
      ) t
    ) s
  )
  select l.line::smallint, l.account, l.amount
  from shares s
  cross join lateral (values
    (1, ledger_lines.payer, ledger_lines.amount),
    (2, ledger_lines.creator, s.fee - s.net),
    (3, (select a.id from private.ledger_accounts a
      where a.kind = case when ledger_lines.kind = 'plan' then 'plans' else 'platform_fee' end and a.person is null limit 1), -s.fee),
    (4, (select a.id from private.ledger_accounts a where a.kind = 'tax' limit 1), -s.tax)
  ) as l (line, account, amount)
  where l.amount <> 0;
$$;

comment on function private.ledger_lines(text, uuid, uuid, numeric) is
  'The entries of a charge: the payer owes the price; the creator, the platform and the tax get their shares';

create function private.post_charge(
  kind text, source text, payer uuid, creator uuid, agent uuid, deployment uuid, amount numeric,
  starts timestamptz default null, ends timestamptz default null, occurred timestamptz default now()
)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  posted bigint;
begin
  insert into private.ledger_transactions as t
    (kind, source, payer, creator, agent_id, deployment_id, amount, starts_at, ends_at, occurred_at)
  values (
    post_charge.kind, post_charge.source, post_charge.payer, post_charge.creator, post_charge.agent,
    post_charge.deployment, post_charge.amount, starts, ends, occurred
  )
  on conflict (source) do nothing
  returning t.id into posted;
  insert into private.ledger_entries (transaction_id, line, account, amount)
  select posted, l.line, l.account, l.amount
  from private.ledger_lines(post_charge.kind, post_charge.payer, post_charge.creator, post_charge.amount) l
  where posted is not null;
  return posted;
end;
$$;

comment on function private.post_charge(
  text, text, uuid, uuid, uuid, uuid, numeric, timestamptz, timestamptz, timestamptz
) is 'Posts a charge and its entries. Returns its id; null when its source is charged already';

create function private.post_refund(charge bigint, amount numeric, kind text, reason text) returns bigint
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  charged private.ledger_transactions;
  refunded numeric;
  posted bigint;
begin
  -- Serialize the refunds of one charge: each sees the earlier ones.
  select * into charged from private.ledger_transactions t where t.id = post_refund.charge for update;
  if not found or charged.amount <= 0 then
    raise sqlstate 'PT404' using message = 'Charge not found';
  end if;
  select coalesce(-sum(t.amount), 0) into refunded from private.ledger_transactions t where t.refunds = charged.id;
  if post_refund.amount <= 0 or refunded + post_refund.amount > charged.amount then
    raise sqlstate 'PT409' using message =
      format('Up to %s of this charge can be refunded', trim_scale(charged.amount - refunded));
  end if;
  insert into private.ledger_transactions as t
    (kind, source, payer, creator, agent_id, deployment_id, amount, refunds, reason)
  values (
    post_refund.kind, format('refund %s after %s', charged.id, trim_scale(refunded)), charged.payer, charged.creator,
    charged.agent_id, charged.deployment_id, -post_refund.amount, charged.id, post_refund.reason
  )
  returning t.id into posted;
  -- Every account gives back its share; the first after the payer takes what rounding leaves.
  with parts as (
    select e.line, e.account, row_number() over (order by e.line = 1, e.line) as rank,
      -- Rounded from the first refund on, so that refunds of the whole charge give back every share exactly.
      round(-e.amount * (refunded + post_refund.amount) / charged.amount, 12) - round(-e.amount * refunded / charged.amount, 12) as part
    from private.ledger_entries e where e.transaction_id = charged.id
  ),
  exact as (
    select p.line, p.account, case when p.rank = 1 then p.part - sum(p.part) over () else p.part end as part from (
      select p.line, p.account, p.rank, case when p.line = 1 then -post_refund.amount else p.part end as part from parts p
    ) p
  )
  insert into private.ledger_entries (transaction_id, line, account, amount)
  select posted, e.line, e.account, e.part from exact e where e.part <> 0;
  return posted;
end;
$$;

comment on function private.post_refund(bigint, numeric, text, text) is
  'Posts a refund of a part of a charge: every account gives back its share. PT409 beyond what was charged';

create function public.refund_charge(charge bigint, amount numeric, reason text) returns bigint
language sql
security invoker
set search_path = ''
return private.post_refund(charge, amount, 'refund', reason);

comment on function public.refund_charge(bigint, numeric, text) is
  'For operators: refunds a part of a charge of the ledger, in US dollars. Returns the id of the refund';

create function private.set_ledger_rates(platform_fee numeric, tax numeric) returns void
language sql
security definer
set search_path = ''
as $$
  update private.ledger_rates r set platform_fee = set_ledger_rates.platform_fee, tax = set_ledger_rates.tax
  where r.is_current;
$$;

comment on function private.set_ledger_rates(numeric, numeric) is 'Implements public.set_ledger_rates';

create function public.set_ledger_rates(platform_fee numeric, tax numeric) returns void
language sql
security invoker
set search_path = ''
return private.set_ledger_rates(platform_fee, tax);

comment on function public.set_ledger_rates(numeric, numeric) is
  'For operators: the platform''s share of new charges, and the tax that prices include; both from 0 to 1';

-- Usage.

alter table public.usage_tracking add column is_own boolean not null default false;

comment on column public.usage_tracking.is_own is
  'Whether the payer is the creator of the agent: free, and not counted as a user or an interaction';

create function private.mark_own_usage() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.agent_id is not null and exists (
    select 1 from public.agents a where a.id = new.agent_id and a.creator_id = new.user_id
  ) then
    new.is_own := true;
    new.cost := 0;
  end if;
  return new;
end;
$$;

comment on function private.mark_own_usage() is 'Trigger: usage of an own agent is free';

create function private.post_usage() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from new_rows u where u.cost > 0) then
    return null;
  end if;
  insert into private.ledger_accounts (kind, person)
  select 'payer', u.user_id from new_rows u where u.cost > 0
  union
  select 'creator', a.creator_id from new_rows u join public.agents a on a.id = u.agent_id where u.cost > 0
  on conflict do nothing;
  with posted as (
    insert into private.ledger_transactions as t
      (kind, source, payer, creator, agent_id, deployment_id, amount, occurred_at)
    select 'call', 'usage ' || u.id, p.id, c.id, u.agent_id, u.deployment_id, u.cost, u.created_at
    from new_rows u
    join private.ledger_accounts p on p.kind = 'payer' and p.person = u.user_id
    left join public.agents a on a.id = u.agent_id
    left join private.ledger_accounts c on c.kind = 'creator' and c.person = a.creator_id
    where u.cost > 0
    returning t.id, t.payer, t.creator, t.amount
  )
  insert into private.ledger_entries (transaction_id, line, account, amount)
  select p.id, l.line, l.account, l.amount
  from posted p
  cross join lateral private.ledger_lines('call', p.payer, p.creator, p.amount) l;
  return null;
end;
$$;

comment on function private.post_usage() is 'Trigger: posts a charge for each new row of usage that costs something';

revoke all on function
  private.keep_ledger_account(), private.check_balance(), private.ledger_account(text, uuid),
  private.ledger_lines(text, uuid, uuid, numeric),
  private.post_charge(text, text, uuid, uuid, uuid, uuid, numeric, timestamptz, timestamptz, timestamptz),
  private.post_refund(bigint, numeric, text, text), private.set_ledger_rates(numeric, numeric),
  private.mark_own_usage(), private.post_usage(),
  public.refund_charge(bigint, numeric, text), public.set_ledger_rates(numeric, numeric)
  from public, anon, authenticated;
grant execute on function
  private.post_refund(bigint, numeric, text, text), private.set_ledger_rates(numeric, numeric),
  public.refund_charge(bigint, numeric, text), public.set_ledger_rates(numeric, numeric)
  to service_role;

-- Usage from before this migration: own calls become free; the rest is posted.
update public.usage_tracking u set is_own = true, cost = 0
from public.agents a where a.id = u.agent_id and a.creator_id = u.user_id;

create trigger usage_tracking_mark_own
  before insert on public.usage_tracking
  for each row execute function private.mark_own_usage();
create trigger usage_tracking_post
  after insert on public.usage_tracking
  referencing new table as new_rows
  for each statement execute function private.post_usage();

do $$
begin
  insert into private.ledger_accounts (kind, person)
  select 'payer', u.user_id from public.usage_tracking u where u.cost > 0 and u.user_id is not null
  union
  select 'creator', a.creator_id
  from public.usage_tracking u join public.agents a on a.id = u.agent_id where u.cost > 0
  on conflict do nothing;
  -- Usage of accounts that were deleted: one payer without a user.
  if exists (select 1 from public.usage_tracking u where u.cost > 0 and u.user_id is null) then
    insert into private.ledger_accounts (kind) values ('payer');
  end if;
  with posted as (
    insert into private.ledger_transactions as t
      (kind, source, payer, creator, agent_id, deployment_id, amount, occurred_at)
    select 'call', 'usage ' || u.id, p.id, c.id, u.agent_id, u.deployment_id, u.cost, u.created_at
    from public.usage_tracking u
    join private.ledger_accounts p on p.kind = 'payer' and p.person is not distinct from u.user_id
    left join public.agents a on a.id = u.agent_id
    left join private.ledger_accounts c on c.kind = 'creator' and c.person = a.creator_id
    where u.cost > 0
    order by u.created_at, u.id
    returning t.id, t.payer, t.creator, t.amount
  )
  insert into private.ledger_entries (transaction_id, line, account, amount)
  select p.id, l.line, l.account, l.amount
  from posted p
  cross join lateral private.ledger_lines('call', p.payer, p.creator, p.amount) l;
end;
$$;

create or replace function public.record_usage(
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
    raise sqlstate 'PT400' using message = 'An idempotency key is required';
  end if;
  select d.user_id, d.agent_id into deployed from public.deployments d where d.id = record_usage.deployment_id;
  if not found then
    -- The deployment was deleted during the call.
    select d.user_id, d.agent_id into deployed from private.archived_deployment(record_usage.deployment_id) d;
    if deployed.user_id is null then
      raise sqlstate 'PT404' using message = 'Deployment not found';
    end if;
  end if;

  insert into public.usage_tracking
    (user_id, agent_id, deployment_id, usage_type, quantity, cost, tokens, idempotency_key)
  select
    deployed.user_id, a.id, record_usage.deployment_id, 'message', record_usage.quantity,
    case when a.id is null then 0 else record_usage.quantity * coalesce(t.price_per_message, 0) end,
    record_usage.tokens, record_usage.idempotency_key
  from private.terms_at(record_usage.deployment_id) t
  left join public.agents a on a.id = deployed.agent_id
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

comment on function public.record_usage(text, uuid, numeric, integer) is
  'For the gateway: meters one call at the price of the deployment''s terms; a call of an own agent is free. A '
  'repeated key counts nothing and returns the first row. Also meters a call whose deployment was deleted meanwhile';

-- Calls use the version of the agent that the deployment keeps.

grant select on private.agent_versions to service_role;

create or replace function public.begin_call(
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
