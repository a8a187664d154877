-- A rotated key keeps its spend limit: until now an ordinary rotation removed it without a message. Calls of the new key
-- count from its creation. Times are UTC.
-- Replaces: private.rotate_deployment_key
-- Locks: nothing in use.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.rotate_deployment_key(deployment uuid, key text, overlap interval) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
  earlier private.deployment_keys;
  masked text;
begin
  perform private.require_recent_sign_in('Sign in again to rotate this key');
  if overlap is null or overlap < interval '0' or overlap > interval '30 days' then
    raise sqlstate 'PT400' using message = 'The overlap must be between 0 and 30 days';
  end if;
  select * into earlier from private.deployment_keys k
  where k.deployment_id = own.id and k.replaced_at is null
  order by k.created_at desc limit 1;
  update private.deployment_keys
  set replaced_at = coalesce(replaced_at, now()), expires_at = least(expires_at, now() + overlap)
  where deployment_id = own.id and revoked_at is null;

  masked := private.store_key(own.id, key);
  update private.deployment_keys set requests_per_minute = earlier.requests_per_minute
  where deployment_id = own.id and replaced_at is null and revoked_at is null;
  insert into private.spend_limits (user_id, scope, subject, amount)
  select l.user_id, l.scope, k.id, l.amount
  from private.spend_limits l
  join private.deployment_keys k on k.deployment_id = own.id and k.replaced_at is null and k.revoked_at is null
  where l.user_id = own.user_id and l.scope = 'key' and l.subject = earlier.id;
  update public.deployments set api_key = masked where id = own.id;
  insert into public.security_audit_log (event_type, user_id, details)
  values ('key_rotated', own.user_id, jsonb_build_object('deployment_id', own.id));
  return masked;
end;
$$;

comment on function private.rotate_deployment_key(uuid, text, interval) is
  'Implements public.rotate_deployment_key. The new key inherits the rate limit and the spend limit but not the expiry';
