-- The deployments of an account that is being deleted still answered. Each batch of the deletion found the calls since the last
-- one, so an account with a call every ten seconds was never deleted, and went on being charged.
-- Run by the sweep.
-- Replaces: private.delete_account_batch
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.delete_account_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed integer;
begin
  if job.due_at > now() then
    update public.agents a set status = 'archived', is_public = false where a.id in (
      select o.id from public.agents o
      where o.creator_id = job.subject and (o.status <> 'archived' or o.is_public) limit 100
    );
    get diagnostics changed = row_count;
    -- An agent that is published again meanwhile is archived within the hour.
    job.updated_at := case when changed > 0 then now() else least(job.due_at, now() + interval '1 hour') end;
    return job;
  end if;

  if job.done = 0 then
    update auth.users u set banned_until = now() + interval '100 years' where u.id = job.subject;
    delete from auth.sessions s where s.user_id = job.subject;
  end if;
  -- First, so that no call adds rows to those that the next batches delete. Running calls end, and are charged.
  delete from private.deployment_keys k where k.id in (
    select o.id from private.deployment_keys o join public.deployments d on d.id = o.deployment_id
    where d.user_id = job.subject limit 500
  );
  get diagnostics changed = row_count;
  if changed = 0 then
    changed := private.delete_account_rows(job.subject);
  end if;
  job.done := job.done + greatest(changed, 1);
  job.updated_at := now();
  if changed = 0 then
    delete from auth.flow_state f where f.user_id = job.subject;
    -- Cascades to the profile, the identities and what is left.
    delete from auth.users u where u.id = job.subject;
    -- Events that were being recorded while the batch ran; the statement above waited for them.
    delete from private.security_events e where e.account_id = job.subject;
    perform private.record_security_event('account_deleted', null);
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.delete_account_batch(private.jobs) is
  'Until the account''s deletion is due, archives its agents; then ends its sessions and its keys, and deletes it in batches';
