-- A check that runs at commit, such as that of a transaction's sum, rolled back the months of all deployments when it failed
-- for one. It runs with the charge of each deployment now.
-- Called by the sweep. Times are UTC.
-- Replaces: private.charge_due_months
-- Locks: nothing in use; replaces a function only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
      -- A check at commit would roll back the others.
      set constraints all immediate;
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
    set constraints all deferred;
    -- The sweep has other work, and 30 seconds. The next one continues.
    exit when clock_timestamp() > now() + interval '10 seconds';
  end loop;
  return charged;
end;
$$;

comment on function private.charge_due_months() is
  'Charges up to 100 running deployments for the months that are over, without those that stop right now, for about ten '
  'seconds. Returns how many; one that cannot be charged is logged and tried again after a minute';
