-- Lifting the suspension of a user whose account is being deleted also lifted the ban of the deletion: the user could sign in
-- again, and create rows among those that the batches delete.
-- Called by operators. Times are UTC.
-- Replaces: private.lift_suspension
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
    -- A deletion that is due bans the user, too, and is not undone.
    update auth.users set banned_until = null
    where id = lift_suspension.subject and not exists (
      select from private.jobs j
      where j.kind = 'delete_account' and j.subject = lift_suspension.subject and j.finished_at is null and j.due_at <= now()
    );
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
