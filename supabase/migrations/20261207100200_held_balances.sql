-- The balance of a suspended creator stays held when the account is deleted, until the suspension is lifted. Until now the
-- deletion ended the hold, because the payout account forgets a deleted user.
-- Read and written by the server's worker. US dollars. Months are UTC.
-- Replaces: private.open_payouts, private.take_payouts
-- Locks: payout_accounts, to add a column and a trigger (ACCESS EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table private.payout_accounts add column held_for uuid;
comment on column private.payout_accounts.held_for is
  'The user who was deleted while suspended: nothing is paid out until that suspension is lifted. No foreign key';

create function private.hold_balance() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from private.current_suspension(null, null, array[old.person])) then
    new.held_for := old.person;
  end if;
  return new;
end;
$$;

comment on function private.hold_balance() is
  'Trigger: remembers whose balance it is when a suspended creator is deleted';

revoke all on function private.hold_balance() from public, anon, authenticated;

create trigger payout_accounts_hold_balance
  before update of person on private.payout_accounts
  for each row when (old.person is not null and new.person is null)
  execute function private.hold_balance();

create or replace function private.open_payouts() returns integer
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
        and not exists (select 1 from private.current_suspension(null, null, array[o.person, o.held_for]))
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
  'Makes this month''s payouts of up to 50 accounts whose payable balance is at least 1 US dollar, without those of '
  'suspended users, also deleted ones. Returns how many';

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
      select o.id from private.payouts o join private.payout_accounts a on a.id = o.destination
      where o.status = 'pending' and o.due_at <= now()
        and not exists (select 1 from private.current_suspension(null, null, array[a.person, a.held_for]))
      order by o.due_at limit least(most, 100)
      for update of o skip locked
    )
    returning p.id, p.destination, p.month, p.amount, p.rejections;
end;
$$;

comment on function private.take_payouts(integer) is 'Implements public.take_payouts';
