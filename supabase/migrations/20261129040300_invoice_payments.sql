-- Whether invoices are paid: the state of the payment provider's own invoices, which pay for periods of plans, and from it
-- the state of ours. Like subscriptions, a state is read after its event took a ticket, and the latest ticket stays, so
-- events may come twice, late and in any order (decision 048). Written by the server. US dollars; times are UTC.
-- Replaces: private.list_invoices, public.list_invoices, private.read_invoice
-- Locks: nothing in use; two functions are dropped and created again.

create table private.invoice_payments (
  id text primary key constraint invoice_payments_id_length check (length(id) between 1 and 255),
  subscription text not null,
  starts_at timestamptz not null,
  state text not null constraint invoice_payments_state_known check (state in ('open', 'paid', 'failed', 'void')),
  paid numeric not null constraint invoice_payments_paid_range check (paid >= 0),
  ticket bigint not null
);

comment on table private.invoice_payments is 'Invoices of the payment provider for periods of plans, as last read';
comment on column private.invoice_payments.subscription is 'At the provider. Its row may be written later';
comment on column private.invoice_payments.starts_at is 'Of the period that it pays for';
comment on column private.invoice_payments.ticket is 'Of the read that gave this state: a later read has a higher one';

create index invoice_payments_subscription on private.invoice_payments (subscription);

alter table private.invoice_payments enable row level security;

create function private.finish_invoice_event(
  id text, ticket bigint, invoice text, subscription text, starts timestamptz, state text, paid numeric
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.payment_events e set finished_at = now() where e.id = finish_invoice_event.id;
  if finish_invoice_event.subscription is null then
    return 'ignored';
  end if;
  insert into private.invoice_payments as p (id, subscription, starts_at, state, paid, ticket)
  values (
    finish_invoice_event.invoice, finish_invoice_event.subscription, starts, finish_invoice_event.state,
    finish_invoice_event.paid, finish_invoice_event.ticket
  )
  on conflict on constraint invoice_payments_pkey do update set
    subscription = excluded.subscription, starts_at = excluded.starts_at, state = excluded.state, paid = excluded.paid,
    ticket = excluded.ticket
  where p.ticket < excluded.ticket;
  return case when found then 'stored' else 'stale' end;
end;
$$;

comment on function private.finish_invoice_event(text, bigint, text, text, timestamptz, text, numeric) is
  'Implements public.finish_invoice_event';

create function public.finish_invoice_event(
  id text, ticket bigint, invoice text, subscription text default null, starts timestamptz default null,
  state text default null, paid numeric default null
)
returns text
language sql
security invoker
set search_path = ''
return private.finish_invoice_event(id, ticket, invoice, subscription, starts, state, paid);

comment on function public.finish_invoice_event(text, bigint, text, text, timestamptz, text, numeric) is
  'For the server: stores the state of the provider''s invoice that it read after taking the ticket; without a '
  'subscription, it only ends the event. Returns stored, stale (a later read was stored) or ignored';

create function private.invoice_state(invoice bigint) returns table (state text, paid numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select case
      when i.kind = 'credit_note' then null
      when round(i.total + coalesce(c.total, 0), 2) <= coalesce(p.paid, 0) then 'paid'
      when p.has_failed then 'failed'
      else 'open'
    end,
    case when i.kind = 'invoice' then coalesce(p.paid, 0) end
  from private.invoices i
  left join lateral (select sum(n.total) as total from private.invoices n where n.corrects = i.id) c on true
  left join lateral (
    select sum(y.paid) as paid, bool_or(y.state = 'failed') as has_failed
    from private.invoiced_transactions l
    join private.ledger_transactions t on t.id = l.transaction_id and t.kind = 'plan'
    -- The source of a plan's charge names its subscription and the start of the period.
    join private.payment_subscriptions s on s.subscription_id::text = split_part(t.source, ' ', 2)
    join private.invoice_payments y on y.subscription = s.id
      and extract(epoch from y.starts_at)::bigint::text = split_part(t.source, ' ', 3)
    where l.invoice_id = i.id
  ) p on true
  where i.id = invoice_state.invoice
$$;

comment on function private.invoice_state(bigint) is
  'Whether an invoice is paid, open or failed (a payment of its plan was rejected), and how much of it is paid, in US '
  'dollars. Nulls for a credit note. Credit notes reduce the amount due';

drop function public.list_invoices();
drop function private.list_invoices();

create function private.list_invoices()
returns table (
  number text, kind text, corrects text, period_start timestamptz, period_end timestamptz, issued_at timestamptz,
  total numeric, tax numeric, state text, paid numeric
)
language sql
stable
security definer
set search_path = ''
as $$
  select i.number, i.kind, i.corrects, i.period_start, i.period_end, i.issued_at, i.total, i.tax, s.state, s.paid
  from (
    select i.id, i.number, i.kind, c.number as corrects, i.period_start, i.period_end, i.issued_at, i.total, i.tax
    from private.ledger_accounts a
    join private.invoices i on i.payer = a.id
    left join private.invoices c on c.id = i.corrects
    where a.kind = 'payer' and a.person = auth.uid()
    order by i.id desc
    limit 500
  ) i
  cross join lateral private.invoice_state(i.id) s
  order by i.id desc;
$$;

comment on function private.list_invoices() is 'Implements public.list_invoices';

create function public.list_invoices()
returns table (
  number text, kind text, corrects text, period_start timestamptz, period_end timestamptz, issued_at timestamptz,
  total numeric, tax numeric, state text, paid numeric
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select i.number, i.kind, i.corrects, i.period_start, i.period_end, i.issued_at, i.total, i.tax, i.state, i.paid
  from private.list_invoices() i;
end;

comment on function public.list_invoices() is
  'Invoices and credit notes of the caller, newest first, up to 500. total includes tax; state is paid, open or failed, and '
  'paid how much of it was paid, both null for a credit note. US dollars';

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
        'starts_at', l.starts_at, 'ends_at', l.ends_at
      ) order by l.line)
      from private.invoice_lines l where l.invoice_id = i.id
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

revoke all on function
  private.finish_invoice_event(text, bigint, text, text, timestamptz, text, numeric),
  public.finish_invoice_event(text, bigint, text, text, timestamptz, text, numeric),
  private.invoice_state(bigint), private.list_invoices()
  from public, anon, authenticated;
revoke all on function public.list_invoices() from public, anon;
grant execute on function private.list_invoices(), public.list_invoices() to authenticated;
grant execute on function
  private.finish_invoice_event(text, bigint, text, text, timestamptz, text, numeric),
  public.finish_invoice_event(text, bigint, text, text, timestamptz, text, numeric)
  to service_role;
