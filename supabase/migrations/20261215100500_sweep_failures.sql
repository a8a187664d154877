-- A subscription that could not be renewed stopped the periods of all others and all invoices, and an account whose invoices
-- could not be made stopped those of all others. The error is stored now, for operators, and the work is tried again after a
-- minute; invoices do not wait longer than a day for a subscription.
-- Written by the sweep, read by operators and `slipway doctor --hosted`. Times are UTC.
-- Replaces: private.renew_subscriptions, private.close_invoices, private.close_account_invoices
-- Locks: nothing in use; creates and replaces only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table private.sweep_failures (
  job text not null constraint sweep_failures_job_known check (job in ('subscriptions', 'invoices')),
  subject uuid not null,
  error text not null,
  failing_since timestamptz not null default now(),
  retry_at timestamptz not null,
  primary key (job, subject)
);

comment on table private.sweep_failures is
  'Rows whose work failed in a job of the sweep. Deleted when it succeeds. Deployments have theirs in deployment_meters';
comment on column private.sweep_failures.subject is 'subscriptions: the subscription; invoices: the account of the ledger';
comment on column private.sweep_failures.error is 'Of the last attempt';
comment on column private.sweep_failures.failing_since is 'When the first of the failed attempts was';
comment on column private.sweep_failures.retry_at is 'When the sweep tries again';

alter table private.sweep_failures enable row level security;

create function private.keep_sweep_failure(job text, subject uuid, error text) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.sweep_failures as f (job, subject, error, retry_at)
  values (
    keep_sweep_failure.job, keep_sweep_failure.subject, left(keep_sweep_failure.error, 500), now() + interval '1 minute'
  )
  on conflict on constraint sweep_failures_pkey do update set error = excluded.error, retry_at = excluded.retry_at;
$$;

comment on function private.keep_sweep_failure(text, uuid, text) is
  'Stores that the work of a row failed in a job of the sweep, which tries it again after a minute';

create or replace function private.renew_subscriptions() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  due public.subscriptions;
  problem text;
  changed integer := 0;
begin
  -- Its next period, or its end, came from an event.
  delete from private.sweep_failures f
  where f.job = 'subscriptions' and not exists (
    select from public.subscriptions s
    where s.id = f.subject and s.status in ('active', 'trialing', 'past_due') and s.current_period_end <= now()
  );
  for due in
    select * from public.subscriptions s
    where s.status in ('active', 'trialing', 'past_due') and s.current_period_end <= now()
      and not exists (
        select from private.sweep_failures f where f.job = 'subscriptions' and f.subject = s.id and f.retry_at > now()
      )
    order by s.current_period_end limit 100
    for update skip locked
  loop
    begin
      if due.renews and due.status <> 'past_due' then
        -- One period at a time, so that each is charged.
        update public.subscriptions s set
          status = 'active', anchored_at = coalesce(s.anchored_at, s.current_period_start),
          current_period_start = s.current_period_end, current_period_end = p.ends
        from private.period_at(coalesce(due.anchored_at, due.current_period_start), due.billing_cycle, due.current_period_end) p
        where s.id = due.id;
      else
        update public.subscriptions s set status = 'canceled' where s.id = due.id;
      end if;
      -- A check at commit would roll back the others.
      set constraints all immediate;
      delete from private.sweep_failures f where f.job = 'subscriptions' and f.subject = due.id;
      changed := changed + 1;
    -- A timeout too: otherwise the others would be rolled back, and it would be the first again.
    exception when query_canceled or others then
      get stacked diagnostics problem = message_text;
      perform private.keep_sweep_failure('subscriptions', due.id, problem);
      raise warning 'Subscription % cannot be renewed or ended: %', due.id, problem;
    end;
    set constraints all deferred;
    -- The sweep has other work, and 30 seconds. The next one continues.
    exit when clock_timestamp() > now() + interval '10 seconds';
  end loop;
  return changed;
end;
$$;

comment on function private.renew_subscriptions() is
  'Starts the next period of up to 100 subscriptions whose period is over, or ends them, for about ten seconds. Returns how '
  'many; one that fails is logged and tried again after a minute';

create or replace function private.close_invoices() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  closes constant timestamptz := date_trunc('month', now(), 'UTC');
  progress private.invoice_runs;
  account uuid;
  is_retry boolean;
  problem text;
  closed integer := 0;
  is_complete boolean := true;
  made integer := 0;
begin
  insert into private.invoice_runs (month) values (closes) on conflict do nothing;
  select * into progress from private.invoice_runs r where r.month = closes for update skip locked;
  if progress.month is null
    -- Charges of the time before are missing: a later sweep posts them first.
    or exists (
      select 1 from private.deployment_meters m
      where m.charged_until < closes and coalesce(m.failing_since, now()) > now() - interval '1 day'
    )
    or exists (
      select 1 from public.subscriptions s
      where s.status in ('active', 'trialing', 'past_due') and s.current_period_end < closes
        and not exists (
          select from private.sweep_failures f
          where f.job = 'subscriptions' and f.subject = s.id and f.failing_since <= now() - interval '1 day'
        )
    )
  then
    return 0;
  end if;
  for account, is_retry in
    (
      select a.id, false from private.ledger_accounts a
      where progress.finished_at is null and a.kind = 'payer' and (progress.position is null or a.id > progress.position)
      order by a.id limit 100
    )
    union all
    (
      select f.subject, true from private.sweep_failures f
      where f.job = 'invoices' and f.retry_at <= now()
      order by f.retry_at limit 100
    )
  loop
    if clock_timestamp() > now() + interval '10 seconds' then
      is_complete := false;
      exit;
    end if;
    perform private.lock_invoices();
    begin
      if not exists (select from private.deployment_meters m where m.payer = account and m.charged_until < closes)
        and not exists (
          select from public.subscriptions s join private.ledger_accounts a on a.person = s.user_id
          where a.id = account and s.status in ('active', 'trialing', 'past_due') and s.current_period_end < closes
        )
      then
        made := made + private.issue_invoices(account, closes);
        -- A check at commit would roll back the others.
        set constraints all immediate;
        delete from private.sweep_failures f where f.job = 'invoices' and f.subject = account;
      end if;
    exception when query_canceled or others then
      get stacked diagnostics problem = message_text;
      perform private.keep_sweep_failure('invoices', account, problem);
      raise warning 'The invoices of account % cannot be made: %', account, problem;
    end;
    set constraints all deferred;
    if not is_retry then
      progress.position := account;
      closed := closed + 1;
    end if;
  end loop;
  if progress.finished_at is null then
    update private.invoice_runs r set
      position = progress.position, finished_at = case when is_complete and closed < 100 then now() end
    where r.month = closes;
  end if;
  return made;
end;
$$;

comment on function private.close_invoices() is
  'Makes the invoices of up to 100 accounts for the months that are over, when all their charges are posted, for about ten '
  'seconds. It does not wait longer than a day for a deployment or a subscription that cannot be charged, whose owner gets '
  'none. An account that fails is logged and tried again after a minute. Returns how many invoices and credit notes';

create or replace function private.close_account_invoices(email text) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  made integer;
begin
  select a.id into account
  from auth.users u join private.ledger_accounts a on a.person = u.id and a.kind = 'payer'
  where lower(u.email) = lower(btrim(close_account_invoices.email));
  perform private.lock_invoices();
  made := coalesce(private.issue_invoices(account, date_trunc('month', now(), 'UTC')), 0);
  delete from private.sweep_failures f where f.job = 'invoices' and f.subject = account;
  return made;
end;
$$;

comment on function private.close_account_invoices(text) is 'Implements public.close_invoices';

revoke all on function private.keep_sweep_failure(text, uuid, text) from public, anon, authenticated;
