-- list_spend_limits also returns the highest alert of each limit: 100 % is sent when the next call does not fit, before all is spent.
-- Read-only. Months are UTC.
-- Locks: nothing in use; replaces a function.
-- Replaces: public.list_spend_limits

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.sent_alert(scope text, subject uuid) returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select max(a.percent) from private.spend_alerts a
  where a.user_id = auth.uid() and a.scope = sent_alert.scope and a.subject = sent_alert.subject
    and a.month = date_trunc('month', now() at time zone 'UTC')::date;
$$;

comment on function private.sent_alert(text, uuid) is
  'The highest alert (50, 80 or 100 %) that the caller was sent in this calendar month (UTC) about a limit; null without one';

drop function public.list_spend_limits(uuid);

create function public.list_spend_limits(deployment uuid default null)
returns table (
  scope text, subject uuid, name text, amount numeric, spent numeric, month date, resets_at timestamptz, alerted integer
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select l.scope, l.subject, l.name, l.amount, l.spent, l.month, l.resets_at,
    case when l.amount is not null then private.sent_alert(l.scope, l.subject) end
  from private.list_spend_limits(list_spend_limits.deployment) l;
end;

comment on function public.list_spend_limits(uuid) is
  'Cost of the caller''s calls in this calendar month (UTC), and the limits: of the account and of everything that is '
  'limited; or with a deployment, of it and its working keys. amount is null without a limit, alerted (50, 80 or 100 %) '
  'without an alert. US dollars. Up to 200 rows';

revoke all on function private.sent_alert(text, uuid), public.list_spend_limits(uuid) from public, anon, authenticated;
grant execute on function private.sent_alert(text, uuid), public.list_spend_limits(uuid) to authenticated;
