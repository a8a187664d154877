-- The expiry of an API key could be infinite, or after the year 9999: the gateway answered each call of an infinite one with
-- 500 and logged an error of the operator, and pages could not show the date.
-- Called by the owner of the deployment. Times are UTC.
-- Replaces: private.limit_deployment_key
-- Locks: rows of deployment_keys with such an expiry, for an update.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.limit_deployment_key(deployment uuid, rate integer, ends_at timestamptz) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.deployments := private.own_deployment(deployment);
begin
  if rate not between 1 and 100000 then
    raise sqlstate 'PT400' using message = 'The rate limit must be 1 to 100,000 requests per minute, or empty for none';
  end if;
  if ends_at <= now() then
    raise sqlstate 'PT400' using message = 'The expiry must be in the future. To end a key now, revoke it';
  end if;
  if ends_at >= '10000-01-01 00:00:00+00' then
    raise sqlstate 'PT400' using message = 'The expiry must be before the year 10000, or empty for none';
  end if;
  update private.deployment_keys set requests_per_minute = rate, expires_at = ends_at
  where deployment_id = own.id and revoked_at is null and replaced_at is null;
  if not found then
    raise sqlstate 'PT409' using message = 'The key of this deployment is revoked. Rotate it to get a new one';
  end if;
end;
$$;

comment on function private.limit_deployment_key(uuid, integer, timestamptz) is 'Implements public.limit_deployment_key';

update private.deployment_keys set expires_at = null where expires_at >= '10000-01-01 00:00:00+00';
