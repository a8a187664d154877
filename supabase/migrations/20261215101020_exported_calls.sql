-- An account's export has the columns of calls that its owner may read: not the model behind an agent, what it costs the
-- operator, and the hash of the request.
-- Written by migrations only; read by export_rows.
-- Locks: nothing in use.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

update private.export_queries set query = $q$select t.id as key, to_jsonb(t) - 'model' - 'model_cost' - 'request_hash' as row_data
    from public.deployment_calls t where t.user_id = auth.uid()$q$
where table_name = 'deployment_calls';
