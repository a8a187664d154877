-- A server takes at most 10 messages of a user at once: one whose receivers do not answer, each for up to 15 seconds, took all
-- places of a batch, and the messages of everybody else waited. Times are UTC.
-- Called by the server through public.take_webhook_deliveries.
-- Replaces: private.take_webhook_deliveries
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
        where o.due_at <= now() and o.id in (
          select f.id from (
            select q.id, q.due_at, row_number() over (partition by q.user_id order by q.due_at, q.id) as place
            from public.webhook_deliveries q
            join public.deployment_webhooks w on w.id = q.webhook_id
            where q.due_at <= now() and w.disabled_at is null
          ) f
          where f.place <= 10
          order by f.due_at, f.id limit least(take_webhook_deliveries.most, 100)
        )
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
  'For the server that sends webhooks: takes up to 100 messages that are due, at most 10 of a user, with the secrets that '
  'sign them. One that webhook_attempted does not confirm is taken again after 30 seconds, then at longer intervals, up to '
  '8 times. One whose secrets cannot be decrypted is not returned: it counts as an attempt without a response';
