-- Each job of the sweep is a separate transaction; a deployed agent stays deployed; suspended users write nowhere.
-- The sweep was one statement. When one of its jobs took longer than the role's statement timeout, all of them were rolled
-- back, with every next sweep: no deployment was activated and no month was charged. It takes the name of a job now. Without
-- a name it runs all of them in one transaction, as before. A batch in the queue of jobs that times out waits a minute, so
-- that the others have their turn.
-- A deployment that was made while its agent was being deleted by a job was deleted with it. One that was made while the
-- agent was being deleted at once failed with 409, which pages read as a name in use.
-- A suspended user's access token, which hosted Supabase accepts until it expires, could store secrets of tools, limits,
-- accepted prices, quotes, recovery codes, reports and test events, and open the payment provider's pages.
-- A limit below the price of one call rejected all calls, and no alert said so.
-- A deleted review that its author restored lost its votes.
-- Messages to operators say "user" instead of "person"; the kind that functions take and return is still `person`.
-- Times are UTC. US dollars.
-- Replaces: private.sweep_deployments, public.sweep_deployments, private.sweep_records, private.run_jobs, private.delete_agent_batch, private.check_new_deployment, private.call_allowance, private.payment_account, private.payout_account, private.suspend, private.lift_suspension, private.moderate_picture, private.end_user_sessions
-- Locks: for the triggers, one at a time and briefly (SHARE ROW EXCLUSIVE): agent_reviews, webhook_deliveries, and in private
-- agent_tool_secrets, spend_limits, deployment_terms, deployment_quotes, recovery_codes, recovery_code_tries, jobs and
-- conversation_reports.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table private.deleted_reviews (
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid not null,
  id uuid not null,
  rating integer not null,
  body text,
  created_at timestamptz not null,
  votes jsonb not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, agent_id)
);

comment on table private.deleted_reviews is
  'Reviews that their authors deleted in the last ten minutes, with their votes: a review with the same stars and text '
  'restores them. Written by triggers; the sweep deletes them';
comment on column private.deleted_reviews.agent_id is 'No foreign key: the agent may be deleted in these ten minutes';
comment on column private.deleted_reviews.rating is 'Stars, 1 to 5';
comment on column private.deleted_reviews.votes is 'Rows of agent_review_votes';

alter table private.deleted_reviews enable row level security;

create function private.keep_deleted_review() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.deleted_reviews (user_id, agent_id, id, rating, body, created_at, votes)
  select old.user_id, old.agent_id, old.id, old.rating, old.body, old.created_at, coalesce(jsonb_agg(to_jsonb(v)), '[]')
  from public.agent_review_votes v where v.review_id = old.id
  on conflict (user_id, agent_id) do update set
    id = excluded.id, rating = excluded.rating, body = excluded.body, created_at = excluded.created_at,
    votes = excluded.votes, deleted_at = now();
  return old;
end;
$$;

comment on function private.keep_deleted_review() is 'Trigger: keeps a review that its author deletes, with its votes';

create function private.restore_review() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted private.deleted_reviews;
begin
  select * into deleted from private.deleted_reviews d
  where d.user_id = new.user_id and d.agent_id = new.agent_id and d.rating = new.rating
    and d.body is not distinct from new.body and d.deleted_at > now() - interval '10 minutes';
  if found then
    new.id := deleted.id;
    new.created_at := deleted.created_at;
  end if;
  return new;
end;
$$;

comment on function private.restore_review() is
  'Trigger: a review that its author writes again, with the same stars and text, has its id and its time again';

create function private.restore_review_votes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  with deleted as (
    delete from private.deleted_reviews d where d.user_id = new.user_id and d.agent_id = new.agent_id returning d.id, d.votes
  )
  insert into public.agent_review_votes
  select v.* from deleted d cross join lateral jsonb_populate_recordset(null::public.agent_review_votes, d.votes) v
  where d.id = new.id and exists (select 1 from public.profiles p where p.id = v.user_id);
  return null;
end;
$$;

comment on function private.restore_review_votes() is
  'Trigger: gives a restored review its votes again, except those of accounts that were deleted meanwhile';

create trigger agent_reviews_keep_deleted
  before delete on public.agent_reviews
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.keep_deleted_review();

create trigger agent_reviews_restore
  before insert on public.agent_reviews
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.restore_review();

create trigger agent_reviews_restore_votes
  after insert on public.agent_reviews
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.restore_review_votes();

do $$
declare
  written regclass;
begin
  foreach written in array array[
    'public.webhook_deliveries', 'private.agent_tool_secrets', 'private.spend_limits', 'private.deployment_terms',
    'private.deployment_quotes', 'private.recovery_codes', 'private.recovery_code_tries', 'private.jobs',
    'private.conversation_reports'
  ]::regclass[] loop
    execute format(
      'create trigger a_refuse_suspended_person before insert or update or delete on %s '
      'for each statement execute function private.refuse_suspended_person()',
      written
    );
  end loop;
end;
$$;

create or replace function private.payment_account() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('person', u.id, 'email', u.email, 'customer', c.customer, 'plan', private.plan_of(u.id))
  from auth.users u left join private.payment_customers c on c.person = u.id
  where u.id = auth.uid() and not exists (select from private.current_suspension(null, null, array[u.id]));
$$;

comment on function private.payment_account() is 'Implements public.payment_account; null for a suspended user';

create or replace function private.payout_account() returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('person', u.id, 'email', u.email, 'account', p.id, 'state', coalesce(p.state, 'none'))
  from auth.users u left join private.payout_accounts p on p.person = u.id
  where u.id = auth.uid() and not exists (select from private.current_suspension(null, null, array[u.id]));
$$;

comment on function private.payout_account() is 'Implements public.payout_account; null for a suspended user';

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

create or replace function private.call_allowance(deployment uuid, key uuid)
returns table(outcome text, places numeric, plan_name text, quota integer, period_end timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  select a.outcome, a.places, a.plan_name, a.quota, a.period_end
  into outcome, places, plan_name, quota, period_end
  from private.current_allowance(call_allowance.deployment, call_allowance.key) a;
  if not found then
    return;
  end if;
  if outcome is not null then
    perform private.emit_quota(
      call_allowance.deployment, call_allowance.key,
      case outcome when 'over_quota' then 'plan' else split_part(outcome, '_', 2) end, plan_name, period_end
    );
    -- A call that would fit without the running ones is no reason for an alert.
    perform private.add_spend_alert(s.user_id, s.scope, s.subject, s.amount, p.spent, 100)
    from public.deployments d
    join private.spend_limits s on s.user_id = d.user_id and outcome = 'over_' || s.scope || '_limit'
      and s.subject = case s.scope when 'account' then d.user_id when 'deployment' then d.id else call_allowance.key end
    cross join lateral (select private.spent(s) as spent) p
    where d.id = call_allowance.deployment and p.spent + private.highest_price(d.id, d.user_id) > s.amount;
  end if;
  return next;
end;
$$;

comment on function private.call_allowance(uuid, uuid) is
  'private.current_allowance, for a call that begins: a rejection sends quota.reached to webhooks, and the alert of 100 % '
  'about a limit that the call does not fit';

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

revoke all on function
  private.keep_deleted_review(), private.restore_review(), private.restore_review_votes(), private.sweep_jobs(),
  private.sweep_deployments(text), public.sweep_deployments(text)
  from public, anon, authenticated;
grant execute on function private.sweep_deployments(text), public.sweep_deployments(text) to service_role;

create or replace function private.suspend(kind text, subject uuid, reason text, appeal text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  lacking constant text := 'A suspension needs a reason and an address for appeals';
  account constant uuid := private.subject_account(suspend.kind, suspend.subject);
  suspension uuid;
begin
  perform private.require_moderation_text(suspend.kind, suspend.reason, lacking);
  if nullif(btrim(suspend.appeal), '') is null then
    raise sqlstate 'PT400' using message = lacking;
  end if;
  if char_length(btrim(suspend.appeal)) > 200 then
    raise sqlstate 'PT400' using message = 'The address for appeals must have at most 200 characters';
  end if;
  if account is null then
    raise sqlstate 'PT404' using message =
      format('No %s has the id %s', replace(suspend.kind, 'person', 'user'), suspend.subject);
  end if;
  insert into private.suspensions (kind, subject, reason, appeal)
  values (suspend.kind, suspend.subject, btrim(suspend.reason), btrim(suspend.appeal))
  on conflict (kind, subject) where lifted_at is null do nothing
  returning id into suspension;
  if suspension is null then
    raise sqlstate 'PT409' using message =
      format('This %s is already suspended', replace(suspend.kind, 'person', 'user'));
  end if;
  perform private.apply_suspension(suspend.kind, suspend.subject);
  if suspend.kind = 'person' then
    -- Hosted Supabase refuses the sign-in of a banned account.
    update auth.users set banned_until = now() + interval '100 years' where id = suspend.subject;
    perform private.end_sessions(suspend.subject);
  end if;
  perform private.record_security_event('moderation_suspended', account, jsonb_build_object(
    'kind', suspend.kind, 'subject', suspend.subject, 'reason', btrim(suspend.reason), 'appeal', btrim(suspend.appeal)
  ));
  return suspension;
end;
$$;

comment on function private.suspend(text, uuid, text, text) is 'Implements public.suspend';

create or replace function private.lift_suspension(kind text, subject uuid, reason text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  suspension uuid;
begin
  perform private.require_moderation_text(
    lift_suspension.kind, lift_suspension.reason, 'Lifting a suspension needs a reason'
  );
  update private.suspensions s set lifted_at = now(), lift_reason = btrim(lift_suspension.reason)
  where s.kind = lift_suspension.kind and s.subject = lift_suspension.subject and s.lifted_at is null
  returning s.id into suspension;
  if suspension is null then
    raise sqlstate 'PT404' using message =
      format('No %s with the id %s is suspended', replace(lift_suspension.kind, 'person', 'user'), lift_suspension.subject);
  end if;
  perform private.apply_suspension(lift_suspension.kind, lift_suspension.subject);
  if lift_suspension.kind = 'person' then
    update auth.users set banned_until = null where id = lift_suspension.subject;
  end if;
  perform private.record_security_event(
    'moderation_lifted', private.subject_account(lift_suspension.kind, lift_suspension.subject),
    jsonb_build_object(
      'kind', lift_suspension.kind, 'subject', lift_suspension.subject, 'reason', btrim(lift_suspension.reason)
    )
  );
  return suspension;
end;
$$;

comment on function private.lift_suspension(text, uuid, text) is 'Implements public.lift_suspension';

create or replace function private.moderate_picture(kind text, subject uuid, reason text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant uuid := private.subject_account(moderate_picture.kind, moderate_picture.subject);
begin
  if kind is null or kind not in ('agent', 'person') then
    raise sqlstate 'PT400' using message = 'The kind must be agent or person';
  end if;
  if nullif(btrim(reason), '') is null then
    raise sqlstate 'PT400' using message = 'Removing a picture needs a reason';
  end if;
  if account is null then
    raise sqlstate 'PT404' using message = format('No %s has the id %s', replace(kind, 'person', 'user'), subject);
  end if;
  perform private.record_security_event('moderation_picture_removed', account, jsonb_build_object(
    'kind', kind, 'subject', subject, 'reason', btrim(reason)
  ));
  return private.set_picture(account, case when kind = 'agent' then subject end, null);
end;
$$;

comment on function private.moderate_picture(text, uuid, text) is 'Implements public.moderate_picture';

create or replace function private.end_user_sessions(account uuid, reason text) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  if nullif(btrim(end_user_sessions.reason), '') is null then
    raise sqlstate 'PT400' using message = 'Ending sessions needs a reason';
  end if;
  if end_user_sessions.account is not null
    and not exists (select 1 from auth.users u where u.id = end_user_sessions.account)
  then
    raise sqlstate 'PT404' using message = format('No user has the id %s', end_user_sessions.account);
  end if;
  delete from auth.sessions s where end_user_sessions.account is null or s.user_id = end_user_sessions.account;
  get diagnostics ended = row_count;
  perform private.record_security_event(
    'moderation_sessions_ended', end_user_sessions.account,
    jsonb_build_object('sessions', ended, 'reason', btrim(end_user_sessions.reason))
  );
  return ended;
end;
$$;

comment on function private.end_user_sessions(uuid, text) is 'Implements public.end_user_sessions';
