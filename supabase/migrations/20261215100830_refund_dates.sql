-- Charges of the current period and lines of invoices say when a refund was made, and why.
-- Read by the payer. The reason is that of `refund_charge`, which operators write. Times are UTC.
-- Long because functions of statements and invoices are stated again.
-- Replaces: private.billing_statement, public.billing_statement, private.read_invoice, private.write_invoice
-- Locks: ledger_transactions, while the index of refunds is built (SHARE: charges wait). With millions of rows, first
-- create the index by hand: create index concurrently ledger_refunds_by_payer on … (as below).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create index if not exists ledger_refunds_by_payer on private.ledger_transactions (payer, occurred_at) where kind = 'refund';

create function private.refund_reason(reason text) returns text
language sql
immutable
set search_path = ''
return nullif(left(btrim(refund_reason.reason), 500), '');

comment on function private.refund_reason(text) is 'The reason of a refund as its payer reads it; null without one';

-- Earlier releases ignore the new columns.
drop function public.billing_statement();
drop function private.billing_statement();

create function private.billing_statement()
returns table (
  kind text, deployment_id uuid, deployment text, agent text, quantity bigint, amount numeric,
  starts_at timestamptz, ends_at timestamptz, is_accrued boolean, refunded_at timestamptz, reason text
)
language sql
stable
security definer
set search_path = ''
as $$
  with period as (
    select a.id as payer, p.starts, p.ends,
      (date_trunc('day', p.starts + interval '1 day' - interval '1 microsecond', 'UTC') at time zone 'UTC')::date as first_day,
      (date_trunc('day', p.ends, 'UTC') at time zone 'UTC')::date as after_day
    from private.billing_period(auth.uid()) p
    left join private.ledger_accounts a on a.kind = 'payer' and a.person = auth.uid()
  ),
  -- The two parts of the period outside its whole days; one, in a period without a whole day.
  rests as (
    select s.payer, s.starts, s.ends, date_trunc('hour', s.starts + interval '1 hour' - interval '1 microsecond', 'UTC') as first,
      date_trunc('hour', s.ends, 'UTC') as after
    from (
      select p.payer, p.starts, least(p.first_day::timestamp at time zone 'UTC', p.ends) as ends from period p
      union all
      select p.payer, greatest(p.first_day, p.after_day)::timestamp at time zone 'UTC', p.ends from period p
    ) s
    where s.starts < s.ends
  ),
  parts as (
    select k.kind, k.deployment_id, k.charges, k.amount, k.starts_at, k.ends_at
    from period p
    join private.payer_days k on k.payer = p.payer and k.day >= p.first_day and k.day < p.after_day
    union all
    select h.kind, h.deployment_id, h.charges, h.amount, h.starts_at, h.ends_at
    from rests r
    join private.ledger_hours h on h.payer = r.payer and h.hour >= r.first and h.hour < r.after
    union all
    select t.kind, t.deployment_id, 1, t.amount, t.starts_at, t.ends_at
    from rests r
    join private.ledger_transactions t on t.payer = r.payer
      and t.occurred_at >= r.starts and t.occurred_at < least(r.first, r.ends)
    union all
    select t.kind, t.deployment_id, 1, t.amount, t.starts_at, t.ends_at
    from rests r
    join private.ledger_transactions t on t.payer = r.payer
      and t.occurred_at >= greatest(r.first, r.after) and t.occurred_at < r.ends
  ),
  charged as (
    select p.kind, p.deployment_id, sum(p.charges)::bigint as quantity, sum(p.amount) as amount,
      min(p.starts_at) as starts_at, max(p.ends_at) as ends_at, false as is_accrued, null::timestamptz as refunded_at,
      null::text as reason
    from parts p
    where p.kind <> 'refund'
    group by p.kind, p.deployment_id
  ),
  -- Refunds of a deployment with the same reason on the same day are one row.
  refunds as (
    select r.deployment_id, r.reason, count(*) as quantity, sum(r.amount) as amount, max(r.occurred_at) as refunded_at,
      row_number() over (order by max(r.occurred_at) desc) as rank
    from (
      select t.deployment_id, t.amount, t.occurred_at, private.refund_reason(t.reason) as reason
      from period p
      join private.ledger_transactions t on t.payer = p.payer and t.kind = 'refund'
        and t.occurred_at >= p.starts and t.occurred_at < p.ends
    ) r
    group by r.deployment_id, r.reason, (r.occurred_at at time zone 'UTC')::date
  ),
  -- The total stays exact: older rows are added up per deployment.
  refunded as (
    select 'refund', r.deployment_id, sum(r.quantity)::bigint, sum(r.amount), null::timestamptz, null::timestamptz, false,
      case when r.rank <= 200 then r.refunded_at end, case when r.rank <= 200 then r.reason end
    from refunds r
    group by r.deployment_id, case when r.rank <= 200 then r.rank end, 8, 9
  ),
  accrued as (
    select 'month', m.deployment_id, 1::bigint, sum(c.amount), min(c.starts_at), max(c.ends_at), true, null::timestamptz, null
    from period p
    join private.deployment_meters m on m.payer = p.payer
    cross join lateral private.month_charges(m.deployment_id, m.charged_until, now()) c
    group by m.deployment_id
    having sum(c.amount) > 0
  )
  select l.kind, l.deployment_id, d.name, a.name, l.quantity, l.amount, l.starts_at, l.ends_at, l.is_accrued,
    l.refunded_at, l.reason
  from (select * from charged union all select * from refunded union all select * from accrued) l
  left join public.deployments d on d.id = l.deployment_id
  left join public.agents a on a.id = d.agent_id
  order by array_position(array['plan', 'plan_credit', 'month', 'call', 'refund'], l.kind), l.is_accrued,
    l.refunded_at desc nulls last, d.name nulls last
  limit 1000;
$$;

comment on function private.billing_statement() is 'Implements public.billing_statement';

create function public.billing_statement()
returns table (
  kind text, deployment_id uuid, deployment text, agent text, quantity bigint, amount numeric,
  starts_at timestamptz, ends_at timestamptz, is_accrued boolean, refunded_at timestamptz, reason text
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.kind, s.deployment_id, s.deployment, s.agent, s.quantity, s.amount, s.starts_at, s.ends_at, s.is_accrued,
    s.refunded_at, s.reason
  from private.billing_statement() s;
end;

comment on function public.billing_statement() is
  'Charges of the caller in the current billing period, by kind (plan, plan_credit, month, call, refund) and '
  'deployment; refunds also by day and reason, newest first, and from the 201st on without them. refunded_at: the last '
  'refund of the row. is_accrued: monthly prices up to now, charged when the month ends or the deployment stops. US dollars';

create or replace function private.read_invoice(number text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  document jsonb;
begin
  select jsonb_build_object(
    'number', i.number, 'kind', i.kind, 'corrects', c.number, 'period_start', i.period_start, 'period_end', i.period_end,
    'issued_at', i.issued_at, 'issuer', i.issuer, 'total', trim_scale(i.total)::text, 'tax', trim_scale(i.tax)::text,
    'state', s.state, 'paid', trim_scale(s.paid)::text,
    'recipient', jsonb_build_object('name', r.name, 'email', r.email),
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'kind', l.kind, 'item', l.item, 'deployment', r.deployments ->> l.deployment_id::text, 'quantity', l.quantity,
        'amount', trim_scale(l.amount)::text, 'tax', trim_scale(l.tax)::text, 'tax_rate', l.tax_rate,
        'starts_at', l.starts_at, 'ends_at', l.ends_at, 'refunded_at', f.refunded_at, 'reason', f.reason
      ) order by l.line)
      from private.invoice_lines l
      -- Lines from before this migration can have refunds of several days or reasons.
      left join lateral (
        select case when count(distinct (t.occurred_at at time zone 'UTC')::date) = 1 then max(t.occurred_at) end as refunded_at,
          case when count(distinct coalesce(private.refund_reason(t.reason), '')) = 1 then min(private.refund_reason(t.reason)) end as reason
        from private.invoiced_transactions o
        join private.ledger_transactions t on t.id = o.transaction_id
        where o.invoice_id = l.invoice_id and o.line = l.line
      ) f on l.kind = 'refund'
      where l.invoice_id = i.id
    )
  )
  into document
  from private.ledger_accounts a
  join private.invoices i on i.payer = a.id
  cross join lateral private.invoice_state(i.id) s
  left join private.invoices c on c.id = i.corrects
  left join private.invoice_recipients r on r.invoice_id = i.id
  where a.kind = 'payer' and a.person = auth.uid() and i.number = read_invoice.number;
  if document is null then
    raise sqlstate 'PT404' using message = 'Invoice not found';
  end if;
  return document;
end;
$$;

comment on function private.read_invoice(text) is 'Implements public.read_invoice';

comment on function public.read_invoice(text) is
  'An invoice or credit note of the caller with its lines. Amounts are exact, as text, in US dollars with tax; tax is the '
  'part of it. refunded_at and reason of a refund; null where a line has refunds of several days or reasons. PT404 for '
  'another user''s';

comment on function public.refund_charge(bigint, numeric, text) is
  'For operators: refunds a part of a charge of the ledger, in US dollars. The payer reads the reason. Returns the id of '
  'the refund';

create or replace function private.write_invoice(
  kind text, payer uuid, corrects bigint, starts timestamptz, ends timestamptz, transactions bigint[]
)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint;
begin
  with written as (
    insert into private.invoices as i (number, kind, payer, corrects, period_start, period_end, issuer, total, tax)
    select private.next_invoice_number(write_invoice.kind), write_invoice.kind, write_invoice.payer, write_invoice.corrects,
      starts, ends, to_jsonb(s) - 'is_current', sum(e.amount) filter (where e.account = write_invoice.payer),
      coalesce(-sum(e.amount) filter (where a.kind = 'tax'), 0)
    from private.invoice_issuer s
    cross join private.ledger_entries e
    join private.ledger_accounts a on a.id = e.account
    where e.transaction_id = any (transactions)
    group by s.is_current
    returning i.id
  ),
  charges as (
    select t.id, t.kind, t.deployment_id, t.agent_id, t.source, t.starts_at, t.ends_at, c.source as refunded,
      case when t.kind = 'refund' then (t.occurred_at at time zone 'UTC')::date end as refund_day,
      case when t.kind = 'refund' then private.refund_reason(t.reason) end as refund_reason,
      sum(e.amount) filter (where e.account = t.payer) as amount,
      coalesce(-sum(e.amount) filter (where a.kind = 'tax'), 0) as tax
    from private.ledger_transactions t
    join private.ledger_entries e on e.transaction_id = t.id
    join private.ledger_accounts a on a.id = e.account
    left join private.ledger_transactions c on c.id = t.refunds
    where t.id = any (transactions)
    group by t.id, c.source
  ),
  ranked as (
    -- The smallest amounts are only tax after rounding.
    select c.*, coalesce(round(c.tax / nullif(c.amount - c.tax, 0), 4), 1) as tax_rate,
      -- Each plan and each of its credits has a separate line.
      dense_rank() over (order by
        array_position(array['plan', 'plan_credit', 'month', 'call', 'refund'], c.kind), c.deployment_id nulls first,
        c.agent_id nulls first, coalesce(round(c.tax / nullif(c.amount - c.tax, 0), 4), 1),
        case when c.deployment_id is null then c.id end nulls first,
        c.refund_day nulls first, c.refund_reason nulls first
      )::smallint as line
    from charges c
  ),
  lines as (
    insert into private.invoice_lines
      (invoice_id, line, kind, item, deployment_id, quantity, amount, tax, tax_rate, starts_at, ends_at)
    select w.id, r.line, r.kind, coalesce(
        (select g.name from public.agents g where g.id = r.agent_id),
        -- The source of a plan's charge names the subscription.
        (select s.plan_name from public.subscriptions s
          where coalesce(r.refunded, r.source) like 'plan %' and s.id::text = split_part(coalesce(r.refunded, r.source), ' ', 2))
      ), r.deployment_id, r.quantity, r.amount, r.tax, r.tax_rate, r.starts_at, r.ends_at
    from written w
    cross join (
      select r.line, r.kind, r.agent_id, r.deployment_id, r.tax_rate, count(*) as quantity, sum(r.amount) as amount,
        sum(r.tax) as tax, min(r.starts_at) as starts_at, max(r.ends_at) as ends_at, min(r.refunded) as refunded,
        min(r.source) as source
      from ranked r
      group by r.line, r.kind, r.agent_id, r.deployment_id, r.tax_rate
    ) r
    returning invoice_id
  ),
  invoiced as (
    insert into private.invoiced_transactions (transaction_id, invoice_id, line)
    select r.id, w.id, r.line from ranked r cross join written w
    returning invoice_id
  )
  select w.id into made from written w;
  insert into private.invoice_recipients (invoice_id, person, name, email, deployments)
  select made, p.id, p.full_name, u.email, coalesce((
      select jsonb_object_agg(l.deployment_id, coalesce(d.name, o.deployment ->> 'name'))
      from (select distinct l.deployment_id from private.invoice_lines l where l.invoice_id = made) l
      left join public.deployments d on d.id = l.deployment_id
      left join private.deployment_archive o on o.id = l.deployment_id
      where coalesce(d.name, o.deployment ->> 'name') is not null
    ), '{}')
  from private.ledger_accounts a
  join public.profiles p on p.id = a.person
  join auth.users u on u.id = p.id
  where a.id = write_invoice.payer;
  return made;
end;
$$;

comment on function private.write_invoice(text, uuid, bigint, timestamptz, timestamptz, bigint[]) is
  'Writes an invoice or a credit note of transactions of the ledger. Returns its id';

revoke all on function private.refund_reason(text), private.billing_statement(), public.billing_statement()
  from public, anon, authenticated;
grant execute on function private.billing_statement(), public.billing_statement() to authenticated;
