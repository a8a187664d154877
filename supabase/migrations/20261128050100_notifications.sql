-- Notifications: what happened to a user's agents, deployments, limits and prices. Written by triggers only, in the
-- transaction of the event; read by their owner, who may mark them as read. A user keeps the newest 200.
-- Limits and prices are always mailed too (private.mails, whose rows become notifications here). A user chooses whether
-- reviews and failures are: a review at most once a day for each agent.
-- Locks: agent_reviews, deployments and mails, for triggers (SHARE ROW EXCLUSIVE, brief).

create table public.notifications (
  id bigint primary key generated always as identity,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null
    constraint notifications_kind_known check (kind in ('review', 'failure', 'quota', 'price')),
  details jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);

comment on table public.notifications is
  'Events for their owner: the facts, never the text. Written by triggers; the owner reads them and marks them as read';
comment on column public.notifications.kind is
  'review: of an own agent; failure: a deployment failed; quota: a share of a spend limit is used; price: a price rises';
comment on column public.notifications.details is
  'Facts for the text. review: agent, agent_id, rating; failure: name, deployment_id; quota and price: as in private.mails';
comment on column public.notifications.read_at is 'Null until the owner has seen it';

create index notifications_user_id on public.notifications (user_id, id desc);

alter table public.notifications enable row level security;

revoke all on public.notifications from anon, authenticated;
grant select, update (read_at) on public.notifications to authenticated;
grant all on public.notifications to service_role;

create policy "users read their own notifications" on public.notifications
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "users mark their own notifications as read" on public.notifications
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create trigger a_refuse_suspended_person before insert or update or delete on public.notifications
  for each statement execute function private.refuse_suspended_person();

create table public.notification_preferences (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  mails_reviews boolean not null default true,
  mails_failures boolean not null default true
);

comment on table public.notification_preferences is
  'Which notifications a user also gets by mail; without a row, all. Written and read by the user';

alter table public.notification_preferences enable row level security;

revoke all on public.notification_preferences from anon, authenticated;
grant select on public.notification_preferences to authenticated;
grant insert (user_id, mails_reviews, mails_failures), update (mails_reviews, mails_failures)
  on public.notification_preferences to authenticated;
grant all on public.notification_preferences to service_role;

create policy "users read their own mail preferences" on public.notification_preferences
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "users add their own mail preferences" on public.notification_preferences
  for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "users change their own mail preferences" on public.notification_preferences
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create trigger notification_preferences_00_limit before insert or update on public.notification_preferences
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.limit_writes('mail preferences', 2, 100);
create trigger a_refuse_suspended_person before insert or update or delete on public.notification_preferences
  for each statement execute function private.refuse_suspended_person();

create function private.add_notification(owner uuid, kind text, details jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.notifications (user_id, kind, details)
  values (owner, add_notification.kind, add_notification.details);
  delete from public.notifications n
  where n.user_id = owner and n.id <= (
    select o.id from public.notifications o where o.user_id = owner order by o.id desc offset 200 limit 1
  );
end;
$$;

comment on function private.add_notification(uuid, text, jsonb) is 'Adds a notification, and deletes all but the newest 200 of its owner';

create function private.notify_of_review() returns trigger
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
    and not exists (
      select 1 from private.mails m
      where m.user_id = owner and m.kind = 'review' and m.details ->> 'agent_id' = new.agent_id::text
        and m.created_at > now() - interval '1 day'
    );
  return null;
end;
$$;

comment on function private.notify_of_review() is 'Trigger: notifies the creator of an agent of a new review';

create function private.notify_of_failure() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  facts constant jsonb := jsonb_build_object('name', new.name, 'deployment_id', new.id);
begin
  perform private.add_notification(new.user_id, 'failure', facts);
  insert into private.mails (user_id, kind, details)
  select new.user_id, 'failure', facts
  where coalesce((select p.mails_failures from public.notification_preferences p where p.user_id = new.user_id), true);
  return null;
end;
$$;

comment on function private.notify_of_failure() is 'Trigger: notifies the owner of a deployment that it has failed';

create function private.notify_of_mail() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.add_notification(
    new.user_id,
    case when new.kind = 'spend_limit' then 'quota' else 'price' end,
    new.details || jsonb_build_object('event', new.kind)
  );
  return null;
end;
$$;

comment on function private.notify_of_mail() is 'Trigger: a mail about a spend limit or a price is a notification too';

revoke all on function private.add_notification(uuid, text, jsonb), private.notify_of_review(), private.notify_of_failure(),
  private.notify_of_mail() from public, anon, authenticated;

create trigger agent_reviews_notify
  after insert on public.agent_reviews
  for each row execute function private.notify_of_review();
create trigger deployments_notify
  after update on public.deployments
  for each row when (new.status = 'failed' and old.status <> 'failed')
  execute function private.notify_of_failure();
create trigger mails_notify
  after insert on private.mails
  for each row when (new.kind = 'spend_limit' or new.kind like 'price\_%')
  execute function private.notify_of_mail();

insert into private.export_queries (table_name, key_type, query)
values
  ('notifications', 'bigint', $q$select t.id as key, to_jsonb(t) as row_data from public.notifications t
    where t.user_id = auth.uid()$q$),
  ('notification_preferences', 'uuid', $q$select t.user_id as key, to_jsonb(t) as row_data
    from public.notification_preferences t where t.user_id = auth.uid()$q$);
