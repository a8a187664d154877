-- A suspension takes effect at once, however many webhooks its deployments have: the messages of more than 200 webhooks
-- are a job of the sweep. The suspension of an agent with 5,000 webhooks took seconds, and later ones timed out.
-- Written by a trigger on suspensions; no user's list of jobs contains it. Times are UTC.
-- Replaces: private.emit_webhooks, private.emit_moderation, private.run_jobs
-- Locks: jobs, to replace a check constraint (ACCESS EXCLUSIVE, brief; the table is small).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

-- Not validated: the one before allowed less.
alter table private.jobs drop constraint jobs_kind_known;
alter table private.jobs add constraint jobs_kind_known check (
  kind in ('refresh_listings', 'delete_agent', 'delete_account', 'lower_terms', 'moderation_webhooks')
) not valid;

comment on column private.jobs.account_id is
  'Whose job it is. No foreign key: a job may delete the account. moderation_webhooks: the suspension, which is no account';
comment on column private.jobs.subject is
  'refresh_listings: the creator; delete_agent, lower_terms: the agent; delete_account: the account; moderation_webhooks: '
  'the suspended agent, deployment or account';

-- Without sequential scans: the plan is made before the rows are inserted, and an empty table looks cheap to scan.
create or replace function private.emit_webhooks(deployments uuid[], event text, data jsonb) returns void
language sql
security definer
set search_path = ''
set enable_seqscan = off
as $$
  with added as (
    insert into public.webhook_deliveries (webhook_id, user_id, event, data)
    select w.id, w.user_id, emit_webhooks.event,
      jsonb_build_object('deployment_id', d.id, 'deployment', d.name) || emit_webhooks.data
    from public.deployment_webhooks w join public.deployments d on d.id = w.deployment_id
    where w.deployment_id = any (emit_webhooks.deployments) and emit_webhooks.event = any (w.events)
      and w.disabled_at is null
    returning webhook_id
  )
  -- The snapshot is without the added rows, so 49 others stay.
  delete from public.webhook_deliveries d
  using added a cross join lateral (
    select o.id from public.webhook_deliveries o where o.webhook_id = a.webhook_id
    order by o.created_at desc, o.id desc offset 49
  ) surplus
  where d.id = surplus.id;
$$;

comment on function private.emit_webhooks(uuid[], text, jsonb) is
  'Adds a message to each webhook of these deployments that has the event, and deletes all but its newest 50';

create function private.moderated_deployments(suspension private.suspensions) returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select d.id from public.deployments d where suspension.kind = 'deployment' and d.id = suspension.subject
  union
  select d.id from public.deployments d where suspension.kind = 'agent' and d.agent_id = suspension.subject
  union
  select d.id from public.deployments d where suspension.kind = 'person' and d.user_id = suspension.subject
  union
  select d.id from public.agents a join public.deployments d on d.agent_id = a.id
  where suspension.kind = 'person' and a.creator_id = suspension.subject;
$$;

comment on function private.moderated_deployments(private.suspensions) is
  'The deployments that stop or start answering because of a suspension';

create function private.emit_moderation_batch(suspension private.suspensions, after uuid, most integer)
returns uuid[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select m.id from private.moderated_deployments(suspension) m (id)
    where (after is null or m.id > after)
      and exists (select 1 from public.deployment_webhooks w where w.deployment_id = m.id)
    order by m.id limit most
  );
begin
  perform private.emit_webhooks(ids, 'moderation.changed', jsonb_build_object(
    'kind', suspension.kind, 'state', case when suspension.lifted_at is null then 'suspended' else 'lifted' end,
    'reason', suspension.reason, 'appeal', suspension.appeal
  ));
  return ids;
end;
$$;

comment on function private.emit_moderation_batch(private.suspensions, uuid, integer) is
  'Adds the state of a suspension to the webhooks of its deployments after this id. Returns the deployments';

create or replace function private.emit_moderation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  hooked constant bigint := (
    select count(*) from private.moderated_deployments(new) m (id)
    join public.deployment_webhooks w on w.deployment_id = m.id
  );
begin
  if hooked <= 200 then
    perform private.emit_moderation_batch(new, null, 200);
    return null;
  end if;
  -- One job for a subject, so that messages never come in the wrong order: it starts again with the last state.
  insert into private.jobs (kind, account_id, subject, total) values ('moderation_webhooks', new.id, new.subject, hooked)
  on conflict (kind, subject) where finished_at is null
  do update set position = null, done = 0, total = excluded.total;
  return null;
end;
$$;

comment on function private.emit_moderation() is
  'Trigger: webhooks of deployments that stop or start answering because of a suspension: at once up to 200, else in a job';

create function private.moderation_webhooks_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  suspension private.suspensions;
  ids uuid[];
begin
  select * into suspension from private.suspensions s where s.subject = job.subject order by s.created_at desc limit 1;
  ids := private.emit_moderation_batch(suspension, job.position, 500);
  job.done := job.done + cardinality(ids);
  job.position := coalesce(ids[cardinality(ids)], job.position);
  if cardinality(ids) < 500 then
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.moderation_webhooks_batch(private.jobs) is
  'Adds the last state of a suspension to the webhooks of 500 deployments';

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
  exception when others then
    get stacked diagnostics problem = message_text;
    job.error := left(problem, 500);
    job.updated_at := now() + interval '1 minute';
  end;
  update private.jobs j set
    position = job.position, done = job.done, error = job.error, updated_at = job.updated_at,
    finished_at = job.finished_at
  where j.id = job.id;
  return 1;
end;
$$;

comment on function private.run_jobs() is
  'Runs one batch of the unfinished job that waited longest. Returns how many batches; a failed one is tried again after '
  'a minute';

revoke all on function
  private.emit_webhooks(uuid[], text, jsonb), private.moderated_deployments(private.suspensions),
  private.emit_moderation_batch(private.suspensions, uuid, integer), private.emit_moderation(),
  private.moderation_webhooks_batch(private.jobs), private.run_jobs()
  from public, anon, authenticated;
