-- Each job of the sweep is a separate transaction.
-- The sweep was one statement. When one of its jobs took longer than the role's statement timeout, all of them were rolled
-- back, with every next sweep: no deployment was activated and no month was charged. It takes the name of a job now. Without
-- a name it runs all of them in one transaction, as before. A batch in the queue of jobs that times out waits a minute, so
-- that the others have their turn. Times are UTC.
-- Replaces: private.sweep_deployments, public.sweep_deployments, private.sweep_records, private.run_jobs
-- Locks: nothing in use; replaces functions.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.run_jobs() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  job private.jobs;
  problem text;
begin
  -- One batch per sweep, of the job that waited longest.
  select * into job from private.jobs j
  where j.finished_at is null and j.updated_at <= now()
  order by j.updated_at limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  begin
    job.error := null;
    job.updated_at := now();
    case job.kind
      when 'refresh_listings' then job := private.refresh_listings_batch(job);
      when 'delete_agent' then job := private.delete_agent_batch(job);
      when 'delete_account' then job := private.delete_account_batch(job);
      when 'lower_terms' then job := private.lower_terms_batch(job);
      when 'moderation_webhooks' then job := private.moderation_webhooks_batch(job);
      else raise exception 'No batch for the job %', job.kind;
    end case;
  -- A timeout too: otherwise the batch would be rolled back and be the first again.
  exception when query_canceled or others then
    get stacked diagnostics problem = message_text;
    job.error := left(problem, 500);
    job.updated_at := now() + interval '1 minute';
    raise warning 'Job % (%) failed: %', job.id, job.kind, job.error;
  end;
  update private.jobs j set
    position = job.position, done = job.done, error = job.error, updated_at = job.updated_at,
    finished_at = job.finished_at
  where j.id = job.id;
  return 1;
end;
$$;

comment on function private.run_jobs() is
  'Runs one batch of the unfinished job that waited longest. Returns how many batches; one that failed or timed out is '
  'logged and tried again after a minute';

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
  perform private.sweep_usage();
end;
$$;

comment on function private.sweep_records() is
  'Deletes archives and mails after 30 days, calls and audit events after 90 days, security events after 180 days, counted '
  'ones after 30 days or beyond the newest million, usage rows after 13 months, finished jobs after a week, deleted reviews '
  'after ten minutes, and old quotes and counts; a bounded number of each at a time';

create function private.sweep_jobs() returns text[]
language sql
immutable
set search_path = ''
return array['records', 'offers', 'subscriptions', 'months', 'invoices', 'reconciliation', 'jobs', 'deployments'];

comment on function private.sweep_jobs() is 'The names of the sweep''s jobs, for public.sweep_deployments';

drop function public.sweep_deployments();
drop function private.sweep_deployments();

create function private.sweep_deployments(job text) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  name text;
  activated integer := 0;
begin
  if job <> all (private.sweep_jobs()) then
    raise sqlstate 'PT400' using message = 'The job must be ' || array_to_string(private.sweep_jobs(), ', ');
  end if;
  foreach name in array case when job is null then private.sweep_jobs() else array[job] end loop
    case name
      when 'records' then perform private.sweep_records();
      when 'offers' then perform private.follow_offers();
      when 'subscriptions' then perform private.renew_subscriptions();
      when 'months' then perform private.charge_due_months();
      when 'invoices' then perform private.close_invoices();
      when 'reconciliation' then perform private.reconcile_nightly();
      when 'jobs' then perform private.run_jobs();
      when 'deployments' then
        update public.deployment_calls c set status = 500 where c.id in (
          select o.id from public.deployment_calls o where o.status is null and o.expires_at <= now() limit 1000
        );
        activated := private.activate_overdue();
    end case;
  end loop;
  return activated;
end;
$$;

comment on function private.sweep_deployments(text) is
  'Implements public.sweep_deployments. Each statement touches up to 1,000 rows; the next sweep continues';

create function public.sweep_deployments(job text default null) returns integer
language sql
security invoker
set search_path = ''
return private.sweep_deployments(sweep_deployments.job);

comment on function public.sweep_deployments(text) is
  'For the server, periodically: one job of the sweep, so that a slow or failing one does not stop the others, or all of them '
  'in one transaction. Jobs: records deletes what is past its retention time; offers announces higher prices; subscriptions '
  'renews or ends them; months charges months that are over; invoices makes their invoices; reconciliation compares usage '
  'with the ledger, once a day; jobs runs a batch of a background job; deployments closes abandoned calls and activates '
  'overdue deployments (returns how many)';

revoke all on function private.sweep_jobs(), private.sweep_deployments(text), public.sweep_deployments(text)
  from public, anon, authenticated;
grant execute on function private.sweep_deployments(text), public.sweep_deployments(text) to service_role;
