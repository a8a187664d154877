-- A deployment has up to five webhooks, also when several are added at the same time: the row of the deployment is locked
-- first. Parallel requests of the owner could add more.
-- Written by the owner through public.create_webhook.
-- Replaces: private.create_webhook
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

create or replace function private.create_webhook(deployment uuid, url text, events text[])
returns table (id uuid, secret text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner constant uuid := auth.uid();
  added uuid;
begin
  -- Locked, so that webhooks which are added at the same time are counted.
  perform from public.deployments d where d.id = create_webhook.deployment and d.user_id = owner for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'You have no deployment with this id';
  end if;
  if (select count(*) from public.deployment_webhooks w where w.deployment_id = create_webhook.deployment) >= 5 then
    raise sqlstate 'PT409' using message = 'A deployment has up to 5 webhooks. Delete one before you add another';
  end if;
  if (private.count_today('webhooks', owner::text)).items > 300 then
    raise sqlstate 'PT429' using message = 'Daily limit reached: up to 300 a day (webhooks). Try again tomorrow';
  end if;
  insert into public.deployment_webhooks (deployment_id, user_id, url, events)
  values (create_webhook.deployment, owner, create_webhook.url, create_webhook.events)
  returning deployment_webhooks.id into added;
  return query select added, private.add_webhook_secret(added);
end;
$$;

comment on function private.create_webhook(uuid, text, text[]) is 'Implements public.create_webhook';
