-- Shared conversations: read-only copies of conversations with an agent, behind links that their owners make (decision
-- 062). The browser encrypts the messages, and the key is in the fragment of the link: the database has only ciphertext,
-- and an operator reads only what a reader reported. Written by functions; owners read their rows and delete them; anyone
-- with an id reads that one through read_shared_conversation until it expires. A suspension of the agent or the user
-- hides the link. Expired rows are deleted when the sweep runs, and all of a user's with the account. Times are UTC.
-- Locks: jobs, for a trigger (SHARE ROW EXCLUSIVE, brief).

create table public.shared_conversations (
  id text primary key constraint shared_conversations_id_is_random check (id ~ '^[0-9a-f]{32}$'),
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid references public.agents (id) on delete set null,
  agent_name text not null,
  shows_name boolean not null,
  ciphertext bytea
    constraint shared_conversations_size check (octet_length(ciphertext) between 29 and 163840),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  removed_at timestamptz,
  removal_reason text
    constraint shared_conversations_removal_reason_length check (char_length(removal_reason) between 1 and 500),
  constraint shared_conversations_removed_with_reason check (
    (removed_at is null) = (removal_reason is null) and (removed_at is null) = (ciphertext is not null)
  )
);

comment on table public.shared_conversations is
  'Conversations that users share by a link, encrypted by their browsers. Written by functions; read and deleted by their '
  'owner; read by id through read_shared_conversation';
comment on column public.shared_conversations.id is '128 random bits in hex. Reading needs the key too, which only the link has';
comment on column public.shared_conversations.agent_id is 'Null: the agent was deleted';
comment on column public.shared_conversations.agent_name is 'The name of the agent when the link was made';
comment on column public.shared_conversations.shows_name is 'Whether readers see the current display name of the owner';
comment on column public.shared_conversations.ciphertext is
  'AES-256-GCM: 12 bytes of nonce, then the messages with their tag. Null: an operator removed it';
comment on column public.shared_conversations.removed_at is 'When an operator removed the content; null: not removed';
comment on column public.shared_conversations.removal_reason is 'Shown to the owner';

create index shared_conversations_user_id on public.shared_conversations (user_id, created_at desc);
create index shared_conversations_agent_id on public.shared_conversations (agent_id);
create index shared_conversations_expires_at on public.shared_conversations (expires_at);

alter table public.shared_conversations enable row level security;

revoke all on public.shared_conversations from anon, authenticated;
grant select (id, user_id, agent_id, agent_name, shows_name, created_at, expires_at, removed_at, removal_reason), delete
  on public.shared_conversations to authenticated;
grant all on public.shared_conversations to service_role;

create policy "owners read the conversations that they share" on public.shared_conversations
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "owners delete the conversations that they share" on public.shared_conversations
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger shared_conversations_00_limit before delete on public.shared_conversations
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('deleted shared conversations', 50, 300);
create trigger a_refuse_suspended_person before insert or update or delete on public.shared_conversations
  for each statement execute function private.refuse_suspended_person();

create table private.conversation_reports (
  id bigint primary key generated always as identity,
  conversation_id text not null references public.shared_conversations (id) on delete cascade,
  key text not null constraint conversation_reports_key_is_one check (key ~ '^[A-Za-z0-9_-]{43}$'),
  reason text not null
    constraint conversation_reports_reason_known
    check (reason in ('copyright', 'harmful', 'misleading', 'private', 'spam', 'other')),
  details text constraint conversation_reports_details_length check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now()
);

comment on table private.conversation_reports is
  'Reports of shared conversations, up to 10 of each, with the key that the reader gave the operator. Who reports is not '
  'recorded. Deleted with the conversation. Written through a function; read by operators';

create index conversation_reports_conversation_id on private.conversation_reports (conversation_id);

alter table private.conversation_reports enable row level security;

create function private.share_conversation(agent uuid, ciphertext text, days integer, shows_name boolean)
returns table (id text, expires_at timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := auth.uid();
  name text;
begin
  if share_conversation.days is null or share_conversation.days not in (1, 7, 30, 90) then
    raise sqlstate 'PT400' using message = 'A link is valid for 1, 7, 30 or 90 days';
  end if;
  select a.name into name from public.agents a
  where a.id = share_conversation.agent and (
    a.is_public and a.status = 'active' and a.suspended_at is null
    or a.creator_id = owner
    or exists (select 1 from public.deployments d where d.agent_id = a.id and d.user_id = owner)
  );
  if owner is null or name is null then
    raise sqlstate 'PT404' using message = 'You can use no agent with this id';
  end if;
  -- One request of a user at a time counts.
  perform 1 from public.profiles p where p.id = owner for no key update;
  if (
    select count(*) from public.shared_conversations s where s.user_id = owner and s.expires_at > now()
  ) >= 50 then
    raise sqlstate 'PT409' using message = 'You share 50 conversations. Delete a link before you make another';
  end if;
  if (private.count_today('shared conversations', owner::text)).items > 20 then
    raise sqlstate 'PT429' using
      message = 'Daily limit reached: up to 20 a day (shared conversations). Try again tomorrow';
  end if;
  return query
    insert into public.shared_conversations (id, user_id, agent_id, agent_name, shows_name, ciphertext, expires_at)
    values (
      -- 128 of the 244 random bits.
      encode(substring(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) from 1 for 16), 'hex'),
      owner, share_conversation.agent, name, coalesce(share_conversation.shows_name, false),
      decode(share_conversation.ciphertext, 'base64'), now() + make_interval(days => share_conversation.days)
    )
    returning shared_conversations.id, shared_conversations.expires_at;
end;
$$;

comment on function private.share_conversation(uuid, text, integer, boolean) is 'Implements public.share_conversation';

create function private.live_conversation(id text) returns setof public.shared_conversations
language sql
stable
security definer
set search_path = ''
as $$
  select s.* from public.shared_conversations s
  where s.id = live_conversation.id and s.expires_at > now() and s.removed_at is null
    and not exists (select 1 from public.agents a where a.id = s.agent_id and a.suspended_at is not null)
    and not exists (select 1 from private.current_suspension(null, null, array[s.user_id]));
$$;

comment on function private.live_conversation(text) is
  'The shared conversation with this id, if it may be read; its creator, its agent and their creator are not suspended';

create function private.read_shared_conversation(id text)
returns table (
  ciphertext text, agent_id uuid, agent_name text, category text, color text, icon text, person text,
  created_at timestamptz, expires_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    -- Without the line breaks of PostgreSQL.
    translate(encode(s.ciphertext, 'base64'), e'\n', ''), a.id, s.agent_name, a.category, a.color, a.icon,
    case when s.shows_name then p.full_name end, s.created_at, s.expires_at
  from private.live_conversation(read_shared_conversation.id) s
  join public.profiles p on p.id = s.user_id
  left join public.agents a on a.id = s.agent_id and a.is_public and a.status = 'active';
$$;

comment on function private.read_shared_conversation(text) is 'Implements public.read_shared_conversation';

create function private.report_shared_conversation(id text, key text, reason text, details text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reporter constant text := coalesce(auth.uid()::text, private.request_address(), 'visitors');
begin
  if not exists (select 1 from private.live_conversation(report_shared_conversation.id)) then
    raise sqlstate 'PT404' using message = 'No conversation is shared under this id';
  end if;
  if (private.count_today('reports of conversations', reporter)).items > 20 then
    raise sqlstate 'PT429' using
      message = 'Daily limit reached: up to 20 a day (reports of conversations). Try again tomorrow';
  end if;
  insert into private.conversation_reports (conversation_id, key, reason, details)
  select report_shared_conversation.id, report_shared_conversation.key, report_shared_conversation.reason,
    nullif(btrim(report_shared_conversation.details), '')
  where (
    select count(*) from private.conversation_reports r where r.conversation_id = report_shared_conversation.id
  ) < 10;
end;
$$;

comment on function private.report_shared_conversation(text, text, text, text) is
  'Implements public.report_shared_conversation';

create function private.list_conversation_reports()
returns table (
  conversation_id text, key text, user_id uuid, agent_id uuid, reports integer, reasons text[], details text[],
  reported_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select s.id, min(r.key), s.user_id, s.agent_id, count(*)::integer, array_agg(distinct r.reason),
    coalesce(array_agg(r.details) filter (where r.details is not null), '{}'), max(r.created_at)
  from private.conversation_reports r join public.shared_conversations s on s.id = r.conversation_id
  where s.removed_at is null and s.expires_at > now()
  group by s.id
  order by count(*) desc, max(r.created_at) desc
  limit 200;
$$;

comment on function private.list_conversation_reports() is 'Implements public.list_conversation_reports';

create function private.remove_shared_conversation(id text, reason text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner uuid;
begin
  if nullif(btrim(reason), '') is null then
    raise sqlstate 'PT400' using message = 'Removing a shared conversation needs a reason';
  end if;
  update public.shared_conversations s
  set ciphertext = null, removed_at = now(), removal_reason = btrim(remove_shared_conversation.reason)
  where s.id = remove_shared_conversation.id and s.removed_at is null
  returning s.user_id into owner;
  if owner is null then
    raise sqlstate 'PT404' using message = format('No conversation is shared under the id %s', id);
  end if;
  -- The keys of a removed text are of no use.
  delete from private.conversation_reports r where r.conversation_id = remove_shared_conversation.id;
  perform private.record_security_event('moderation_conversation_removed', owner, jsonb_build_object(
    'conversation', id, 'reason', btrim(reason)
  ));
  return true;
end;
$$;

comment on function private.remove_shared_conversation(text, text) is 'Implements public.remove_shared_conversation';

create function private.delete_expired_conversations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.shared_conversations s where s.id in (
    select o.id from public.shared_conversations o where o.expires_at <= now() order by o.expires_at limit 100
  );
  return null;
end;
$$;

comment on function private.delete_expired_conversations() is
  'Trigger: deletes up to 100 shared conversations that have expired. The sweep deletes finished jobs each time it runs, '
  'also when there are none, so expired conversations are deleted as often';

create trigger jobs_delete_expired_conversations
  after delete on private.jobs
  for each statement execute function private.delete_expired_conversations();

revoke all on function
  private.share_conversation(uuid, text, integer, boolean), private.live_conversation(text),
  private.read_shared_conversation(text), private.report_shared_conversation(text, text, text, text),
  private.list_conversation_reports(), private.remove_shared_conversation(text, text),
  private.delete_expired_conversations()
  from public, anon, authenticated;
grant execute on function private.share_conversation(uuid, text, integer, boolean) to authenticated;
grant execute on function
  private.read_shared_conversation(text), private.report_shared_conversation(text, text, text, text)
  to anon, authenticated;
grant execute on function private.list_conversation_reports(), private.remove_shared_conversation(text, text)
  to service_role;

create function public.share_conversation(
  agent uuid, ciphertext text, days integer default 30, shows_name boolean default false
)
returns table (id text, expires_at timestamptz)
language sql
security invoker
set search_path = ''
begin atomic
  select s.id, s.expires_at from private.share_conversation(agent, ciphertext, days, shows_name) s;
end;

comment on function public.share_conversation(uuid, text, integer, boolean) is
  'Stores a conversation of the caller with an agent, encrypted by the browser (base64, up to 160 KB), for 1, 7, 30 or 90 '
  'days. Up to 20 a day and 50 at a time. Returns the id of its link';

create function public.read_shared_conversation(id text)
returns table (
  ciphertext text, agent_id uuid, agent_name text, category text, color text, icon text, person text,
  created_at timestamptz, expires_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select s.ciphertext, s.agent_id, s.agent_name, s.category, s.color, s.icon, s.person, s.created_at, s.expires_at
  from private.read_shared_conversation(read_shared_conversation.id) s;
end;

comment on function public.read_shared_conversation(text) is
  'The shared conversation with this id, encrypted (base64); no row when it is unknown, deleted, removed or expired. The '
  'agent has an id and a picture while it is public, the user a name if they chose to show it';

create function public.report_shared_conversation(id text, key text, reason text, details text default null)
returns void
language sql
security invoker
set search_path = ''
return private.report_shared_conversation(id, key, reason, details);

comment on function public.report_shared_conversation(text, text, text, text) is
  'Reports a shared conversation to the operator, with the key of its link, so that they can read it. Up to 20 a day for '
  'each user, or each address of visitors';

create function public.list_conversation_reports()
returns table (
  conversation_id text, key text, user_id uuid, agent_id uuid, reports integer, reasons text[], details text[],
  reported_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select r.conversation_id, r.key, r.user_id, r.agent_id, r.reports, r.reasons, r.details, r.reported_at
  from private.list_conversation_reports() r;
end;

comment on function public.list_conversation_reports() is
  'For operators: reported shared conversations with the keys of their links, up to 200';

create function public.remove_shared_conversation(id text, reason text) returns boolean
language sql
security invoker
set search_path = ''
return private.remove_shared_conversation(id, reason);

comment on function public.remove_shared_conversation(text, text) is
  'For operators: deletes the content of a shared conversation, and records it. Its owner sees the reason';

revoke all on function
  public.share_conversation(uuid, text, integer, boolean), public.read_shared_conversation(text),
  public.report_shared_conversation(text, text, text, text), public.list_conversation_reports(),
  public.remove_shared_conversation(text, text)
  from public, anon, authenticated;
grant execute on function public.share_conversation(uuid, text, integer, boolean) to authenticated;
grant execute on function
  public.read_shared_conversation(text), public.report_shared_conversation(text, text, text, text)
  to anon, authenticated;
grant execute on function public.list_conversation_reports(), public.remove_shared_conversation(text, text)
  to service_role;

insert into private.export_queries (table_name, key_type, query)
values
  ('shared_conversations', 'text', $q$select t.id as key, to_jsonb(t) || jsonb_build_object(
    'ciphertext', encode(t.ciphertext, 'base64')) as row_data
    from public.shared_conversations t where t.user_id = auth.uid()$q$);
