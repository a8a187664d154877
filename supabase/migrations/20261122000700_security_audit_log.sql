-- The audit log: security-relevant events, insert-only.
-- Visitors and users add events; no client reads them. The server sets the user, the time, the address and the browser
-- of a client's event, whatever the client sent. Events outlive the account they belong to. Times are UTC.
-- Locks: nothing in use; creates only.

create table public.security_audit_log (
  id bigint primary key generated always as identity,
  event_type text not null
    constraint security_audit_log_event_type_known check (
      event_type in (
        'access_denied', 'authentication_failed', 'authentication_succeeded', 'invalid_input', 'password_changed',
        'rate_limit_exceeded', 'session_expired', 'signed_out', 'suspicious_activity', 'xss_attempt',
        'key_revealed', 'key_revoked', 'key_rotated'
      )
    ),
  user_id uuid,
  details jsonb not null default '{}'
    constraint security_audit_log_details_are_small check (
      jsonb_typeof(details) = 'object' and octet_length(details::text) <= 2048
    ),
  ip_address text constraint security_audit_log_ip_address_length check (char_length(ip_address) <= 64),
  user_agent text constraint security_audit_log_user_agent_length check (char_length(user_agent) <= 500),
  created_at timestamptz not null default now()
);

comment on table public.security_audit_log is
  'Security events, insert-only for clients and the server. Read by the server';
comment on column public.security_audit_log.event_type is 'key_* events are inserted by the server only';
comment on column public.security_audit_log.user_id is
  'Set by trigger; null for a visitor. No foreign key: events outlive the account';
comment on column public.security_audit_log.details is 'A JSON object of up to 2 KB';
comment on column public.security_audit_log.ip_address is 'Client address. Set by trigger from the proxy headers';
comment on column public.security_audit_log.user_agent is 'Set by trigger from the request, first 500 characters';

create index security_audit_log_by_address on public.security_audit_log (ip_address, created_at);
create index security_audit_log_by_user on public.security_audit_log (user_id, event_type, created_at);

alter table public.security_audit_log enable row level security;

revoke all on public.security_audit_log from anon, authenticated, service_role;
grant insert (event_type, user_id, details, ip_address, user_agent) on public.security_audit_log to anon, authenticated;
grant select, insert on public.security_audit_log to service_role;

create policy "visitors add events without a user" on public.security_audit_log
  for insert to anon
  with check (user_id is null);

create policy "users add their own events" on public.security_audit_log
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create function private.request_address() returns text
language sql
stable
set search_path = ''
as $$
  select left(btrim(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', -1))), 64)
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) as request;
$$;

comment on function private.request_address() is
  'Client address of the current request: cf-connecting-ip, else the last x-forwarded-for entry (the nearest proxy''s)';

create function private.stamp_audit_event() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Some drivers send an object as a JSON string that contains it.
  if jsonb_typeof(new.details) = 'string' then
    begin
      new.details := (new.details #>> '{}')::jsonb;
    exception when invalid_text_representation then
      null; -- the check constraint rejects it
    end;
  end if;
  if new.user_id is distinct from auth.uid() and new.user_id is not null then
    raise sqlstate 'PT403' using message = 'user_id must be empty or the signed-in user';
  end if;
  new.details := coalesce(nullif(new.details, 'null'), '{}');
  new.user_id := auth.uid();
  new.ip_address := private.request_address();
  new.user_agent := left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 500);
  new.created_at := now();
  return new;
end;
$$;

comment on function private.stamp_audit_event() is
  'Trigger: sets the user, address, browser and time of an event; rejects an event in the name of another user';

create function private.limit_audit_events() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.event_type like 'key\_%' then
    raise sqlstate 'PT403' using message = 'Key events are recorded by the server';
  end if;
  if (
    select count(*) from (
      select 1 from public.security_audit_log
      where ip_address is not distinct from new.ip_address and created_at > now() - interval '1 minute'
      limit 60
    ) as recent
  ) >= 60 then
    raise sqlstate 'PT429' using message = 'Too many events from this address. Wait a minute and try again';
  end if;
  return new;
end;
$$;

comment on function private.limit_audit_events() is
  'Trigger: 60 events per minute and address; all unknown addresses share one limit. Rejects key_* events of clients';

revoke all on function private.request_address(), private.stamp_audit_event(), private.limit_audit_events()
  from public, anon, authenticated;

-- Triggers fire in the order of their names. Events that the server adds outside a request are stored unchanged.
create trigger security_audit_log_1_stamp
  before insert on public.security_audit_log
  for each row when (
    current_user in ('anon', 'authenticated')
    or (current_user <> 'service_role' and coalesce(current_setting('request.headers', true), '') <> '')
  )
  execute function private.stamp_audit_event();

create trigger security_audit_log_2_limit
  before insert on public.security_audit_log
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_audit_events();
