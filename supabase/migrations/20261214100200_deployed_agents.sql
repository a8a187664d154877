-- A deployment that was made while its agent was being deleted by a job was deleted with it. One that was made while the
-- agent was being deleted at once failed with 409, which pages read as a name in use.
-- Replaces: private.check_new_deployment, private.delete_agent_batch
-- Locks: nothing in use; replaces functions.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.check_new_deployment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if new.status <> 'pending' then
    raise sqlstate 'PT409' using message = 'A new deployment must have the status pending';
  end if;
  -- Waits for a deletion or a withdrawal that is about to be committed, and makes later ones wait.
  perform from public.agents a
  where a.id = new.agent_id
    and a.status = 'active'
    and (
      a.is_public
      or a.creator_id = me
      or exists (select 1 from public.deployments d where d.agent_id = a.id and d.user_id = me)
    )
  for share of a;
  if not found then
    raise sqlstate 'PT403' using message = 'You cannot deploy this agent: it is not active or you do not have access';
  end if;
  if exists (select 1 from public.agents a where a.id = new.agent_id and private.calls_end_of(me, a) <= now()) then
    raise sqlstate 'PT403' using message =
      'You cannot deploy this agent: its creator withdrew it, and its notice period is over';
  end if;
  return new;
end;
$$;

comment on function private.check_new_deployment() is
  'Trigger: a client''s new deployment is pending and runs an active agent that the owner can read, and whose calls have '
  'not ended. The agent stays locked until commit, so that it is not deleted meanwhile';

create or replace function private.delete_agent_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  if not exists (select 1 from public.agents a where a.id = job.subject) then
    delete from private.agent_usage_days k where k.agent_id = job.subject and k.day in (
      select o.day from private.agent_usage_days o where o.agent_id = job.subject limit 1000
    );
    get diagnostics deleted = row_count;
    job.done := job.done + deleted;
    if deleted < 1000 then
      job.finished_at := now();
    end if;
    return job;
  end if;
  -- Its creator published it again, or its user restored a deployment.
  perform from public.agents a where a.id = job.subject for update;
  if exists (
    select 1 from public.deployments d join public.agents a on a.id = d.agent_id
    where a.id = job.subject and d.user_id <> a.creator_id
  ) then
    job.error := 'Other users have deployed this agent';
    job.finished_at := now();
    return job;
  end if;
  delete from public.agent_installs i where i.agent_id = job.subject and i.user_id in (
    select o.user_id from public.agent_installs o where o.agent_id = job.subject limit 200
  );
  get diagnostics deleted = row_count;
  job.done := job.done + deleted;
  delete from public.agent_reviews r where r.id in (
    select o.id from public.agent_reviews o where o.agent_id = job.subject limit 200
  );
  get diagnostics deleted = row_count;
  job.done := job.done + deleted;
  delete from public.agent_reports r where r.id in (
    select o.id from public.agent_reports o where o.agent_id = job.subject limit 200
  );
  get diagnostics deleted = row_count;
  job.done := job.done + deleted;
  if private.agent_dependents(job.subject, 1) = 0 then
    delete from public.agents a where a.id = job.subject;
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.delete_agent_batch(private.jobs) is
  'Deletes up to 600 installs, reviews and reports of an agent, and after the last one the agent. Ends when other users have '
  'deployed it meanwhile. Of an agent that is gone for good, deletes up to 1,000 days of messages';
