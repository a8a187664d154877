-- The data of an account: a copy of all of it, and the deletion of the account after 14 days.
-- Usage and subscriptions are accounting records: they outlive the account without it, so that the revenue of
-- other users does not change. Everything else of the account is deleted in batches by a job. Times are UTC.
-- One file, because the deletion and the copy name the same tables.
-- Replaces: private.run_jobs, private.dashboard_totals, private.agent_figures
-- Locks: usage_tracking, subscriptions and profiles, to change foreign keys (ACCESS EXCLUSIVE; the rows are checked
-- later, under SHARE UPDATE EXCLUSIVE); jobs, to add a column.

alter table public.usage_tracking
  alter column user_id drop not null,
  drop constraint usage_tracking_user_id_fkey,
  add constraint usage_tracking_user_id_fkey
    foreign key (user_id) references public.profiles (id) on delete set null not valid;
alter table public.usage_tracking validate constraint usage_tracking_user_id_fkey;
comment on column public.usage_tracking.user_id is
  'The user who pays: the owner of the deployment. Null after the account was deleted';

alter table public.subscriptions
  alter column user_id drop not null,
  drop constraint subscriptions_user_id_fkey,
  add constraint subscriptions_user_id_fkey
    foreign key (user_id) references public.profiles (id) on delete set null not valid;
alter table public.subscriptions validate constraint subscriptions_user_id_fkey;
comment on column public.subscriptions.user_id is 'Null after the account was deleted';

-- Usage of deleted accounts stays in the revenue of creators.

create or replace function private.dashboard_totals()
returns table (total_agents bigint, active_users bigint, revenue numeric, interactions numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select
    (select count(*) from public.agents where creator_id = me.id),
    count(distinct u.user_id) filter (where u.created_at > now() - interval '30 days'),
    coalesce(sum(u.cost) filter (where u.user_id is distinct from me.id), 0),
    coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0)
  from (select auth.uid() as id) as me
  left join public.agents a on a.creator_id = me.id
  left join public.usage_tracking u on u.agent_id = a.id
  group by me.id;
$$;

comment on function private.dashboard_totals() is 'Implements public.dashboard_totals';

create or replace function private.agent_figures(agent uuid, days integer)
returns table (day date, installs bigint, interactions numeric, revenue numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
  first_day constant date := today - (least(greatest(agent_figures.days, 1), 90) - 1);
begin
  if not exists (select 1 from public.agents a where a.id = agent_figures.agent and a.creator_id = me) then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  return query
    select
      d.day::date,
      (
        select count(*) from public.agent_installs i
        where i.agent_id = agent_figures.agent
          and i.created_at >= d.day at time zone 'UTC'
          and i.created_at < (d.day + interval '1 day') at time zone 'UTC'
      ),
      coalesce(sum(u.quantity) filter (where u.usage_type = 'message'), 0),
      -- Payments of creators for their own agents are not revenue.
      coalesce(sum(u.cost) filter (where u.user_id is distinct from me), 0)
    from generate_series(first_day::timestamp, today::timestamp, interval '1 day') as d (day)
    left join public.usage_tracking u
      on u.agent_id = agent_figures.agent
      and u.created_at >= d.day at time zone 'UTC'
      and u.created_at < (d.day + interval '1 day') at time zone 'UTC'
    group by d.day
    order by d.day;
end;
$$;

comment on function private.agent_figures(uuid, integer) is 'Implements public.agent_figures';

-- Deletion. The job is created with the request and waits until it is due.

alter table private.jobs add column due_at timestamptz;
comment on column private.jobs.due_at is 'delete_account: when the deletion begins. It can be canceled until then';

create function private.request_account_deletion() returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  due timestamptz;
begin
  if coalesce(private.signed_in_at(), '-infinity') < now() - interval '15 minutes' then
    raise sqlstate 'PT403' using
      message = 'Sign in again to delete your account: you signed in more than 15 minutes ago', hint = 'reauthenticate';
  end if;
  insert into private.jobs (kind, account_id, subject, total, due_at)
  values ('delete_account', me, me, 0, now() + interval '14 days')
  on conflict (kind, subject) where finished_at is null do nothing
  returning due_at into due;
  if due is null then
    select j.due_at into due from private.jobs j
    where j.kind = 'delete_account' and j.subject = me and j.finished_at is null;
    return due;
  end if;
  perform private.record_security_event('account_deletion_requested', me, jsonb_build_object('deletes_at', due));
  return due;
end;
$$;

comment on function private.request_account_deletion() is 'Implements public.request_account_deletion';

create function private.cancel_account_deletion() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.jobs j
  where j.kind = 'delete_account' and j.subject = auth.uid() and j.finished_at is null and j.due_at > now();
  if not found then
    return false;
  end if;
  perform private.record_security_event('account_deletion_canceled', auth.uid());
  return true;
end;
$$;

comment on function private.cancel_account_deletion() is 'Implements public.cancel_account_deletion';

create function private.own_account_deletion() returns table (requested_at timestamptz, deletes_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select j.created_at, j.due_at from private.jobs j
  where j.kind = 'delete_account' and j.subject = (select auth.uid()) and j.finished_at is null;
$$;

comment on function private.own_account_deletion() is 'Implements public.account_deletion';

create function public.request_account_deletion() returns timestamptz
language sql
security invoker
set search_path = ''
return private.request_account_deletion();

comment on function public.request_account_deletion() is
  'Deletes the caller''s account after 14 days; returns when. Its agents are archived within a minute. Needs a sign-in '
  'within the last 15 minutes (else PT403 with the hint reauthenticate). A repeated request keeps the first date';

create function public.cancel_account_deletion() returns boolean
language sql
security invoker
set search_path = ''
return private.cancel_account_deletion();

comment on function public.cancel_account_deletion() is
  'Cancels the deletion of the caller''s account, until it begins. Returns whether there was one. Agents stay archived';

create function public.account_deletion() returns table (requested_at timestamptz, deletes_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select d.requested_at, d.deletes_at from private.own_account_deletion() d;
end;

comment on function public.account_deletion() is 'The requested deletion of the caller''s account: one row, or none';

create function private.delete_agents_of(account uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  agent uuid;
  job private.jobs;
  deleted integer;
begin
  select a.id into agent from public.agents a where a.creator_id = delete_agents_of.account limit 1;
  if not found then
    return 0;
  end if;
  delete from public.deployments d where d.id in (
    select o.id from public.deployments o where o.agent_id = agent limit 50
  );
  get diagnostics deleted = row_count;
  if deleted = 50 then
    return deleted;
  end if;
  job.subject := agent;
  job.done := 0;
  job := private.delete_agent_batch(job);
  return deleted + job.done + 1;
end;
$$;

comment on function private.delete_agents_of(uuid) is
  'Deletes a batch of an agent of the account, with the deployments of others. Returns the rows; 0: no agent is left';

create function private.delete_account_rows(account uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  -- Accounting records stay, without the account.
  update public.usage_tracking u set user_id = null where u.id in (
    select o.id from public.usage_tracking o where o.user_id = account limit 500
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  update public.subscriptions s set user_id = null, status = 'canceled' where s.user_id = account;

  delete from public.deployment_calls c where c.id in (
    select o.id from public.deployment_calls o where o.user_id = account limit 500
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  delete from public.agent_review_votes v where v.user_id = account and v.review_id in (
    select o.review_id from public.agent_review_votes o where o.user_id = account limit 200
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  delete from public.agent_reviews r where r.id in (
    select o.id from public.agent_reviews o where o.user_id = account limit 200
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  delete from public.agent_installs i where i.user_id = account and i.agent_id in (
    select o.agent_id from public.agent_installs o where o.user_id = account limit 200
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  delete from public.agent_reports r where r.id in (
    select o.id from public.agent_reports o where o.user_id = account limit 200
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  delete from public.deployments d where d.id in (
    select o.id from public.deployments o where o.user_id = account limit 50
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  deleted := private.delete_agents_of(account);
  if deleted > 0 then return deleted; end if;
  delete from public.deployment_events e where e.id in (
    select o.id from public.deployment_events o where o.user_id = account limit 500
  );
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  update public.security_audit_log l
  set user_id = null, ip_address = null, user_agent = null, details = '{}'
  where l.id in (select o.id from public.security_audit_log o where o.user_id = account limit 500);
  get diagnostics deleted = row_count;
  if deleted > 0 then return deleted; end if;
  delete from private.security_events e where e.id in (
    select o.id from private.security_events o where o.account_id = account limit 500
  );
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

comment on function private.delete_account_rows(uuid) is
  'Deletes up to 600 rows of an account, and takes the account out of its accounting records. Returns 0 when none is left';

create function private.delete_account_batch(job private.jobs) returns private.jobs
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
  changed := private.delete_account_rows(job.subject);
  job.done := job.done + greatest(changed, 1);
  job.updated_at := now();
  if changed = 0 then
    delete from auth.flow_state f where f.user_id = job.subject;
    -- Cascades to the profile, the identities and what is left.
    delete from auth.users u where u.id = job.subject;
    perform private.record_security_event('account_deleted', null);
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.delete_account_batch(private.jobs) is
  'Until the account''s deletion is due, archives its agents; then ends its sessions and deletes it in batches';

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

-- The copy.

create function private.export_sources() returns table (table_name text, key_type text, query text)
language sql
immutable
set search_path = ''
as $$
  values
    ('account', 'uuid', $q$select u.id as key, jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
      'user_metadata', u.raw_user_meta_data) as row_data from auth.users u where u.id = auth.uid()$q$),
    ('sessions', 'uuid', $q$select s.id as key, jsonb_build_object(
      'id', s.id, 'created_at', s.created_at, 'user_agent', s.user_agent, 'ip', s.ip) as row_data
      from auth.sessions s where s.user_id = auth.uid()$q$),
    ('profiles', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.profiles t where t.id = auth.uid()$q$),
    ('agents', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agents t where t.creator_id = auth.uid()$q$),
    ('agent_configs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_configs t
      join public.agents a on a.id = t.agent_id where a.creator_id = auth.uid()$q$),
    ('agent_installs', 'uuid', $q$select t.agent_id as key, to_jsonb(t) as row_data from public.agent_installs t
      where t.user_id = auth.uid()$q$),
    ('agent_reviews', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reviews t
      where t.user_id = auth.uid()$q$),
    ('agent_review_votes', 'uuid', $q$select t.review_id as key, to_jsonb(t) as row_data from public.agent_review_votes t
      where t.user_id = auth.uid()$q$),
    ('agent_reports', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.agent_reports t
      where t.user_id = auth.uid()$q$),
    ('deployments', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployments t
      where t.user_id = auth.uid()$q$),
    ('deployment_keys', 'uuid', $q$select t.id as key, to_jsonb(t) - 'hash' - 'ciphertext' as row_data
      from private.deployment_keys t join public.deployments d on d.id = t.deployment_id where d.user_id = auth.uid()$q$),
    ('deployment_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_events t
      where t.user_id = auth.uid()$q$),
    ('deployment_calls', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_calls t
      where t.user_id = auth.uid()$q$),
    ('subscriptions', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.subscriptions t
      where t.user_id = auth.uid()$q$),
    ('usage_tracking', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.usage_tracking t
      where t.user_id = auth.uid()$q$),
    ('deleted_agents', 'uuid', $q$select t.id as key, jsonb_build_object(
      'deleted_at', t.deleted_at, 'agent', t.agent, 'config', t.config) as row_data
      from private.agent_archive t where t.creator_id = auth.uid()$q$),
    ('deleted_deployments', 'uuid', $q$select t.id as key, jsonb_build_object(
      'deleted_at', t.deleted_at, 'deployment', t.deployment) as row_data
      from private.deployment_archive t where t.user_id = auth.uid()$q$),
    ('security_audit_log', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.security_audit_log t
      where t.user_id = auth.uid()$q$),
    ('security_events', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from private.security_events t
      where t.account_id = auth.uid()$q$);
$$;

comment on function private.export_sources() is
  'The tables of an export: the type of their key, and the query of the caller''s rows. No secrets, no rows of others';

create function private.begin_data_export() returns table (table_name text, row_count bigint)
language plpgsql
security definer
set search_path = ''
as $$
declare
  source record;
begin
  if (private.count_today('exports', auth.uid()::text)).items > 10 then
    raise sqlstate 'PT429' using message = 'Daily limit reached: up to 10 exports a day. Try again tomorrow';
  end if;
  perform private.record_security_event('account_exported', auth.uid());
  for source in select * from private.export_sources() loop
    table_name := source.table_name;
    execute format('select count(*) from (%s) rows_of_caller', source.query) into row_count;
    return next;
  end loop;
end;
$$;

comment on function private.begin_data_export() is 'Implements public.begin_data_export';

create function private.export_rows(table_name text, after text, max_rows integer)
returns table (cursor text, row_data jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  source record;
begin
  select * into source from private.export_sources() s where s.table_name = export_rows.table_name;
  if not found then
    raise sqlstate 'PT404' using message = 'The export has no such table';
  end if;
  return query execute format(
    'select s.key::text, s.row_data from (%s) s where $1 is null or s.key > $1::%s order by s.key limit $2',
    source.query, source.key_type
  ) using export_rows.after, least(greatest(export_rows.max_rows, 1), 1000);
end;
$$;

comment on function private.export_rows(text, text, integer) is 'Implements public.export_rows';

create function public.begin_data_export() returns table (table_name text, row_count bigint)
language sql
security invoker
set search_path = ''
begin atomic
  select e.table_name, e.row_count from private.begin_data_export() e;
end;

comment on function public.begin_data_export() is
  'Begins a copy of the caller''s data: its tables and their numbers of rows. Ten times a day (else PT429)';

create function public.export_rows(table_name text, after text default null, max_rows integer default 500)
returns table (cursor text, row_data jsonb)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select e.cursor, e.row_data from private.export_rows(export_rows.table_name, export_rows.after, export_rows.max_rows) e;
end;

comment on function public.export_rows(text, text, integer) is
  'The caller''s rows of one table of an export, up to 1,000; after continues after the last cursor';

revoke all on function
  private.dashboard_totals(), private.agent_figures(uuid, integer), private.request_account_deletion(),
  private.cancel_account_deletion(), private.own_account_deletion(), private.delete_agents_of(uuid),
  private.delete_account_rows(uuid), private.delete_account_batch(private.jobs), private.run_jobs(),
  private.export_sources(), private.begin_data_export(), private.export_rows(text, text, integer),
  public.request_account_deletion(), public.cancel_account_deletion(), public.account_deletion(),
  public.begin_data_export(), public.export_rows(text, text, integer)
  from public, anon, authenticated;
grant execute on function
  private.dashboard_totals(), private.agent_figures(uuid, integer), private.request_account_deletion(),
  private.cancel_account_deletion(), private.own_account_deletion(), private.begin_data_export(),
  private.export_rows(text, text, integer),
  public.request_account_deletion(), public.cancel_account_deletion(), public.account_deletion(),
  public.begin_data_export(), public.export_rows(text, text, integer)
  to authenticated;
