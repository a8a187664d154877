-- A creator whose account was deleted at the payment provider had no way on: its pages did not open, and each payout was rejected.
-- The creator's next visit links another account. Payouts keep the id of the account that they were made for, so that a
-- transfer whose answer is lost is looked up where it was made.
-- Called by the server.
-- Replaces: private.take_payouts, private.link_payout_account, public.link_payout_account
-- Locks: payouts and payout_accounts, to drop a foreign key and its index (ACCESS EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table private.payouts drop constraint payouts_destination_fkey;
drop index private.payouts_destination;

comment on column private.payouts.destination is
  'The account at the payment provider that it was made for, which another one may have replaced since';

create or replace function private.take_payouts(most integer)
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
      select o.id from private.payouts o join private.payout_accounts a on a.account = o.account
      where o.status = 'pending' and o.due_at <= now()
        and not exists (select 1 from private.current_suspension(null, null, array[a.person, a.held_for]))
      order by o.due_at limit least(most, 100)
      for update of o skip locked
    )
    returning p.id, p.destination, p.month, p.amount, p.rejections;
end;
$$;

comment on function private.take_payouts(integer) is 'Implements public.take_payouts';

drop function public.link_payout_account(uuid, text);
drop function private.link_payout_account(uuid, text);

create function private.link_payout_account(person uuid, account text, lost text) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  update private.payout_accounts p set id = link_payout_account.account, state = 'onboarding', ticket = 0
  where p.person = link_payout_account.person and p.id = link_payout_account.lost;
  insert into private.payout_accounts (id, account, person)
  values (
    link_payout_account.account, private.ledger_account('creator', link_payout_account.person), link_payout_account.person
  )
  on conflict do nothing;
  return (select p.id from private.payout_accounts p where p.person = link_payout_account.person);
end;
$$;

comment on function private.link_payout_account(uuid, text, text) is 'Implements public.link_payout_account';

create function public.link_payout_account(person uuid, account text, lost text default null) returns text
language sql
security invoker
set search_path = ''
return private.link_payout_account(person, account, lost);

comment on function public.link_payout_account(uuid, text, text) is
  'For the server: the account of a creator at the payment provider. Returns the account that was linked first, unless that is '
  'lost, which is gone at the provider and is replaced';

revoke all on function
  private.link_payout_account(uuid, text, text), public.link_payout_account(uuid, text, text)
  from public, anon, authenticated;
grant execute on function
  private.link_payout_account(uuid, text, text), public.link_payout_account(uuid, text, text)
  to service_role;
