-- A recovery code of 1 MB took more than a second of the database's processor, and one of 10 MB the whole time limit, which
-- also took back the count of the try. A code that is too long is wrong without a hash.
-- Called by the user.
-- Replaces: private.use_own_recovery_code
-- Locks: nothing in use; replaces a function.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.use_own_recovery_code(code text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select auth.uid());
  tried integer;
begin
  -- Counted first, and kept: a wrong code is no error, which would roll the count back.
  insert into private.recovery_code_tries as known (user_id, tries, since) values (owner, 1, now())
  on conflict (user_id) do update set
    tries = case when known.since <= now() - interval '1 hour' then 1 else known.tries + 1 end,
    since = case when known.since <= now() - interval '1 hour' then now() else known.since end
  returning known.tries into tried;
  -- Codes have up to 40 characters with their separators: a longer one is not hashed.
  if tried > 5 or length(use_own_recovery_code.code) > 100 or not exists (
    select from private.recovery_codes c
    join auth.mfa_factors f on f.user_id = c.user_id and f.status = 'verified' and f.created_at <= c.created_at
    where c.user_id = owner and c.code_hash = private.recovery_code_hash(owner, use_own_recovery_code.code)
  ) then
    perform private.record_security_event('recovery_code_rejected', owner);
    return false;
  end if;
  delete from private.recovery_codes c where c.user_id = owner;
  delete from private.recovery_code_tries t where t.user_id = owner;
  delete from auth.mfa_factors f where f.user_id = owner;
  delete from auth.sessions s
  where s.user_id = owner and s.id::text is distinct from (select auth.jwt()) ->> 'session_id';
  perform private.record_security_event('second_factor_removed', owner, '{"by": "recovery_code"}');
  return true;
end;
$$;

comment on function private.use_own_recovery_code(text) is 'Implements public.use_recovery_code';
