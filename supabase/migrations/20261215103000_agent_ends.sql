-- Users whose deployments run an agent are notified when its creator withdraws it, when its calls have ended, and when it is
-- back after one of both, by mail too if they have an address. Until now only the page said it. The creator
-- sees how many deployments of others an agent has before withdrawing it.
-- Written by a trigger and the sweep, which has a new job; read by no client. The counts are read by the creator.
-- A creator can hide and publish an agent all day: three withdrawals, each with its return, notify at once, later changes on
-- the next day. A user gets up to ten of these mails a day, and one for each agent, however many deployments run it. Times and
-- days are UTC.
-- Replaces: private.sweep_jobs, private.sweep_deployments, private.delete_account_batch
-- Locks: agents and jobs, for triggers (SHARE ROW EXCLUSIVE, brief); notifications, for a constraint that is not validated (ACCESS
-- EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications
  add constraint notifications_kind_known
  check (kind in ('review', 'failure', 'quota', 'price', 'webhook', 'withdrawal')) not valid;
comment on column public.notifications.kind is
  'review: of an own agent; failure: a deployment failed; quota: a share of a spend limit is used; price: a price rises; '
  'webhook: one was turned off; withdrawal: the agent of a deployment was withdrawn, has ended or is back';
comment on column public.notifications.details is
  'Facts for the text. review: agent, agent_id, rating; failure: name, deployment_id; quota and price: as in private.mails; '
  'withdrawal: event (withdrawn, ended, returned), agent, agent_id, name, deployment_id, deployments, ends_at';

create table private.agent_ends (
  agent_id uuid primary key references public.agents (id) on delete cascade,
  next_at timestamptz not null,
  event text constraint agent_ends_event_known check (event in ('withdrawn', 'ended', 'returned')),
  position uuid,
  notified_end timestamptz,
  has_ended boolean not null default false
);

comment on table private.agent_ends is
  'Withdrawn agents that other users run, the last event that these users were notified of, and when the sweep looks again';
comment on column private.agent_ends.event is 'The event that the sweep notifies the users of, in batches; null between them';
comment on column private.agent_ends.position is 'The last user of the previous batch';
comment on column private.agent_ends.notified_end is 'The end of the calls in their last notification; null: none yet';
comment on column private.agent_ends.has_ended is 'Whether they were notified of the end';

create index agent_ends_next on private.agent_ends (next_at);

alter table private.agent_ends enable row level security;

create function private.end_of_calls(agent public.agents) returns timestamptz
language sql
stable
security definer
set search_path = ''
return case when agent.calls_end_at is not null then least(agent.calls_end_at, (
  select j.due_at from private.jobs j
  where j.kind = 'delete_account' and j.subject = agent.creator_id and j.finished_at is null
)) end;

comment on function private.end_of_calls(public.agents) is
  'When other users'' calls of an agent end: after its notice period, or with the account of its creator; null: no end is set';

create function private.note_agent_end() returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
declare
  is_known constant boolean := exists (select 1 from private.agent_ends e where e.agent_id = new.id);
  withdrawals integer;
begin
  if not is_known and (
    new.calls_end_at is null
    or not exists (select 1 from public.deployments d where d.agent_id = new.id and d.user_id <> new.creator_id)
  ) then
    return null;
  end if;
  if new.calls_end_at is null then
    select c.items into withdrawals from private.daily_counts c
    where c.kind = 'withdrawals' and c.source = new.id::text and c.day = current_date;
  else
    withdrawals := (private.count_today('withdrawals', new.id::text)).items;
  end if;
  insert into private.agent_ends (agent_id, next_at)
  values (new.id, case when withdrawals > 3 then date_trunc('day', now()) + interval '1 day' else now() end)
  on conflict (agent_id) do update set next_at = excluded.next_at, event = null, position = null;
  return null;
end;
$$;

comment on function private.note_agent_end() is
  'Trigger: the users of an agent are notified of its withdrawal or its return: three withdrawals a day at once, after '
  'that the next day';

create trigger agents_note_end
  after update on public.agents
  for each row when (old.calls_end_at is distinct from new.calls_end_at)
  execute function private.note_agent_end();

create function private.note_account_deletion() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.agent_ends e set next_at = now(), event = null, position = null
  where e.next_at > now() and e.agent_id in (
    select a.id from public.agents a where a.creator_id = case when tg_op = 'DELETE' then old.subject else new.subject end
  );
  return null;
end;
$$;

comment on function private.note_account_deletion() is
  'Trigger: the deletion of an account, or its cancellation, may move the end of agents that were withdrawn before';

create trigger jobs_note_account_deletion
  after insert on private.jobs
  for each row when (new.kind = 'delete_account')
  execute function private.note_account_deletion();
create trigger jobs_note_kept_account
  after delete on private.jobs
  for each row when (old.kind = 'delete_account' and old.finished_at is null)
  execute function private.note_account_deletion();

insert into private.agent_ends (agent_id, next_at)
select a.id, now() from public.agents a
where a.calls_end_at > now()
  and exists (select 1 from public.deployments d where d.agent_id = a.id and d.user_id <> a.creator_id);

create function private.notify_of_agent_end(owner uuid, event text, details jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.add_notification(
    owner, 'withdrawal', details || jsonb_build_object('event', notify_of_agent_end.event)
  );
  if notify_of_agent_end.event = 'returned' then
    -- Who gets no mail about the withdrawal needs none about the return.
    delete from private.mails m
    where m.user_id = owner and m.kind in ('agent_withdrawn', 'agent_ended')
      and m.details ->> 'agent_id' = notify_of_agent_end.details ->> 'agent_id' and m.attempts = 0;
    if found then
      return;
    end if;
  end if;
  if exists (select from auth.users u where u.id = owner and u.email is not null)
    and (private.count_today('mails of withdrawn agents', owner::text)).items <= 10
  then
    insert into private.mails (user_id, kind, details)
    values (owner, 'agent_' || notify_of_agent_end.event, notify_of_agent_end.details);
  end if;
end;
$$;

comment on function private.notify_of_agent_end(uuid, text, jsonb) is
  'Notifies a user of the withdrawal, the end or the return of an agent that the user''s deployments run; by mail too, up to '
  'ten times a day';

create function private.follow_agent_ends() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  due private.agent_ends;
  agent public.agents;
  ends timestamptz;
  owner record;
  seen integer := 0;
begin
  select * into due from private.agent_ends e
  where e.next_at <= now() order by e.next_at limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  select * into agent from public.agents a where a.id = due.agent_id;
  ends := private.end_of_calls(agent);
  if due.event is null then
    due.event := case
      when ends is null then case when due.notified_end is not null then 'returned' end
      when ends <= now() then case when not due.has_ended then 'ended' end
      when ends is distinct from due.notified_end then 'withdrawn'
    end;
  end if;
  if due.event is not null then
    for owner in
      select d.user_id, count(*)::integer as deployments, array_agg(d.id order by d.created_at, d.id) as ids,
        (array_agg(d.name order by d.created_at, d.id))[1] as name
      from public.deployments d
      where d.agent_id = due.agent_id and d.user_id <> agent.creator_id and d.status not in ('stopped', 'failed')
        and (due.position is null or d.user_id > due.position)
      group by d.user_id order by d.user_id limit 100
    loop
      seen := seen + 1;
      due.position := owner.user_id;
      perform private.notify_of_agent_end(owner.user_id, due.event, jsonb_build_object(
        'agent', agent.name, 'agent_id', agent.id, 'name', owner.name, 'deployment_id', owner.ids[1],
        'deployments', owner.deployments, 'ends_at', coalesce(ends, due.notified_end)
      ));
      if due.event = 'ended' then
        perform private.emit_webhooks(
          owner.ids, 'deployment.stopped', jsonb_build_object('status', 'stopped', 'reason', 'agent_withdrawn')
        );
      end if;
    end loop;
  end if;
  if seen = 100 then
    update private.agent_ends e set
      event = due.event, position = due.position, notified_end = coalesce(ends, due.notified_end)
    where e.agent_id = due.agent_id;
  elsif ends is null then
    delete from private.agent_ends e where e.agent_id = due.agent_id;
  else
    update private.agent_ends e set
      event = null, position = null, notified_end = ends, has_ended = ends <= now(),
      next_at = case when ends > now() then ends else 'infinity' end
    where e.agent_id = due.agent_id;
  end if;
  return 1;
end;
$$;

comment on function private.follow_agent_ends() is
  'For the withdrawn agent that waited longest: notifies up to 100 users who run it of its withdrawal, its end or its return. '
  'Returns 0 when nothing is due';

create function private.agent_deployments()
returns table (agent_id uuid, deployments integer, own_deployments integer, calls_end_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select a.id, (count(*) filter (where d.user_id <> a.creator_id))::integer,
    (count(*) filter (where d.user_id = a.creator_id))::integer,
    case
      when a.calls_end_at is not null then a.calls_end_at
      when a.notice_days > 0 then now() + make_interval(days => a.notice_days)
    end
  from public.agents a
  join public.deployments d on d.agent_id = a.id and d.status not in ('stopped', 'failed')
  where a.creator_id = auth.uid()
  group by a.id;
$$;

comment on function private.agent_deployments() is 'Implements public.agent_deployments';

create function public.agent_deployments()
returns table (agent_id uuid, deployments integer, own_deployments integer, calls_end_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select d.agent_id, d.deployments, d.own_deployments, d.calls_end_at from private.agent_deployments() d;
end;

comment on function public.agent_deployments() is
  'The caller''s agents that running deployments use: how many deployments of other users and of the caller, and when their '
  'calls end or would end, if the agent was withdrawn now; null: at once';

create or replace function private.sweep_jobs() returns text[]
language sql
immutable
set search_path = ''
return array[
  'records', 'offers', 'withdrawals', 'subscriptions', 'months', 'invoices', 'reconciliation', 'jobs', 'deployments'
];

comment on function private.sweep_jobs() is 'The names of the sweep''s jobs, for public.sweep_deployments';

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
      when 'offers' then perform private.follow_offers();
      when 'withdrawals' then perform private.follow_agent_ends();
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
comment on function public.sweep_deployments(text) is
  'For the server, periodically: one job of the sweep, so that a slow or failing one does not stop the others, or all of them '
  'in one transaction. Jobs: records deletes what is past its retention time; offers announces higher prices; withdrawals '
  'notifies users of agents that end; subscriptions renews or ends them; months charges months that are over; invoices '
  'makes their invoices; reconciliation compares usage with the ledger, once a day; jobs runs a batch of a background job; '
  'deployments closes abandoned calls and activates overdue deployments (returns how many)';

create or replace function private.delete_account_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed integer;
begin
  if job.due_at > now() then
    changed := private.hide_agents(job.subject);
    -- A statement that published an agent while the deletion was requested did not see the request.
    job.updated_at := case when changed > 0 then now() else least(job.due_at, now() + interval '1 hour') end;
    return job;
  end if;

  if job.done = 0 then
    -- The deployments of others go with the agents: their owners are notified first. A failure there delays it by a day at most.
    if job.due_at > now() - interval '1 day' and exists (
      select from private.agent_ends e join public.agents a on a.id = e.agent_id
      where a.creator_id = job.subject and e.next_at <= now()
    ) then
      job.updated_at := now();
      return job;
    end if;
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
  'Until the account''s deletion is due, hides its agents; then notifies the users of its agents, ends its sessions and its keys, '
  'and deletes it in batches';

revoke all on function
  private.end_of_calls(public.agents), private.note_agent_end(), private.note_account_deletion(),
  private.notify_of_agent_end(uuid, text, jsonb),
  private.follow_agent_ends(), private.agent_deployments(), public.agent_deployments()
  from public, anon, authenticated;
grant execute on function private.agent_deployments(), public.agent_deployments() to authenticated;
