-- A webhook whose secret this server cannot decrypt fails like one whose receiver does not answer: its messages count as
-- attempts without a response, it is turned off after the last one, and secret_lost_at tells its owner to rotate the secret.
-- Until now such a message was taken again every day, without end, and its owner saw nothing. Times are UTC.
-- Written by the server through public.take_webhook_deliveries, and by public.rotate_webhook_secret; read by the owner.
-- Replaces: private.take_webhook_deliveries, private.rotate_webhook_secret
-- Locks: deployment_webhooks, for a column (ACCESS EXCLUSIVE, brief).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table public.deployment_webhooks add column secret_lost_at timestamptz;

comment on column public.deployment_webhooks.secret_lost_at is
  'Since when the server cannot decrypt the secret, and nothing is sent: the owner has to rotate it. Null: it can';

create or replace function private.take_webhook_deliveries(most integer)
returns table (id uuid, url text, event text, data jsonb, created_at timestamptz, secrets text[])
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  due record;
begin
  -- After a rotation of the encryption key.
  update private.webhook_secrets s set (ciphertext, key_id) = (
    select e.ciphertext, e.key_id from private.encrypt_key(private.decrypt_key(s.ciphertext, s.key_id)) e
  )
  where s.id in (
    select o.id from private.webhook_secrets o
    where o.key_id <> private.key_id(private.encryption_key())
      and private.decrypt_key(o.ciphertext, o.key_id) is not null
    limit 50 for update skip locked
  );
  for due in
    with taken as (
      update public.webhook_deliveries d set
        attempts = d.attempts + 1,
        -- 8 attempts in 31 hours, as the Standard Webhooks specification proposes.
        due_at = now() + make_interval(
          secs => (array[30, 300, 1800, 7200, 18000, 36000, 50400, 86400])[least(d.attempts + 1, 8)]
        )
      where d.id in (
        select o.id from public.webhook_deliveries o
        join public.deployment_webhooks w on w.id = o.webhook_id
        where o.due_at <= now() and w.disabled_at is null
        order by o.due_at limit least(take_webhook_deliveries.most, 100)
        for update of o skip locked
      )
      returning d.id, d.webhook_id, d.event, d.data, d.created_at
    )
    select t.*, w.url, w.secret_lost_at, array(
      select k.secret from (
        select private.decrypt_key(s.ciphertext, s.key_id) as secret, s.created_at from private.webhook_secrets s
        where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now())
      ) k
      where k.secret is not null
      order by k.created_at desc
    ) as secrets
    from taken t join public.deployment_webhooks w on w.id = t.webhook_id
  loop
    if (due.secrets = '{}') <> (due.secret_lost_at is not null) then
      update public.deployment_webhooks w set secret_lost_at = case when due.secrets = '{}' then now() end
      where w.id = due.webhook_id;
    end if;
    if due.secrets = '{}' then
      perform private.webhook_attempted(due.id, null);
    else
      select due.id, due.url, due.event, due.data, due.created_at, due.secrets
      into id, url, event, data, created_at, secrets;
      return next;
    end if;
  end loop;
end;
$$;

comment on function private.take_webhook_deliveries(integer) is 'Implements public.take_webhook_deliveries';
comment on function public.take_webhook_deliveries(integer) is
  'For the server that sends webhooks: takes up to 100 messages that are due, with the secrets that sign them. One that '
  'webhook_attempted does not confirm is taken again after 30 seconds, then at longer intervals, up to 8 times. A message '
  'whose secrets cannot be decrypted counts as an attempt without a response, and is not returned';

create or replace function private.rotate_webhook_secret(webhook uuid, overlap interval) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.assert_own_webhook(webhook, 'webhook secrets', 50);
  if overlap is null or overlap not between interval '0' and interval '7 days' then
    raise sqlstate 'PT400' using message = 'The overlap must be between 0 and 7 days';
  end if;
  delete from private.webhook_secrets s where s.webhook_id = webhook and s.expires_at <= now();
  update private.webhook_secrets s set expires_at = least(s.expires_at, now() + overlap) where s.webhook_id = webhook;
  update public.deployment_webhooks w set secret_lost_at = null, disabled_at = null
  where w.id = webhook and w.secret_lost_at is not null;
  return private.add_webhook_secret(webhook);
end;
$$;

comment on function private.rotate_webhook_secret(uuid, interval) is 'Implements public.rotate_webhook_secret';
comment on function public.rotate_webhook_secret(uuid, interval) is
  'Returns a new secret of the caller''s webhook. Messages are also signed with the old one until the overlap ends. A '
  'webhook whose secret was lost is turned on again';
