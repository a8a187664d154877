-- An IPv6 client can use every address of its /64 network: the daily limits of visitors counted each address, so one client
-- could fill the log of all visitors and send any number of reports. They count networks, as the servers' limits do.
-- Counted in daily_counts by triggers and functions. Days are UTC.
-- Replaces: private.limit_audit_events, private.report_shared_conversation
-- Locks: nothing in use; adds and replaces functions only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.network_of(address text) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  plain constant text := regexp_replace(address, '^::ffff:(?=[0-9]+[.])|%.*$', '', 'gi');
begin
  if plain !~ ':' then
    return plain;
  end if;
  return network(set_masklen(plain::inet, 64))::text;
exception when data_exception then
  return plain;
end;
$$;

comment on function private.network_of(text) is
  'An IPv4 address, or the /64 network of an IPv6 address, for limits of visitors. Other text is unchanged';

revoke all on function private.network_of(text) from public, anon, authenticated;

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
    'audit events', coalesce(new.user_id::text, 'address ' || coalesce(private.network_of(new.ip_address), 'unknown')), size
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
  'Trigger: 60 events per minute, and 2,000 events and 1 MB per day, of each user and of each address without a user (per '
  'day, each network of an address; all unknown addresses share one limit); 20,000 events and 10 MB per day of all '
  'visitors. Rejects key_* events of clients';

create or replace function private.report_shared_conversation(id text, key text, reason text, details text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reporter constant text := coalesce(
    auth.uid()::text, private.network_of(private.request_address()), 'visitors'
  );
begin
  if not exists (select 1 from private.live_conversation(report_shared_conversation.id)) then
    raise sqlstate 'PT404' using message = 'No conversation is shared under this id';
  end if;
  if (private.count_today('reports of conversations', reporter)).items > 20 then
    raise sqlstate 'PT429' using
      message = 'Daily limit reached: up to 20 a day (reports of conversations). Try again tomorrow';
  end if;
  insert into private.conversation_reports (conversation_id, key, reason, details)
  select report_shared_conversation.id, report_shared_conversation.key, report_shared_conversation.reason,
    nullif(btrim(report_shared_conversation.details), '')
  from private.conversation_reports r where r.conversation_id = report_shared_conversation.id
  having count(*) < 200 and count(*) filter (where r.key = report_shared_conversation.key) < 10;
end;
$$;

comment on function private.report_shared_conversation(text, text, text, text) is
  'Implements public.report_shared_conversation';

comment on function public.report_shared_conversation(text, text, text, text) is
  'Reports a shared conversation to the operator, with the key of its link, so that they can read it. Up to 20 a day for '
  'each user, or each address of visitors (the /64 network for IPv6)';
