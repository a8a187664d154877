-- The creator of a suspended agent, and the owner of a suspended deployment, are notified with the reason and the address for
-- appeals, and again when the suspension is lifted. Until now only callers and webhooks got the reason, and the pages of both
-- looked as before.
-- Written by a trigger in the transaction of the suspension, one row each; read by its owner. A suspended account is not
-- notified: it cannot sign in, and the message of the rejected sign-in has the reason.
-- Locks: notifications, for a constraint that is not validated (ACCESS EXCLUSIVE, brief); suspensions, for a trigger (SHARE ROW
-- EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications
  add constraint notifications_kind_known
  check (kind in ('review', 'failure', 'quota', 'price', 'webhook', 'withdrawal', 'moderation')) not valid;
comment on column public.notifications.kind is
  'review: of an own agent; failure: a deployment failed; quota: a share of a spend limit is used; price: a price rises; '
  'webhook: one was turned off; withdrawal: the agent of a deployment was withdrawn, has ended or is back; '
  'moderation: an own agent or deployment is suspended, or no longer';
comment on column public.notifications.details is
  'Facts for the text. review: agent, agent_id, rating; failure: name, deployment_id; quota and price: as in private.mails; '
  'withdrawal: event (withdrawn, ended, returned), agent, agent_id, name, deployment_id, deployments, ends_at; '
  'moderation: event (suspended, lifted), name, agent_id or deployment_id, reason, appeal';

create function private.notify_of_moderation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner uuid;
  subject jsonb;
begin
  if new.kind = 'agent' then
    select a.creator_id, jsonb_build_object('agent_id', a.id, 'name', a.name) into owner, subject
    from public.agents a where a.id = new.subject;
  else
    select d.user_id, jsonb_build_object('deployment_id', d.id, 'name', d.name) into owner, subject
    from public.deployments d where d.id = new.subject;
  end if;
  -- Deleted since, or without an owner.
  if owner is not null then
    perform private.add_notification(owner, 'moderation', subject || jsonb_build_object(
      'event', case when new.lifted_at is null then 'suspended' else 'lifted' end,
      'reason', new.reason, 'appeal', new.appeal
    ));
  end if;
  return null;
end;
$$;

comment on function private.notify_of_moderation() is
  'Trigger: notifies the creator of an agent, or the owner of a deployment, of its suspension and of the end of it';

revoke all on function private.notify_of_moderation() from public, anon, authenticated;

create trigger suspensions_notify
  after insert or update of lifted_at on private.suspensions
  for each row when (new.kind in ('agent', 'deployment'))
  execute function private.notify_of_moderation();
