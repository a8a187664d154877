-- A deployment whose month cannot be charged no longer stops the months of all others, nor their invoices.
-- Its error is stored with its meter, for operators, and the charge is tried again after a minute. After a day of errors, the
-- other users get their invoices of the month; the next invoices of its owner, or close_invoices, contain the month.
-- Written by the sweep, read by operators and `slipway doctor --hosted`. Times are UTC.
-- Replaces: private.charge_due_months, private.close_invoices
-- Locks: deployment_meters, to add columns (ACCESS EXCLUSIVE, no rows are written).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table private.deployment_meters
  add column error text,
  add column failing_since timestamptz,
  add column retry_at timestamptz;

comment on column private.deployment_meters.error is
  'Of the last attempt to charge the months that are over; null after a success';
comment on column private.deployment_meters.failing_since is 'When the first of the failed attempts was';
comment on column private.deployment_meters.retry_at is 'When the sweep tries again';

create or replace function private.charge_due_months() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  month constant timestamptz := date_trunc('month', now(), 'UTC');
  due uuid;
  problem text;
  charged integer := 0;
begin
  for due in
    select m.deployment_id from private.deployment_meters m
    where m.charged_until < month and coalesce(m.retry_at, '-infinity') <= now()
    order by m.charged_until limit 100
    -- A deployment that stops holds its meter and waits for sums that this transaction has changed.
    for update skip locked
  loop
    begin
      perform private.charge_months(due, month);
      update private.deployment_meters m set error = null, failing_since = null, retry_at = null
      where m.deployment_id = due and m.error is not null;
      charged := charged + 1;
    -- A timeout too: otherwise the others would be rolled back, and it would be the first again.
    exception when query_canceled or others then
      get stacked diagnostics problem = message_text;
      update private.deployment_meters m set
        error = left(problem, 500), failing_since = coalesce(m.failing_since, now()),
        retry_at = now() + interval '1 minute'
      where m.deployment_id = due;
      raise warning 'The month of deployment % cannot be charged: %', due, problem;
    end;
    -- The sweep has other work, and 30 seconds. The next one continues.
    exit when clock_timestamp() > now() + interval '10 seconds';
  end loop;
  return charged;
end;
$$;

comment on function private.charge_due_months() is
  'Charges up to 100 running deployments for the months that are over, without those that stop right now, for about ten '
  'seconds. Returns how many; one that cannot be charged is logged and tried again after a minute';

create or replace function private.close_invoices() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  closes constant timestamptz := date_trunc('month', now(), 'UTC');
  progress private.invoice_runs;
  account uuid;
  closed integer := 0;
  made integer := 0;
begin
  insert into private.invoice_runs (month) values (closes) on conflict do nothing;
  select * into progress from private.invoice_runs r where r.month = closes for update skip locked;
  if progress.month is null or progress.finished_at is not null
    -- Charges of the time before are missing: a later sweep posts them first.
    or exists (
      select 1 from private.deployment_meters m
      where m.charged_until < closes and coalesce(m.failing_since, now()) > now() - interval '1 day'
    )
    or exists (
      select 1 from public.subscriptions s
      where s.status in ('active', 'trialing', 'past_due') and s.current_period_end < closes
    )
  then
    return 0;
  end if;
  perform private.lock_invoices();
  for account in
    select a.id from private.ledger_accounts a
    where a.kind = 'payer' and (progress.position is null or a.id > progress.position)
    order by a.id limit 100
  loop
    if not exists (select from private.deployment_meters m where m.payer = account and m.charged_until < closes) then
      made := made + private.issue_invoices(account, closes);
    end if;
    progress.position := account;
    closed := closed + 1;
  end loop;
  update private.invoice_runs r set
    position = progress.position, finished_at = case when closed < 100 then now() end
  where r.month = closes;
  return made;
end;
$$;

comment on function private.close_invoices() is
  'Makes the invoices of up to 100 accounts for the months that are over, when all their charges are posted. It does not wait '
  'longer than a day for a deployment that cannot be charged, whose owner gets none. Returns how many invoices and credit '
  'notes';
