-- No mail of a review to a creator without an address, such as that of the sample agents: it would wait forever.
-- Replaces: private.notify_of_review
-- Locks: private.mails, for a deletion (ROW EXCLUSIVE, brief).

create or replace function private.notify_of_review() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  facts jsonb;
  owner uuid;
begin
  select a.creator_id, jsonb_build_object('agent', a.name, 'agent_id', a.id, 'rating', new.rating)
  into owner, facts
  from public.agents a where a.id = new.agent_id;
  if owner is null or owner = new.user_id then return null; end if;
  perform private.add_notification(owner, 'review', facts);
  insert into private.mails (user_id, kind, details)
  select owner, 'review', facts
  where coalesce((select p.mails_reviews from public.notification_preferences p where p.user_id = owner), true)
    and exists (select from auth.users u where u.id = owner and u.email is not null)
    and not exists (
      select 1 from private.mails m
      where m.user_id = owner and m.kind = 'review' and m.details ->> 'agent_id' = new.agent_id::text
        and m.created_at > now() - interval '1 day'
    );
  return null;
end;
$$;

comment on function private.notify_of_review() is
  'Trigger: notifies the creator of an agent of a new review, by mail too where the creator has an address and wants it';

delete from private.mails m using auth.users u
where u.id = m.user_id and u.email is null and m.sent_at is null;
