-- Webhooks: addresses that an owner adds to a deployment, to which the server posts signed events (decision 061).
-- Owners write them through functions, read them and their last deliveries, and delete them. Triggers write deliveries in
-- the transaction of the event; the server takes those that are due (take_webhook_deliveries) and reports each attempt
-- (webhook_attempted). Secrets are encrypted with the key of deployment keys. A deleted deployment loses its webhooks,
-- also when it is restored. Times are UTC. One file, because every part reads the same two tables.
-- Locks: deployments, deployment_keys, spend_alerts, mails and suspensions, for triggers (SHARE ROW EXCLUSIVE, brief);
-- notifications, for a constraint that is validated without blocking writes.

create function private.are_webhook_events(events text[]) returns boolean
language sql
immutable
set search_path = ''
return cardinality(events) between 1 and 5
  and events <@ array['deployment.stopped', 'spend.alert', 'price.changed', 'key.rotated', 'moderation.changed'];

comment on function private.are_webhook_events(text[]) is 'Whether a webhook can have these events';

revoke all on function private.are_webhook_events(text[]) from public, anon;
grant execute on function private.are_webhook_events(text[]) to authenticated, service_role;

create table public.deployment_webhooks (
  id uuid primary key default gen_random_uuid(),
  deployment_id uuid not null references public.deployments (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  url text not null
    constraint deployment_webhooks_url_is_https check (url ~ '^https://[^[:space:]/?#@]+([/?][^[:space:]#]*)?$')
    constraint deployment_webhooks_url_length check (char_length(url) <= 500),
  events text[] not null constraint deployment_webhooks_events_known check (private.are_webhook_events(events)),
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  constraint deployment_webhooks_one_per_url unique (deployment_id, url)
);

comment on table public.deployment_webhooks is
  'Addresses that get the events of a deployment. Added by functions; its owner reads, changes the events and deletes';
comment on column public.deployment_webhooks.events is
  'deployment.stopped (also failed), spend.alert, price.changed, key.rotated, moderation.changed';
comment on column public.deployment_webhooks.disabled_at is
  'Since when nothing is sent, because attempts failed for a day; null: it is on';

create index deployment_webhooks_user_id on public.deployment_webhooks (user_id);

alter table public.deployment_webhooks enable row level security;

revoke all on public.deployment_webhooks from anon, authenticated;
grant select, delete, update (events) on public.deployment_webhooks to authenticated;
grant all on public.deployment_webhooks to service_role;

create policy "owners read their webhooks" on public.deployment_webhooks
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "owners change the events of their webhooks" on public.deployment_webhooks
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "owners delete their webhooks" on public.deployment_webhooks
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger deployment_webhooks_00_limit before update or delete on public.deployment_webhooks
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('webhooks', 20, 300);
create trigger a_refuse_suspended_person before insert or update or delete on public.deployment_webhooks
  for each statement execute function private.refuse_suspended_person();

create table private.webhook_secrets (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.deployment_webhooks (id) on delete cascade,
  ciphertext bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

comment on table private.webhook_secrets is
  'Secrets that sign the messages of a webhook, encrypted: the current one, and earlier ones until expires_at';

create index webhook_secrets_webhook_id on private.webhook_secrets (webhook_id);

alter table private.webhook_secrets enable row level security;

create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.deployment_webhooks (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz default now(),
  attempts integer not null default 0,
  status integer,
  delivered_at timestamptz,
  failed_at timestamptz
);

comment on table public.webhook_deliveries is
  'The newest 50 messages of each webhook. Written by triggers and the server; read by the owner';
comment on column public.webhook_deliveries.due_at is 'Time of the next attempt; null: no further one';
comment on column public.webhook_deliveries.status is 'The last response; null: none, or no attempt yet';
comment on column public.webhook_deliveries.failed_at is 'Time of the last attempt that failed; null: none failed';

create index webhook_deliveries_newest on public.webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_user_id on public.webhook_deliveries (user_id);
create index webhook_deliveries_due on public.webhook_deliveries (due_at) where due_at is not null;

alter table public.webhook_deliveries enable row level security;

revoke all on public.webhook_deliveries from anon, authenticated;
grant select on public.webhook_deliveries to authenticated;
grant all on public.webhook_deliveries to service_role;

create policy "owners read the deliveries of their webhooks" on public.webhook_deliveries
  for select to authenticated
  using (user_id = (select auth.uid()));

-- Events.

create function private.add_delivery(webhook uuid, owner uuid, event text, data jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.webhook_deliveries (webhook_id, user_id, event, data) values (webhook, owner, event, data);
  delete from public.webhook_deliveries d
  where d.webhook_id = webhook and d.id in (
    select o.id from public.webhook_deliveries o where o.webhook_id = webhook
    order by o.created_at desc, o.id desc offset 50
  );
end;
$$;

comment on function private.add_delivery(uuid, uuid, text, jsonb) is
  'Adds a message of a webhook, and deletes all but its newest 50';

create function private.emit_webhooks(deployments uuid[], event text, data jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  select private.add_delivery(
    w.id, w.user_id, emit_webhooks.event,
    jsonb_build_object('deployment_id', d.id, 'deployment', d.name) || emit_webhooks.data
  )
  from public.deployment_webhooks w join public.deployments d on d.id = w.deployment_id
  where w.deployment_id = any (emit_webhooks.deployments) and emit_webhooks.event = any (w.events)
    and w.disabled_at is null;
$$;

comment on function private.emit_webhooks(uuid[], text, jsonb) is
  'Adds a message to each webhook of these deployments that has the event';

create function private.emit_stop() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.emit_webhooks(array[new.id], 'deployment.stopped', jsonb_build_object('status', new.status));
  return null;
end;
$$;

comment on function private.emit_stop() is 'Trigger: webhooks of a deployment that stopped or failed';

create function private.emit_spend_alert() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.emit_webhooks(
    case new.scope
      when 'deployment' then array[new.subject]
      when 'key' then array(select k.deployment_id from private.deployment_keys k where k.id = new.subject)
      else array(select w.deployment_id from public.deployment_webhooks w where w.user_id = new.user_id)
    end,
    'spend.alert', jsonb_build_object('scope', new.scope, 'percent', new.percent, 'month', new.month)
  );
  return null;
end;
$$;

comment on function private.emit_spend_alert() is 'Trigger: webhooks of deployments whose spend limit reached 50, 80 or 100 %';

create function private.emit_price_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.emit_webhooks(
    array(
      select d.id from public.deployments d join public.agents a on a.id = d.agent_id
      where d.user_id = new.user_id and d.name = new.details ->> 'name' and a.name = new.details ->> 'agent'
    ),
    'price.changed', (new.details - 'name') || jsonb_build_object('step', replace(new.kind, 'price_', ''))
  );
  return null;
end;
$$;

comment on function private.emit_price_change() is
  'Trigger: webhooks of a deployment whose new price is announced, reminded of, or not accepted in time';

create function private.emit_key_rotation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.emit_webhooks(
    array[new.deployment_id], 'key.rotated',
    jsonb_build_object('old_key', 'ak_••••' || new.last_four, 'old_key_expires_at', new.expires_at)
  );
  return null;
end;
$$;

comment on function private.emit_key_rotation() is 'Trigger: webhooks of a deployment whose key was replaced';

create function private.emit_moderation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.emit_webhooks(
    array(
      select d.id from public.deployment_webhooks w join public.deployments d on d.id = w.deployment_id
      join public.agents a on a.id = d.agent_id
      where new.kind = 'deployment' and d.id = new.subject
        or new.kind = 'agent' and d.agent_id = new.subject
        or new.kind = 'person' and new.subject in (d.user_id, a.creator_id)
    ),
    'moderation.changed', jsonb_build_object(
      'kind', new.kind, 'state', case when new.lifted_at is null then 'suspended' else 'lifted' end,
      'reason', new.reason, 'appeal', new.appeal
    )
  );
  return null;
end;
$$;

comment on function private.emit_moderation() is
  'Trigger: webhooks of deployments that stop or start answering because of a suspension';

create trigger deployments_emit_stop
  after update on public.deployments
  for each row when (new.status in ('stopped', 'failed') and old.status is distinct from new.status)
  execute function private.emit_stop();
create trigger spend_alerts_emit
  after insert on private.spend_alerts
  for each row execute function private.emit_spend_alert();
create trigger mails_emit_price_change
  after insert on private.mails
  for each row when (new.kind like 'price\_%')
  execute function private.emit_price_change();
create trigger deployment_keys_emit_rotation
  after update on private.deployment_keys
  for each row when (old.replaced_at is null and new.replaced_at is not null)
  execute function private.emit_key_rotation();
create trigger suspensions_emit
  after insert or update of lifted_at on private.suspensions
  for each row execute function private.emit_moderation();

-- Notifications of webhooks that were turned off.

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications
  add constraint notifications_kind_known check (kind in ('review', 'failure', 'quota', 'price', 'webhook')) not valid;
alter table public.notifications validate constraint notifications_kind_known;
comment on column public.notifications.kind is
  'review: of an own agent; failure: a deployment failed; quota: a share of a spend limit is used; price: a price rises; '
  'webhook: one was turned off';

-- Functions for owners.

create function private.add_webhook_secret(webhook uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- 244 random bits, as 32 bytes.
  secret constant text := 'whsec_' || encode(
    sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'
  );
  encrypted record;
begin
  select e.ciphertext, e.key_id into encrypted from private.encrypt_key(secret) e;
  if encrypted.ciphertext is null then
    raise sqlstate 'PT503' using message = 'This server has no encryption key, which webhooks need';
  end if;
  insert into private.webhook_secrets (webhook_id, ciphertext, key_id)
  values (webhook, encrypted.ciphertext, encrypted.key_id);
  return secret;
end;
$$;

comment on function private.add_webhook_secret(uuid) is 'Makes and stores a secret of a webhook. Returns it';

create function private.create_webhook(deployment uuid, url text, events text[])
returns table (id uuid, secret text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := auth.uid();
  added uuid;
begin
  if not exists (select 1 from public.deployments d where d.id = create_webhook.deployment and d.user_id = owner) then
    raise sqlstate 'PT404' using message = 'You have no deployment with this id';
  end if;
  if (select count(*) from public.deployment_webhooks w where w.deployment_id = create_webhook.deployment) >= 5 then
    raise sqlstate 'PT409' using message = 'A deployment has up to 5 webhooks. Delete one before you add another';
  end if;
  if (private.count_today('webhooks', owner::text)).items > 300 then
    raise sqlstate 'PT429' using message = 'Daily limit reached: up to 300 a day (webhooks). Try again tomorrow';
  end if;
  insert into public.deployment_webhooks (deployment_id, user_id, url, events)
  values (create_webhook.deployment, owner, create_webhook.url, create_webhook.events)
  returning deployment_webhooks.id into added;
  return query select added, private.add_webhook_secret(added);
end;
$$;

comment on function private.create_webhook(uuid, text, text[]) is 'Implements public.create_webhook';

create function private.assert_own_webhook(webhook uuid, kind text, most integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.deployment_webhooks w where w.id = assert_own_webhook.webhook and w.user_id = auth.uid()
  ) then
    raise sqlstate 'PT404' using message = 'You have no webhook with this id';
  end if;
  if (private.count_today(kind, auth.uid()::text)).items > most then
    raise sqlstate 'PT429' using message = format('Daily limit reached: up to %s a day (%s). Try again tomorrow', most, kind);
  end if;
end;
$$;

comment on function private.assert_own_webhook(uuid, text, integer) is
  'Raises unless the webhook is the caller''s, and counts what they do';

create function private.rotate_webhook_secret(webhook uuid, overlap interval) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.assert_own_webhook(webhook, 'webhook secrets', 50);
  if overlap is null or overlap not between interval '0' and interval '7 days' then
    raise sqlstate 'PT400' using message = 'The overlap must be between 0 and 7 days';
  end if;
  delete from private.webhook_secrets s where s.webhook_id = webhook and s.expires_at <= now();
  update private.webhook_secrets s set expires_at = least(s.expires_at, now() + overlap) where s.webhook_id = webhook;
  return private.add_webhook_secret(webhook);
end;
$$;

comment on function private.rotate_webhook_secret(uuid, interval) is 'Implements public.rotate_webhook_secret';

create function private.enable_webhook(webhook uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.assert_own_webhook(webhook, 'webhooks', 300);
  update public.deployment_webhooks w set disabled_at = null where w.id = webhook;
end;
$$;

comment on function private.enable_webhook(uuid) is 'Implements public.enable_webhook';

create function private.test_webhook(webhook uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.assert_own_webhook(webhook, 'test events', 50);
  perform private.add_delivery(w.id, w.user_id, 'webhook.test', jsonb_build_object('deployment_id', w.deployment_id))
  from public.deployment_webhooks w where w.id = webhook;
end;
$$;

comment on function private.test_webhook(uuid) is 'Implements public.test_webhook';

-- Functions for the server.

create function private.take_webhook_deliveries(most integer)
returns table (id uuid, url text, event text, data jsonb, created_at timestamptz, secrets text[])
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- After a rotation of the encryption key.
  update private.webhook_secrets s set (ciphertext, key_id) = (
    select e.ciphertext, e.key_id from private.encrypt_key(private.decrypt_key(s.ciphertext, s.key_id)) e
  )
  where s.id in (
    select o.id from private.webhook_secrets o
    where o.key_id <> private.key_id(private.encryption_key())
      and private.decrypt_key(o.ciphertext, o.key_id) is not null
    limit 50 for update skip locked
  );
  return query
  with taken as (
    update public.webhook_deliveries d set
      attempts = d.attempts + 1,
      -- 8 attempts in 31 hours, as the Standard Webhooks specification proposes.
      due_at = now() + make_interval(
        secs => (array[30, 300, 1800, 7200, 18000, 36000, 50400, 86400])[least(d.attempts + 1, 8)]
      )
    where d.id in (
      select o.id from public.webhook_deliveries o
      join public.deployment_webhooks w on w.id = o.webhook_id
      where o.due_at <= now() and w.disabled_at is null
      order by o.due_at limit least(take_webhook_deliveries.most, 100)
      for update of o skip locked
    )
    returning d.id, d.webhook_id, d.event, d.data, d.created_at
  )
  select t.id, w.url, t.event, t.data, t.created_at, array(
    select private.decrypt_key(s.ciphertext, s.key_id) from private.webhook_secrets s
    where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now())
    order by s.created_at desc
  )
  from taken t join public.deployment_webhooks w on w.id = t.webhook_id;
end;
$$;

comment on function private.take_webhook_deliveries(integer) is 'Implements public.take_webhook_deliveries';

create function private.webhook_attempted(id uuid, status integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  was_delivered constant boolean := coalesce(webhook_attempted.status between 200 and 299, false);
  attempted public.webhook_deliveries;
begin
  update public.webhook_deliveries d set
    status = webhook_attempted.status,
    delivered_at = case when was_delivered then now() end,
    failed_at = case when was_delivered then d.failed_at else now() end,
    due_at = case when was_delivered or d.attempts >= 8 or webhook_attempted.status = 410 then null else d.due_at end
  where d.id = webhook_attempted.id and d.delivered_at is null
  returning * into attempted;
  if not found or was_delivered or attempted.due_at is not null or attempted.event = 'webhook.test' then
    return;
  end if;
  update public.deployment_webhooks w set disabled_at = now()
  where w.id = attempted.webhook_id and w.disabled_at is null;
  if found then
    perform private.add_notification(attempted.user_id, 'webhook', jsonb_build_object(
      'name', d.name, 'deployment_id', d.id, 'url', w.url
    ))
    from public.deployment_webhooks w join public.deployments d on d.id = w.deployment_id
    where w.id = attempted.webhook_id;
  end if;
end;
$$;

comment on function private.webhook_attempted(uuid, integer) is 'Implements public.webhook_attempted';

revoke all on function
  private.add_delivery(uuid, uuid, text, jsonb), private.emit_webhooks(uuid[], text, jsonb), private.emit_stop(),
  private.emit_spend_alert(), private.emit_price_change(), private.emit_key_rotation(), private.emit_moderation(),
  private.add_webhook_secret(uuid), private.create_webhook(uuid, text, text[]),
  private.assert_own_webhook(uuid, text, integer), private.rotate_webhook_secret(uuid, interval),
  private.enable_webhook(uuid), private.test_webhook(uuid), private.take_webhook_deliveries(integer),
  private.webhook_attempted(uuid, integer)
  from public, anon, authenticated;
grant execute on function
  private.create_webhook(uuid, text, text[]), private.rotate_webhook_secret(uuid, interval),
  private.enable_webhook(uuid), private.test_webhook(uuid)
  to authenticated;
grant execute on function private.take_webhook_deliveries(integer), private.webhook_attempted(uuid, integer)
  to service_role;

create function public.create_webhook(deployment uuid, url text, events text[])
returns table (id uuid, secret text)
language sql
security invoker
set search_path = ''
begin atomic
  select w.id, w.secret from private.create_webhook(deployment, url, events) w;
end;

comment on function public.create_webhook(uuid, text, text[]) is
  'Adds a webhook to a deployment of the caller, up to 5. Returns its id and, once only, its secret';

create function public.rotate_webhook_secret(webhook uuid, overlap interval default '1 day') returns text
language sql
security invoker
set search_path = ''
return private.rotate_webhook_secret(webhook, overlap);

comment on function public.rotate_webhook_secret(uuid, interval) is
  'Returns a new secret of the caller''s webhook. Messages are also signed with the old one until the overlap ends';

create function public.enable_webhook(webhook uuid) returns void
language sql
security invoker
set search_path = ''
return private.enable_webhook(webhook);

comment on function public.enable_webhook(uuid) is
  'Turns a webhook of the caller on again; waiting messages are sent';

create function public.test_webhook(webhook uuid) returns void
language sql
security invoker
set search_path = ''
return private.test_webhook(webhook);

comment on function public.test_webhook(uuid) is 'Sends a test event to a webhook of the caller, up to 50 a day';

create function public.take_webhook_deliveries(most integer default 20)
returns table (id uuid, url text, event text, data jsonb, created_at timestamptz, secrets text[])
language sql
security invoker
set search_path = ''
begin atomic
  select d.id, d.url, d.event, d.data, d.created_at, d.secrets
  from private.take_webhook_deliveries(take_webhook_deliveries.most) d;
end;

comment on function public.take_webhook_deliveries(integer) is
  'For the server that sends webhooks: takes up to 100 messages that are due, with the secrets that sign them. One that '
  'webhook_attempted does not confirm is taken again after 30 seconds, then at longer intervals, up to 8 times';

create function public.webhook_attempted(id uuid, status integer) returns void
language sql
security invoker
set search_path = ''
return private.webhook_attempted(id, status);

comment on function public.webhook_attempted(uuid, integer) is
  'For the server that sends webhooks: the response of an attempt, null without one. After the last attempt, and after '
  '410, the webhook is turned off and its owner notified';

revoke all on function
  public.create_webhook(uuid, text, text[]), public.rotate_webhook_secret(uuid, interval), public.enable_webhook(uuid),
  public.test_webhook(uuid), public.take_webhook_deliveries(integer), public.webhook_attempted(uuid, integer)
  from public, anon, authenticated;
grant execute on function
  public.create_webhook(uuid, text, text[]), public.rotate_webhook_secret(uuid, interval), public.enable_webhook(uuid),
  public.test_webhook(uuid)
  to authenticated;
grant execute on function public.take_webhook_deliveries(integer), public.webhook_attempted(uuid, integer)
  to service_role;

insert into private.export_queries (table_name, key_type, query)
values
  ('deployment_webhooks', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.deployment_webhooks t
    where t.user_id = auth.uid()$q$),
  ('webhook_deliveries', 'uuid', $q$select t.id as key, to_jsonb(t) as row_data from public.webhook_deliveries t
    where t.user_id = auth.uid()$q$);
