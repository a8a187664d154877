-- A lost event of the payment provider left a canceled subscription live here, so its user could not be put on Starter; and
-- one that an operator had replaced before plans_still_paid was not known to be live. A server now reads the live ones again
-- once a day, and those of before once.
-- Taken by the server's worker; finish_payment_event stores what it reads. Times are UTC.
-- Locks: private.payment_subscriptions, for columns and their first values (ACCESS EXCLUSIVE).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table private.payment_subscriptions
  add column check_ticket bigint not null default 0,
  add column checked_at timestamptz not null default now();

comment on column private.payment_subscriptions.check_ticket is
  'Of the last check; higher than ticket until its state is stored';
comment on column private.payment_subscriptions.checked_at is 'When the last check began';

update private.payment_subscriptions s
set check_ticket = s.ticket + 1, checked_at = now() - interval '1 day' where not s.is_live;

create function private.take_subscription_checks(most integer) returns table (subscription text, ticket bigint)
language sql
security definer
set search_path = ''
as $$
  update private.payment_subscriptions s set check_ticket = nextval('private.payment_tickets'), checked_at = now()
  where s.id in (
    select o.id from private.payment_subscriptions o
    where (o.is_live and o.checked_at <= now() - interval '1 day')
      or (o.check_ticket > o.ticket and o.checked_at <= now() - interval '1 hour')
    order by o.checked_at limit least(most, 100)
    for update skip locked
  )
  returning s.id, s.check_ticket;
$$;

comment on function private.take_subscription_checks(integer) is 'Implements public.take_subscription_checks';

create function public.take_subscription_checks(most integer default 20) returns table (subscription text, ticket bigint)
language sql
security invoker
set search_path = ''
begin atomic
  select t.subscription, t.ticket from private.take_subscription_checks(most) t (subscription, ticket);
end;

comment on function public.take_subscription_checks(integer) is
  'For the server: up to 100 subscriptions of the payment provider to read again, each with the ticket for '
  'finish_payment_event. Live ones are due once a day; one whose state was not stored, after an hour';

revoke all on function private.take_subscription_checks(integer), public.take_subscription_checks(integer)
  from public, anon, authenticated;
grant execute on function private.take_subscription_checks(integer), public.take_subscription_checks(integer)
  to service_role;
