-- Recovery codes of the second factor (TOTP): ten per account, for a lost authenticator app. One code turns the second
-- factor off, on the embedded backend and on hosted Supabase alike. Only hashes are stored. Times are UTC.
-- Written and used by their user through functions; read by no client.
-- Locks: none; everything is new.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

comment on table private.recovery_codes is
  'Hashes of unused recovery codes. Codes from before the current second factor are void';

alter table private.recovery_codes enable row level security;

create table private.recovery_code_tries (
  user_id uuid primary key references auth.users (id) on delete cascade,
  tries integer not null,
  since timestamptz not null
);

comment on table private.recovery_code_tries is 'Tries of recovery codes per account, within an hour from the first';

alter table private.recovery_code_tries enable row level security;

create function private.recovery_code_hash(user_id uuid, code text) returns text
language sql
immutable
set search_path = ''
as $$
  select encode(
    sha256(convert_to(user_id::text || regexp_replace(lower(code), '[^0-9a-f]', '', 'g'), 'UTF8')), 'hex'
  )
$$;

comment on function private.recovery_code_hash(uuid, text) is
  'The stored form of a code, whatever its case and separators. 80 random bits need no slow hash';

create function private.create_own_recovery_codes() returns text[]
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
  select array_agg(regexp_replace(left(digits, 20), '(.{5})(?=.)', '\1-', 'g')) into codes
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

create function public.create_recovery_codes() returns text[]
language sql
security invoker
set search_path = ''
return private.create_own_recovery_codes();

comment on function public.create_recovery_codes() is
  'Ten new recovery codes of the caller, which replace earlier ones and are shown once. Requires a session of aal2';

create function private.count_own_recovery_codes() returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes c
  where c.user_id = (select auth.uid()) and exists (
    select from auth.mfa_factors f
    where f.user_id = c.user_id and f.status = 'verified' and f.created_at <= c.created_at
  )
$$;

comment on function private.count_own_recovery_codes() is 'Implements public.count_recovery_codes';

create function public.count_recovery_codes() returns integer
language sql
stable
security invoker
set search_path = ''
return private.count_own_recovery_codes();

comment on function public.count_recovery_codes() is 'How many recovery codes the caller can still use';

create function private.use_own_recovery_code(code text) returns boolean
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
  if tried > 5 or not exists (
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

create function public.use_recovery_code(code text) returns boolean
language sql
security invoker
set search_path = ''
return private.use_own_recovery_code(code);

comment on function public.use_recovery_code(text) is
  'Turns the caller''s second factor off with a recovery code: removes all factors and codes, and ends the other '
  'sessions. Returns false for a wrong code, and for every code after five tries within an hour';

revoke all on function
  private.recovery_code_hash(uuid, text), private.create_own_recovery_codes(), private.count_own_recovery_codes(),
  private.use_own_recovery_code(text)
  from public, anon, authenticated;
grant execute on function
  private.create_own_recovery_codes(), private.count_own_recovery_codes(), private.use_own_recovery_code(text)
  to authenticated;
revoke all on function
  public.create_recovery_codes(), public.count_recovery_codes(), public.use_recovery_code(text) from public, anon;
grant execute on function
  public.create_recovery_codes(), public.count_recovery_codes(), public.use_recovery_code(text) to authenticated;
