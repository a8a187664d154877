-- A charge of 0.000000000001 under a tax of 100 %, and some refunds of that size under any tax, are only tax after rounding:
-- the tax rate of their line was a division by zero, which stopped the invoice of the month, or the refund.
-- Run when a month is closed, and by refunds. US dollars.
-- Replaces: private.write_invoice
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
        case when c.deployment_id is null then c.id end nulls first
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
