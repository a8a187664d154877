-- Failures of billing that stopped others, or that a user could not leave.
-- A subscription that could not be renewed stopped the periods of all others and all invoices, and an account whose invoices
-- could not be made stopped those of all others. The error is stored now, for operators, and the work is tried again after a
-- minute; invoices do not wait longer than a day for a subscription. A plan that is paid at the payment provider cannot be
-- ended here: its next event restored it, and the credit stayed. A customer that is gone at the provider can be replaced.
-- A request to delete an account is mailed to its owner.
-- Written by the sweep and the server, read by operators and `slipway doctor --hosted`. US dollars; times are UTC.
-- Replaces: private.renew_subscriptions, private.close_invoices, private.close_account_invoices, private.set_plan
-- Replaces: public.set_plan, private.finish_payment_event, private.link_payment_customer, public.link_payment_customer
-- Replaces: private.request_account_deletion, private.cancel_account_deletion
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

-- Plans that are paid at the payment provider.

create function private.end_plan(account uuid, reason text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended public.subscriptions;
begin
  update public.subscriptions set status = 'canceled', renews = false
  where user_id = account and status in ('active', 'trialing', 'past_due')
  returning * into ended;
  perform private.credit_rest_of_period(ended, now(), reason);
end;
$$;

comment on function private.end_plan(uuid, text) is
  'Ends the live subscription of a user, if there is one, and credits the rest of its period';

create or replace function private.set_plan(email text, plan_name text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  price constant numeric := case set_plan.plan_name when 'Starter' then 0 when 'Pro' then 29 when 'Enterprise' then 99 end;
  paid text;
begin
  if price is null then
    raise sqlstate 'PT400' using message = 'Unknown plan: use Starter, Pro or Enterprise';
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(set_plan.email));
  if account is null then
    raise sqlstate 'PT404' using message = format('No user has the email address %s', set_plan.email);
  end if;
  select s.plan_name into paid
  from public.subscriptions s join private.payment_subscriptions p on p.subscription_id = s.id
  where s.user_id = account and s.status in ('active', 'trialing', 'past_due');
  -- Its next event would restore the plan, and the credit would stay.
  if paid is not null and set_plan.plan_name in ('Starter', paid) then
    raise sqlstate 'PT409' using message = format(
      'The %s plan of this user is paid through Stripe. Cancel the subscription in Stripe, or let the user cancel it under '
      'Billing, Manage subscription: the plan ends here with the subscription', paid
    );
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
comment on function public.set_plan(text, text) is
  'For operators: puts the user with this email address on a plan from now on, as a payment provider would; it renews '
  'monthly. What is left of an earlier plan''s period is credited. Returns the plan. PT409 for Starter, or the same plan, '
  'while a plan is paid at the payment provider: cancel it there';

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
-- Customers that are gone at the payment provider.

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

-- Deletion of an account.

create or replace function private.request_account_deletion() returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  due timestamptz;
begin
  if coalesce(private.signed_in_at(), '-infinity') < now() - interval '15 minutes' then
    raise sqlstate 'PT403' using
      message = 'Sign in again to delete your account: you signed in more than 15 minutes ago', hint = 'reauthenticate';
  end if;
  insert into private.jobs (kind, account_id, subject, total, due_at)
  values ('delete_account', me, me, 0, now() + interval '14 days')
  on conflict (kind, subject) where finished_at is null do nothing
  returning due_at into due;
  if due is null then
    select j.due_at into due from private.jobs j
    where j.kind = 'delete_account' and j.subject = me and j.finished_at is null;
    return due;
  end if;
  perform private.record_security_event('account_deletion_requested', me, jsonb_build_object('deletes_at', due));
  -- Its owner may not be the one who asked.
  insert into private.mails (user_id, kind, details)
  select u.id, 'account_deletion', jsonb_build_object('deletes_at', due)
  from auth.users u where u.id = me and u.email is not null;
  return due;
end;
$$;

comment on function private.request_account_deletion() is 'Implements public.request_account_deletion';

create or replace function private.cancel_account_deletion() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.jobs j
  where j.kind = 'delete_account' and j.subject = auth.uid() and j.finished_at is null and j.due_at > now();
  if not found then
    return false;
  end if;
  delete from private.mails m where m.user_id = auth.uid() and m.kind = 'account_deletion' and m.sent_at is null;
  perform private.record_security_event('account_deletion_canceled', auth.uid());
  return true;
end;
$$;

comment on function private.cancel_account_deletion() is 'Implements public.cancel_account_deletion';

revoke all on function
  private.keep_sweep_failure(text, uuid, text), private.end_plan(uuid, text),
  private.link_payment_customer(uuid, text, text), public.link_payment_customer(uuid, text, text)
  from public, anon, authenticated;
grant execute on function
  private.link_payment_customer(uuid, text, text), public.link_payment_customer(uuid, text, text)
  to service_role;
