-- Tools of agents, from servers that speak the Model Context Protocol (decision 059). The tools are part of an agent's
-- configuration, so versions have them, and a deployment that keeps a version keeps its tools.
-- Written and read by the creator, in `agent_configs.tools`; the secrets of servers are in a separate table, encrypted,
-- and only the gateway reads them. Times are UTC.
-- Replaces: private.record_agent_version, private.forget_agent
-- Locks: agent_configs and agent_versions, briefly, for columns with a constant default (ACCESS EXCLUSIVE).

create function private.are_agent_tools(tools jsonb) returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  if jsonb_typeof(tools) is distinct from 'object' or tools - 'servers' <> '{}'
    or jsonb_typeof(tools -> 'servers') is distinct from 'array' or length(tools::text) > 32000
    or jsonb_array_length(tools -> 'servers') > 5
  then
    return false;
  end if;
  if exists (
    select 1 from jsonb_array_elements(tools -> 'servers') s
    where jsonb_typeof(s) <> 'object'
      or not coalesce(s ->> 'url' ~ '^(https://|http://127\.0\.0\.1[:/])[^\s@#]+$' and length(s ->> 'url') <= 500, false)
      or s - '{url,tools}'::text[] <> '{}'
      or not coalesce(jsonb_typeof(s -> 'tools') = 'array', false)
  ) or (select count(distinct s ->> 'url') from jsonb_array_elements(tools -> 'servers') s) < jsonb_array_length(tools -> 'servers')
  then
    return false;
  end if;
  return not exists (
    select 1 from jsonb_array_elements(tools -> 'servers') s cross join jsonb_array_elements(s -> 'tools') t
    where jsonb_typeof(t) <> 'object'
      or t - '{name,description,input_schema,is_read_only}'::text[] <> '{}'
      or not coalesce(jsonb_typeof(t -> 'name') = 'string' and t ->> 'name' ~ '^[A-Za-z0-9_./-]{1,128}$', false)
      or not coalesce(jsonb_typeof(t -> 'description') = 'string', false)
      or not coalesce(jsonb_typeof(t -> 'input_schema') = 'object', false)
      or not coalesce(jsonb_typeof(t -> 'is_read_only') = 'boolean', false)
  )
  and (
    select count(*) <= 32 and count(distinct (s ->> 'url', t ->> 'name')) = count(*)
    from jsonb_array_elements(tools -> 'servers') s cross join jsonb_array_elements(s -> 'tools') t
  );
end;
$$;

comment on function private.are_agent_tools(jsonb) is
  'Whether a value describes tools: up to 5 servers and 32 tools, each with name, description, input_schema and '
  'is_read_only. http is for a server on this machine, which only a gateway that allows its address reaches';

alter table public.agent_configs add column tools jsonb not null default '{"servers": []}';
alter table public.agent_configs
  add constraint agent_configs_tools_valid check (private.are_agent_tools(tools)) not valid;
alter table public.agent_configs validate constraint agent_configs_tools_valid;
alter table private.agent_versions add column tools jsonb not null default '{"servers": []}';

comment on column public.agent_configs.tools is
  'Tools that the model may call, by server: {servers: [{url, tools: [{name, description, input_schema, '
  'is_read_only}]}]}. As the server described them when the creator chose them';
comment on column private.agent_versions.tools is 'As in agent_configs';

grant insert (tools), update (tools) on public.agent_configs to authenticated;

create table private.agent_tool_secrets (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null,
  url text not null,
  header text not null,
  ciphertext bytea not null,
  key_id text not null,
  created_at timestamptz not null default now(),
  constraint agent_tool_secrets_one_each unique (agent_id, url)
);

comment on table private.agent_tool_secrets is
  'Request headers that authorize an agent at the servers of its tools. Written by the creator, never read back; the '
  'gateway sends them. Deleted with the versions of the agent';
comment on column private.agent_tool_secrets.agent_id is 'No foreign key: a deleted agent may be restored';
comment on column private.agent_tool_secrets.url is 'The whole address: a secret is never sent to another one';
comment on column private.agent_tool_secrets.key_id is 'Id of the secret that encrypts ciphertext (private.key_id)';

alter table private.agent_tool_secrets enable row level security;

create trigger agent_tool_secrets_announce
  after insert or update or delete on private.agent_tool_secrets
  for each row execute function private.announce_change('agent_id');

create or replace function private.record_agent_version() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  newest private.agent_versions;
begin
  new.tools := coalesce(new.tools, '{"servers": []}'); -- an agent that was archived before there were tools
  select * into newest from private.agent_versions v
  where v.agent_id = new.agent_id order by v.version desc limit 1;
  if (newest.prompt, newest.temperature, newest.max_tokens, newest.tools)
    is not distinct from (new.prompt, new.temperature, new.max_tokens, new.tools)
  then
    new.version := newest.version;
    new.changelog := newest.changelog;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.changelog = old.changelog then
    new.changelog := ''; -- the text of the previous version
  end if;
  new.version := coalesce(newest.version, 0) + 1;
  insert into private.agent_versions (agent_id, version, prompt, temperature, max_tokens, tools, changelog)
  values (new.agent_id, new.version, new.prompt, new.temperature, new.max_tokens, new.tools, new.changelog);
  return new;
end;
$$;

comment on function private.record_agent_version() is
  'Trigger: numbers and keeps a configuration that differs from the newest version; an equal one adds nothing';

create or replace function private.forget_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.agents a where a.id = old.id)
    and not exists (select 1 from private.agent_archive a where a.id = old.id)
  then
    delete from private.agent_versions v where v.agent_id = old.id;
    delete from private.agent_tool_secrets s where s.agent_id = old.id;
  end if;
  return null;
end;
$$;

comment on function private.forget_agent() is
  'Trigger: deletes the versions and tool secrets of an agent that was deleted and can no longer be restored. Deferred, '
  'because a restore takes the agent out of the archive first';

create function private.set_agent_tool_secret(agent uuid, url text, header text, secret text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  sealed record;
begin
  perform 1 from public.agents a where a.id = set_agent_tool_secret.agent and a.creator_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Agent not found';
  end if;
  if set_agent_tool_secret.secret is null then
    delete from private.agent_tool_secrets s
    where s.agent_id = set_agent_tool_secret.agent and s.url = set_agent_tool_secret.url;
    return;
  end if;
  if not coalesce(length(set_agent_tool_secret.url) <= 500
    and set_agent_tool_secret.url ~ '^(https://|http://127\.0\.0\.1[:/])[^\s@#]+$', false)
  then
    raise sqlstate 'PT400' using message = 'The address of a server must start with https:// and have no password';
  end if;
  if not coalesce(set_agent_tool_secret.header ~* '^(authorization|x-[a-z0-9-]{1,60}|api-key)$', false) then
    raise sqlstate 'PT400' using message = 'The header must be Authorization, Api-Key or a name that starts with X-';
  end if;
  if set_agent_tool_secret.secret !~ '^[\x20-\x7e]+$' or length(set_agent_tool_secret.secret) > 2000 then
    raise sqlstate 'PT400' using message = 'The secret must have 1 to 2,000 ASCII characters in one line';
  end if;
  if (
    select count(*) from private.agent_tool_secrets s
    where s.agent_id = set_agent_tool_secret.agent and s.url <> set_agent_tool_secret.url
  ) >= 20 then
    raise sqlstate 'PT409' using message = 'An agent has secrets for up to 20 addresses. Remove one first';
  end if;
  select e.ciphertext, e.key_id into sealed from private.encrypt_key(set_agent_tool_secret.secret) e;
  if sealed.ciphertext is null then
    raise sqlstate 'PT503' using message = 'Secrets cannot be stored: this installation has no encryption key';
  end if;
  insert into private.agent_tool_secrets as s (agent_id, url, header, ciphertext, key_id)
  values (
    set_agent_tool_secret.agent, set_agent_tool_secret.url, set_agent_tool_secret.header, sealed.ciphertext, sealed.key_id
  )
  on conflict on constraint agent_tool_secrets_one_each do update set
    header = excluded.header, ciphertext = excluded.ciphertext, key_id = excluded.key_id, created_at = now();
end;
$$;

comment on function private.set_agent_tool_secret(uuid, text, text, text) is 'Implements public.set_agent_tool_secret';

create function public.set_agent_tool_secret(agent uuid, url text, header text default null, secret text default null)
returns void
language sql
security invoker
set search_path = ''
return private.set_agent_tool_secret(agent, url, header, secret);

comment on function public.set_agent_tool_secret(uuid, text, text, text) is
  'Stores the header that authorizes the caller''s agent at a server of its tools, encrypted; without a secret, removes it';

create function private.agent_tool_secret_list(agent uuid) returns table (url text, header text, created_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select s.url, s.header, s.created_at from private.agent_tool_secrets s
  join public.agents a on a.id = s.agent_id
  where s.agent_id = agent_tool_secret_list.agent and a.creator_id = auth.uid()
  order by s.url;
$$;

comment on function private.agent_tool_secret_list(uuid) is 'Implements public.list_agent_tool_secrets';

create function public.list_agent_tool_secrets(agent uuid) returns table (url text, header text, created_at timestamptz)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.url, s.header, s.created_at from private.agent_tool_secret_list(list_agent_tool_secrets.agent) s;
end;

comment on function public.list_agent_tool_secrets(uuid) is
  'The servers for which the caller''s agent has a secret, and the name of its header; never the secret';

-- For the gateway.

create function private.with_secrets(agent uuid, tools jsonb) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    t.server || jsonb_build_object('header', s.header, 'secret', private.decrypt_key(s.ciphertext, s.key_id))
    order by t.position
  ), '[]')
  from jsonb_array_elements(with_secrets.tools -> 'servers') with ordinality as t (server, position)
  left join private.agent_tool_secrets s on s.agent_id = with_secrets.agent and s.url = t.server ->> 'url'
$$;

comment on function private.with_secrets(uuid, jsonb) is
  'The servers of tools, each with header and secret (null without one)';

create function private.deployment_tools(deployment uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.with_secrets(d.agent_id, coalesce(v.tools, c.tools))
  from public.deployments d
  join public.agent_configs c on c.agent_id = d.agent_id
  left join private.agent_versions v on v.agent_id = d.agent_id and v.version = d.pinned_version
  where d.id = deployment_tools.deployment
$$;

comment on function private.deployment_tools(uuid) is 'Implements public.deployment_tools';

create function public.deployment_tools(deployment uuid) returns jsonb
language sql
stable
security invoker
set search_path = ''
return private.deployment_tools(deployment);

comment on function public.deployment_tools(uuid) is
  'For the gateway: the servers of tools of the version that a deployment runs, as in agent_configs, each with its header '
  'and secret; null without a configuration';

create function private.tools_of_agent(agent uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.with_secrets(c.agent_id, c.tools) from public.agent_configs c where c.agent_id = tools_of_agent.agent
$$;

comment on function private.tools_of_agent(uuid) is 'Implements public.agent_tools';

create function public.agent_tools(agent uuid) returns jsonb
language sql
stable
security invoker
set search_path = ''
return private.tools_of_agent(agent);

comment on function public.agent_tools(uuid) is 'For the gateway: the servers of tools of an agent''s newest version, for previews';

create function private.agent_tool_secret(agent uuid, url text) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('header', s.header, 'secret', private.decrypt_key(s.ciphertext, s.key_id))
  from private.agent_tool_secrets s
  where s.agent_id = agent_tool_secret.agent and s.url = agent_tool_secret.url
$$;

comment on function private.agent_tool_secret(uuid, text) is 'Implements public.agent_tool_secret';

create function public.agent_tool_secret(agent uuid, url text) returns jsonb
language sql
stable
security invoker
set search_path = ''
return private.agent_tool_secret(agent, url);

comment on function public.agent_tool_secret(uuid, text) is
  'For the gateway, which lists the tools of a server for the agent''s creator: header and secret; null without one';

-- Calls of tools that wait for the caller's approval.

create table private.waiting_tool_calls (
  token_hash bytea primary key constraint waiting_tool_calls_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  subject text not null,
  binding text not null,
  state text constraint waiting_tool_calls_state_length check (char_length(state) <= 400000),
  created_at timestamptz not null default now(),
  used_at timestamptz
);

comment on table private.waiting_tool_calls is
  'Responses that ended with a request for approval. Each continues once, within 15 minutes. Written by the gateway';
comment on column private.waiting_tool_calls.token_hash is 'SHA-256 of the token that only the caller received';
comment on column private.waiting_tool_calls.subject is 'Who may continue: the API key of a deployment, or a user';
comment on column private.waiting_tool_calls.binding is
  'SHA-256 of the request that is continued, and of the calls with their arguments that the approval must name';
comment on column private.waiting_tool_calls.state is 'Output of the model and of the tools so far, encrypted with the token; null when used';

create index waiting_tool_calls_oldest on private.waiting_tool_calls (created_at);

alter table private.waiting_tool_calls enable row level security;

create function private.keep_tool_calls(token_hash text, subject text, binding text, state text) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.waiting_tool_calls w where w.token_hash in (
    select o.token_hash from private.waiting_tool_calls o
    where o.created_at < now() - interval '15 minutes' order by o.created_at limit 10 for update skip locked
  );
  insert into private.waiting_tool_calls (token_hash, subject, binding, state)
  values (
    decode(keep_tool_calls.token_hash, 'hex'), keep_tool_calls.subject, keep_tool_calls.binding, keep_tool_calls.state
  )
  on conflict on constraint waiting_tool_calls_pkey do nothing;
  return now() + interval '15 minutes';
end;
$$;

comment on function private.keep_tool_calls(text, text, text, text) is 'Implements public.keep_tool_calls';

create function public.keep_tool_calls(token_hash text, subject text, binding text, state text) returns timestamptz
language sql
security invoker
set search_path = ''
return private.keep_tool_calls(token_hash, subject, binding, state);

comment on function public.keep_tool_calls(text, text, text, text) is
  'For the gateway: keeps calls of tools that wait for an approval, and returns until when. Safe to repeat';

create function private.take_tool_calls(token_hash text, subject text, binding text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known private.waiting_tool_calls;
begin
  select * into known from private.waiting_tool_calls w
  where w.token_hash = decode(take_tool_calls.token_hash, 'hex') and w.subject = take_tool_calls.subject
    and w.created_at > now() - interval '15 minutes'
  for update;
  if not found then
    return '{"outcome": "unknown"}';
  end if;
  if known.used_at is not null then
    return '{"outcome": "used"}';
  end if;
  if known.binding <> take_tool_calls.binding then
    return '{"outcome": "other"}';
  end if;
  update private.waiting_tool_calls w set used_at = now(), state = null where w.token_hash = known.token_hash;
  return jsonb_build_object('outcome', 'taken', 'state', known.state);
end;
$$;

comment on function private.take_tool_calls(text, text, text) is 'Implements public.take_tool_calls';

create function public.take_tool_calls(token_hash text, subject text, binding text) returns jsonb
language sql
security invoker
set search_path = ''
return private.take_tool_calls(token_hash, subject, binding);

comment on function public.take_tool_calls(text, text, text) is
$$For the gateway: takes calls of tools that wait for an approval, once. outcome is
taken: with state; used: they were taken before, and may have run; other: the request or the approved calls differ, and
nothing was taken; unknown: another caller's, or over$$;

revoke all on function
  private.are_agent_tools(jsonb), private.set_agent_tool_secret(uuid, text, text, text),
  private.agent_tool_secret_list(uuid), private.with_secrets(uuid, jsonb), private.deployment_tools(uuid),
  private.tools_of_agent(uuid), private.agent_tool_secret(uuid, text), private.keep_tool_calls(text, text, text, text),
  private.take_tool_calls(text, text, text),
  public.set_agent_tool_secret(uuid, text, text, text), public.list_agent_tool_secrets(uuid),
  public.deployment_tools(uuid), public.agent_tools(uuid), public.agent_tool_secret(uuid, text),
  public.keep_tool_calls(text, text, text, text), public.take_tool_calls(text, text, text)
  from public, anon, authenticated;
grant execute on function
  private.are_agent_tools(jsonb), private.set_agent_tool_secret(uuid, text, text, text),
  private.agent_tool_secret_list(uuid), public.set_agent_tool_secret(uuid, text, text, text),
  public.list_agent_tool_secrets(uuid)
  to authenticated;
grant execute on function
  private.are_agent_tools(jsonb), private.deployment_tools(uuid), private.tools_of_agent(uuid),
  private.agent_tool_secret(uuid, text), private.keep_tool_calls(text, text, text, text), private.take_tool_calls(text, text, text),
  public.deployment_tools(uuid), public.agent_tools(uuid), public.agent_tool_secret(uuid, text),
  public.keep_tool_calls(text, text, text, text), public.take_tool_calls(text, text, text)
  to service_role;
