-- Jobs: work over more rows than one statement should touch, done in batches by the sweep, with progress.
-- Inserted by triggers and functions, run by `sweep_deployments`, read by the account that a job belongs to through
-- `list_jobs`. Also: usage no longer refers to agents by a foreign key, so deleting an agent touches no usage; archives
-- are bounded. Times are UTC. One file, because
-- the triggers insert the jobs that the functions run.
-- Replaces: private.refresh_creator_listings, private.archive_agent, private.archive_deployment, private.sweep_deployments
-- Locks: usage_tracking, to drop a foreign key, agents and agent_archive, briefly (ACCESS EXCLUSIVE).

create table private.jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    constraint jobs_kind_known check (kind in ('refresh_listings', 'delete_agent', 'delete_account')),
  account_id uuid not null,
  subject uuid not null,
  -- The last row of the previous batch.
  position uuid,
  done integer not null default 0,
  total integer not null,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);

comment on table private.jobs is
  'Work in batches, run by the sweep. Finished jobs are deleted after a week';
comment on column private.jobs.account_id is 'Whose job it is. No foreign key: a job may delete the account';
comment on column private.jobs.subject is
  'refresh_listings: the creator; delete_agent: the agent; delete_account: the account';
comment on column private.jobs.done is 'Rows';
comment on column private.jobs.total is 'Rows, counted when the job began; done may exceed it';
comment on column private.jobs.error is 'Of the last attempt; null after a success. A failed batch is tried again';

create unique index jobs_one_unfinished on private.jobs (kind, subject) where finished_at is null;
create index jobs_next on private.jobs (updated_at) where finished_at is null;
create index jobs_by_account on private.jobs (account_id, created_at desc);

alter table private.jobs enable row level security;

create function private.own_jobs()
returns table (
  id uuid, kind text, subject uuid, done integer, total integer, created_at timestamptz, finished_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select j.id, j.kind, j.subject, j.done, j.total, j.created_at, j.finished_at
  from private.jobs j
  where j.account_id = (select auth.uid())
  order by j.created_at desc
  limit 100;
$$;

comment on function private.own_jobs() is 'Implements public.list_jobs';

create function public.list_jobs()
returns table (
  id uuid, kind text, subject uuid, done integer, total integer, created_at timestamptz, finished_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select j.id, j.kind, j.subject, j.done, j.total, j.created_at, j.finished_at from private.own_jobs() j;
end;

comment on function public.list_jobs() is
  'The caller''s background jobs of the last week, newest first, up to 100, with their progress in rows';

create function private.refresh_listings_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select a.id from public.agents a
    where a.creator_id = job.subject and a.is_public and a.status = 'active'
      and (job.position is null or a.id > job.position)
    order by a.id limit 100
  );
begin
  perform private.refresh_listing(i.id) from unnest(ids) as i (id);
  job.done := job.done + cardinality(ids);
  job.position := coalesce(ids[cardinality(ids)], job.position);
  if cardinality(ids) < 100 then
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.refresh_listings_batch(private.jobs) is 'Refreshes 100 listings of a renamed creator';

create or replace function private.refresh_creator_listings() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select a.id from public.agents a
    where a.creator_id = new.id and a.is_public and a.status = 'active' limit 51
  );
begin
  if cardinality(ids) <= 50 then
    perform private.refresh_listing(i.id) from unnest(ids) as i (id);
    return null;
  end if;
  insert into private.jobs as known (kind, account_id, subject, total)
  select 'refresh_listings', new.id, new.id, count(*) from public.agents a
  where a.creator_id = new.id and a.is_public and a.status = 'active'
  on conflict (kind, subject) where finished_at is null
  do update set position = null, done = 0, total = excluded.total;
  return null;
end;
$$;

comment on function private.refresh_creator_listings() is
  'Trigger: refreshes the listings of a creator whose name changed: at once up to 50, else in a job';

-- Deleting agents. Usage keeps the id of a deleted agent, as it keeps that of a deleted deployment.

alter table public.usage_tracking drop constraint usage_tracking_agent_id_fkey;
comment on column public.usage_tracking.agent_id is
  'No foreign key: usage outlives a deleted agent, which may be restored';

alter table private.agent_archive alter column usage_ids set default '{}';
comment on column private.agent_archive.usage_ids is
  'Of archives from before usage kept its agent_id: rows that get it back on restore. Else empty';

create or replace function private.archive_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Skipped while the whole account is deleted.
  if not exists (select 1 from public.profiles where id = old.creator_id) then
    return old;
  end if;
  insert into private.agent_archive (id, creator_id, agent, config, installs, reviews, reports)
  values (
    old.id, old.creator_id, to_jsonb(old),
    coalesce((select jsonb_agg(to_jsonb(c)) from public.agent_configs c where c.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(i)) from public.agent_installs i where i.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reviews r where r.agent_id = old.id), '[]'),
    coalesce((select jsonb_agg(to_jsonb(r)) from public.agent_reports r where r.agent_id = old.id), '[]')
  )
  on conflict (id) do update set
    agent = excluded.agent, config = excluded.config, installs = excluded.installs, reviews = excluded.reviews,
    reports = excluded.reports, usage_ids = '{}', deleted_at = excluded.deleted_at;
  delete from private.agent_archive a where a.id in (
    select o.id from private.agent_archive o
    where o.creator_id = old.creator_id and o.id <> old.id order by o.deleted_at desc offset 299 limit 10
  );
  return old;
end;
$$;

comment on function private.archive_agent() is
  'Trigger: archives an agent before it is deleted; a creator''s newest 300 archives are kept';

create or replace function private.archive_deployment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Skipped while the whole account is deleted.
  if not exists (select 1 from public.profiles where id = old.user_id) then
    return old;
  end if;
  insert into private.deployment_archive (id, user_id, agent_id, deployment, keys)
  values (
    old.id, old.user_id, old.agent_id, to_jsonb(old),
    coalesce((select jsonb_agg(to_jsonb(k)) from private.deployment_keys k where k.deployment_id = old.id), '[]')
  )
  on conflict (id) do update set
    deployment = excluded.deployment, keys = excluded.keys, deleted_at = excluded.deleted_at;
  delete from private.deployment_archive a where a.id in (
    select o.id from private.deployment_archive o
    where o.user_id = old.user_id and o.id <> old.id order by o.deleted_at desc offset 299 limit 10
  );
  return old;
end;
$$;

comment on function private.archive_deployment() is
  'Trigger: archives a deployment before it is deleted; an owner''s newest 300 archives are kept';

-- The check comes before the archive, not after it.
drop trigger agents_protect_deployed on public.agents;
create trigger agents_01_protect_deployed
  before delete on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.protect_deployed_agent();

create function private.agent_dependents(agent uuid, most integer) returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select count(*)::integer from (
    (select 1 from public.agent_installs i where i.agent_id = agent_dependents.agent limit most)
    union all
    (select 1 from public.agent_reviews r where r.agent_id = agent_dependents.agent limit most)
    union all
    (select 1 from public.agent_reports r where r.agent_id = agent_dependents.agent limit most)
  ) as dependents;
$$;

comment on function private.agent_dependents(uuid, integer) is
  'Installs, reviews and reports of an agent; counting each stops at most';

create function private.delete_large_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.agent_dependents(old.id, 1001) <= 1000 then
    return old;
  end if;
  update public.agents set is_public = false, status = 'archived' where id = old.id;
  insert into private.jobs (kind, account_id, subject, total)
  values ('delete_agent', old.creator_id, old.id, private.agent_dependents(old.id, 1000000))
  on conflict (kind, subject) where finished_at is null do nothing;
  return null;
end;
$$;

comment on function private.delete_large_agent() is
  'Trigger: an agent with more than 1,000 installs, reviews and reports is archived at once and deleted by a job';

create trigger agents_02_delete_large
  before delete on public.agents
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.delete_large_agent();

create function private.delete_agent_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
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
  'Deletes up to 600 installs, reviews and reports of an agent, and after the last one the agent';

create function private.run_jobs() returns integer
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
    case job.kind
      when 'refresh_listings' then job := private.refresh_listings_batch(job);
      when 'delete_agent' then job := private.delete_agent_batch(job);
      else raise exception 'No batch for the job %', job.kind;
    end case;
    job.updated_at := now();
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

create or replace function private.sweep_deployments() returns integer
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
  delete from public.deployment_calls c where c.id in (
    select o.id from public.deployment_calls o
    where o.started_at <= now() - interval '90 days' order by o.started_at limit 1000
  );
  update public.deployment_calls c set status = 500 where c.id in (
    select o.id from public.deployment_calls o where o.status is null and o.expires_at <= now() limit 1000
  );
  delete from private.jobs j where j.finished_at <= now() - interval '7 days';
  perform private.sweep_records();
  perform private.run_jobs();
  return private.activate_overdue();
end;
$$;

comment on function private.sweep_deployments() is
  'Implements public.sweep_deployments. Each statement touches up to 1,000 rows; the next sweep continues';
comment on function public.sweep_deployments() is
  'For the server, periodically: activates overdue deployments (returns how many), closes abandoned calls, runs a batch '
  'of a job, and deletes archives after 30 days, calls after 90 days and events after their retention time';

revoke all on function
  private.own_jobs(), private.refresh_listings_batch(private.jobs), private.refresh_creator_listings(),
  private.archive_agent(), private.archive_deployment(), private.agent_dependents(uuid, integer),
  private.delete_large_agent(), private.delete_agent_batch(private.jobs), private.run_jobs(),
  private.sweep_deployments()
  from public, anon, authenticated;
grant execute on function private.own_jobs() to authenticated;
grant execute on function private.sweep_deployments() to service_role;
revoke all on function public.list_jobs() from public, anon;
grant execute on function public.list_jobs() to authenticated;
