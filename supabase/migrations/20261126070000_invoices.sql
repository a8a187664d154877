-- Invoices: what a user was charged in a calendar month, made from the ledger when the month is over, and credit notes for
-- refunds of charges that are on an invoice. Numbers have no gaps within a year. Nothing is ever changed.
-- Written by the sweep and by refunds; read by the payer through functions. A deleted user's invoices stay, without the name,
-- the address and the names of deployments. US dollars. Months are UTC.
-- Long because making an invoice, its proof and its reading belong together.
-- Locks: ledger_transactions, briefly, for a trigger (SHARE ROW EXCLUSIVE).

create table private.invoice_issuer (
  is_current boolean primary key default true constraint invoice_issuer_one_row check (is_current),
  name text not null default 'Slipway' constraint invoice_issuer_name_length check (length(name) between 1 and 200),
  address text not null default '' constraint invoice_issuer_address_length check (length(address) <= 500),
  tax_id text not null default '' constraint invoice_issuer_tax_id_length check (length(tax_id) <= 50),
  email text not null default '' constraint invoice_issuer_email_length check (length(email) <= 254)
);

comment on table private.invoice_issuer is
  'Who issues new invoices: one row, written by operators through set_invoice_issuer';

insert into private.invoice_issuer default values;

create table private.invoice_numbers (
  kind text not null,
  year integer not null,
  last integer not null,
  primary key (kind, year)
);

comment on table private.invoice_numbers is
  'The last number of each year. Its row is locked until the invoice is committed, so that no number is left out';

create table private.invoices (
  id bigint primary key generated always as identity,
  number text not null constraint invoices_number_once unique,
  kind text not null constraint invoices_kind_known check (kind in ('invoice', 'credit_note')),
  payer uuid not null,
  corrects bigint references private.invoices (id),
  period_start timestamptz not null,
  period_end timestamptz not null,
  issuer jsonb not null,
  total numeric not null,
  tax numeric not null,
  issued_at timestamptz not null default now(),

  constraint invoices_credit_note_names_invoice check ((kind = 'credit_note') = (corrects is not null)),
  constraint invoices_total_sign check (case kind when 'invoice' then total >= 0 else total < 0 end)
);

comment on table private.invoices is 'Invoices and credit notes. Append-only. A constraint compares them with the ledger';
comment on column private.invoices.payer is 'An account of the ledger: a pseudonym after the user was deleted';
comment on column private.invoices.corrects is 'The invoice that a credit note is for';
comment on column private.invoices.total is 'US dollars with tax; negative on a credit note';
comment on column private.invoices.tax is 'US dollars of the total';
comment on column private.invoices.issuer is 'The row of invoice_issuer at the time of issue';

create index invoices_by_payer on private.invoices (payer, id desc);
create index invoices_corrects on private.invoices (corrects);

create table private.invoice_lines (
  invoice_id bigint not null references private.invoices (id),
  line smallint not null,
  kind text not null,
  item text,
  deployment_id uuid,
  quantity bigint not null,
  amount numeric not null,
  tax numeric not null,
  tax_rate numeric not null,
  starts_at timestamptz,
  ends_at timestamptz,
  primary key (invoice_id, line)
);

comment on table private.invoice_lines is 'Lines of invoices: the charges of a kind, a deployment and a tax rate. Append-only';
comment on column private.invoice_lines.item is 'Name of the plan or of the agent; null when it was deleted before the issue';
comment on column private.invoice_lines.quantity is 'Number of charges';
comment on column private.invoice_lines.amount is 'US dollars with tax; negative for a refund';
comment on column private.invoice_lines.tax is 'US dollars of the amount';
comment on column private.invoice_lines.tax_rate is 'Share of the price before tax, such as 0.19';

create table private.invoiced_transactions (
  transaction_id bigint primary key,
  invoice_id bigint not null,
  line smallint not null,
  foreign key (invoice_id, line) references private.invoice_lines (invoice_id, line)
);

comment on table private.invoiced_transactions is 'The line of each transaction of the ledger that is on an invoice. Append-only';
comment on column private.invoiced_transactions.transaction_id is
  'Each is on one invoice. No foreign key: transactions are never deleted, and the check would wait for refunds';

create index invoiced_transactions_by_line on private.invoiced_transactions (invoice_id, line);

create table private.invoice_recipients (
  invoice_id bigint primary key references private.invoices (id),
  person uuid not null references public.profiles (id) on delete cascade,
  name text,
  email text,
  deployments jsonb not null
);

comment on table private.invoice_recipients is
  'Personal data of invoices, from the time of issue. Deleted with the user, and only then';
comment on column private.invoice_recipients.deployments is 'Names of deployments by id: users choose them';

create index invoice_recipients_person on private.invoice_recipients (person);

create table private.invoice_runs (
  month timestamptz primary key,
  position uuid,
  finished_at timestamptz
);

comment on table private.invoice_runs is 'Progress of the sweep: invoices for the time before a month. Written by close_invoices';
comment on column private.invoice_runs.position is 'The last account that was closed';

alter table private.invoice_issuer enable row level security;
alter table private.invoice_numbers enable row level security;
alter table private.invoices enable row level security;
alter table private.invoice_lines enable row level security;
alter table private.invoiced_transactions enable row level security;
alter table private.invoice_recipients enable row level security;
alter table private.invoice_runs enable row level security;

create function private.keep_invoice_recipient() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from public.profiles p where p.id = old.person) then
    return old;
  end if;
  raise sqlstate 'PT409' using message = 'The recipient of an invoice is only removed with the user';
end;
$$;

comment on function private.keep_invoice_recipient() is 'Trigger: recipients are deleted with their user, and never changed';

create function private.check_invoice() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  wrong integer;
begin
  with entries as (
    select i.line, sum(e.amount) filter (where e.account = new.payer) as amount,
      coalesce(-sum(e.amount) filter (where a.kind = 'tax'), 0) as tax, count(distinct t.id) as quantity,
      bool_and(t.payer = new.payer) as is_own
    from private.invoiced_transactions i
    join private.ledger_transactions t on t.id = i.transaction_id
    join private.ledger_entries e on e.transaction_id = t.id
    join private.ledger_accounts a on a.id = e.account
    where i.invoice_id = new.id
    group by i.line
  )
  select count(*) filter (
    where (l.amount, l.tax, l.quantity) is distinct from (e.amount, e.tax, e.quantity) or e.is_own is not true
  ) + case
    when (coalesce(sum(l.amount), 0), coalesce(sum(l.tax), 0)) is distinct from (new.total, new.tax) then 1
    when count(*) = 0 then 1 else 0
  end
  into wrong
  from (select * from private.invoice_lines l where l.invoice_id = new.id) l
  full join entries e on e.line = l.line;
  if wrong > 0 then
    raise check_violation using message = format('%s does not equal the ledger', new.number);
  end if;
  return null;
end;
$$;

comment on function private.check_invoice() is
  'Trigger, at commit: lines and totals of an invoice equal the entries of its transactions, which are the payer''s';

create constraint trigger invoices_equal_ledger
  after insert on private.invoices deferrable initially deferred
  for each row execute function private.check_invoice();
create trigger invoices_append_only
  before update or delete on private.invoices
  for each row execute function private.reject_change();
create trigger invoices_no_truncate
  before truncate on private.invoices
  for each statement execute function private.reject_change();
create trigger invoice_lines_append_only
  before update or delete on private.invoice_lines
  for each row execute function private.reject_change();
create trigger invoice_lines_no_truncate
  before truncate on private.invoice_lines
  for each statement execute function private.reject_change();
create trigger invoiced_transactions_append_only
  before update or delete on private.invoiced_transactions
  for each row execute function private.reject_change();
create trigger invoiced_transactions_no_truncate
  before truncate on private.invoiced_transactions
  for each statement execute function private.reject_change();
create trigger invoice_recipients_stay
  before update or delete on private.invoice_recipients
  for each row execute function private.keep_invoice_recipient();

create function private.next_invoice_number(kind text) returns text
language sql
security definer
set search_path = ''
as $$
  insert into private.invoice_numbers as n (kind, year, last)
  values (next_invoice_number.kind, extract(year from now() at time zone 'UTC')::integer, 1)
  on conflict (kind, year) do update set last = n.last + 1
  returning format('%s-%s-%s', case n.kind when 'invoice' then 'INV' else 'CN' end, n.year,
    lpad(n.last::text, greatest(6, length(n.last::text)), '0'));
$$;

comment on function private.next_invoice_number(text) is
  'The next number of this year, such as INV-2026-000001. It is given back when the transaction fails';

create function private.write_invoice(
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
    select c.*, round(c.tax / (c.amount - c.tax), 4) as tax_rate,
      -- Each plan and each of its credits has a separate line.
      dense_rank() over (order by
        array_position(array['plan', 'plan_credit', 'month', 'call', 'refund'], c.kind), c.deployment_id nulls first,
        c.agent_id nulls first, round(c.tax / (c.amount - c.tax), 4),
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

create function private.issue_credit_notes(payer uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  refunded record;
  made integer := 0;
begin
  for refunded in
    select i.invoice_id, v.period_start, v.period_end, array_agg(t.id) as refunds
    from private.ledger_transactions t
    join private.invoiced_transactions i on i.transaction_id = t.refunds
    join private.invoices v on v.id = i.invoice_id
    where t.payer = issue_credit_notes.payer and t.refunds is not null
      and not exists (select 1 from private.invoiced_transactions o where o.transaction_id = t.id)
    group by i.invoice_id, v.period_start, v.period_end
    order by i.invoice_id
  loop
    perform private.write_invoice(
      'credit_note', issue_credit_notes.payer, refunded.invoice_id, refunded.period_start, refunded.period_end,
      refunded.refunds
    );
    made := made + 1;
  end loop;
  return made;
end;
$$;

comment on function private.issue_credit_notes(uuid) is
  'Writes the credit notes of an account for refunds of charges that are on an invoice. Returns how many';

create function private.lock_invoices() returns void
language sql
security definer
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('invoices', 0));
$$;

comment on function private.lock_invoices() is
  'Serializes the making of invoices until commit: a transaction of the ledger is on one, and numbers have no gaps';

create function private.credit_refund() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from private.invoiced_transactions i where i.transaction_id = new.refunds) then
    perform private.lock_invoices();
    perform private.issue_credit_notes(new.payer);
  end if;
  return null;
end;
$$;

comment on function private.credit_refund() is
  'Trigger, at commit: a refund of a charge that is on an invoice has its credit note in the same transaction';

create constraint trigger ledger_transactions_credit
  after insert on private.ledger_transactions deferrable initially deferred
  for each row when (new.refunds is not null) execute function private.credit_refund();

create function private.issue_invoices(payer uuid, until timestamptz) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  span record;
  made integer := 0;
begin
  for span in
    select m.starts, (m.starts at time zone 'UTC' + interval '1 month') at time zone 'UTC' as ends
    from (
      select distinct date_trunc('month', t.occurred_at, 'UTC') as starts
      from private.ledger_transactions t
      where t.payer = issue_invoices.payer and t.occurred_at < until and t.refunds is null
        and not exists (select 1 from private.invoiced_transactions i where i.transaction_id = t.id)
    ) m
    order by m.starts
  loop
    perform private.write_invoice('invoice', issue_invoices.payer, null, span.starts, span.ends, array(
      with charges as (
        select t.id from private.ledger_transactions t
        where t.payer = issue_invoices.payer and t.occurred_at >= span.starts and t.occurred_at < span.ends
          and t.refunds is null
          and not exists (select 1 from private.invoiced_transactions i where i.transaction_id = t.id)
      )
      select c.id from charges c
      union all
      -- Refunds within the month; later ones get a credit note.
      select t.id from private.ledger_transactions t join charges c on c.id = t.refunds
      where t.occurred_at < span.ends
    ));
    made := made + 1;
  end loop;
  return made + private.issue_credit_notes(issue_invoices.payer);
end;
$$;

comment on function private.issue_invoices(uuid, timestamptz) is
  'Writes an invoice of an account for each month before a time with charges that are on none, and credit notes. Returns '
  'how many';

create function private.close_invoices() returns integer
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
    or exists (select 1 from private.deployment_meters m where m.charged_until < closes)
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
    made := made + private.issue_invoices(account, closes);
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
  'Makes the invoices of up to 100 accounts for the months that are over, when all their charges are posted. Returns how '
  'many invoices and credit notes';

create function private.close_account_invoices(email text) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  select a.id into account
  from auth.users u join private.ledger_accounts a on a.person = u.id and a.kind = 'payer'
  where lower(u.email) = lower(btrim(close_account_invoices.email));
  perform private.lock_invoices();
  return coalesce(private.issue_invoices(account, date_trunc('month', now(), 'UTC')), 0);
end;
$$;

comment on function private.close_account_invoices(text) is 'Implements public.close_invoices';

create function public.close_invoices(email text) returns integer
language sql
security invoker
set search_path = ''
return private.close_account_invoices(email);

comment on function public.close_invoices(text) is
  'For operators: makes the invoices of the user with this email address now, for months that are over. The sweep does it '
  'for everyone at the start of a month. Returns how many';

create function private.set_invoice_issuer(name text, address text, tax_id text, email text) returns void
language sql
security definer
set search_path = ''
as $$
  update private.invoice_issuer i set name = set_invoice_issuer.name, address = coalesce(set_invoice_issuer.address, ''),
    tax_id = coalesce(set_invoice_issuer.tax_id, ''), email = coalesce(set_invoice_issuer.email, '')
  where i.is_current;
$$;

comment on function private.set_invoice_issuer(text, text, text, text) is 'Implements public.set_invoice_issuer';

create function public.set_invoice_issuer(
  name text, address text default '', tax_id text default '', email text default ''
) returns void
language sql
security invoker
set search_path = ''
return private.set_invoice_issuer(name, address, tax_id, email);

comment on function public.set_invoice_issuer(text, text, text, text) is
  'For operators: who issues new invoices, as they show it. Issued ones keep theirs';

create function private.list_invoices()
returns table (
  number text, kind text, corrects text, period_start timestamptz, period_end timestamptz, issued_at timestamptz,
  total numeric, tax numeric
)
language sql
stable
security definer
set search_path = ''
as $$
  select i.number, i.kind, c.number, i.period_start, i.period_end, i.issued_at, i.total, i.tax
  from private.ledger_accounts a
  join private.invoices i on i.payer = a.id
  left join private.invoices c on c.id = i.corrects
  where a.kind = 'payer' and a.person = auth.uid()
  order by i.id desc
  limit 500;
$$;

comment on function private.list_invoices() is 'Implements public.list_invoices';

create function public.list_invoices()
returns table (
  number text, kind text, corrects text, period_start timestamptz, period_end timestamptz, issued_at timestamptz,
  total numeric, tax numeric
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select i.number, i.kind, i.corrects, i.period_start, i.period_end, i.issued_at, i.total, i.tax
  from private.list_invoices() i;
end;

comment on function public.list_invoices() is
  'Invoices and credit notes of the caller, newest first, up to 500. total includes tax. US dollars';

create function private.read_invoice(number text) returns jsonb
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

create function public.read_invoice(number text) returns jsonb
language sql
stable
security invoker
set search_path = ''
return private.read_invoice(number);

comment on function public.read_invoice(text) is
  'An invoice or credit note of the caller with its lines. Amounts are exact, as text, in US dollars with tax; tax is the '
  'part of it. PT404 for another user''s';

revoke all on function
  private.keep_invoice_recipient(), private.check_invoice(), private.next_invoice_number(text),
  private.write_invoice(text, uuid, bigint, timestamptz, timestamptz, bigint[]), private.issue_credit_notes(uuid),
  private.lock_invoices(), private.credit_refund(), private.issue_invoices(uuid, timestamptz), private.close_invoices(),
  private.close_account_invoices(text), private.set_invoice_issuer(text, text, text, text), private.list_invoices(),
  private.read_invoice(text), public.close_invoices(text), public.set_invoice_issuer(text, text, text, text)
  from public, anon, authenticated;
revoke all on function public.list_invoices(), public.read_invoice(text) from public, anon;
grant execute on function private.list_invoices(), private.read_invoice(text), public.list_invoices(), public.read_invoice(text)
  to authenticated;
grant execute on function
  private.close_account_invoices(text), private.set_invoice_issuer(text, text, text, text), public.close_invoices(text),
  public.set_invoice_issuer(text, text, text, text)
  to service_role;
