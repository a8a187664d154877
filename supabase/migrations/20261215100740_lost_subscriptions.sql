-- A subscription that the payment provider does not know (any longer), such as one of another account, stayed live here: it
-- renewed each month without a payment, and set_plan answered PT409 forever. Now its plan ends with its period, and an operator
-- may change it. It is read once a day until then, and continues when it is found.
-- Called by the server.
-- Replaces: private.take_subscription_checks
-- Locks: nothing in use; creates and replaces functions only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.payment_subscription_lost(id text, ticket bigint, subscription text) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  row_id uuid;
begin
  update private.payment_events e set finished_at = now() where e.id = payment_subscription_lost.id;
  update private.payment_subscriptions s set ticket = payment_subscription_lost.ticket, is_live = false
  where s.id = payment_subscription_lost.subscription and s.ticket < payment_subscription_lost.ticket
  returning s.subscription_id into row_id;
  update public.subscriptions s set renews = false
  where s.id = row_id and s.status in ('active', 'trialing', 'past_due');
  return case when found then 'lost' else 'ignored' end;
end;
$$;

comment on function private.payment_subscription_lost(text, bigint, text) is
  'Implements public.payment_subscription_lost';

create function public.payment_subscription_lost(id text, ticket bigint, subscription text) returns text
language sql
security invoker
set search_path = ''
return private.payment_subscription_lost(id, ticket, subscription);

comment on function public.payment_subscription_lost(text, bigint, text) is
  'For the server: a read after taking the ticket found no subscription to a sold plan. Returns lost (it is live here, and its '
  'plan ends with the period unless finish_payment_event stores a state again) or ignored';

create or replace function private.take_subscription_checks(most integer) returns table (subscription text, ticket bigint)
language sql
security definer
set search_path = ''
as $$
  update private.payment_subscriptions s set check_ticket = nextval('private.payment_tickets'), checked_at = now()
  where s.id in (
    select o.id from private.payment_subscriptions o
    left join public.subscriptions p on p.id = o.subscription_id
    where ((o.is_live or p.status in ('active', 'trialing', 'past_due')) and o.checked_at <= now() - interval '1 day')
      or (o.check_ticket > o.ticket and o.checked_at <= now() - interval '1 hour')
    order by o.checked_at limit least(most, 100)
    for update of o skip locked
  )
  returning s.id, s.check_ticket;
$$;

comment on function private.take_subscription_checks(integer) is 'Implements public.take_subscription_checks';

revoke all on function
  private.payment_subscription_lost(text, bigint, text), public.payment_subscription_lost(text, bigint, text)
  from public, anon, authenticated;
grant execute on function
  private.payment_subscription_lost(text, bigint, text), public.payment_subscription_lost(text, bigint, text)
  to service_role;
