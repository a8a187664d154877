-- Messages to operators say "user" instead of "person"; the kind that functions take and return is still `person`.
-- Replaces: private.suspend, private.lift_suspension, private.moderate_picture, private.end_user_sessions
-- Locks: nothing in use; replaces functions.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
    raise sqlstate 'PT404' using message =
      format('No %s has the id %s', replace(suspend.kind, 'person', 'user'), suspend.subject);
  end if;
  insert into private.suspensions (kind, subject, reason, appeal)
  values (suspend.kind, suspend.subject, btrim(suspend.reason), btrim(suspend.appeal))
  on conflict (kind, subject) where lifted_at is null do nothing
  returning id into suspension;
  if suspension is null then
    raise sqlstate 'PT409' using message =
      format('This %s is already suspended', replace(suspend.kind, 'person', 'user'));
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
      format('No %s with the id %s is suspended', replace(lift_suspension.kind, 'person', 'user'), lift_suspension.subject);
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

create or replace function private.moderate_picture(kind text, subject uuid, reason text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant uuid := private.subject_account(moderate_picture.kind, moderate_picture.subject);
begin
  if kind is null or kind not in ('agent', 'person') then
    raise sqlstate 'PT400' using message = 'The kind must be agent or person';
  end if;
  if nullif(btrim(reason), '') is null then
    raise sqlstate 'PT400' using message = 'Removing a picture needs a reason';
  end if;
  if account is null then
    raise sqlstate 'PT404' using message = format('No %s has the id %s', replace(kind, 'person', 'user'), subject);
  end if;
  perform private.record_security_event('moderation_picture_removed', account, jsonb_build_object(
    'kind', kind, 'subject', subject, 'reason', btrim(reason)
  ));
  return private.set_picture(account, case when kind = 'agent' then subject end, null);
end;
$$;

comment on function private.moderate_picture(text, uuid, text) is 'Implements public.moderate_picture';

create or replace function private.end_user_sessions(account uuid, reason text) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  if nullif(btrim(end_user_sessions.reason), '') is null then
    raise sqlstate 'PT400' using message = 'Ending sessions needs a reason';
  end if;
  if end_user_sessions.account is not null
    and not exists (select 1 from auth.users u where u.id = end_user_sessions.account)
  then
    raise sqlstate 'PT404' using message = format('No user has the id %s', end_user_sessions.account);
  end if;
  delete from auth.sessions s where end_user_sessions.account is null or s.user_id = end_user_sessions.account;
  get diagnostics ended = row_count;
  perform private.record_security_event(
    'moderation_sessions_ended', end_user_sessions.account,
    jsonb_build_object('sessions', ended, 'reason', btrim(end_user_sessions.reason))
  );
  return ended;
end;
$$;

comment on function private.end_user_sessions(uuid, text) is 'Implements public.end_user_sessions';
