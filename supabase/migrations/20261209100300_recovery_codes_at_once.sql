-- New recovery codes replace the earlier ones, also when two requests create them at the same time: the account is locked
-- first. Both requests deleted what the other had not stored yet, and the account had twenty valid codes.
-- Written by the user through public.create_recovery_codes.
-- Replaces: private.create_own_recovery_codes
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.create_own_recovery_codes() returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  codes text[];
begin
  if (select auth.jwt()) ->> 'aal' is distinct from 'aal2' then
    raise exception 'Enter the code of your authenticator app first' using errcode = '42501', hint = 'insufficient_aal';
  end if;
  perform from public.profiles p where p.id = owner for no key update;
  -- The first codes belong to the enrollment, which needed a recent sign-in.
  if not exists (
    select from auth.mfa_factors f
    where f.user_id = owner and f.status = 'verified' and f.created_at > now() - interval '15 minutes'
      and not exists (
        select from private.recovery_codes c where c.user_id = owner and c.created_at >= f.created_at
      )
  ) then
    perform private.require_recent_sign_in('Sign in again to create recovery codes');
  end if;
  select array_agg(regexp_replace(left(digits, 28), '(.{4})(?=.)', '\1-', 'g')) into codes
  from (
    select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex') as digits
    from generate_series(1, 10)
  ) as random;
  delete from private.recovery_codes c where c.user_id = owner;
  insert into private.recovery_codes (user_id, code_hash)
  select owner, private.recovery_code_hash(owner, code) from unnest(codes) as code;
  perform private.record_security_event('recovery_codes_created', owner);
  return codes;
end;
$$;

comment on function private.create_own_recovery_codes() is 'Implements public.create_recovery_codes';
