-- Security events: what the server saw, in rows that no browser can write or forge; and daily limits of the browser's
-- own events in the audit log, which are its word.
-- Written by functions, triggers and the server. Users read the events of their account through
-- `list_security_events`. An event of a transaction that is rolled back is rolled back too: a refusal is recorded by the
-- server after its response. Times are UTC. One file, because the triggers at the end need its function.
-- Replaces: private.limit_audit_events, private.sweep_deployments
-- Locks: security_audit_log, while two indexes are built and one is dropped (ACCESS EXCLUSIVE); subscriptions, agents and
-- deployment_keys, briefly, to add triggers (SHARE ROW EXCLUSIVE). Everything else is new.

create table private.security_events (
  id bigint primary key generated always as identity,
  event_type text not null
    constraint security_events_event_type_format check (event_type ~ '^[a-z][a-z0-9_]{1,62}$'),
  account_id uuid,
  address text constraint security_events_address_length check (char_length(address) <= 64),
  details jsonb not null default '{}'
    constraint security_events_details_are_small check (
      jsonb_typeof(details) = 'object' and octet_length(details::text) <= 2048
    ),
  occurrences integer not null default 1 constraint security_events_occurrences_range check (occurrences >= 1),
  counted_in timestamptz,
  created_at timestamptz not null default now()
);

comment on table private.security_events is
  'Security events of the server: sign-ins, refusals, changes of plans, prices and keys. No client writes it';
comment on column private.security_events.account_id is
  'The account that the event concerns; null for a visitor. No foreign key: events outlive the account';
comment on column private.security_events.address is
  'Client address, as the server or the nearest proxy knows it. Erased with the account';
comment on column private.security_events.occurrences is
  'How often the event happened within the minute counted_in: frequent events are counted, so that they cannot flood';
comment on column private.security_events.counted_in is 'The minute of a counted event; null for a single one';

create unique index security_events_counted
  on private.security_events (event_type, account_id, address, details, counted_in) nulls not distinct
  where counted_in is not null;
create index security_events_by_account on private.security_events (account_id, id desc);
create index security_events_oldest on private.security_events (created_at);
create index security_events_oldest_counted on private.security_events (id) where counted_in is not null;

alter table private.security_events enable row level security;

create function private.record_security_event(
  event_type text, account_id uuid, details jsonb default '{}', address text default null, occurrences integer default 1
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.security_events as known (event_type, account_id, address, details, occurrences, counted_in)
  values (
    record_security_event.event_type, record_security_event.account_id,
    coalesce(left(record_security_event.address, 64), private.request_address()),
    coalesce(record_security_event.details, '{}'), record_security_event.occurrences,
    case
      when record_security_event.event_type in ('sign_in_failed', 'request_refused', 'service_key_used')
      then date_trunc('minute', now())
    end
  )
  on conflict (event_type, account_id, address, details, counted_in) where counted_in is not null
  do update set occurrences = known.occurrences + excluded.occurrences;
end;
$$;

comment on function private.record_security_event(text, uuid, jsonb, text, integer) is
  'Records a security event of an account (null: a visitor). Failed sign-ins, refusals and uses of the service key are '
  'counted: one row per minute, account, address and details. The address is that of the current request by default';

create function private.own_security_events(before bigint, max_rows integer)
returns table (
  id bigint, event_type text, address text, details jsonb, occurrences integer, created_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select e.id, e.event_type, e.address, e.details, e.occurrences, e.created_at
  from private.security_events e
  where e.account_id = (select auth.uid()) and (own_security_events.before is null or e.id < own_security_events.before)
  order by e.id desc
  limit least(greatest(own_security_events.max_rows, 1), 200);
$$;

comment on function private.own_security_events(bigint, integer) is 'Implements public.list_security_events';

create function public.list_security_events(before bigint default null, max_rows integer default 50)
returns table (
  id bigint, event_type text, address text, details jsonb, occurrences integer, created_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select e.id, e.event_type, e.address, e.details, e.occurrences, e.created_at
  from private.own_security_events(list_security_events.before, list_security_events.max_rows) e;
end;

comment on function public.list_security_events(bigint, integer) is
  'Security events of the caller''s account, newest first, up to 200; before continues after the last id of a page';

-- Writers.

create function private.record_plan_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_security_event('plan_changed', new.user_id, jsonb_build_object(
    'plan_name', new.plan_name, 'status', new.status,
    'from_plan_name', case when tg_op = 'UPDATE' then old.plan_name end,
    'from_status', case when tg_op = 'UPDATE' then old.status end
  ));
  return null;
end;
$$;

comment on function private.record_plan_change() is 'Trigger: records a new or changed plan as a security event';

create trigger subscriptions_record_insert
  after insert on public.subscriptions
  for each row execute function private.record_plan_change();
create trigger subscriptions_record_update
  after update on public.subscriptions
  for each row when ((old.plan_name, old.status) is distinct from (new.plan_name, new.status))
  execute function private.record_plan_change();

create function private.record_price_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_security_event('price_changed', new.creator_id, jsonb_build_object(
    'agent_id', new.id,
    'pricing_model', new.pricing_model, 'price_per_message', new.price_per_message,
    'price_per_month', new.price_per_month,
    'from_pricing_model', old.pricing_model, 'from_price_per_message', old.price_per_message,
    'from_price_per_month', old.price_per_month
  ));
  return null;
end;
$$;

comment on function private.record_price_change() is 'Trigger: records a changed price of an agent as a security event';

create trigger agents_record_price
  after update on public.agents
  for each row when (
    (old.pricing_model, old.price_per_message, old.price_per_month)
      is distinct from (new.pricing_model, new.price_per_message, new.price_per_month)
  )
  execute function private.record_price_change();

create function private.record_key_event() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_security_event(
    tg_argv[0],
    -- A key is stored just before its deployment.
    coalesce((select d.user_id from public.deployments d where d.id = new.deployment_id), auth.uid()),
    jsonb_build_object('deployment_id', new.deployment_id, 'last_four', new.last_four)
  );
  return null;
end;
$$;

comment on function private.record_key_event() is
  'Trigger: records a created, replaced or revoked key as a security event. Its argument is the type';

create trigger deployment_keys_record_created
  after insert on private.deployment_keys
  for each row when (new.revoked_at is null and new.replaced_at is null)
  execute function private.record_key_event('key_created');
create trigger deployment_keys_record_rotated
  after update on private.deployment_keys
  for each row when (old.replaced_at is null and new.replaced_at is not null)
  execute function private.record_key_event('key_rotated');
create trigger deployment_keys_record_revoked
  after update on private.deployment_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function private.record_key_event('key_revoked');

-- Daily counts, for limits.

create table private.daily_counts (
  kind text not null,
  source text not null,
  day date not null default (now() at time zone 'UTC')::date,
  items integer not null,
  bytes bigint not null default 0,
  primary key (kind, source, day)
);

comment on table private.daily_counts is
  'Items that one account or address wrote today, for the limits of writes. Rows of earlier days are swept';
comment on column private.daily_counts.source is 'An account''s id, an address, or everyone';

create index daily_counts_day on private.daily_counts (day);

alter table private.daily_counts enable row level security;

create function private.count_today(kind text, source text, bytes bigint default 0)
returns private.daily_counts
language sql
security definer
set search_path = ''
as $$
  insert into private.daily_counts as known (kind, source, items, bytes)
  values (count_today.kind, count_today.source, 1, count_today.bytes)
  on conflict (kind, source, day) do update set items = known.items + 1, bytes = known.bytes + excluded.bytes
  returning *;
$$;

comment on function private.count_today(text, text, bigint) is
  'Counts one item of a source today and returns the count. A rejected transaction takes its count back';

-- The browser's events.

-- Serves both limits of a user: of events, and of revealed keys.
drop index public.security_audit_log_by_user;
create index security_audit_log_by_user on public.security_audit_log (user_id, created_at);
create index security_audit_log_oldest on public.security_audit_log (created_at);

create or replace function private.limit_audit_events() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  size constant bigint := octet_length(new.details::text) + coalesce(octet_length(new.user_agent), 0);
  recent integer;
  today private.daily_counts;
begin
  if new.event_type like 'key\_%' then
    raise sqlstate 'PT403' using message = 'Key events are recorded by the server';
  end if;

  -- Users have a separate limit, so that anonymous events from their address cannot crowd out theirs.
  if new.user_id is not null then
    select count(*) into recent from (
      select 1 from public.security_audit_log
      where user_id = new.user_id and created_at > now() - interval '1 minute' limit 60
    ) as events;
  -- `is not distinct from` would not use the index.
  elsif new.ip_address is null then
    select count(*) into recent from (
      select 1 from public.security_audit_log
      where ip_address is null and user_id is null and created_at > now() - interval '1 minute' limit 60
    ) as events;
  else
    select count(*) into recent from (
      select 1 from public.security_audit_log
      where ip_address = new.ip_address and user_id is null and created_at > now() - interval '1 minute' limit 60
    ) as events;
  end if;
  if recent >= 60 then
    raise sqlstate 'PT429' using message = 'Too many events from this address. Wait a minute and try again';
  end if;

  today := private.count_today(
    'audit events', coalesce(new.user_id::text, 'address ' || coalesce(new.ip_address, 'unknown')), size
  );
  if today.items > 2000 or today.bytes > 1000000 then
    raise sqlstate 'PT429' using message = 'Too many events today. Try again tomorrow';
  end if;
  if new.user_id is null then
    today := private.count_today('audit events', 'everyone', size);
    if today.items > 20000 or today.bytes > 10000000 then
      raise sqlstate 'PT429' using message = 'Too many events today. Try again tomorrow';
    end if;
  end if;
  return new;
end;
$$;

comment on function private.limit_audit_events() is
  'Trigger: 60 events per minute, and 2,000 events and 1 MB per day, of each user and of each address without a user (all '
  'unknown addresses share one limit); 20,000 events and 10 MB per day of all visitors. Rejects key_* events of clients';

-- Retention.

create function private.sweep_records() returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
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
end;
$$;

comment on function private.sweep_records() is
  'Deletes audit events after 90 days, security events after 180 days, and counted ones after 30 days or beyond the newest '
  'million; up to 1,000 rows of each at a time';

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
  perform private.sweep_records();
  return private.activate_overdue();
end;
$$;

comment on function private.sweep_deployments() is
  'Implements public.sweep_deployments. Each statement touches up to 1,000 rows; the next sweep continues';

revoke all on function
  private.record_security_event(text, uuid, jsonb, text, integer),
  private.own_security_events(bigint, integer), private.record_plan_change(), private.record_price_change(),
  private.record_key_event(), private.count_today(text, text, bigint), private.limit_audit_events(),
  private.sweep_records(), private.sweep_deployments()
  from public, anon, authenticated;
grant execute on function private.record_security_event(text, uuid, jsonb, text, integer), private.sweep_deployments()
  to service_role;
grant execute on function private.own_security_events(bigint, integer) to authenticated;
revoke all on function public.list_security_events(bigint, integer) from public, anon;
grant execute on function public.list_security_events(bigint, integer) to authenticated;
