-- A deployment that was restored after its agent was withdrawn, or while it was, had no part in the notifications of the withdrawal:
-- its owner learned neither of the end nor of the return, which starts the monthly price again. The withdrawals of one creator
-- with hundreds of agents held up those of others for hours, and with them due deletions of accounts, because a sweep followed one
-- agent. An undo whose transaction began before a deletion of an account was due could cancel one that had begun, and leave the
-- rest of an account that was banned.
-- Read and written by functions and the sweep only. Times are UTC.
-- Replaces: private.restore_deployment, private.sweep_deployments, private.cancel_account_deletion
-- Locks: nothing in use; replaces functions.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.restore_deployment(deployment uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  archived private.deployment_archive;
  agent public.agents;
  ends timestamptz;
begin
  -- One restore of an owner at a time, so that each counts those before it.
  perform pg_advisory_xact_lock(hashtextextended('restores ' || auth.uid(), 0));
  if (select count(*) from (select 1 from public.deployments d where d.user_id = auth.uid() limit 1000) as own) >= 1000 then
    raise sqlstate 'PT409' using message = 'You have 1,000 deployments. Delete one before you restore another';
  end if;
  delete from private.deployment_archive a
  where a.id = restore_deployment.deployment and a.user_id = auth.uid() and a.deleted_at > now() - interval '30 days'
  returning * into archived;
  if not found then
    raise sqlstate 'PT404' using message = 'You deleted no deployment with this id in the last 30 days';
  end if;

  -- Waits for a withdrawal that is about to be committed, and makes later ones wait.
  select * into agent from public.agents a where a.id = archived.agent_id for share;
  insert into public.deployments (
    id, name, agent_id, user_id, api_key, endpoint_url, status, version, created_at, updated_at, last_deployed_at,
    pinned_version
  )
  select
    d.id, d.name, d.agent_id, d.user_id, d.api_key, d.endpoint_url,
    case
      -- As follow_offers would have stopped it: a start asks for the new terms.
      when d.status not in ('stopped', 'failed') and private.has_unanswered_terms(d)
        and private.stops_at(private.current_offer(d.agent_id)) <= now()
      then 'stopped'
      else d.status
    end,
    d.version + 1, d.created_at, now(), d.last_deployed_at, d.pinned_version
  from jsonb_populate_record(null::public.deployments, archived.deployment) d;
  insert into private.deployment_keys
  select k.* from jsonb_populate_recordset(null::private.deployment_keys, archived.keys) k;
  -- The first deployment of another user since the withdrawal: nothing follows the end of the agent yet.
  ends := private.end_of_calls(agent);
  if ends is not null and agent.creator_id <> archived.user_id then
    insert into private.agent_ends (agent_id, next_at, notified_end, has_ended)
    values (
      agent.id, case when ends > now() then now() else 'infinity' end, case when ends <= now() then ends end, ends <= now()
    )
    on conflict do nothing;
  end if;
  return archived.id;
exception
  when unique_violation then
    raise sqlstate 'PT409' using message = 'You already have another deployment with this name';
  when foreign_key_violation then
    raise sqlstate 'PT409' using message = 'The agent of this deployment no longer exists';
end;
$$;

comment on function private.restore_deployment(uuid) is
  'Implements public.restore_deployment. One whose owner has not accepted a higher price in time comes back stopped; one of a '
  'withdrawn agent takes part in its notifications';

-- Deployments that were restored before this migration.
insert into private.agent_ends (agent_id, next_at, notified_end, has_ended)
select a.id, case when e.ends > now() then now() else 'infinity' end, case when e.ends <= now() then e.ends end, e.ends <= now()
from public.agents a
cross join lateral (select private.end_of_calls(a) as ends) e
where a.calls_end_at is not null
  and exists (select 1 from public.deployments d where d.agent_id = a.id and d.user_id <> a.creator_id)
on conflict do nothing;

create or replace function private.sweep_deployments(job text) returns integer
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
      when 'offers' then
        for step in 1..10 loop
          exit when private.follow_offers() = 0;
        end loop;
      when 'withdrawals' then
        for step in 1..10 loop
          exit when private.follow_agent_ends() = 0;
        end loop;
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
  'Implements public.sweep_deployments. Each statement touches up to 1,000 rows, and up to ten agents with a new price and ten '
  'withdrawn ones are followed; the next sweep continues';

create or replace function private.cancel_account_deletion() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.jobs j
  where j.kind = 'delete_account' and j.subject = auth.uid() and j.finished_at is null and j.due_at > now()
    -- now() is when this transaction began: the deletion may have begun since.
    and j.done = 0;
  if not found then
    return false;
  end if;
  delete from private.mails m where m.user_id = auth.uid() and m.kind = 'account_deletion' and m.sent_at is null;
  -- The first 100 at once, the others within a minute.
  if private.publish_again(auth.uid()) = 100 then
    insert into private.jobs (kind, account_id, subject, total) values ('publish_again', auth.uid(), auth.uid(), 0)
    on conflict (kind, subject) where finished_at is null do nothing;
  end if;
  perform private.record_security_event('account_deletion_canceled', auth.uid());
  return true;
end;
$$;

comment on function private.cancel_account_deletion() is 'Implements public.cancel_account_deletion';
