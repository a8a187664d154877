-- Limits that all gateways of one database share: requests per window, the rate of each API key, and the tokens that
-- previews use in a day.
-- Written and read by the gateway only. Times and days are UTC.
-- Replaces: private.use_deployment_key, public.use_deployment_key
-- Locks: nothing in use for long; two functions are dropped and created again.

-- Counters of one minute: a crash of the server may empty them, so they need no write-ahead log.
create unlogged table private.rate_windows (
  subject text primary key constraint rate_windows_subject_length check (char_length(subject) between 1 and 200),
  requests integer not null,
  ends_at timestamptz not null
);

comment on table private.rate_windows is
  'Requests in the current window of each key, address and user. Written by the gateway; expired rows are deleted';
comment on column private.rate_windows.subject is 'Such as: key <id>, visitor <address>';

create index rate_windows_expired on private.rate_windows (ends_at);

alter table private.rate_windows enable row level security;

create function private.take_rate(subject text, most integer, seconds integer) returns integer
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  taken private.rate_windows;
begin
  insert into private.rate_windows as w (subject, requests, ends_at)
  values (take_rate.subject, 1, clock_timestamp() + make_interval(secs => take_rate.seconds))
  on conflict (subject) do update set
    requests = case when w.ends_at <= clock_timestamp() then 1 else least(w.requests, 1000000000) + 1 end,
    ends_at = case when w.ends_at <= clock_timestamp() then excluded.ends_at else w.ends_at end
  returning * into taken;
  -- About one request in a hundred cleans up.
  if random() < 0.01 then
    delete from private.rate_windows w where w.subject in (
      select o.subject from private.rate_windows o
      where o.ends_at < clock_timestamp() order by o.ends_at limit 500 for update skip locked
    );
  end if;
  return case
    when taken.requests > take_rate.most
    then greatest(1, ceil(extract(epoch from taken.ends_at - clock_timestamp())))::integer
    else 0
  end;
end;
$$;

comment on function private.take_rate(text, integer, integer) is 'Implements public.take_rate';

create function public.take_rate(subject text, most integer, seconds integer) returns integer
language sql
security invoker
set search_path = ''
return private.take_rate(subject, most, seconds);

comment on function public.take_rate(text, integer, integer) is
  'For the gateway: counts a request of a subject. A window starts with its first request and lasts some seconds. '
  'Returns 0, or the seconds to wait when the subject made more than most requests in its window';

drop function public.use_deployment_key(text);
drop function private.use_deployment_key(text);

create function private.use_deployment_key(key_hash text, default_rate integer)
returns table (
  deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text, requests_per_minute integer,
  retry_after integer, created_at timestamptz, agent_name text, allows_system_messages boolean
)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  used private.deployment_keys;
  wait integer := 0;
begin
  if coalesce(key_hash, '') !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  select * into used from private.deployment_keys k
  where k.hash = decode(key_hash, 'hex')
    and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now());
  if not found then
    -- The key of a deleted deployment stays known while the deployment can be restored: a caller learns more from
    -- 404 than from 401.
    return query
      select a.id, a.user_id, a.agent_id, a.deployment ->> 'slug', 'deleted', (k.key ->> 'requests_per_minute')::integer,
        0, (a.deployment ->> 'created_at')::timestamptz, null, false
      from private.deployment_archive a
      cross join jsonb_array_elements(a.keys) as k (key)
      where a.keys @> jsonb_build_array(jsonb_build_object('hash', '\x' || key_hash, 'revoked_at', null))
        and k.key ->> 'hash' = '\x' || key_hash
        and coalesce((k.key ->> 'expires_at')::timestamptz, 'infinity') > now();
    return;
  end if;

  if use_deployment_key.default_rate is not null then
    wait := private.take_rate(
      'key ' || used.id, coalesce(used.requests_per_minute, use_deployment_key.default_rate), 60
    );
  end if;
  if coalesce(used.last_used_at, '-infinity') < date_trunc('minute', now()) then
    update private.deployment_keys k set last_used_at = date_trunc('minute', now())
    where k.id = used.id and coalesce(k.last_used_at, '-infinity') < date_trunc('minute', now());
  end if;
  perform private.activate_overdue(deployment => used.deployment_id);
  return query
    select d.id, d.user_id, d.agent_id, d.slug, d.status, used.requests_per_minute, wait, d.created_at, a.name,
      a.allows_system_messages
    from public.deployments d
    join public.agents a on a.id = d.agent_id
    where d.id = used.deployment_id;
end;
$$;

comment on function private.use_deployment_key(text, integer) is 'Implements public.use_deployment_key';

create function public.use_deployment_key(key_hash text, default_rate integer default null)
returns table (
  deployment_id uuid, user_id uuid, agent_id uuid, slug text, status text, requests_per_minute integer,
  retry_after integer, created_at timestamptz, agent_name text, allows_system_messages boolean
)
language sql
security invoker
set search_path = ''
begin atomic
  select u.deployment_id, u.user_id, u.agent_id, u.slug, u.status, u.requests_per_minute, u.retry_after,
    u.created_at, u.agent_name, u.allows_system_messages
  from private.use_deployment_key(use_deployment_key.key_hash, use_deployment_key.default_rate) u;
end;

comment on function public.use_deployment_key(text, integer) is
  'For the gateway: the deployment and rate limit of a working key, by its SHA-256 in hex; no row for any other key. '
  'Status is deleted while the deployment can be restored. Records the use and activates an overdue deployment. With '
  'default_rate, the request is counted against the key''s rate (default_rate per minute where its owner set none), and '
  'retry_after is 0 or the seconds to wait';

-- Previews.

create table private.preview_tokens (
  day date not null,
  subject text not null,
  tokens bigint not null,
  primary key (day, subject)
);

comment on table private.preview_tokens is
  'Model tokens that previews used today: of each account, of each address, and of all. Written by the gateway';
comment on column private.preview_tokens.subject is 'person <id>, visitors <address>, address <address> or all';

alter table private.preview_tokens enable row level security;

create function private.preview_subjects(person uuid, address text) returns text[]
language sql
immutable
set search_path = ''
as $$
  select array[
    'all', 'address ' || address,
    case when person is null then 'visitors ' || address else 'person ' || person end
  ];
$$;

comment on function private.preview_subjects(uuid, text) is
  'The budgets of a preview, in the order in which they are locked: all, the address, then the account or its visitors';

create function private.reserve_preview(
  person uuid, agent uuid, address text, tokens integer, day_budget bigint, address_budget bigint, own_budget bigint
)
returns table (outcome text, day date, reason text, appeal text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  subjects constant text[] := private.preview_subjects(person, address);
  budgets constant bigint[] := array[day_budget, address_budget, own_budget];
  used bigint;
begin
  day := (now() at time zone 'UTC')::date;
  select s.kind || '_suspended', s.reason, s.appeal into outcome, reason, appeal
  from private.current_suspension(agent, null, array[person]) s;
  if found then
    return next;
    return;
  end if;

  -- The first row serializes all reservations of a day.
  insert into private.preview_tokens as p (day, subject, tokens)
  values (reserve_preview.day, 'all', 0)
  on conflict (day, subject) do update set tokens = p.tokens;
  for number in 1 .. 3 loop
    used := coalesce((
      select p.tokens from private.preview_tokens p
      where p.day = reserve_preview.day and p.subject = subjects[number]
    ), 0);
    if used + reserve_preview.tokens > budgets[number] then
      outcome := (array['day', 'address', 'own'])[number];
      return next;
      return;
    end if;
  end loop;
  insert into private.preview_tokens as p (day, subject, tokens)
  select reserve_preview.day, s.subject, reserve_preview.tokens from unnest(subjects) as s (subject)
  on conflict (day, subject) do update set tokens = p.tokens + excluded.tokens;
  delete from private.preview_tokens p where p.day < reserve_preview.day - 1;
  outcome := 'reserved';
  return next;
end;
$$;

comment on function private.reserve_preview(uuid, uuid, text, integer, bigint, bigint, bigint) is
  'Implements public.reserve_preview';

create function private.settle_preview(person uuid, address text, day date, tokens integer) returns void
language sql
security definer
set search_path = ''
as $$
  update private.preview_tokens p set tokens = greatest(p.tokens + settle_preview.tokens, 0)
  where p.day = settle_preview.day and p.subject = any (private.preview_subjects(settle_preview.person, settle_preview.address));
$$;

comment on function private.settle_preview(uuid, text, date, integer) is 'Implements public.settle_preview';

create function public.reserve_preview(
  person uuid, agent uuid, address text, tokens integer, day_budget bigint, address_budget bigint, own_budget bigint
)
returns table (outcome text, day date, reason text, appeal text)
language sql
security invoker
set search_path = ''
begin atomic
  select r.outcome, r.day, r.reason, r.appeal
  from private.reserve_preview(
    reserve_preview.person, reserve_preview.agent, reserve_preview.address, reserve_preview.tokens,
    reserve_preview.day_budget, reserve_preview.address_budget, reserve_preview.own_budget
  ) r;
end;

comment on function public.reserve_preview(uuid, uuid, text, integer, bigint, bigint, bigint) is
$$For the gateway: reserves the most tokens that a preview can use, before the model runs. One row; outcome is
reserved: counted against the budgets of day, of everyone, the address and the account (or the visitors of the address)
day, address, own: that budget has too few tokens left; nothing was counted
agent_suspended, person_suspended: with the reason and the address for appeals
person is null for a visitor; agent is null for an unsaved prompt.$$;

create function public.settle_preview(person uuid, address text, day date, tokens integer) returns void
language sql
security invoker
set search_path = ''
return private.settle_preview(person, address, day, tokens);

comment on function public.settle_preview(uuid, text, date, integer) is
  'For the gateway: corrects a reservation of a day by the tokens that the preview used more (or less: negative)';

revoke all on function
  private.take_rate(text, integer, integer), private.use_deployment_key(text, integer),
  private.preview_subjects(uuid, text),
  private.reserve_preview(uuid, uuid, text, integer, bigint, bigint, bigint),
  private.settle_preview(uuid, text, date, integer),
  public.take_rate(text, integer, integer), public.use_deployment_key(text, integer),
  public.reserve_preview(uuid, uuid, text, integer, bigint, bigint, bigint),
  public.settle_preview(uuid, text, date, integer)
  from public, anon, authenticated;
grant execute on function
  private.take_rate(text, integer, integer), private.use_deployment_key(text, integer),
  private.reserve_preview(uuid, uuid, text, integer, bigint, bigint, bigint),
  private.settle_preview(uuid, text, date, integer),
  public.take_rate(text, integer, integer), public.use_deployment_key(text, integer),
  public.reserve_preview(uuid, uuid, text, integer, bigint, bigint, bigint),
  public.settle_preview(uuid, text, date, integer)
  to service_role;
