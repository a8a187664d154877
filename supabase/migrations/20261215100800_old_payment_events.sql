-- Events of the payment provider were kept without limit: the only records of requests that no job deleted.
-- Run by the sweep. Times are UTC.
-- Replaces: private.sweep_records
-- Locks: private.payment_events, for an index (SHARE; events wait while it is made).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create index payment_events_received_at on private.payment_events (received_at);

create or replace function private.sweep_records() returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.agent_archive a where a.id in (
    select o.id from private.agent_archive o
    where o.deleted_at <= now() - interval '30 days' order by o.deleted_at limit 100
  );
  delete from private.deployment_archive a where a.id in (
    select o.id from private.deployment_archive o
    where o.deleted_at <= now() - interval '30 days' order by o.deleted_at limit 100
  );
  delete from private.deleted_reviews d where d.deleted_at <= now() - interval '10 minutes';
  delete from public.deployment_calls c where c.id in (
    select o.id from public.deployment_calls o
    where o.started_at <= now() - interval '90 days' order by o.started_at limit 1000
  );
  delete from private.jobs j where j.finished_at <= now() - interval '7 days';
  delete from private.deployment_quotes q where q.id in (
    select o.id from private.deployment_quotes o where o.expires_at <= now() order by o.expires_at limit 1000
  );
  delete from private.daily_counts c where (c.kind, c.source, c.day) in (
    select o.kind, o.source, o.day from private.daily_counts o
    where o.day < (now() at time zone 'UTC')::date limit 1000
  );
  delete from public.security_audit_log l where l.id in (
    select o.id from public.security_audit_log o
    where o.created_at <= now() - interval '90 days' order by o.created_at limit 1000
  );
  delete from private.security_events e where e.id in (
    select o.id from private.security_events o
    where o.created_at <= now() - interval '180 days' order by o.created_at limit 1000
  );
  -- Counted events are many under an attack: 30 days, and the newest million.
  delete from private.security_events e where e.id in (
    select o.id from (
      select c.id, c.counted_in from private.security_events c
      where c.counted_in is not null order by c.id limit 500
    ) as o
    where o.counted_in <= now() - interval '30 days'
      or o.id <= (select max(m.id) from private.security_events m) - 1000000
  );
  delete from private.mails m where m.id in (
    select o.id from private.mails o
    where o.created_at <= now() - interval '30 days' order by o.created_at limit 1000
  );
  -- The provider repeats an event for days, and an operator for a month. A later one reads the present state again.
  delete from private.payment_events e where e.id in (
    select o.id from private.payment_events o
    where o.received_at <= now() - interval '90 days' order by o.received_at limit 1000
  );
  perform private.sweep_usage();
end;
$$;

comment on function private.sweep_records() is
  'Deletes archives and mails after 30 days, calls, audit events and events of the payment provider after 90 days, security '
  'events after 180 days, counted ones after 30 days or beyond the newest million, usage rows after 13 months, finished jobs '
  'after a week, deleted reviews after ten minutes, and old quotes and counts; a bounded number of each at a time';
