-- Deleting an account ends its subscription at the payment provider: the deletion records the customer, a server deletes
-- the customer there, which cancels its subscriptions, and confirms it. A checkout that is completed later is canceled too.
-- Written by trigger, taken by the server's worker. Times are UTC.
-- Replaces: private.finish_payment_event
-- Locks: payment_customers, for a trigger (SHARE ROW EXCLUSIVE, brief).

create table private.payment_cancellations (
  customer text primary key references private.payment_customers (customer),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  done_at timestamptz
);

comment on table private.payment_cancellations is
  'Customers of deleted accounts, whose subscriptions at the payment provider are canceled. Written by trigger';
comment on column private.payment_cancellations.due_at is 'When it is canceled, or tried again';

create index payment_cancellations_due on private.payment_cancellations (due_at) where done_at is null;

alter table private.payment_cancellations enable row level security;

create function private.cancel_payments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.payment_cancellations (customer) values (new.customer) on conflict do nothing;
  return null;
end;
$$;

comment on function private.cancel_payments() is 'Trigger: the customer of a deleted account is to be canceled';

create trigger payment_customers_cancel
  after update of person on private.payment_customers
  for each row when (old.person is not null and new.person is null) execute function private.cancel_payments();

insert into private.payment_cancellations (customer)
select c.customer from private.payment_customers c where c.person is null;

create function private.take_payment_cancellations(most integer) returns setof text
language sql
security definer
set search_path = ''
as $$
  update private.payment_cancellations c set
    attempts = c.attempts + 1,
    due_at = now() + make_interval(mins => least(5 * power(2, least(c.attempts, 10))::integer, 1440))
  where c.customer in (
    select o.customer from private.payment_cancellations o
    where o.done_at is null and o.due_at <= now()
    order by o.due_at limit least(most, 100)
    for update skip locked
  )
  returning c.customer;
$$;

comment on function private.take_payment_cancellations(integer) is 'Implements public.take_payment_cancellations';

create function public.take_payment_cancellations(most integer default 20) returns setof text
language sql
security invoker
set search_path = ''
begin atomic
  select t.customer from private.take_payment_cancellations(most) t (customer);
end;

comment on function public.take_payment_cancellations(integer) is
  'For the server: up to 100 customers of deleted accounts. One that payment_canceled does not confirm is taken again after '
  'five minutes, then at longer intervals up to a day, without end';

create function private.payment_canceled(customer text) returns void
language sql
security definer
set search_path = ''
as $$
  update private.payment_cancellations c set done_at = now() where c.customer = payment_canceled.customer;
$$;

comment on function private.payment_canceled(text) is 'Implements public.payment_canceled';

create function public.payment_canceled(customer text) returns void
language sql
security invoker
set search_path = ''
return private.payment_canceled(customer);

comment on function public.payment_canceled(text) is
  'For the server: the customer of a deleted account has no subscription at the payment provider any longer';

create or replace function private.finish_payment_event(
  id text, ticket bigint, subscription text, customer text, status text, plan_name text, price numeric,
  starts timestamptz, ends timestamptz, renews boolean
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  payer record;
  row_id uuid;
begin
  update private.payment_events e set finished_at = now() where e.id = finish_payment_event.id;
  insert into private.payment_subscriptions as s (id, ticket)
  values (finish_payment_event.subscription, finish_payment_event.ticket)
  on conflict (id) do update set ticket = excluded.ticket where s.ticket < excluded.ticket
  returning s.subscription_id into row_id;
  if not found then
    return 'stale';
  end if;
  select c.person, u.email into payer
  from private.payment_customers c join auth.users u on u.id = c.person
  where c.customer = finish_payment_event.customer;
  if payer.person is null then
    -- A checkout that was completed after the account was deleted.
    if finish_payment_event.status not in ('canceled', 'incomplete_expired') then
      update private.payment_cancellations c set done_at = null, due_at = now()
      where c.customer = finish_payment_event.customer and c.done_at is not null;
    end if;
    return 'unknown_customer';
  end if;
  if row_id is not null then
    update public.subscriptions s set
      status = finish_payment_event.status, current_period_start = starts, current_period_end = ends,
      renews = finish_payment_event.renews
    where s.id = row_id;
    return 'updated';
  end if;
  if finish_payment_event.status not in ('active', 'trialing', 'past_due') then
    return 'not_live';
  end if;
  -- A plan that an operator set ends, and the rest of its period is credited.
  perform private.set_plan(payer.email, 'Starter');
  insert into public.subscriptions as s (
    user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end, renews
  )
  values (
    payer.person, finish_payment_event.status, finish_payment_event.plan_name, price, 'monthly', starts, ends,
    finish_payment_event.renews
  )
  returning s.id into row_id;
  update private.payment_subscriptions s set subscription_id = row_id where s.id = finish_payment_event.subscription;
  return 'started';
end;
$$;

comment on function private.finish_payment_event(
  text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean
) is 'Implements public.finish_payment_event';

revoke all on function
  private.cancel_payments(), private.take_payment_cancellations(integer), public.take_payment_cancellations(integer),
  private.payment_canceled(text), public.payment_canceled(text),
  private.finish_payment_event(text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean)
  from public, anon, authenticated;
grant execute on function
  private.take_payment_cancellations(integer), public.take_payment_cancellations(integer),
  private.payment_canceled(text), public.payment_canceled(text),
  private.finish_payment_event(text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean)
  to service_role;
