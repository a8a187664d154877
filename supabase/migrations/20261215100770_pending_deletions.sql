-- An account that waits for its deletion took one of the batches of all jobs in each hour of 14 days. With 360 of them, a sweep
-- every ten seconds did nothing else, and lower prices, deletions that were due and new names waited for hours.
-- Run by the sweep.
-- Replaces: private.run_jobs
-- Locks: nothing in use; replaces a function.

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
  ran integer := 0;
begin
  -- One batch per sweep, of the job that waited longest, after the accounts that wait for their deletion and need nothing now.
  while ran < 100 loop
    select * into job from private.jobs j
    where j.finished_at is null and j.updated_at <= now()
    order by j.updated_at limit 1
    for update skip locked;
    exit when not found;
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
    ran := ran + 1;
    exit when job.error is not null or job.updated_at <= now();
  end loop;
  return ran;
end;
$$;

comment on function private.run_jobs() is
  'Runs one batch of the unfinished job that waited longest; before it, up to 99 accounts that wait for their deletion. Returns '
  'how many batches; one that failed or timed out is logged and tried again after a minute';
