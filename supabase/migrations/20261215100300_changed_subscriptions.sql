-- Subscriptions that change at the payment provider.
-- A changed price of a subscription was not stored: the next period cost the earlier one. A period that began early, as after a
-- change of the plan, was charged without a credit for the rest of the one before. An event of a subscription whose user has
-- another plan meanwhile, from an operator or a second checkout, failed, and the provider sent it again until it turned the
-- endpoint off. An invoice whose payment at the provider was reduced by a credit or a discount stayed open.
-- Written by the server. US dollars; times are UTC.
-- Replaces: private.set_plan, private.finish_payment_event, private.invoice_state
-- Locks: nothing in use; replaces functions.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.credit_rest_of_period(subscription public.subscriptions, since timestamptz, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  charge private.ledger_transactions;
  unused numeric;
begin
  select * into charge from private.ledger_transactions t
  where t.source = format('plan %s %s', subscription.id, extract(epoch from subscription.current_period_start)::bigint);
  unused := round(charge.amount * least(1, extract(epoch from charge.ends_at - since) / extract(epoch from charge.ends_at - charge.starts_at)), 2);
  unused := least(unused, charge.amount + (select coalesce(sum(t.amount), 0) from private.ledger_transactions t where t.refunds = charge.id));
  if unused > 0 then
    perform private.post_refund(charge.id, unused, 'plan_credit', reason);
  end if;
end;
$$;

comment on function private.credit_rest_of_period(public.subscriptions, timestamptz, text) is
  'Credits what is left, from a time on, of the current period of a subscription, so that no time is paid for twice';

create or replace function private.set_plan(email text, plan_name text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  price constant numeric := case set_plan.plan_name when 'Starter' then 0 when 'Pro' then 29 when 'Enterprise' then 99 end;
  ended public.subscriptions;
begin
  if price is null then
    raise sqlstate 'PT400' using message = 'Unknown plan: use Starter, Pro or Enterprise';
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(set_plan.email));
  if account is null then
    raise sqlstate 'PT404' using message = format('No user has the email address %s', set_plan.email);
  end if;
  update public.subscriptions set status = 'canceled', renews = false
  where user_id = account and status in ('active', 'trialing', 'past_due')
  returning * into ended;
  perform private.credit_rest_of_period(ended, now(), format('Changed to %s', set_plan.plan_name));
  -- Starter is the plan without a subscription.
  if price > 0 then
    insert into public.subscriptions (
      user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end, renews
    )
    select account, 'active', set_plan.plan_name, price, 'monthly', now(), p.ends, true
    from private.period_at(now(), 'monthly', now()) p;
  end if;
  return set_plan.plan_name;
end;
$$;

comment on function private.set_plan(text, text) is 'Implements public.set_plan';

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
  live constant text[] := array['active', 'trialing', 'past_due'];
  payer record;
  row_id uuid;
  earlier public.subscriptions;
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
    if finish_payment_event.status = any (live) and exists (
      select from public.subscriptions s where s.user_id = payer.person and s.id <> row_id and s.status = any (live)
    ) then
      return 'superseded';
    end if;
    select * into earlier from public.subscriptions s where s.id = row_id for no key update;
    -- Its period began early, such as after a change of the plan.
    if earlier.status = any (live) and starts > earlier.current_period_start and starts < earlier.current_period_end then
      perform private.credit_rest_of_period(earlier, starts, 'The next period began');
    end if;
    -- A changed price is charged from the next period on.
    update public.subscriptions s set
      status = finish_payment_event.status, current_period_start = starts, current_period_end = ends,
      price_per_cycle = finish_payment_event.price, renews = finish_payment_event.renews
    where s.id = row_id;
    return 'updated';
  end if;
  if finish_payment_event.status <> all (live) then
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
comment on function public.finish_payment_event(
  text, bigint, text, text, text, text, numeric, timestamptz, timestamptz, boolean
) is
  'For the server: stores the state of a subscription that it read after taking the ticket. Returns started, updated, '
  'superseded (the user has another live plan, which stays), stale (a later read was stored), not_live or unknown_customer. '
  'Prices in US dollars';

create or replace function private.invoice_state(invoice bigint) returns table (state text, paid numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select case
      when i.kind = 'credit_note' then null
      when round(i.total + coalesce(c.total, 0), 2) <= coalesce(p.covered, 0) then 'paid'
      when p.has_failed then 'failed'
      else 'open'
    end,
    case when i.kind = 'invoice' then coalesce(p.paid, 0) end
  from private.invoices i
  left join lateral (select sum(n.total) as total from private.invoices n where n.corrects = i.id) c on true
  left join lateral (
    select sum(y.paid) as paid, bool_or(y.state = 'failed') as has_failed,
      -- A credit or a discount of the provider is not paid, and nothing of the period is due.
      sum(case when y.state = 'paid' then greatest(y.paid, t.amount) else y.paid end) as covered
    from private.invoiced_transactions l
    join private.ledger_transactions t on t.id = l.transaction_id and t.kind = 'plan'
    -- The source of a plan's charge names its subscription and the start of the period.
    join private.payment_subscriptions s on s.subscription_id::text = split_part(t.source, ' ', 2)
    join private.invoice_payments y on y.subscription = s.id
      and extract(epoch from y.starts_at)::bigint::text = split_part(t.source, ' ', 3)
    where l.invoice_id = i.id
  ) p on true
  where i.id = invoice_state.invoice
$$;

comment on function private.invoice_state(bigint) is
  'Whether an invoice is paid, open or failed (a payment of its plan was rejected), and how much of it is paid, in US '
  'dollars. Nulls for a credit note. Credit notes, and credits and discounts of the provider, reduce the amount due';

revoke all on function private.credit_rest_of_period(public.subscriptions, timestamptz, text)
  from public, anon, authenticated;
