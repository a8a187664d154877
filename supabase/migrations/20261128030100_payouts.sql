-- Payouts: once a month, a creator's balance of the months that are over is transferred to the creator's account at the
-- payment provider. A payout is posted in the ledger before its transfer, so no balance is paid out twice; a transfer that
-- is rejected for good, or reversed, gives the balance back.
-- Written by the server's worker and by verified events of the provider, read by the creator through functions. US
-- dollars. Months are UTC.
-- Long because a payout, its proof, its transfer and its reading belong together.
-- Locks: ledger_transactions and ledger_accounts, to replace check constraints (ACCESS EXCLUSIVE, brief; existing rows are
-- checked later, under SHARE UPDATE EXCLUSIVE), and for a trigger (SHARE ROW EXCLUSIVE, brief).

alter table private.ledger_accounts
  drop constraint ledger_accounts_kind_known,
  add constraint ledger_accounts_kind_known
    check (kind in ('payer', 'creator', 'platform_fee', 'tax', 'plans', 'payouts')) not valid;
alter table private.ledger_accounts validate constraint ledger_accounts_kind_known;

alter table private.ledger_transactions
  drop constraint ledger_transactions_kind_known,
  drop constraint ledger_transactions_amount_sign,
  drop constraint ledger_transactions_refund_names_charge,
  add constraint ledger_transactions_kind_known
    check (kind in ('call', 'month', 'plan', 'plan_credit', 'refund', 'payout', 'payout_reversal')) not valid,
  add constraint ledger_transactions_amount_sign
    check (case when kind in ('refund', 'plan_credit', 'payout_reversal') then amount < 0 else amount > 0 end) not valid,
  add constraint ledger_transactions_refund_names_charge
    check ((refunds is not null) = (kind in ('refund', 'plan_credit', 'payout_reversal'))) not valid;
alter table private.ledger_transactions validate constraint ledger_transactions_kind_known;
alter table private.ledger_transactions validate constraint ledger_transactions_amount_sign;
alter table private.ledger_transactions validate constraint ledger_transactions_refund_names_charge;

comment on column private.ledger_transactions.payer is
  'An account; of a payout the creator''s, which its entry empties. No foreign keys: accounts are never deleted, and the '
  'check would lock rows that every call uses';

drop index private.ledger_accounts_one_of_platform;
create unique index ledger_accounts_one_of_platform on private.ledger_accounts (kind)
  where kind in ('platform_fee', 'tax', 'plans', 'payouts');
insert into private.ledger_accounts (kind) values ('payouts');

create function private.check_refunded_kind() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (new.kind = 'payout_reversal') is distinct from
    (select t.kind = 'payout' from private.ledger_transactions t where t.id = new.refunds)
  then
    raise sqlstate 'PT409' using message = 'A payout is only given back when its transfer is rejected or reversed';
  end if;
  return new;
end;
$$;

comment on function private.check_refunded_kind() is
  'Trigger: a refund is of a charge, and a reversal of a payout';

create trigger ledger_transactions_check_refunded
  before insert on private.ledger_transactions
  for each row when (new.refunds is not null) execute function private.check_refunded_kind();

create table private.payout_accounts (
  id text primary key constraint payout_accounts_length check (length(id) between 1 and 255),
  account uuid not null constraint payout_accounts_one_per_account unique,
  person uuid constraint payout_accounts_one_per_person unique references public.profiles (id) on delete set null,
  state text not null default 'onboarding'
    constraint payout_accounts_state_known check (state in ('onboarding', 'ready', 'restricted')),
  ticket bigint not null default 0,
  checked_month date,
  created_at timestamptz not null default now()
);

comment on table private.payout_accounts is
  'Creators'' accounts at the payment provider. person is null after the user was deleted: the rest of the balance is still paid out';
comment on column private.payout_accounts.account is 'The creator''s account of the ledger';
comment on column private.payout_accounts.ticket is 'Of the read that gave this state: a later read has a higher one';
comment on column private.payout_accounts.checked_month is 'The month for which a payout was made, or was not worth making';

create index payout_accounts_due on private.payout_accounts (checked_month) where state = 'ready';

create table private.payouts (
  id bigint primary key generated always as identity,
  account uuid not null,
  destination text not null references private.payout_accounts (id),
  month date not null,
  amount numeric not null constraint payouts_amount_positive check (amount > 0),
  transaction_id bigint not null constraint payouts_one_transaction unique,
  status text not null default 'pending'
    constraint payouts_status_known check (status in ('pending', 'paid', 'failed', 'reversed')),
  transfer text constraint payouts_one_transfer unique,
  given_back numeric not null default 0,
  rejections integer not null default 0,
  error text,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  paid_at timestamptz,

  constraint payouts_once_a_month unique (account, month),
  constraint payouts_given_back_range check (given_back between 0 and amount)
);

comment on table private.payouts is 'Transfers of balances to creators, one a month. Each has a transaction of the ledger';
comment on column private.payouts.month is 'First day of the month in which it was made';
comment on column private.payouts.given_back is 'US dollars that went back to the balance: the transfer was rejected or reversed';
comment on column private.payouts.rejections is 'How often the provider rejected the transfer. Part of its idempotency key';
comment on column private.payouts.due_at is 'When its transfer is tried, or tried again';

create index payouts_due on private.payouts (due_at) where status = 'pending';
create index payouts_destination on private.payouts (destination);

alter table private.payout_accounts enable row level security;
alter table private.payouts enable row level security;

create function private.earning_balance(account uuid)
returns table (earned numeric, paid_out numeric, balance numeric, payable numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select e.earned, p.paid_out, e.earned - p.paid_out,
    -- The present month is not over; its refunds already count.
    trunc(greatest(e.earned - p.paid_out - e.this_month, 0), 2)
  from (
    select coalesce(sum(d.earned) filter (where d.day = '-infinity'), 0) as earned,
      coalesce(sum(d.earned) filter (where d.day > '-infinity' and d.kind <> 'refund'), 0) as this_month
    from private.ledger_days d
    where d.creator = earning_balance.account
      and (d.day = '-infinity' or d.day >= date_trunc('month', now() at time zone 'UTC')::date)
  ) e
  cross join (
    select coalesce(sum(t.amount), 0) as paid_out from private.ledger_transactions t
    where t.payer = earning_balance.account
  ) p;
$$;

comment on function private.earning_balance(uuid) is
  'Of a creator''s account: earned since the first charge, paid out or on its way, the difference, and what of it the next '
  'payout transfers: the months that are over, in whole cents';

create function private.post_payout(account uuid, amount numeric, source text, refunds bigint) returns bigint
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  posted bigint;
begin
  insert into private.ledger_transactions as t (kind, source, payer, amount, refunds)
  values (
    case when post_payout.refunds is null then 'payout' else 'payout_reversal' end, post_payout.source,
    post_payout.account, post_payout.amount, post_payout.refunds
  )
  returning t.id into posted;
  insert into private.ledger_entries (transaction_id, line, account, amount)
  values
    (posted, 1, post_payout.account, post_payout.amount),
    (posted, 2, private.ledger_account('payouts', null), -post_payout.amount);
  return posted;
end;
$$;

comment on function private.post_payout(uuid, numeric, text, bigint) is
  'Posts a payout, or with a negative amount the reversal of one. Returns its id';

create function private.open_payouts() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  present constant date := date_trunc('month', now() at time zone 'UTC')::date;
  candidate record;
  made integer := 0;
begin
  for candidate in
    select p.id, p.account, p.person, b.payable
    from private.payout_accounts p cross join lateral private.earning_balance(p.account) b
    where p.id in (
      select o.id from private.payout_accounts o
      where o.state = 'ready' and (o.checked_month is null or o.checked_month < present)
      order by o.id limit 50
      for update skip locked
    )
  loop
    -- A deleted user gets what is left, however little.
    if candidate.payable >= (case when candidate.person is null then 0.01 else 1 end) then
      insert into private.payouts (account, destination, month, amount, transaction_id)
      values (
        candidate.account, candidate.id, present, candidate.payable,
        private.post_payout(candidate.account, candidate.payable, format('payout %s %s', candidate.account, present), null)
      );
      made := made + 1;
    end if;
    update private.payout_accounts p set checked_month = present where p.id = candidate.id;
  end loop;
  return made;
end;
$$;

comment on function private.open_payouts() is
  'Makes this month''s payouts of up to 50 accounts whose payable balance is at least 1 US dollar. Returns how many';

create function private.take_payouts(most integer)
returns table (id bigint, destination text, month date, amount numeric, rejections integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.open_payouts();
  return query
    update private.payouts p set due_at = now() + interval '5 minutes'
    where p.id in (
      select o.id from private.payouts o
      where o.status = 'pending' and o.due_at <= now()
      order by o.due_at limit least(most, 100)
      for update skip locked
    )
    returning p.id, p.destination, p.month, p.amount, p.rejections;
end;
$$;

comment on function private.take_payouts(integer) is 'Implements public.take_payouts';

create function public.take_payouts(most integer default 20)
returns table (id bigint, destination text, month date, amount numeric, rejections integer)
language sql
security invoker
set search_path = ''
begin atomic
  select p.id, p.destination, p.month, p.amount, p.rejections from private.take_payouts(take_payouts.most) p;
end;

comment on function public.take_payouts(integer) is
  'For the server that transfers payouts: makes those that are due and takes up to 100. One that neither payout_paid nor '
  'payout_rejected confirms is taken again after five minutes. Amounts are US dollars, in whole cents';

create function private.payout_paid(id bigint, transfer text) returns boolean
language sql
security definer
set search_path = ''
as $$
  with paid as (
    update private.payouts p set status = 'paid', transfer = payout_paid.transfer, paid_at = now(), error = null
    where p.id = payout_paid.id and p.status = 'pending'
    returning 1
  )
  select exists (select 1 from paid);
$$;

comment on function private.payout_paid(bigint, text) is 'Implements public.payout_paid';

create function public.payout_paid(id bigint, transfer text) returns boolean
language sql
security invoker
set search_path = ''
return private.payout_paid(id, transfer);

comment on function public.payout_paid(bigint, text) is
  'For the server: the transfer of a payout was made. Returns whether that is new';

create function private.give_back_payout(payout private.payouts, total numeric) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if total > payout.given_back then
    perform private.post_payout(
      payout.account, payout.given_back - total, format('payout_reversal %s to %s', payout.id, trim_scale(total)),
      payout.transaction_id
    );
    update private.payouts p set given_back = total where p.id = payout.id;
  end if;
end;
$$;

comment on function private.give_back_payout(private.payouts, numeric) is
  'Posts what of a payout goes back to the balance, up to a total. A total that was posted changes nothing';

create function private.payout_rejected(id bigint, reason text) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  payout private.payouts;
begin
  select * into payout from private.payouts p where p.id = payout_rejected.id for update;
  if payout.status is distinct from 'pending' then
    return payout.status;
  end if;
  update private.payouts p set
    rejections = p.rejections + 1, error = left(payout_rejected.reason, 500),
    due_at = now() + make_interval(hours => least(power(4, p.rejections)::integer, 48)),
    status = case when p.rejections >= 4 then 'failed' else 'pending' end
  where p.id = payout.id
  returning * into payout;
  if payout.status = 'failed' then
    perform private.give_back_payout(payout, payout.amount);
  end if;
  return payout.status;
end;
$$;

comment on function private.payout_rejected(bigint, text) is 'Implements public.payout_rejected';

create function public.payout_rejected(id bigint, reason text) returns text
language sql
security invoker
set search_path = ''
return private.payout_rejected(id, reason);

comment on function public.payout_rejected(bigint, text) is
  'For the server: the provider rejected the transfer of a payout, so that none was made. It is tried again after 1, 4, 16 '
  'and 48 hours; the fifth time its amount goes back to the balance. Returns the status. Never for an unknown outcome';

-- Accounts at the provider.

create function private.payout_account() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('person', u.id, 'email', u.email, 'account', p.id, 'state', coalesce(p.state, 'none'))
  from auth.users u left join private.payout_accounts p on p.person = u.id
  where u.id = auth.uid();
$$;

comment on function private.payout_account() is 'Implements public.payout_account';

create function public.payout_account() returns jsonb
language sql
stable
security invoker
set search_path = ''
return private.payout_account();

comment on function public.payout_account() is
  'For the set-up of payouts: person, email, account at the payment provider (null: none yet) and its state of the caller';

create function private.link_payout_account(person uuid, account text) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.payout_accounts (id, account, person)
  values (
    link_payout_account.account, private.ledger_account('creator', link_payout_account.person), link_payout_account.person
  )
  on conflict do nothing;
  return (select p.id from private.payout_accounts p where p.person = link_payout_account.person);
end;
$$;

comment on function private.link_payout_account(uuid, text) is 'Implements public.link_payout_account';

create function public.link_payout_account(person uuid, account text) returns text
language sql
security invoker
set search_path = ''
return private.link_payout_account(person, account);

comment on function public.link_payout_account(uuid, text) is
  'For the server: the account of a creator at the payment provider. Returns the account that was linked first';

create function private.finish_payout_account_event(id text, ticket bigint, account text, state text) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  update private.payment_events e set finished_at = now() where e.id = finish_payout_account_event.id;
  update private.payout_accounts p set
    state = finish_payout_account_event.state, ticket = finish_payout_account_event.ticket
  where p.id = finish_payout_account_event.account and p.ticket < finish_payout_account_event.ticket;
  return case
    when found then 'updated'
    when exists (select 1 from private.payout_accounts p where p.id = finish_payout_account_event.account) then 'stale'
    else 'unknown_account'
  end;
end;
$$;

comment on function private.finish_payout_account_event(text, bigint, text, text) is
  'Implements public.finish_payout_account_event';

create function public.finish_payout_account_event(id text, ticket bigint, account text, state text) returns text
language sql
security invoker
set search_path = ''
return private.finish_payout_account_event(id, ticket, account, state);

comment on function public.finish_payout_account_event(text, bigint, text, text) is
  'For the server: stores the state of a creator''s account that it read after taking the ticket. Returns updated, stale '
  '(a later read was stored) or unknown_account';

create function private.finish_transfer_event(id text, transfer text, reversed numeric) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  payout private.payouts;
begin
  update private.payment_events e set finished_at = now() where e.id = finish_transfer_event.id;
  select * into payout from private.payouts p where p.transfer = finish_transfer_event.transfer for update;
  if not found then
    return 'unknown_transfer';
  end if;
  perform private.give_back_payout(payout, finish_transfer_event.reversed);
  update private.payouts p set status = 'reversed' where p.id = payout.id and p.given_back = p.amount;
  return 'updated';
end;
$$;

comment on function private.finish_transfer_event(text, text, numeric) is 'Implements public.finish_transfer_event';

create function public.finish_transfer_event(id text, transfer text, reversed numeric) returns text
language sql
security invoker
set search_path = ''
return private.finish_transfer_event(id, transfer, reversed);

comment on function public.finish_transfer_event(text, text, numeric) is
  'For the server: what of a transfer was reversed so far, in US dollars. It goes back to the balance, once. Returns updated '
  'or unknown_transfer';

-- Reading.

create function private.own_earnings_summary()
returns table (earned numeric, paid_out numeric, balance numeric, payable numeric, payout_state text)
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(b.earned, 0), coalesce(b.paid_out, 0), coalesce(b.balance, 0), coalesce(b.payable, 0),
    coalesce((select p.state from private.payout_accounts p where p.person = me.id), 'none')
  from (select auth.uid() as id) me
  left join private.ledger_accounts c on c.kind = 'creator' and c.person = me.id
  left join lateral private.earning_balance(c.id) b on true;
$$;

comment on function private.own_earnings_summary() is 'Implements public.earnings_summary';

create function public.earnings_summary()
returns table (earned numeric, paid_out numeric, balance numeric, payable numeric, payout_state text)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.earned, s.paid_out, s.balance, s.payable, s.payout_state from private.own_earnings_summary() s;
end;

comment on function public.earnings_summary() is
  'One row of the caller: earned since the first charge, paid out or on its way, the difference, its part that the next payout '
  'transfers (months that are over), and the state of payouts: none, onboarding, ready or restricted. US dollars';

create function private.own_payouts()
returns table (month date, amount numeric, given_back numeric, status text, created_at timestamptz, paid_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select p.month, p.amount, p.given_back, p.status, p.created_at, p.paid_at
  from private.ledger_accounts c join private.payouts p on p.account = c.id
  where c.kind = 'creator' and c.person = auth.uid()
  order by p.month desc
  limit 120;
$$;

comment on function private.own_payouts() is 'Implements public.list_payouts';

create function public.list_payouts()
returns table (month date, amount numeric, given_back numeric, status text, created_at timestamptz, paid_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select p.month, p.amount, p.given_back, p.status, p.created_at, p.paid_at from private.own_payouts() p;
end;

comment on function public.list_payouts() is
  'Payouts of the caller, newest first, up to 120. status: pending, paid, failed (rejected; all given back to the balance) '
  'or reversed. US dollars';

revoke all on function
  private.check_refunded_kind(), private.earning_balance(uuid), private.post_payout(uuid, numeric, text, bigint),
  private.open_payouts(), private.take_payouts(integer), private.payout_paid(bigint, text),
  private.give_back_payout(private.payouts, numeric), private.payout_rejected(bigint, text), private.payout_account(),
  private.link_payout_account(uuid, text), private.finish_payout_account_event(text, bigint, text, text),
  private.finish_transfer_event(text, text, numeric), private.own_earnings_summary(), private.own_payouts(),
  public.take_payouts(integer), public.payout_paid(bigint, text), public.payout_rejected(bigint, text),
  public.payout_account(), public.link_payout_account(uuid, text),
  public.finish_payout_account_event(text, bigint, text, text), public.finish_transfer_event(text, text, numeric),
  public.earnings_summary(), public.list_payouts()
  from public, anon, authenticated;
grant execute on function
  private.payout_account(), public.payout_account(), private.own_earnings_summary(), public.earnings_summary(),
  private.own_payouts(), public.list_payouts()
  to authenticated;
grant execute on function
  private.take_payouts(integer), public.take_payouts(integer), private.payout_paid(bigint, text),
  public.payout_paid(bigint, text), private.payout_rejected(bigint, text), public.payout_rejected(bigint, text),
  private.link_payout_account(uuid, text), public.link_payout_account(uuid, text),
  private.finish_payout_account_event(text, bigint, text, text), public.finish_payout_account_event(text, bigint, text, text),
  private.finish_transfer_event(text, text, numeric), public.finish_transfer_event(text, text, numeric)
  to service_role;
