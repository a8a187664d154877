-- The audit log: what happened that security cares about.
-- Anyone may add to it and no client reads it. The server sets whose event it was, when, and from which address and
-- browser, whatever the client sent. `details` is an object of up to 2 KB. Times are UTC.

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
  -- Null for someone who is not signed in. Outlives the account: what happened, happened.
  user_id uuid,
  details jsonb not null default '{}'
    constraint security_audit_log_details_are_small check (
      jsonb_typeof(details) = 'object' and octet_length(details::text) <= 2048
    ),
  ip_address text constraint security_audit_log_ip_address_length check (char_length(ip_address) <= 64),
  user_agent text constraint security_audit_log_user_agent_length check (char_length(user_agent) <= 500),
  created_at timestamptz not null default now()
);

create index security_audit_log_by_address on public.security_audit_log (ip_address, created_at);
create index security_audit_log_by_person on public.security_audit_log (user_id, event_type, created_at);

alter table public.security_audit_log enable row level security;

revoke all on public.security_audit_log from anon, authenticated;
grant insert (event_type, user_id, details, ip_address, user_agent) on public.security_audit_log to anon, authenticated;
-- Insert-only for the server too: what was recorded stays recorded.
revoke all on public.security_audit_log from service_role;
grant select, insert on public.security_audit_log to service_role;

create policy "visitors add events of nobody" on public.security_audit_log
  for insert to anon
  with check (user_id is null);

create policy "people add events of their own" on public.security_audit_log
  for insert to authenticated
  with check (user_id = (select auth.uid()));

-- The address a request came from: what the network's edge says, else what the nearest proxy saw, which is last.
create function private.request_address() returns text
language sql
stable
set search_path = ''
as $$
  select left(btrim(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', -1))), 64)
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) as request;
$$;

create function private.stamp_event() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Some drivers send an object as a string that holds JSON.
  if jsonb_typeof(new.details) = 'string' then
    begin
      new.details := (new.details #>> '{}')::jsonb;
    exception when invalid_text_representation then
      null; -- the constraint refuses it
    end;
  end if;
  new.details := coalesce(nullif(new.details, 'null'), '{}');
  new.user_id := auth.uid();
  new.ip_address := private.request_address();
  new.user_agent := left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 500);
  new.created_at := now();
  return new;
end;
$$;

-- 60 events a minute from one address. An address nobody knows shares one allowance.
create function private.limit_events() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.event_type like 'key\_%' then
    raise sqlstate 'PT403' using message = 'The server alone records what happens to keys';
  end if;
  if (
    select count(*) from (
      select 1 from public.security_audit_log
      where ip_address is not distinct from new.ip_address and created_at > now() - interval '1 minute'
      limit 60
    ) as recent
  ) >= 60 then
    raise sqlstate 'PT429' using message = 'Too many events from this address; wait a minute';
  end if;
  return new;
end;
$$;

revoke all on function private.request_address(), private.stamp_event(), private.limit_events()
  from public, anon, authenticated;

-- Triggers fire in the order of their names. What the server adds by itself stays as it is.
create trigger security_audit_log_1_stamp
  before insert on public.security_audit_log
  for each row when (
    current_user in ('anon', 'authenticated')
    or (current_user <> 'service_role' and coalesce(current_setting('request.headers', true), '') <> '')
  )
  execute function private.stamp_event();

create trigger security_audit_log_2_limit
  before insert on public.security_audit_log
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_events();
