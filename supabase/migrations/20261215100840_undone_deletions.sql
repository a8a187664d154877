-- The deletion of an account can be undone for 14 days. Until then nothing that it publishes is public, and an undo brings back
-- exactly what was: before, shared conversations stayed readable, drafts and private agents were archived, which also ended the
-- calls of the creator, an undo published nothing again, and an agent that was published meanwhile was archived within the hour.
-- Read and written by functions and triggers only. Agents that an earlier request archived stay archived.
-- Long because the functions of the deletion are stated again.
-- Replaces: private.live_conversation, private.delete_account_batch, private.request_account_deletion, private.cancel_account_deletion, private.run_jobs
-- Locks: jobs, to replace a check constraint (ACCESS EXCLUSIVE, brief; the table is small); agents and shared_conversations, for
-- triggers (SHARE ROW EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create table private.hidden_agents (
  agent_id uuid primary key references public.agents (id) on delete cascade
);

comment on table private.hidden_agents is
  'Agents that were public until their creator requested the deletion of the account. Public again when it is undone';

alter table private.hidden_agents enable row level security;

create function private.is_deletion_pending(account uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from private.jobs j
    where j.kind = 'delete_account' and j.subject = is_deletion_pending.account and j.finished_at is null
  );
$$;

comment on function private.is_deletion_pending(uuid) is 'Whether the deletion of an account was requested, also after it began';

create function private.hide_agents(account uuid) returns integer
language sql
security definer
set search_path = ''
as $$
  with chosen as (
    select a.id from public.agents a
    where a.creator_id = hide_agents.account and a.is_public and a.status = 'active'
    order by a.id limit 100
  ),
  recorded as (
    insert into private.hidden_agents (agent_id) select c.id from chosen c on conflict do nothing
  ),
  hidden as (
    update public.agents a set is_public = false from chosen c where a.id = c.id returning a.id
  )
  select count(*)::integer from hidden h;
$$;

comment on function private.hide_agents(uuid) is
  'Takes up to 100 public agents of an account out of the marketplace, which starts their notice period. Returns how many';

create function private.publish_again(account uuid) returns integer
language sql
security definer
set search_path = ''
as $$
  with chosen as (
    select h.agent_id from private.hidden_agents h join public.agents a on a.id = h.agent_id
    where a.creator_id = publish_again.account
    order by h.agent_id limit 100
  ),
  forgotten as (
    delete from private.hidden_agents h using chosen c where h.agent_id = c.agent_id
  ),
  -- One that its creator archived meanwhile stays archived.
  published as (
    update public.agents a set is_public = true from chosen c where a.id = c.agent_id and a.status = 'active' and not a.is_public
  )
  select count(*)::integer from chosen c;
$$;

comment on function private.publish_again(uuid) is
  'Makes up to 100 agents public again that hide_agents hid. Returns how many were hidden';

create function private.publish_again_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed integer := 0;
begin
  -- After another request, the agents stay hidden until that one is undone.
  if not private.is_deletion_pending(job.subject) then
    changed := private.publish_again(job.subject);
  end if;
  job.done := job.done + changed;
  if changed < 100 then
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.publish_again_batch(private.jobs) is
  'Makes the agents of an account public again whose deletion was undone, 100 at a time';

alter table private.jobs drop constraint jobs_kind_known;
alter table private.jobs add constraint jobs_kind_known check (
  kind in ('refresh_listings', 'delete_agent', 'delete_account', 'publish_again', 'lower_terms', 'moderation_webhooks')
) not valid;

comment on column private.jobs.subject is
  'refresh_listings: the creator; delete_agent, lower_terms: the agent; delete_account, publish_again: the account; '
  'moderation_webhooks: the suspended agent, deployment or account';

create function private.refuse_pending_deletion() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if tg_table_name = 'agents' then
    account := new.creator_id;
  else
    account := new.user_id;
  end if;
  if not private.is_deletion_pending(account) then
    return new;
  end if;
  if tg_table_name = 'agents' and tg_op = 'INSERT' then
    -- A deleted agent that is restored, which stays possible.
    new.is_public := false;
    return new;
  end if;
  raise sqlstate 'PT403' using message = tg_argv[0], hint = 'pending_deletion';
end;
$$;

comment on function private.refuse_pending_deletion() is
  'Trigger: PT403 with its argument as the message for what an account would publish while its deletion is pending';

create trigger agents_05_hide_restored before insert on public.agents
  for each row when (new.is_public and new.status = 'active')
  execute function private.refuse_pending_deletion();
create trigger agents_05_refuse_pending_deletion before update of is_public, status on public.agents
  for each row when (new.is_public and new.status = 'active' and not (old.is_public and old.status = 'active'))
  execute function private.refuse_pending_deletion('Your account will be deleted. Keep it to publish agents');
create trigger shared_conversations_01_refuse_pending_deletion before insert on public.shared_conversations
  for each row execute function private.refuse_pending_deletion('Your account will be deleted. Keep it to share conversations');

create or replace function private.live_conversation(id text) returns setof public.shared_conversations
language sql
stable
security definer
set search_path = ''
as $$
  select s.* from public.shared_conversations s
  where s.id = live_conversation.id and s.expires_at > now() and s.removed_at is null
    and not exists (select 1 from public.agents a where a.id = s.agent_id and a.suspended_at is not null)
    and not exists (select 1 from private.current_suspension(null, null, array[s.user_id]))
    and not private.is_deletion_pending(s.user_id);
$$;

comment on function private.live_conversation(text) is
  'The shared conversation with this id, if it may be read: its creator, its agent and their creator are not suspended, and '
  'its creator does not wait for the deletion of the account';

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
  'Until the account''s deletion is due, hides its agents; then ends its sessions and its keys, and deletes it in batches';

create or replace function private.request_account_deletion() returns timestamptz
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
  -- A deletion without its mail would not be noticed: the user may not be the one who asked.
  if (private.count_today('deletions of accounts', me::text)).items > 5 then
    raise sqlstate 'PT429' using
      message = 'Daily limit reached: the deletion of an account can be requested 5 times a day. Try again tomorrow';
  end if;
  perform private.hide_agents(me);
  perform private.record_security_event('account_deletion_requested', me, jsonb_build_object('deletes_at', due));
  insert into private.mails (user_id, kind, details)
  select u.id, 'account_deletion', jsonb_build_object('deletes_at', due)
  from auth.users u where u.id = me and u.email is not null;
  return due;
end;
$$;

comment on function private.request_account_deletion() is 'Implements public.request_account_deletion';

comment on function public.request_account_deletion() is
  'Deletes the caller''s account after 14 days; returns when. Until then its agents and shared conversations are hidden: the '
  'first 100 agents at once, the others within minutes. Needs a sign-in within the last 15 minutes (else PT403 with the hint '
  'reauthenticate). A repeated request keeps the first date; PT429 after five that were canceled on one day';

create or replace function private.cancel_account_deletion() returns boolean
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

comment on function public.cancel_account_deletion() is
  'Cancels the deletion of the caller''s account, until it begins. Returns whether there was one. Publishes what the request '
  'hid: shared conversations and the first 100 agents at once, the others within minutes';

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
        when 'publish_again' then job := private.publish_again_batch(job);
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

revoke all on function
  private.is_deletion_pending(uuid), private.hide_agents(uuid), private.publish_again(uuid),
  private.publish_again_batch(private.jobs), private.refuse_pending_deletion()
  from public, anon, authenticated;
