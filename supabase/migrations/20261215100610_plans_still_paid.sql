-- A plan of an operator over one that is paid at the payment provider could be ended, and the next event restored the paid one.
-- Whether the provider still charges is stored now, also while the user has another plan.
-- Called by operators and by the server, for events of the provider. US dollars; times are UTC.
-- Replaces: private.set_plan, private.finish_payment_event
-- Locks: private.payment_subscriptions, briefly, for a column (ACCESS EXCLUSIVE).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table private.payment_subscriptions add column is_live boolean not null default false;

comment on column private.payment_subscriptions.is_live is
  'Whether the provider charges for it (active, trialing or past due), also when the user has another plan here';

-- One that an operator has replaced before is live with its next event.
update private.payment_subscriptions p set is_live = true
from public.subscriptions s
where s.id = p.subscription_id and s.status in ('active', 'trialing', 'past_due');

create or replace function private.set_plan(email text, plan_name text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  price constant numeric := case set_plan.plan_name when 'Starter' then 0 when 'Pro' then 29 when 'Enterprise' then 99 end;
  live constant text[] := array['active', 'trialing', 'past_due'];
  paid text;
  is_plan boolean;
begin
  if price is null then
    raise sqlstate 'PT400' using message = 'Unknown plan: use Starter, Pro or Enterprise';
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(set_plan.email));
  if account is null then
    raise sqlstate 'PT404' using message = format('No user has the email address %s', set_plan.email);
  end if;
  select s.plan_name, s.status = any (live) into paid, is_plan
  from public.subscriptions s join private.payment_subscriptions p on p.subscription_id = s.id
  where s.user_id = account and p.is_live
  order by 2 desc limit 1;
  -- Its next event would restore the plan, and the credit would stay.
  if paid is not null and set_plan.plan_name in ('Starter', paid) then
    raise sqlstate 'PT409' using message = case when is_plan then format(
      'The %s plan of this user is paid through Stripe. Cancel the subscription in Stripe, or let the user cancel it under '
      'Billing, Manage subscription: the plan ends here with the subscription', paid
    ) else format(
      'This user still pays for the %s plan through Stripe, which would restore it. Cancel that subscription in Stripe first',
      paid
    ) end;
  end if;
  perform private.end_plan(account, format('Changed to %s', set_plan.plan_name));
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
  payer uuid;
  row_id uuid;
  earlier public.subscriptions;
begin
  update private.payment_events e set finished_at = now() where e.id = finish_payment_event.id;
  insert into private.payment_subscriptions as s (id, ticket, is_live)
  values (finish_payment_event.subscription, finish_payment_event.ticket, finish_payment_event.status = any (live))
  on conflict (id) do update set ticket = excluded.ticket, is_live = excluded.is_live where s.ticket < excluded.ticket
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

comment on function public.set_plan(text, text) is
  'For operators: puts the user with this email address on a plan from now on, as a payment provider would; it renews '
  'monthly. What is left of an earlier plan''s period is credited. Returns the plan. PT409 for Starter, or the same plan, '
  'while the payment provider charges for a plan, also under another one of an operator: cancel it there';
