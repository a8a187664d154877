-- The alerts of spend limits for the dashboard: the same rows that mails are made of.
-- Read-only. US dollars. Months are UTC.
-- Locks: nothing in use; creates only.

create function private.own_spend_alerts()
returns table (scope text, subject uuid, name text, percent integer, amount numeric, spent numeric, resets_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select l.scope, l.subject, l.name, a.percent, l.amount, l.spent, l.resets_at
  from (
    select s.scope, s.subject, max(s.percent) as percent
    from private.spend_alerts s
    where s.user_id = auth.uid() and s.month = date_trunc('month', now() at time zone 'UTC')::date
    group by 1, 2
  ) a
  -- Without an alert, nothing is added up.
  cross join lateral (
    select * from private.list_spend_limits(null) l
    where l.scope = a.scope and l.subject = a.subject and l.amount is not null
  ) l
  order by a.percent desc, l.scope, l.name, l.subject
  limit 20;
$$;

comment on function private.own_spend_alerts() is 'Implements public.spend_alerts';

create function public.spend_alerts()
returns table (scope text, subject uuid, name text, percent integer, amount numeric, spent numeric, resets_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.scope, s.subject, s.name, s.percent, s.amount, s.spent, s.resets_at from private.own_spend_alerts() s;
end;

comment on function public.spend_alerts() is
  'The highest alert (50, 80 or 100 %) of each spend limit of the caller in this calendar month (UTC), as it was mailed. '
  'name is null for the account. US dollars. Up to 20 rows';

revoke all on function private.own_spend_alerts(), public.spend_alerts() from public, anon, authenticated;
grant execute on function private.own_spend_alerts(), public.spend_alerts() to authenticated;
