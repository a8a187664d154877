-- The queries of an account's export are rows, so that a migration with a new table adds one instead of stating all of
-- them again. The export has payouts and the payout account.
-- Written by migrations only; read by begin_data_export and export_rows.
-- Replaces: private.export_sources
-- Locks: nothing in use; creates a table and replaces a function.

create table private.export_queries (
  table_name text primary key,
  key_type text not null,
  query text not null,
  position integer not null generated always as identity
);

comment on table private.export_queries is
  'The tables of an export. A query selects the caller''s rows: key, which pages them, and row_data. Written by migrations';

alter table private.export_queries enable row level security;

insert into private.export_queries (table_name, key_type, query)
values
  ('account', 'uuid', $q$select u.id as key, jsonb_build_object(
    'id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
    'user_metadata', u.raw_user_meta_data) as row_data from auth.users u where u.id = auth.uid()$q$),
  ('sessions', 'uuid', $q$select s.id as key, jsonb_build_object(
    'id', s.id, 'created_at', s.created_at, 'user_agent', s.user_agent, 'ip', s.ip) as row_data
    from auth.sessions s where s.user_id = auth.uid()$q$),
  ('profiles', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.profiles t where t.id = auth.uid()$q$),
  ('profile_details', 'uuid', $q$select t.user_id as key, to_jsonb(t) as row_data from public.profile_details t
    where t.user_id = auth.uid()$q$),
  ('agents', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agents t where t.creator_id = auth.uid()$q$),
  ('agent_configs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_configs t
    join public.agents a on a.id = t.agent_id where a.creator_id = auth.uid()$q$),
  ('agent_installs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_installs t
    where t.user_id = auth.uid()$q$),
  ('agent_reviews', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reviews t
    where t.user_id = auth.uid()$q$),
  ('agent_review_votes', 'uuid', $q$select t.review_id as key, to_jsonb(t) as row_data from public.agent_review_votes t
    where t.user_id = auth.uid()$q$),
  ('agent_reports', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reports t
    where t.user_id = auth.uid()$q$),
  ('deployments', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployments t
    where t.user_id = auth.uid()$q$),
  ('deployment_keys', 'uuid', $q$select t.id as key, to_jsonb(t) - 'hash' - 'ciphertext' as row_data
    from private.deployment_keys t join public.deployments d on d.id = t.deployment_id where d.user_id = auth.uid()$q$),
  ('deployment_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_events t
    where t.user_id = auth.uid()$q$),
  ('deployment_calls', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_calls t
    where t.user_id = auth.uid()$q$),
  ('subscriptions', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.subscriptions t
    where t.user_id = auth.uid()$q$),
  ('usage_tracking', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.usage_tracking t
    where t.user_id = auth.uid()$q$),
  ('deployment_terms', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from private.deployment_terms t
    join public.deployments d on d.id = t.deployment_id where d.user_id = auth.uid()$q$),
  ('agent_versions', 'text', $q$select t.agent_id::text || ' ' || lpad(t.version::text, 10, '0') as key, to_jsonb(t) as row_data
    from private.agent_versions t join public.agents a on a.id = t.agent_id where a.creator_id = auth.uid()$q$),
  ('charges', 'bigint', $q$select t.id as key, to_jsonb(t) - 'payer' - 'creator' as row_data
    from private.ledger_transactions t join private.ledger_accounts a on a.id = t.payer where a.person = auth.uid()$q$),
  ('earnings', 'text', $q$select lpad(e.transaction_id::text, 20, '0') || ' ' || e.line as key, jsonb_build_object(
    'charge', e.transaction_id, 'kind', t.kind, 'agent_id', t.agent_id, 'amount', -e.amount, 'occurred_at', t.occurred_at)
    as row_data from private.ledger_accounts a join private.ledger_entries e on e.account = a.id
    join private.ledger_transactions t on t.id = e.transaction_id
    where a.kind = 'creator' and a.person = auth.uid()$q$),
  ('invoices', 'bigint', $q$select i.id as key, jsonb_build_object(
    'number', i.number, 'kind', i.kind, 'period_start', i.period_start, 'period_end', i.period_end,
    'issued_at', i.issued_at, 'total', i.total, 'tax', i.tax, 'name', r.name, 'email', r.email) as row_data
    from private.ledger_accounts a join private.invoices i on i.payer = a.id
    left join private.invoice_recipients r on r.invoice_id = i.id where a.person = auth.uid()$q$),
  ('deleted_agents', 'uuid', $q$select t.id as key, jsonb_build_object(
    'deleted_at', t.deleted_at, 'agent', t.agent, 'config', t.config) as row_data
    from private.agent_archive t where t.creator_id = auth.uid()$q$),
  ('deleted_deployments', 'uuid', $q$select t.id as key, jsonb_build_object(
    'deleted_at', t.deleted_at, 'deployment', t.deployment) as row_data
    from private.deployment_archive t where t.user_id = auth.uid()$q$),
  ('deployment_quotes', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from private.deployment_quotes t
    where t.user_id = auth.uid()$q$),
  ('payment_customers', 'text', $q$select t.customer as key, to_jsonb(t) - 'person' as row_data
    from private.payment_customers t where t.person = auth.uid()$q$),
  ('spend_limits', 'text', $q$select t.scope || ' ' || t.subject as key, to_jsonb(t) as row_data
    from private.spend_limits t where t.user_id = auth.uid()$q$),
  ('spend_alerts', 'text', $q$select concat_ws(' ', t.scope, t.subject, t.month, lpad(t.percent::text, 3, '0')) as key,
    to_jsonb(t) as row_data from private.spend_alerts t where t.user_id = auth.uid()$q$),
  ('payout_accounts', 'text', $q$select t.id as key, to_jsonb(t) - 'person' - 'account' as row_data
    from private.payout_accounts t where t.person = auth.uid()$q$),
  ('payouts', 'bigint', $q$select t.id as key, to_jsonb(t) - 'account' as row_data
    from private.ledger_accounts a join private.payouts t on t.account = a.id
    where a.kind = 'creator' and a.person = auth.uid()$q$),
  ('security_audit_log', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.security_audit_log t
    where t.user_id = auth.uid()$q$),
  ('security_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from private.security_events t
    where t.account_id = auth.uid()$q$);

create or replace function private.export_sources() returns table (table_name text, key_type text, query text)
language sql
stable
security definer
set search_path = ''
as $$
  select q.table_name, q.key_type, q.query from private.export_queries q order by q.position;
$$;

comment on function private.export_sources() is
  'The tables of an export: the type of their key, and the query of the caller''s rows. No secrets, no rows of others';
