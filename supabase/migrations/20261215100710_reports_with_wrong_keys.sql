-- Ten reports with a wrong key, such as by the owner of a shared conversation, kept all later ones out, and hid the right key
-- from operators: the database cannot check a key.
-- Written by readers, through a function; read by operators.
-- Replaces: private.report_shared_conversation, private.list_conversation_reports
-- Locks: nothing in use; replaces functions only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.report_shared_conversation(id text, key text, reason text, details text) returns void
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
  from private.conversation_reports r where r.conversation_id = report_shared_conversation.id
  having count(*) < 200 and count(*) filter (where r.key = report_shared_conversation.key) < 10;
end;
$$;

comment on function private.report_shared_conversation(text, text, text, text) is
  'Implements public.report_shared_conversation';

comment on table private.conversation_reports is
  'Reports of shared conversations, up to 10 with each key and 200 of each, with the key that the reader gave the operator. '
  'Who reports is not recorded. Deleted with the conversation. Written through a function; read by operators';

create or replace function private.list_conversation_reports()
returns table (
  conversation_id text, key text, user_id uuid, agent_id uuid, reports integer, reasons text[], details text[],
  reported_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  with of_key as (
    select r.conversation_id, r.key, count(*)::integer as reports, array_agg(distinct r.reason) as reasons,
      coalesce(array_agg(r.details) filter (where r.details is not null), '{}') as details,
      max(r.created_at) as reported_at,
      sum(count(*)) over (partition by r.conversation_id) as total,
      row_number() over (partition by r.conversation_id order by count(*) desc, min(r.created_at)) as place
    from private.conversation_reports r
    group by r.conversation_id, r.key
  )
  select s.id, k.key, s.user_id, s.agent_id, k.reports, k.reasons, k.details, k.reported_at
  from of_key k join public.shared_conversations s on s.id = k.conversation_id
  where s.removed_at is null and s.expires_at > now() and k.place <= 20
  order by k.total desc, s.id, k.place
  limit 200;
$$;

comment on function private.list_conversation_reports() is 'Implements public.list_conversation_reports';

comment on function public.list_conversation_reports() is
  'For operators: reported shared conversations with the keys of their links, up to 200 rows: one for each key, up to 20 of a '
  'conversation, the most reported first. A reader can send a wrong key';
