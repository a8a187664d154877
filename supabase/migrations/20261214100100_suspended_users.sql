-- A suspended user's access token, which hosted Supabase accepts until it expires, could store secrets of tools, limits,
-- accepted prices, quotes, recovery codes, reports and test events, and open the payment provider's pages.
-- Replaces: private.payment_account, private.payout_account
-- Locks: for the triggers, one at a time and briefly (SHARE ROW EXCLUSIVE): webhook_deliveries, and in private
-- agent_tool_secrets, spend_limits, deployment_terms, deployment_quotes, recovery_codes, recovery_code_tries, jobs and
-- conversation_reports.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

do $$
declare
  written regclass;
begin
  foreach written in array array[
    'public.webhook_deliveries', 'private.agent_tool_secrets', 'private.spend_limits', 'private.deployment_terms',
    'private.deployment_quotes', 'private.recovery_codes', 'private.recovery_code_tries', 'private.jobs',
    'private.conversation_reports'
  ]::regclass[] loop
    execute format(
      'create trigger a_refuse_suspended_person before insert or update or delete on %s '
      'for each statement execute function private.refuse_suspended_person()',
      written
    );
  end loop;
end;
$$;

create or replace function private.payment_account() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('person', u.id, 'email', u.email, 'customer', c.customer, 'plan', private.plan_of(u.id))
  from auth.users u left join private.payment_customers c on c.person = u.id
  where u.id = auth.uid() and not exists (select from private.current_suspension(null, null, array[u.id]));
$$;

comment on function private.payment_account() is 'Implements public.payment_account; null for a suspended user';

create or replace function private.payout_account() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('person', u.id, 'email', u.email, 'account', p.id, 'state', coalesce(p.state, 'none'))
  from auth.users u left join private.payout_accounts p on p.person = u.id
  where u.id = auth.uid() and not exists (select from private.current_suspension(null, null, array[u.id]));
$$;

comment on function private.payout_account() is 'Implements public.payout_account; null for a suspended user';
