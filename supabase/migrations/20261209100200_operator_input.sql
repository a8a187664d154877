-- Functions for operators reject wrong input with a sentence: a reason or an address for appeals that is too long, a kind that
-- does not exist, and days that are no time. They returned the error of a constraint, an empty id, or "interval out of range".
-- Used with the secret key only.
-- Replaces: private.suspend, private.lift_suspension, private.reconcile_billing
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function private.require_moderation_text(kind text, reason text, lacking text) returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if require_moderation_text.kind is null or require_moderation_text.kind not in ('agent', 'deployment', 'person') then
    raise sqlstate 'PT400' using message = 'The kind must be agent, deployment or person';
  end if;
  if nullif(btrim(require_moderation_text.reason), '') is null then
    raise sqlstate 'PT400' using message = require_moderation_text.lacking;
  end if;
  if char_length(btrim(require_moderation_text.reason)) > 500 then
    raise sqlstate 'PT400' using message = 'The reason must have at most 500 characters';
  end if;
end;
$$;

comment on function private.require_moderation_text(text, text, text) is
  'Raises PT400 for a kind that cannot be suspended, and for a reason that is too long or, with the message lacking, empty';

create or replace function private.suspend(kind text, subject uuid, reason text, appeal text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  lacking constant text := 'A suspension needs a reason and an address for appeals';
  account constant uuid := private.subject_account(suspend.kind, suspend.subject);
  suspension uuid;
begin
  perform private.require_moderation_text(suspend.kind, suspend.reason, lacking);
  if nullif(btrim(suspend.appeal), '') is null then
    raise sqlstate 'PT400' using message = lacking;
  end if;
  if char_length(btrim(suspend.appeal)) > 200 then
    raise sqlstate 'PT400' using message = 'The address for appeals must have at most 200 characters';
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

create or replace function private.reconcile_billing(days integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if reconcile_billing.days is null or reconcile_billing.days not between 1 and 3660 then
    raise sqlstate 'PT400' using message = 'The days must be between 1 and 3660';
  end if;
  return private.reconcile(now() - make_interval(days => reconcile_billing.days), now());
end;
$$;

comment on function private.reconcile_billing(integer) is 'Implements public.reconcile_billing';
comment on function public.reconcile_billing(integer) is
  'For operators: compares usage, calls and the ledger of the last days, 1 to 3660. Returns the differences: [] when all '
  'agrees. The sweep does it for two days, once a day';

revoke all on function
  private.require_moderation_text(text, text, text), private.suspend(text, uuid, text, text),
  private.lift_suspension(text, uuid, text), private.reconcile_billing(integer)
  from public, anon, authenticated;
grant execute on function
  private.suspend(text, uuid, text, text), private.lift_suspension(text, uuid, text), private.reconcile_billing(integer)
  to service_role;
