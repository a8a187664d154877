-- A customer that was deleted at the payment provider could not be replaced: its user could not pay again.
-- Called by the server.
-- Replaces: private.link_payment_customer, public.link_payment_customer
-- Locks: nothing in use; drops and creates functions only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

drop function public.link_payment_customer(uuid, text);
drop function private.link_payment_customer(uuid, text);

create function private.link_payment_customer(person uuid, customer text, lost text) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  update private.payment_customers c set customer = link_payment_customer.customer
  where c.person = link_payment_customer.person and c.customer = link_payment_customer.lost;
  insert into private.payment_customers (customer, person)
  values (link_payment_customer.customer, link_payment_customer.person)
  on conflict do nothing;
  return (select c.customer from private.payment_customers c where c.person = link_payment_customer.person);
end;
$$;

comment on function private.link_payment_customer(uuid, text, text) is 'Implements public.link_payment_customer';

create function public.link_payment_customer(person uuid, customer text, lost text default null) returns text
language sql
security invoker
set search_path = ''
return private.link_payment_customer(person, customer, lost);

comment on function public.link_payment_customer(uuid, text, text) is
  'For the server: the customer of a user at the payment provider. Returns the customer that was linked first, unless that is '
  'lost, which is gone at the provider and is replaced';

revoke all on function
  private.link_payment_customer(uuid, text, text), public.link_payment_customer(uuid, text, text)
  from public, anon, authenticated;
grant execute on function
  private.link_payment_customer(uuid, text, text), public.link_payment_customer(uuid, text, text)
  to service_role;
