-- An event of an account has the address of a request only if the account made the request: until now the owner of a
-- suspended agent read the address of the operator who suspended it. Known addresses are removed from existing events.
-- Replaces: private.record_security_event
-- Locks: nothing in use; rows of security_events while they are updated.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.record_security_event(
  event_type text, account_id uuid, details jsonb default '{}', address text default null, occurrences integer default 1
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  is_deleted boolean := false;
begin
  if record_security_event.account_id is not null then
    -- The lock makes a deletion wait for this event, and this event for a deletion.
    perform from auth.users u where u.id = record_security_event.account_id for key share;
    is_deleted := not found;
  end if;
  insert into private.security_events as known (event_type, account_id, address, details, occurrences, counted_in)
  values (
    record_security_event.event_type,
    case when not is_deleted then record_security_event.account_id end,
    case
      when is_deleted then null
      when record_security_event.address is not null then left(record_security_event.address, 64)
      -- Operators and servers act on accounts too, and owners read the events of their account.
      when record_security_event.account_id is null or record_security_event.account_id = auth.uid()
      then private.request_address()
    end,
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
  'counted: one row per minute, account, address and details. The address is that of the current request by default, if '
  'the account or a visitor makes it. An event of a deleted account is recorded without the account and the address';

-- Only operators and servers cause these.
update private.security_events set address = null
where account_id is not null and address is not null
  and (event_type in ('plan_changed', 'second_factor_removed') or event_type like 'moderation\_%');
