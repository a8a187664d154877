-- Two open profile forms of one user: the second save wrote back what the first one had changed. As with save_agent_page,
-- a save now names the state that its form was opened with, and is rejected (409) when another save has changed it since.
-- The mail preferences of the form are part of it: they were saved before the rest, and separately.
-- Read and written by the user. Earlier releases of the shell send no etag and no mail preferences: their saves apply as
-- before.
-- And: the notification of a webhook that was turned off has the reason. It blamed the receiver also when the secret was
-- lost. Written by the server through public.take_webhook_deliveries and public.webhook_attempted, read by the owner.
-- Replaces: public.save_profile, private.webhook_attempted
-- Locks: nothing in use; one function is dropped and created again.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create function public.own_profile()
returns table (
  full_name text, about text, links text[], color text, mails_reviews boolean, mails_failures boolean, picture text,
  etag text
)
language sql
stable
security invoker
set search_path = ''
as $$
  -- The picture is saved when it is chosen.
  select v.*, s.picture, md5(to_jsonb(v)::text)
  from (
    select
      p.full_name, coalesce(d.about, '') as about, coalesce(d.links, '{}') as links, d.color,
      coalesce(n.mails_reviews, true) as mails_reviews, coalesce(n.mails_failures, true) as mails_failures
    from public.profiles p
    left join public.profile_details d on d.user_id = p.id
    left join public.notification_preferences n on n.user_id = p.id
    where p.id = auth.uid()
  ) as v
  left join public.profile_details s on s.user_id = auth.uid();
$$;

comment on function public.own_profile() is
  'The values that save_profile sets, and the picture, of the caller. etag changes with the values, and with nothing else';

drop function public.save_profile(text, text, text[], text);

create function public.save_profile(
  full_name text, about text, links text[], color text,
  mails_reviews boolean default null, mails_failures boolean default null, etag text default null
)
returns void
language plpgsql
security invoker
set search_path = ''
as $$
begin
  -- Of two saves at once, the second one waits here, and then sees the first.
  perform from public.profiles p where p.id = auth.uid() for no key update;
  if save_profile.etag <> (select o.etag from public.own_profile() o) then
    raise sqlstate 'PT409' using message = 'The profile was changed since it was read';
  end if;
  update public.profiles p set full_name = nullif(btrim(save_profile.full_name), '') where p.id = auth.uid();
  insert into public.profile_details (about, links, color)
  values (btrim(save_profile.about), save_profile.links, save_profile.color)
  on conflict (user_id) do update set about = excluded.about, links = excluded.links, color = excluded.color;
  if save_profile.mails_reviews is not null and save_profile.mails_failures is not null then
    insert into public.notification_preferences (mails_reviews, mails_failures)
    values (save_profile.mails_reviews, save_profile.mails_failures)
    on conflict (user_id) do update set
      mails_reviews = excluded.mails_reviews, mails_failures = excluded.mails_failures;
  end if;
end;
$$;

comment on function public.save_profile(text, text, text[], text, boolean, boolean, text) is
  'Saves the caller''s name, details and mail preferences in one transaction; an empty name is none, and without a value for '
  'each the mail preferences stay. etag, of own_profile: rejected when the profile has changed since';

revoke all on function
  public.own_profile(), public.save_profile(text, text, text[], text, boolean, boolean, text)
  from public, anon;
grant execute on function
  public.own_profile(), public.save_profile(text, text, text[], text, boolean, boolean, text)
  to authenticated;

create or replace function private.webhook_attempted(id uuid, status integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  was_delivered constant boolean := coalesce(webhook_attempted.status between 200 and 299, false);
  attempted public.webhook_deliveries;
begin
  update public.webhook_deliveries d set
    status = webhook_attempted.status,
    delivered_at = case when was_delivered then now() end,
    failed_at = case when was_delivered then d.failed_at else now() end,
    due_at = case when was_delivered or d.attempts >= 8 or webhook_attempted.status = 410 then null else d.due_at end
  where d.id = webhook_attempted.id and d.delivered_at is null
  returning * into attempted;
  if not found or was_delivered or attempted.due_at is not null or attempted.event = 'webhook.test' then
    return;
  end if;
  update public.deployment_webhooks w set disabled_at = now()
  where w.id = attempted.webhook_id and w.disabled_at is null;
  if found then
    perform private.add_notification(attempted.user_id, 'webhook', jsonb_build_object(
      'name', d.name, 'deployment_id', d.id, 'url', w.url,
      'reason', case
        when w.secret_lost_at is not null then 'secret_lost'
        when attempted.status = 410 then 'gone'
        else 'failures'
      end
    ))
    from public.deployment_webhooks w join public.deployments d on d.id = w.deployment_id
    where w.id = attempted.webhook_id;
  end if;
end;
$$;

comment on function private.webhook_attempted(uuid, integer) is 'Implements public.webhook_attempted';
comment on column public.notifications.details is
  'Facts for the text. review: agent, agent_id, rating; failure: name, deployment_id; quota and price: as in private.mails; '
  'webhook: name, deployment_id, url, reason (failures; gone: the receiver replied 410; secret_lost: the server cannot '
  'decrypt the secret), which earlier ones do not have';
