-- Moderation: an operator suspends an agent, a deployment or an account, for a reason and with an address for appeals.
-- Written and read by operators only, through functions of the service role (`slipway moderate`). Every step is a
-- security event. A suspension takes effect at the next call: the gateway refuses it. A suspended agent, and every agent
-- of a suspended account, is not listed and is readable by its creator and its deployers only. A suspended user is
-- signed out and cannot write. Times are UTC. One file, because every part reads the same table.
-- Locks: agents, while a column is added and policies change (ACCESS EXCLUSIVE); agent_listings, deployments and the
-- tables that users write, briefly, to add triggers (SHARE ROW EXCLUSIVE); agent_archive, for an update of its rows.

create table private.suspensions (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint suspensions_kind_known check (kind in ('agent', 'deployment', 'person')),
  subject uuid not null,
  reason text not null constraint suspensions_reason_length check (char_length(reason) between 1 and 500),
  appeal text not null constraint suspensions_appeal_length check (char_length(appeal) between 1 and 200),
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  lift_reason text constraint suspensions_lift_reason_length check (char_length(lift_reason) between 1 and 500),
  constraint suspensions_lifted_with_reason check ((lifted_at is null) = (lift_reason is null))
);

comment on table private.suspensions is
  'Suspended agents, deployments and accounts, current and lifted. Written and read by operators only';
comment on column private.suspensions.subject is
  'The id of the agent, deployment or account. No foreign key: a suspension outlives a deletion that may be undone';
comment on column private.suspensions.reason is 'Shown to the suspended person and to callers';
comment on column private.suspensions.appeal is 'An email or web address for appeals, shown with the reason';

create unique index suspensions_one_current on private.suspensions (kind, subject) where lifted_at is null;

alter table private.suspensions enable row level security;

create function private.current_suspension(agent uuid, deployment uuid, people uuid[])
returns table (kind text, reason text, appeal text)
language sql
stable
security definer
set search_path = ''
as $$
  select s.kind, s.reason, s.appeal from private.suspensions s
  where s.lifted_at is null and (
    s.kind = 'agent' and s.subject = current_suspension.agent
    or s.kind = 'deployment' and s.subject = current_suspension.deployment
    or s.kind = 'person' and s.subject = any (current_suspension.people)
  )
  order by s.kind desc
  limit 1;
$$;

comment on function private.current_suspension(uuid, uuid, uuid[]) is
  'The current suspension of an agent, a deployment or one of these people; no row without one';

-- Agents: a column, so that policies need no function and the listing no join.

alter table public.agents add column suspended_at timestamptz;
comment on column public.agents.suspended_at is
  'Since when the agent or its creator is suspended; null: not suspended. Set by moderation, read-only for clients';
update private.agent_archive set agent = '{"suspended_at": null}' || agent;

create function private.mark_suspended_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.suspended_at := (
    select min(s.created_at) from private.suspensions s
    where s.lifted_at is null
      and (s.kind = 'agent' and s.subject = new.id or s.kind = 'person' and s.subject = new.creator_id)
  );
  return new;
end;
$$;

comment on function private.mark_suspended_agent() is
  'Trigger: sets suspended_at of an agent that is inserted, restored or changed by moderation';

create trigger agents_mark_suspended
  before insert or update of suspended_at on public.agents
  for each row execute function private.mark_suspended_agent();

create function private.skip_suspended_listing() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  return case when exists (
    select 1 from public.agents a where a.id = new.agent_id and a.suspended_at is not null
  ) then null else new end;
end;
$$;

comment on function private.skip_suspended_listing() is 'Trigger: a suspended agent gets no listing';

create trigger agent_listings_skip_suspended
  before insert on public.agent_listings
  for each row execute function private.skip_suspended_listing();

alter policy "visitors read public active agents" on public.agents
  using (is_public and status = 'active' and suspended_at is null);

alter policy "users read public agents, their own, and those they deploy" on public.agents
  using (
    (is_public and status = 'active' and suspended_at is null)
    or creator_id = (select auth.uid())
    or id in (select d.agent_id from public.deployments d where d.user_id = (select auth.uid()))
  );

create function private.refuse_suspended_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.agents a where a.id = new.agent_id and a.suspended_at is not null) then
    raise sqlstate 'PT403' using message = 'This agent is suspended and cannot be deployed';
  end if;
  return new;
end;
$$;

comment on function private.refuse_suspended_agent() is 'Trigger: a suspended agent cannot be deployed';

create trigger deployments_0_refuse_suspended_agent
  before insert on public.deployments
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.refuse_suspended_agent();

-- People: no writes, also through functions that run with their owner's rights.

create function private.refuse_suspended_person() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  suspension record;
begin
  select s.reason, s.appeal into suspension
  from private.current_suspension(null, null, array[auth.uid()]) s
  where auth.uid() is not null;
  if found then
    raise sqlstate 'PT403' using message =
      format('Your account is suspended: %s. To appeal, contact %s', suspension.reason, suspension.appeal);
  end if;
  return null;
end;
$$;

comment on function private.refuse_suspended_person() is 'Trigger: rejects every write of a suspended person';

do $$
declare
  written regclass;
begin
  foreach written in array array[
    'public.agents', 'public.agent_configs', 'public.agent_installs', 'public.agent_reviews',
    'public.agent_review_votes', 'public.agent_reports', 'public.deployments', 'public.profiles',
    'private.deployment_keys'
  ]::regclass[]
  loop
    execute format(
      'create trigger a_refuse_suspended_person before insert or update or delete on %s '
      'for each statement execute function private.refuse_suspended_person()',
      written
    );
  end loop;
end;
$$;

create function private.end_sessions(account uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from auth.sessions where user_id = end_sessions.account;
end;
$$;

comment on function private.end_sessions(uuid) is
  'Ends all sessions of an account, whose refresh tokens are deleted with them';

-- Functions for operators.

create function private.subject_account(kind text, subject uuid) returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select case subject_account.kind
    when 'agent' then (select a.creator_id from public.agents a where a.id = subject_account.subject)
    when 'deployment' then (select d.user_id from public.deployments d where d.id = subject_account.subject)
    when 'person' then (select p.id from public.profiles p where p.id = subject_account.subject)
  end;
$$;

comment on function private.subject_account(text, uuid) is
  'The account behind an agent, a deployment or an account; null if it does not exist';

create function private.apply_suspension(kind text, subject uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- The trigger computes the value; the other one refreshes the listing.
  update public.agents a set suspended_at = null
  where apply_suspension.kind = 'agent' and a.id = apply_suspension.subject
    or apply_suspension.kind = 'person' and a.creator_id = apply_suspension.subject;
  delete from public.agent_listings l using public.agents a
  where a.id = l.agent_id and a.suspended_at is not null
    and (a.id = apply_suspension.subject or a.creator_id = apply_suspension.subject);
end;
$$;

comment on function private.apply_suspension(text, uuid) is
  'Updates the agents and listings that a new or lifted suspension concerns';

create function private.suspend(kind text, subject uuid, reason text, appeal text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.subject_account(suspend.kind, suspend.subject);
  suspension uuid;
begin
  if suspend.kind is null or suspend.kind not in ('agent', 'deployment', 'person') then
    raise sqlstate 'PT400' using message = 'The kind must be agent, deployment or person';
  end if;
  if nullif(btrim(suspend.reason), '') is null or nullif(btrim(suspend.appeal), '') is null then
    raise sqlstate 'PT400' using message = 'A suspension needs a reason and an address for appeals';
  end if;
  if account is null then
    raise sqlstate 'PT404' using message = format('No %s has the id %s', suspend.kind, suspend.subject);
  end if;
  insert into private.suspensions (kind, subject, reason, appeal)
  values (suspend.kind, suspend.subject, btrim(suspend.reason), btrim(suspend.appeal))
  on conflict (kind, subject) where lifted_at is null do nothing
  returning id into suspension;
  if suspension is null then
    raise sqlstate 'PT409' using message = format('This %s is already suspended', suspend.kind);
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

create function private.lift_suspension(kind text, subject uuid, reason text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  suspension uuid;
begin
  if nullif(btrim(lift_suspension.reason), '') is null then
    raise sqlstate 'PT400' using message = 'Lifting a suspension needs a reason';
  end if;
  update private.suspensions s set lifted_at = now(), lift_reason = btrim(lift_suspension.reason)
  where s.kind = lift_suspension.kind and s.subject = lift_suspension.subject and s.lifted_at is null
  returning s.id into suspension;
  if suspension is null then
    raise sqlstate 'PT404' using message =
      format('No %s with the id %s is suspended', lift_suspension.kind, lift_suspension.subject);
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

create function private.suspension_list()
returns table (
  kind text, subject uuid, name text, reason text, appeal text, created_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select s.kind, s.subject, coalesce(a.name, d.name, p.full_name), s.reason, s.appeal, s.created_at
  from private.suspensions s
  left join public.agents a on s.kind = 'agent' and a.id = s.subject
  left join public.deployments d on s.kind = 'deployment' and d.id = s.subject
  left join public.profiles p on s.kind = 'person' and p.id = s.subject
  where s.lifted_at is null
  order by s.created_at desc
  limit 1000;
$$;

comment on function private.suspension_list() is 'Implements public.list_suspensions';

revoke all on function
  private.current_suspension(uuid, uuid, uuid[]), private.mark_suspended_agent(), private.skip_suspended_listing(),
  private.refuse_suspended_agent(), private.refuse_suspended_person(), private.end_sessions(uuid),
  private.subject_account(text, uuid), private.apply_suspension(text, uuid), private.suspend(text, uuid, text, text),
  private.lift_suspension(text, uuid, text), private.suspension_list()
  from public, anon, authenticated;
grant execute on function
  private.current_suspension(uuid, uuid, uuid[]), private.suspend(text, uuid, text, text),
  private.lift_suspension(text, uuid, text), private.suspension_list()
  to service_role;

create function public.suspend(kind text, subject uuid, reason text, appeal text) returns uuid
language sql
security invoker
set search_path = ''
return private.suspend(kind, subject, reason, appeal);

comment on function public.suspend(text, uuid, text, text) is
  'For operators: suspends an agent, a deployment or an account (kind) by id, and records it. Returns the suspension';

create function public.lift_suspension(kind text, subject uuid, reason text) returns uuid
language sql
security invoker
set search_path = ''
return private.lift_suspension(kind, subject, reason);

comment on function public.lift_suspension(text, uuid, text) is
  'For operators: lifts the current suspension of an agent, a deployment or an account, and records it. Returns it';

create function public.list_suspensions()
returns table (
  kind text, subject uuid, name text, reason text, appeal text, created_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.kind, s.subject, s.name, s.reason, s.appeal, s.created_at from private.suspension_list() s;
end;

comment on function public.list_suspensions() is 'For operators: the current suspensions, newest first, up to 1,000';

create function public.list_agent_reports()
returns table (
  agent_id uuid, name text, creator_id uuid, creator text, reports bigint, reasons text[], details text[],
  last_reported_at timestamptz, is_suspended boolean
)
language sql
stable
security invoker
set search_path = ''
as $$
  select
    a.id, a.name, a.creator_id, p.full_name, count(*), array_agg(distinct r.reason order by r.reason),
    coalesce((array_agg(r.details order by r.created_at desc) filter (where r.details is not null))[1:5], '{}'),
    max(r.created_at), a.suspended_at is not null
  from public.agent_reports r
  join public.agents a on a.id = r.agent_id
  join public.profiles p on p.id = a.creator_id
  group by a.id, p.full_name
  order by a.suspended_at is not null, count(*) desc, max(r.created_at) desc
  limit 200;
$$;

comment on function public.list_agent_reports() is
  'For operators: reported agents with the number of reports, their reasons and the five newest texts; agents that are '
  'not suspended first, then by reports. Up to 200';

revoke all on function
  public.suspend(text, uuid, text, text), public.lift_suspension(text, uuid, text), public.list_suspensions(),
  public.list_agent_reports()
  from public, anon, authenticated;
grant execute on function
  public.suspend(text, uuid, text, text), public.lift_suspension(text, uuid, text), public.list_suspensions(),
  public.list_agent_reports()
  to service_role;
