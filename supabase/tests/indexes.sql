-- Every index is used by the query it was created for. An index without a query here, or a missing one, fails.
-- One file: the queries are one table, which is compared with all indexes.
begin;
create extension if not exists pgtap;
set local search_path = public, extensions;
select no_plan();

create temporary table needed (index_name text, purpose text, query text);
insert into needed values
  ('agents_public_newest', 'the newest public agents',
    $$select id from public.agents where is_public and status = 'active' order by created_at desc, id desc limit 6$$),
  ('agents_creator_newest', 'the agents of a creator, newest first',
    $$select id from public.agents where creator_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc, id desc$$),
  ('agent_reviews_newest', 'the reviews of an agent, newest first',
    $$select id from public.agent_reviews where agent_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc, id desc$$),
  ('agent_reviews_most_useful', 'the reviews of an agent, most useful first',
    $$select id from public.agent_reviews where agent_id = 'f0000000-0000-4000-8000-000000000001'
      order by helpful_count desc, created_at desc, id desc$$),
  ('agent_reviews_user_id', 'the reviews of a user, also to delete the account',
    $$select id from public.agent_reviews where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('agent_review_votes_user_id', 'the votes of a user, also to delete the account',
    $$select review_id from public.agent_review_votes where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('agent_reports_user_id', 'the reports of a user, also to delete the account',
    $$select id from public.agent_reports where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('agent_installs_user_id', 'the installs of a user, also to delete the account',
    $$select agent_id from public.agent_installs where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('agent_listings_newest', 'a page of listings, newest first',
    $$select agent_id from public.agent_listings order by created_at desc, agent_id desc limit 48$$),
  ('agent_listings_category_newest', 'a page of one category, newest first',
    $$select agent_id from public.agent_listings where category = 'sales' order by created_at desc, agent_id desc limit 48$$),
  ('agent_listings_installs', 'a page of listings, most installed first',
    $$select agent_id from public.agent_listings order by installs desc, agent_id desc limit 48$$),
  ('agent_listings_rating', 'a page of listings, best rating first',
    $$select agent_id from public.agent_listings
      order by average_rating desc, review_count desc, agent_id desc limit 48$$),
  ('agent_listings_price', 'a page of listings, cheapest first',
    $$select agent_id from public.agent_listings order by price_micros, agent_id limit 48$$),
  ('agent_listings_creator', 'the listings of a creator, most installed first',
    $$select agent_id from public.agent_listings where creator_id = 'f0000000-0000-4000-8000-000000000001'
      order by installs desc, agent_id desc limit 48$$),
  ('agent_listings_search', 'listings that contain a word',
    $$select agent_id from public.agent_listings where search @@ 'ledger'::tsquery$$),
  ('agent_listings_tags', 'listings with a tag',
    $$select agent_id from public.agent_listings where tags @> '{crm}'$$),
  ('agent_listings_substring', 'listings that contain part of a word',
    $$select agent_id from public.agent_listings where search_text like '%edge%'$$),
  ('agent_listings_name', 'listings with a similar name',
    $$select agent_id from public.agent_listings where name operator(extensions.%>) 'ledgre'$$),
  ('security_audit_log_by_address', 'the rate limit of events per address',
    $$select 1 from public.security_audit_log
      where ip_address = '192.0.2.1' and created_at > now() - interval '1 minute'$$),
  ('security_audit_log_by_user', 'the rate limit of revealed keys per user',
    $$select 1 from public.security_audit_log
      where user_id = 'f0000000-0000-4000-8000-000000000001' and event_type = 'key_revealed' and created_at > now() - interval '1 minute'$$),
  ('security_audit_log_oldest', 'events past their retention time',
    $$select id from public.security_audit_log where created_at <= now() - interval '90 days' order by created_at limit 1000$$),
  ('security_events_by_account', 'the events of an account, newest first',
    $$select id from private.security_events where account_id = 'f0000000-0000-4000-8000-000000000001' order by id desc limit 50$$),
  ('security_events_oldest', 'events past their retention time',
    $$select id from private.security_events where created_at <= now() - interval '180 days' order by created_at limit 1000$$),
  ('security_events_oldest_counted', 'the oldest counted events',
    $$select id from private.security_events where counted_in is not null order by id limit 500$$),
  ('security_events_counted', 'the event that a repeated one is added to',
    $$select id from private.security_events
      where event_type = 'request_refused' and account_id = 'f0000000-0000-4000-8000-000000000001' and address = '192.0.2.1'
        and details = '{}' and counted_in = now()$$),
  ('jobs_one_unfinished', 'the unfinished job of a subject',
    $$select id from private.jobs
      where kind = 'delete_agent' and subject = 'f0000000-0000-4000-8000-000000000001' and finished_at is null$$),
  ('jobs_next', 'the job that waited longest',
    $$select id from private.jobs where finished_at is null and updated_at <= now() order by updated_at limit 1$$),
  ('jobs_by_account', 'the jobs of an account, newest first',
    $$select id from private.jobs where account_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc$$),
  ('daily_counts_day', 'counts of earlier days',
    $$select kind from private.daily_counts where day < '2026-01-01'$$),
  ('deployments_newest', 'the deployments of a user, newest first',
    $$select id from public.deployments where user_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc, id desc$$),
  ('deployments_by_agent', 'the deployments of an agent, when it is deleted',
    $$select id from public.deployments where agent_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('deployments_in_transition', 'overdue deployments',
    $$select id from public.deployments
      where status in ('pending', 'deploying') and updated_at <= now() - interval '2 seconds'$$),
  ('deployment_events_newest', 'the events of a deployment, newest first',
    $$select id from public.deployment_events where deployment_id = 'f0000000-0000-4000-8000-000000000001'
      order by created_at desc, id desc limit 10$$),
  ('deployment_events_user_id', 'the events of a user, newest first',
    $$select id from public.deployment_events where user_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc limit 10$$),
  ('deployment_keys_newest', 'the keys of a deployment, newest first',
    $$select id from private.deployment_keys where deployment_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc$$),
  ('subscriptions_one_live', 'the live subscription of a user',
    $$select id from public.subscriptions
      where user_id = 'f0000000-0000-4000-8000-000000000001' and status in ('active', 'trialing', 'past_due')$$),
  ('subscriptions_newest', 'the subscriptions of a user, newest first',
    $$select id from public.subscriptions where user_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc$$),
  ('usage_tracking_by_user', 'the usage of a user in a period',
    $$select usage_type, quantity, cost from public.usage_tracking
      where user_id = 'f0000000-0000-4000-8000-000000000001' and created_at >= now() - interval '30 days'$$),
  ('usage_tracking_by_agent', 'the usage of an agent, and unlinking it when the agent is deleted',
    $$select quantity from public.usage_tracking
      where agent_id = 'f0000000-0000-4000-8000-000000000001' and created_at >= now() - interval '30 days'$$),
  ('usage_tracking_by_deployment', 'the usage of a deployment, newest first',
    $$select quantity from public.usage_tracking where deployment_id = 'f0000000-0000-4000-8000-000000000001' order by created_at desc$$),
  ('usage_tracking_by_time', 'usage rows that are past their retention time',
    $$select id from public.usage_tracking where created_at < private.usage_kept_since() limit 5000$$),
  ('usage_hours_oldest', 'hours that are past their retention time',
    $$select user_id from private.usage_hours
      where hour > '-infinity' and hour < private.usage_kept_since() order by hour limit 1000$$),
  ('creator_users_user_id', 'the creators whose agents a user called, when the account is deleted',
    $$select creator_id from private.creator_users where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('ledger_days_by_agent', 'the revenue of an agent on a day',
    $$select amount from private.ledger_days
      where agent_id = 'f0000000-0000-4000-8000-000000000001' and day = '2026-11-22'$$),
  ('ledger_days_by_day', 'a page of a creator''s earnings, in its order',
    $$select day, agent_id from private.ledger_days where creator = 'f0000000-0000-4000-8000-000000000001'
      and day >= '2026-11-22' order by day, agent_id limit 1000$$),
  ('shared_conversations_user_id', 'the links of a user, newest first',
    $$select id from public.shared_conversations where user_id = 'f0000000-0000-4000-8000-000000000001'
      order by created_at desc limit 50$$),
  ('shared_conversations_agent_id', 'the links of an agent that is deleted',
    $$select id from public.shared_conversations where agent_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('shared_conversations_expires_at', 'links that have expired',
    $$select id from public.shared_conversations where expires_at <= now() order by expires_at limit 100$$),
  ('conversation_reports_conversation_id', 'the reports of a shared conversation',
    $$select id from private.conversation_reports where conversation_id = 'a'$$),
  ('mails_user_id', 'the mails of a user, when the account is deleted',
    $$select id from private.mails where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('mails_due', 'the mails that are due',
    $$select id from private.mails where sent_at is null and due_at <= now() order by due_at limit 20$$),
  ('mails_oldest', 'mails that are older than 30 days',
    $$select id from private.mails where created_at <= now() - interval '30 days' order by created_at limit 10$$),
  ('creator_users_by_day', 'the users of a creator since a day',
    $$select count(*) from private.creator_users
      where creator_id = 'f0000000-0000-4000-8000-000000000001' and last_used_day > '2026-11-01'$$),
  ('agent_favorites_agent_id', 'the favorites of an agent, when it is deleted',
    $$select user_id from public.agent_favorites where agent_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('notifications_user_id', 'the notifications of a user, newest first',
    $$select id from public.notifications where user_id = 'f0000000-0000-4000-8000-000000000001' order by id desc limit 20$$),
  ('payout_accounts_due', 'the accounts without a payout of this month',
    $$select id from private.payout_accounts
      where state = 'ready' and checked_month < date_trunc('month', now() at time zone 'UTC')::date$$),
  ('payouts_due', 'the payouts whose transfer is due',
    $$select id from private.payouts where status = 'pending' and due_at <= now() order by due_at limit 20$$),
  ('payment_events_received_at', 'the oldest events of the payment provider',
    $$select id from private.payment_events where received_at <= now() - interval '90 days' order by received_at limit 1000$$),
  ('payment_cancellations_due', 'the customers of deleted accounts that are due',
    $$select customer from private.payment_cancellations where done_at is null and due_at <= now() order by due_at limit 20$$),
  ('offer_deadlines_next', 'the price whose next step waited longest',
    $$select agent_id from private.offer_deadlines where next_at <= now() order by next_at limit 1$$),
  ('agent_ends_next', 'the withdrawn agent that waited longest',
    $$select agent_id from private.agent_ends where next_at <= now() order by next_at limit 1$$),
  ('deployment_calls_idempotency', 'the call of an idempotency key',
    $$select id from public.deployment_calls where deployment_id = 'f0000000-0000-4000-8000-000000000001' and idempotency_key = 'key'$$),
  ('deployment_calls_newest', 'the calls of a deployment, newest first',
    $$select id from public.deployment_calls where deployment_id = 'f0000000-0000-4000-8000-000000000001' order by started_at desc, id desc$$),
  ('deployment_calls_user_id', 'the calls of a user, when the account is deleted',
    $$select id from public.deployment_calls where user_id = 'f0000000-0000-4000-8000-000000000001' order by started_at desc$$),
  ('deployment_calls_running', 'the running calls of a user, for the quota',
    $$select 1 from public.deployment_calls
      where user_id = 'f0000000-0000-4000-8000-000000000001' and status is null and expires_at > now()$$),
  ('call_leases_user_id', 'the places that gateways hold of a user''s quota',
    $$select sum(places) from private.call_leases where user_id = 'f0000000-0000-4000-8000-000000000001' and expires_at > now()$$),
  ('call_leases_expired', 'the leases that are over',
    $$select id from private.call_leases where expires_at < now() order by expires_at limit 100$$),
  ('deployment_calls_oldest', 'the calls that are older than 90 days',
    $$select id from public.deployment_calls where started_at <= now() - interval '90 days'$$),
  ('deployment_archive_user_id', 'the archived deployments of a user, when the account is deleted',
    $$select id from private.deployment_archive where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('deployment_archive_oldest', 'deployments that were deleted more than 30 days ago',
    $$select id from private.deployment_archive where deleted_at <= now() - interval '30 days'$$),
  ('deployment_archive_keys', 'the archived deployment of a key',
    $$select id from private.deployment_archive where keys @> '[{"hash": "\\x00"}]'$$),
  ('agent_archive_creator_id', 'the archived agents of a creator, when the account is deleted',
    $$select id from private.agent_archive where creator_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('agent_archive_oldest', 'agents that were deleted more than 30 days ago',
    $$select id from private.agent_archive where deleted_at <= now() - interval '30 days'$$),
  ('suspensions_one_current', 'the current suspension of an agent',
    $$select id from private.suspensions
      where kind = 'agent' and subject = 'f0000000-0000-4000-8000-000000000001' and lifted_at is null$$),
  ('suspensions_subject', 'the suspensions that ended a monthly price',
    $$select lifted_at from private.suspensions
      where subject = any ('{f0000000-0000-4000-8000-000000000001}') and created_at <= now()$$),
  ('ended_times_agent_id', 'the times without calls of an agent that ended',
    $$select starts_at from private.ended_times where agent_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('rate_windows_expired', 'windows to delete',
    $$select subject from private.rate_windows where ends_at < now() order by ends_at limit 500$$),
  ('agent_offers_newest', 'the present price of an agent',
    $$select id from private.agent_offers where agent_id = 'f0000000-0000-4000-8000-000000000001' order by id desc limit 1$$),
  ('deployment_quotes_expired', 'quotes to delete',
    $$select id from private.deployment_quotes where expires_at <= now() order by expires_at limit 1000$$),
  ('deployment_terms_newest', 'the terms of a deployment',
    $$select id from private.deployment_terms where deployment_id = 'f0000000-0000-4000-8000-000000000001' order by id desc limit 1$$),
  ('deployment_meters_charged_until', 'deployments whose month is over',
    $$select deployment_id from private.deployment_meters where charged_until < now() order by charged_until limit 100$$),
  ('subscriptions_due', 'subscriptions whose period is over',
    $$select id from public.subscriptions
      where status in ('active', 'trialing', 'past_due') and current_period_end <= now() order by current_period_end limit 100$$),
  ('ledger_accounts_one_of_platform', 'the account of the platform',
    $$select id from private.ledger_accounts where kind in ('platform_fee', 'tax', 'plans') and kind = 'tax'$$),
  ('ledger_accounts_person', 'the accounts of a user, when the account is deleted',
    $$select id from private.ledger_accounts where person = 'f0000000-0000-4000-8000-000000000001'$$),
  ('ledger_transactions_by_payer', 'what a user was charged in a period',
    $$select amount from private.ledger_transactions where payer = 'f0000000-0000-4000-8000-000000000001' and occurred_at >= now() - interval '30 days'$$),
  ('ledger_transactions_by_creator', 'what a creator''s agents brought in',
    $$select sum(amount) from private.ledger_transactions where creator = 'f0000000-0000-4000-8000-000000000001'$$),
  ('ledger_transactions_by_agent', 'what an agent brought in on a day',
    $$select amount from private.ledger_transactions where agent_id = 'f0000000-0000-4000-8000-000000000001' and occurred_at >= now() - interval '1 day'$$),
  ('ledger_transactions_by_time', 'the transactions of a reconciliation',
    $$select amount from private.ledger_transactions where occurred_at >= now() - interval '2 days' and occurred_at < now()$$),
  ('ledger_transactions_refunds', 'the refunds of a charge',
    $$select amount from private.ledger_transactions where refunds = 7$$),
  ('ledger_refunds_by_payer', 'the refunds of a user in a period',
    $$select amount from private.ledger_transactions
      where payer = 'f0000000-0000-4000-8000-000000000001' and kind = 'refund' and occurred_at >= now() - interval '30 days'$$),
  ('invoices_by_payer', 'the invoices of a user, newest first',
    $$select number from private.invoices where payer = 'f0000000-0000-4000-8000-000000000001' order by id desc limit 500$$),
  ('invoices_corrects', 'the credit notes of an invoice',
    $$select number from private.invoices where corrects = 7$$),
  ('invoiced_transactions_by_line', 'the transactions of an invoice',
    $$select transaction_id from private.invoiced_transactions where invoice_id = 7$$),
  ('invoice_recipients_person', 'what invoices say about a user, when the account is deleted',
    $$select invoice_id from private.invoice_recipients where person = 'f0000000-0000-4000-8000-000000000001'$$),
  ('ledger_entries_by_account', 'the entries of an account',
    $$select amount from private.ledger_entries where account = 'f0000000-0000-4000-8000-000000000001'$$),
  ('reconciliations_newest', 'whether today was reconciled',
    $$select id from private.reconciliations where created_at >= now() - interval '1 day'$$),
  ('waiting_tool_calls_oldest', 'calls of tools whose approval came too late',
    $$select token_hash from private.waiting_tool_calls where created_at < now() - interval '15 minutes' order by created_at limit 10$$),
  ('invoice_payments_subscription', 'the payments of a plan',
    $$select paid from private.invoice_payments where subscription = 'sub_1'$$),
  ('pictures_user_id', 'the pictures of a user, to delete unused ones',
    $$select hash from private.pictures where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('deployment_webhooks_user_id', 'the webhooks of a user, also to delete the account',
    $$select id from public.deployment_webhooks where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('webhook_secrets_webhook_id', 'the secrets of a webhook',
    $$select id from private.webhook_secrets where webhook_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('webhook_deliveries_newest', 'the deliveries of a webhook, newest first',
    $$select id from public.webhook_deliveries where webhook_id = 'f0000000-0000-4000-8000-000000000001'
      order by created_at desc, id desc limit 20$$),
  ('webhook_deliveries_user_id', 'the deliveries of a user, also to delete the account',
    $$select id from public.webhook_deliveries where user_id = 'f0000000-0000-4000-8000-000000000001'$$),
  ('webhook_deliveries_due', 'the deliveries that are due',
    $$select id from public.webhook_deliveries where due_at <= now() order by due_at limit 100$$),
  ('call_answers_oldest', 'answers that are older than 24 hours',
    $$select call_id from private.call_answers where created_at <= now() - interval '24 hours' order by created_at limit 10$$);

create function pg_temp.plan_of(query text) returns text language plpgsql as $$
declare
  line text;
  lines text := '';
begin
  for line in execute 'explain (costs off) ' || query loop
    lines := lines || line || e'\n';
  end loop;
  return lines;
end;
$$;

-- The tables are almost empty, where a sequential scan and a sort are always cheaper than an index.
set local enable_seqscan = off;
set local enable_sort = off;

select alike(pg_temp.plan_of(query), '%' || index_name || '%', format('%s finds %s', index_name, purpose))
from needed where index_name <> 'usage_tracking_by_time';

-- A summary of blocks: on a table of one block, any other index is cheaper.
set local enable_indexscan = off;
set local enable_indexonlyscan = off;
select alike(pg_temp.plan_of(query), '%' || index_name || '%', format('%s finds %s', index_name, purpose))
from needed where index_name = 'usage_tracking_by_time';
set local enable_indexscan = on;
set local enable_indexonlyscan = on;

set local enable_bitmapscan = off;
select alike(
  pg_temp.plan_of(query), '%Index Only Scan using usage_tracking_by_user%', 'usage sums read no table rows'
) from needed where index_name = 'usage_tracking_by_user';

select bag_eq(
  $$select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and not exists (select from pg_constraint where conindid = c.oid)$$,
  'select index_name from needed',
  'every index has a query that needs it'
);

select is_empty(
  $$select conrelid::regclass || '.' || conname from pg_constraint k
    where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indpred is null
      )$$,
  'every foreign key has an index, so that deleting a parent row scans no table'
);

select * from finish();
rollback;
