/**
 * The tables of GoTrue that `@supabase/lite` lacks, for one-time codes and the second factor, with our additions; and
 * the network addresses of each account, which hosted Supabase does not store. No client role can read them.
 */
import type { SqlExecutor } from './database';

const tables = `
create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  token_hash text not null unique,
  code_hash text not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);
comment on table auth.one_time_tokens is
  'A mailed code and link per account and purpose: a hash of the link''s token, a keyed hash of the code, and its wrong tries.';
alter table auth.one_time_tokens add column if not exists sent_to text;
comment on column auth.one_time_tokens.sent_to is
  'The address that it was mailed to, which is the only one that it proves; null for rows from before, which are void.';

create table if not exists auth.code_failures (
  address_hash text not null,
  token_type text not null,
  failures smallint not null default 1,
  began_at timestamptz not null default now(),
  primary key (address_hash, token_type)
);
comment on table auth.code_failures is
  'Wrong mailed codes of an address (a keyed hash) for one purpose, in the 24 hours since the first one.';
create index if not exists code_failures_began_at_idx on auth.code_failures (began_at);

create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type = 'totp'),
  status text not null check (status in ('unverified', 'verified')),
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.mfa_factors is
  'Authenticator apps. The secret is encrypted; last_step is the time step of the last code that was used.';
alter table auth.mfa_factors add column if not exists key_id text;
comment on column auth.mfa_factors.key_id is 'Id of the key that encrypts the secret; null for rows from before ids.';
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table auth.mfa_challenges is 'Requests for a code, valid for five minutes and one correct code.';
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'How each session signed in: the claim amr of its tokens.';

create table if not exists auth.known_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  address_hash text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, address_hash)
);
comment on table auth.known_addresses is
  'Keyed hashes of the network addresses that signed in to an account. Wrong passwords from elsewhere do not delay them.';

create table if not exists auth.failure_notices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  sent_at timestamptz not null
);
comment on table auth.failure_notices is 'The last mail to an owner about failed sign-ins: at most one per day.';
`;

/** Data from earlier versions: refresh tokens were stored as they were sent, and codes as a guessable hash. */
const upgrade = `
update auth.refresh_tokens
set token = encode(sha256(token::bytea), 'hex'), parent = encode(sha256(parent::bytea), 'hex')
where length(token) <> 64;
update auth.users
set confirmation_token = null, recovery_token = null, email_change_token_new = null,
  email_change_token_current = null, reauthentication_token = null
where coalesce(confirmation_token, recovery_token, email_change_token_new, email_change_token_current,
  reauthentication_token) is not null;
`;

/** Idempotent. */
export async function addAuthTables(executor: SqlExecutor): Promise<void> {
  await executor.run(tables);
  await executor.run(upgrade);
}
