-- A recent sign-in, within 15 minutes, is required to rotate the key of a deployment and to create recovery codes, as it
-- is to reveal a key and to delete the account: a stolen, older session cannot do it. Recovery codes have 112 random
-- bits; codes of 80 bits from before work until they are used or replaced. Times are UTC.
-- Replaces: private.create_own_recovery_codes, private.rotate_deployment_key
-- Locks: nothing in use.

create function private.require_recent_sign_in(message text) returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if coalesce(private.signed_in_at(), '-infinity') < now() - interval '15 minutes' then
    raise sqlstate 'PT403' using
      message = require_recent_sign_in.message || ': you signed in more than 15 minutes ago', hint = 'reauthenticate';
  end if;
end;
$$;

comment on function private.require_recent_sign_in(text) is
  'Raises PT403 with the hint reauthenticate and this message when the caller signed in more than 15 minutes ago';

comment on function private.recovery_code_hash(uuid, text) is
  'The stored form of a code, whatever its case and separators. 112 random bits need no slow hash';

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

comment on function public.create_recovery_codes() is
  'Ten new recovery codes of the caller, which replace earlier ones and are shown once. Requires a session of aal2 and a '
  'sign-in within the last 15 minutes (else PT403 with the hint reauthenticate), except for the first codes of a factor '
  'that was added within the last 15 minutes';

create or replace function private.rotate_deployment_key(deployment uuid, key text, overlap interval) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  rate integer;
  masked text;
begin
  perform private.require_recent_sign_in('Sign in again to rotate this key');
  if overlap is null or overlap < interval '0' or overlap > interval '30 days' then
    raise sqlstate 'PT400' using message = 'The overlap must be between 0 and 30 days';
  end if;
  select k.requests_per_minute into rate from private.deployment_keys k
  where k.deployment_id = own.id and k.replaced_at is null
  order by k.created_at desc limit 1;
  update private.deployment_keys
  set replaced_at = coalesce(replaced_at, now()), expires_at = least(expires_at, now() + overlap)
  where deployment_id = own.id and revoked_at is null;

  masked := private.store_key(own.id, key);
  update private.deployment_keys set requests_per_minute = rate
  where deployment_id = own.id and replaced_at is null and revoked_at is null;
  update public.deployments set api_key = masked where id = own.id;
  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_rotated', own.user_id, jsonb_build_object('deployment_id', own.id));
  return masked;
end;
$$;

comment on function private.rotate_deployment_key(uuid, text, interval) is
  'Implements public.rotate_deployment_key. The new key inherits the rate limit but not the expiry';

comment on function public.rotate_deployment_key(uuid, text, interval) is
  'Stores a new key for the caller''s deployment; the old ones keep working for overlap, 0 to 30 days. Returns the masked '
  'key. Needs a sign-in within the last 15 minutes (else PT403 with the hint reauthenticate)';

revoke all on function
  private.require_recent_sign_in(text), private.create_own_recovery_codes(),
  private.rotate_deployment_key(uuid, text, interval)
  from public, anon, authenticated;
grant execute on function
  private.create_own_recovery_codes(), private.rotate_deployment_key(uuid, text, interval) to authenticated;
