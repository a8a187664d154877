-- Payments: which customer of the payment provider a user is, and the events that the provider sent.
-- Written by the server with the secret key, on behalf of verified webhooks. Users never read these tables. An event only
-- says that something changed: the server reads the object after it took a ticket, and the state with the latest ticket
-- stays, so events may come twice, late and in any order. Times are UTC.
-- Locks: nothing in use; creates only.

create table private.payment_customers (
  customer text primary key constraint payment_customers_length check (length(customer) between 1 and 255),
  person uuid constraint payment_customers_one_per_person unique references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table private.payment_customers is 'Customers at the payment provider. person is null after the user was deleted';

create sequence private.payment_tickets;
revoke all on sequence private.payment_tickets from public, anon, authenticated;

create table private.payment_events (
  id text primary key constraint payment_events_length check (length(id) between 1 and 255),
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  finished_at timestamptz
);

comment on table private.payment_events is 'Events of the payment provider, by its id. One with finished_at is not handled again';
comment on column private.payment_events.created_at is 'By the provider''s clock';

create table private.payment_subscriptions (
  id text primary key constraint payment_subscriptions_length check (length(id) between 1 and 255),
  subscription_id uuid constraint payment_subscriptions_one_row unique references public.subscriptions (id) on delete cascade,
  ticket bigint not null
);

comment on table private.payment_subscriptions is 'Subscriptions at the payment provider, and the ticket of their state';
comment on column private.payment_subscriptions.ticket is 'Of the read that gave this state: a later read has a higher one';

alter table private.payment_customers enable row level security;
alter table private.payment_events enable row level security;
alter table private.payment_subscriptions enable row level security;

create function private.payment_account() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('person', u.id, 'email', u.email, 'customer', c.customer, 'plan', private.plan_of(u.id))
  from auth.users u left join private.payment_customers c on c.person = u.id
  where u.id = auth.uid();
$$;

comment on function private.payment_account() is 'Implements public.payment_account';

create function public.payment_account() returns jsonb
language sql
stable
security invoker
set search_path = ''
return private.payment_account();

comment on function public.payment_account() is
  'Account of the caller for a checkout: person, email, customer at the payment provider (null: none yet) and plan';

create function private.link_payment_customer(person uuid, customer text) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.payment_customers (customer, person)
  values (link_payment_customer.customer, link_payment_customer.person)
  on conflict do nothing;
  return (select c.customer from private.payment_customers c where c.person = link_payment_customer.person);
end;
$$;

comment on function private.link_payment_customer(uuid, text) is 'Implements public.link_payment_customer';

create function public.link_payment_customer(person uuid, customer text) returns text
language sql
security invoker
set search_path = ''
return private.link_payment_customer(person, customer);

comment on function public.link_payment_customer(uuid, text) is
  'For the server: the customer of a user at the payment provider. Returns the customer that was linked first';

create function private.begin_payment_event(id text, type text, created timestamptz) returns bigint
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.payment_events (id, type, created_at)
  values (begin_payment_event.id, begin_payment_event.type, created)
  on conflict do nothing;
  if exists (
    select 1 from private.payment_events e where e.id = begin_payment_event.id and e.finished_at is not null
  ) then
    return null;
  end if;
  return nextval('private.payment_tickets');
end;
$$;

comment on function private.begin_payment_event(text, text, timestamptz) is 'Implements public.begin_payment_event';

create function public.begin_payment_event(id text, type text, created timestamptz) returns bigint
language sql
security invoker
set search_path = ''
return private.begin_payment_event(id, type, created);

comment on function public.begin_payment_event(text, text, timestamptz) is
  'For the server, before it reads the object of an event: a ticket; null when the event was handled';

create function private.finish_payment_event(
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

create function public.finish_payment_event(
  id text, ticket bigint, subscription text, customer text, status text, plan_name text, price numeric,
  starts timestamptz, ends timestamptz, renews boolean
)
returns text
language sql
security invoker
set search_path = ''
return private.finish_payment_event(id, ticket, subscription, customer, status, plan_name, price, starts, ends, renews);

comment on function public.finish_payment_event(
  text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean
) is
  'For the server: stores the state of a subscription that it read after taking the ticket. Returns started, updated, '
  'stale (a later read was stored), not_live or unknown_customer. Prices in US dollars';

revoke all on function
  private.payment_account(), private.link_payment_customer(uuid, text), private.begin_payment_event(text, text, timestamptz),
  private.finish_payment_event(text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean),
  public.link_payment_customer(uuid, text), public.begin_payment_event(text, text, timestamptz),
  public.finish_payment_event(text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean)
  from public, anon, authenticated;
revoke all on function public.payment_account() from public, anon;
grant execute on function private.payment_account(), public.payment_account() to authenticated;
grant execute on function
  private.link_payment_customer(uuid, text), private.begin_payment_event(text, text, timestamptz),
  private.finish_payment_event(text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean),
  public.link_payment_customer(uuid, text), public.begin_payment_event(text, text, timestamptz),
  public.finish_payment_event(text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean)
  to service_role;
