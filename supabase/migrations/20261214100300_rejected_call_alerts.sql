-- A limit below the price of one call rejected all calls, and no alert said so. US dollars.
-- Replaces: private.call_allowance
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.call_allowance(deployment uuid, key uuid)
returns table(outcome text, places numeric, plan_name text, quota integer, period_end timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  select a.outcome, a.places, a.plan_name, a.quota, a.period_end
  into outcome, places, plan_name, quota, period_end
  from private.current_allowance(call_allowance.deployment, call_allowance.key) a;
  if not found then
    return;
  end if;
  if outcome is not null then
    perform private.emit_quota(
      call_allowance.deployment, call_allowance.key,
      case outcome when 'over_quota' then 'plan' else split_part(outcome, '_', 2) end, plan_name, period_end
    );
    -- A call that would fit without the running ones is no reason for an alert.
    perform private.add_spend_alert(s.user_id, s.scope, s.subject, s.amount, p.spent, 100)
    from public.deployments d
    join private.spend_limits s on s.user_id = d.user_id and outcome = 'over_' || s.scope || '_limit'
      and s.subject = case s.scope when 'account' then d.user_id when 'deployment' then d.id else call_allowance.key end
    cross join lateral (select private.spent(s) as spent) p
    where d.id = call_allowance.deployment and p.spent + private.highest_price(d.id, d.user_id) > s.amount;
  end if;
  return next;
end;
$$;

comment on function private.call_allowance(uuid, uuid) is
  'private.current_allowance, for a call that begins: a rejection sends quota.reached to webhooks, and the alert of 100 % '
  'about a limit that the call does not fit';
