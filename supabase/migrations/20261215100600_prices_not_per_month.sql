-- A plan whose price changed in Stripe to one that is not per month, such as a yearly one, was charged here each month. It ends
-- with its period now, until the price is changed back: the provider's charge has no place here.
-- Called by the server, for events of the provider. US dollars; times are UTC.
-- Replaces: private.finish_payment_event
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
  payer uuid;
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
  select c.person into payer from private.payment_customers c
  where c.customer = finish_payment_event.customer;
  if payer is null then
    -- A checkout that was completed after the account was deleted.
    if finish_payment_event.status not in ('canceled', 'incomplete_expired') then
      update private.payment_cancellations c set done_at = null, due_at = now()
      where c.customer = finish_payment_event.customer and c.done_at is not null;
    end if;
    return 'unknown_customer';
  end if;
  if row_id is not null then
    if finish_payment_event.status = any (live) and exists (
      select from public.subscriptions s where s.user_id = payer and s.id <> row_id and s.status = any (live)
    ) then
      return 'superseded';
    end if;
    select * into earlier from public.subscriptions s where s.id = row_id for no key update;
    if finish_payment_event.price is null and finish_payment_event.status = any (live) then
      -- It began within a longer period of the provider, which has another price.
      if earlier.status = any (live) and starts <= earlier.current_period_start and ends > earlier.current_period_end then
        perform private.credit_rest_of_period(earlier, earlier.current_period_start, 'Not charged per month any longer');
      end if;
      update public.subscriptions s set renews = false where s.id = row_id and s.renews;
      return 'unsupported';
    end if;
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
  if finish_payment_event.price is null then
    return 'unsupported';
  end if;
  -- A plan that an operator set ends, and the rest of its period is credited.
  perform private.end_plan(payer, 'Changed to Starter');
  insert into public.subscriptions as s (
    user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end, renews
  )
  values (
    payer, finish_payment_event.status, finish_payment_event.plan_name, price, 'monthly', starts, ends,
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
  'superseded (the user has another live plan, which stays), stale (a later read was stored), not_live, unknown_customer or '
  'unsupported. Prices in US dollars per month; null for any other price: a plan that had a monthly one ends with its period';
