-- A new spend limit starts its alerts again, so a user who set one and made a call over it, again and again, was sent a mail each
-- time: 300 a minute. An account gets 50 mails and notifications about limits a day; the pages show every alert.
-- Written by calls.
-- Replaces: private.add_spend_alert
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.add_spend_alert(
  owner uuid, scope text, subject uuid, amount numeric, spent numeric, percent integer
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC')::date;
  added integer;
begin
  if exists (
    select 1 from private.spend_alerts a
    where a.user_id = owner and a.scope = add_spend_alert.scope and a.subject = add_spend_alert.subject
      and a.month = this_month and a.percent >= add_spend_alert.percent
  ) then
    return;
  end if;
  insert into private.spend_alerts (user_id, scope, subject, month, percent)
  select owner, add_spend_alert.scope, add_spend_alert.subject, this_month, p.percent
  from unnest(array[50, 80, 100]) as p (percent)
  where p.percent <= add_spend_alert.percent
  on conflict do nothing;
  get diagnostics added = row_count;
  if added > 0 and (private.count_today('mails of spend limits', owner::text)).items <= 50 then
    insert into private.mails (user_id, kind, details)
    values (owner, 'spend_limit', jsonb_build_object(
      'scope', add_spend_alert.scope, 'percent', add_spend_alert.percent, 'amount', add_spend_alert.amount,
      'spent', add_spend_alert.spent, 'month', this_month,
      'name', case add_spend_alert.scope
        when 'deployment' then (select d.name from public.deployments d where d.id = add_spend_alert.subject)
        when 'key' then (
          select d.name || ', ak_••••' || k.last_four
          from private.deployment_keys k join public.deployments d on d.id = k.deployment_id where k.id = add_spend_alert.subject
        )
      end
    ));
  end if;
end;
$$;

comment on function private.add_spend_alert(uuid, text, uuid, numeric, numeric, integer) is
  'Records that a share of a limit was reached, and writes one mail for the highest, once a month and up to 50 a day for all '
  'limits of an account';
