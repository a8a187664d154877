-- A security event of a deleted account is recorded without the account and the address, whenever it arrives: the server
-- writes frequent events up to a second after the request, which can be after the deletion. Times are UTC.
-- Replaces: private.record_security_event, private.delete_account_batch
-- Locks: nothing in use. Each event of an account takes a key share lock on its row of auth.users, which only a deletion
-- of the account waits for.

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
    case when not is_deleted then coalesce(left(record_security_event.address, 64), private.request_address()) end,
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
  'counted: one row per minute, account, address and details. The address is that of the current request by default. '
  'An event of a deleted account is recorded without the account and the address';

create or replace function private.delete_account_batch(job private.jobs) returns private.jobs
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
    -- Events that were being recorded while the batch ran; the statement above waited for them.
    delete from private.security_events e where e.account_id = job.subject;
    perform private.record_security_event('account_deleted', null);
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.delete_account_batch(private.jobs) is
  'Until the account''s deletion is due, archives its agents; then ends its sessions and deletes it in batches';

revoke all on function
  private.record_security_event(text, uuid, jsonb, text, integer), private.delete_account_batch(private.jobs)
  from public, anon, authenticated;
