-- Webhooks: the event quota.reached, when calls of a deployment are refused because the messages of the plan or a spend
-- limit are used up. Sent once per webhook, limit and period (decision 069). A refusal because of calls that still run
-- sends nothing: they may fail, and then nothing is used up. Times are UTC.
-- Replaces: private.are_webhook_events, private.call_allowance
-- Locks: nothing.

set local lock_timeout = '2s';
set local statement_timeout = '1min';

create or replace function private.are_webhook_events(events text[]) returns boolean
language sql
immutable
set search_path = ''
return cardinality(events) between 1 and 6 and events <@ array[
  'deployment.stopped', 'quota.reached', 'spend.alert', 'price.changed', 'key.rotated', 'moderation.changed'
];

comment on function private.are_webhook_events(text[]) is 'Whether a webhook can have these events';
comment on column public.deployment_webhooks.events is
  'deployment.stopped (also failed), quota.reached, spend.alert, price.changed, key.rotated, moderation.changed';

create table private.webhook_limits (
  webhook_id uuid not null references public.deployment_webhooks (id) on delete cascade,
  scope text not null constraint webhook_limits_scope_known check (scope in ('plan', 'account', 'deployment', 'key')),
  subject uuid not null,
  most numeric not null,
  period_end timestamptz not null,
  primary key (webhook_id, scope, subject, most, period_end)
);

comment on table private.webhook_limits is 'Limits whose quota.reached was sent, until their period ends';
comment on column private.webhook_limits.subject is 'The owner (plan, account), the deployment or its key';
comment on column private.webhook_limits.most is
  'Messages of the plan, or US dollars: a limit that was raised is reported again';

alter table private.webhook_limits enable row level security;

create function private.emit_quota(deployment uuid, key uuid, scope text, plan_name text, period_end timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  owner uuid;
  subject uuid;
  most numeric;
  is_reached boolean;
  webhook uuid;
begin
  select d.user_id into owner
  from public.deployments d
  where d.id = deployment and exists (
    select 1 from public.deployment_webhooks w
    where w.deployment_id = d.id and 'quota.reached' = any (w.events) and w.disabled_at is null
  );
  if not found then
    return;
  end if;
  subject := case scope when 'deployment' then deployment when 'key' then key else owner end;
  if scope = 'plan' then
    select q.quota, q.used - (
      select count(*) from public.deployment_calls c
      where c.user_id = owner and c.status is null and c.expires_at > now()
    ) >= q.quota
    into most, is_reached
    from private.message_quota(owner) q;
  else
    select s.amount, private.spent(s) + private.highest_price(deployment, owner) > s.amount into most, is_reached
    from private.spend_limits s
    where s.user_id = owner and s.scope = emit_quota.scope and s.subject = subject;
  end if;
  if not coalesce(is_reached, false) then
    return;
  end if;
  delete from private.webhook_limits l
  using public.deployment_webhooks w
  where l.webhook_id = w.id and w.deployment_id = deployment and l.period_end <= now();
  for webhook in
    insert into private.webhook_limits (webhook_id, scope, subject, most, period_end)
    select w.id, emit_quota.scope, subject, most, emit_quota.period_end
    from public.deployment_webhooks w
    where w.deployment_id = deployment and 'quota.reached' = any (w.events) and w.disabled_at is null
    on conflict do nothing
    returning webhook_limits.webhook_id
  loop
    perform private.add_delivery(webhook, owner, 'quota.reached', jsonb_strip_nulls(jsonb_build_object(
      'deployment_id', d.id, 'deployment', d.name, 'scope', scope, 'limit', most,
      'plan', case scope when 'plan' then plan_name end,
      'key', case scope when 'key' then (
        select 'ak_••••' || k.last_four from private.deployment_keys k where k.id = key
      ) end,
      'resets_at', period_end
    )))
    from public.deployments d where d.id = deployment;
  end loop;
end;
$$;

comment on function private.emit_quota(uuid, uuid, text, text, timestamptz) is
  'Adds quota.reached to each webhook of a deployment that has the event and not this limit of this period, if the limit '
  'is used up without the calls that still run. scope: plan, account, deployment or key';

-- The body of call_allowance, unchanged: all its queries see one snapshot, which a function that writes does not have.
create function private.current_allowance(deployment uuid, key uuid)
returns table (outcome text, places numeric, plan_name text, quota integer, period_end timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid;
  price numeric;
  spend_limit private.spend_limits;
  fitting numeric;
begin
  select d.user_id into owner from public.deployments d where d.id = current_allowance.deployment;
  if owner is null then
    return;
  end if;
  select q.plan_name, q.quota, q.period_end, q.quota - q.used - coalesce((
      select sum(l.places) from private.call_leases l where l.user_id = owner and l.expires_at > now()
    ), 0)
  into plan_name, quota, period_end, places
  from private.message_quota(owner) q;
  if places <= 0 then
    outcome := 'over_quota';
    return next;
    return;
  end if;
  if exists (select 1 from private.spend_limits s where s.user_id = owner) then
    price := private.highest_price(current_allowance.deployment, owner);
    for spend_limit in
      select s.* from private.spend_limits s
      where s.user_id = owner and price > 0 and (s.scope, s.subject) in (
        ('account', owner), ('deployment', current_allowance.deployment), ('key', current_allowance.key)
      )
    loop
      select floor((spend_limit.amount - private.spent(spend_limit) - coalesce(sum(r.amount), 0)) / price) into fitting
      from private.reserved(owner) r
      where case spend_limit.scope
        when 'account' then true
        when 'deployment' then r.deployment_id = spend_limit.subject
        else r.key_id = spend_limit.subject
      end;
      if fitting < 1 then
        outcome := 'over_' || spend_limit.scope || '_limit';
        places := 0;
        period_end := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
        return next;
        return;
      end if;
      places := least(places, fitting);
    end loop;
  end if;
  return next;
end;
$$;

comment on function private.current_allowance(uuid, uuid) is
$$How many calls of a deployment, with this key, can begin now: places (null: unlimited), and the outcome that refuses
them when there are none (else null): over_quota; over_account_limit, over_deployment_limit or over_key_limit, where
period_end is the end of the month. stable: all its queries see one snapshot, so a call that finishes meanwhile is counted
once. The caller holds the lock of the owner's calls$$;

create or replace function private.call_allowance(deployment uuid, key uuid)
returns table (outcome text, places numeric, plan_name text, quota integer, period_end timestamptz)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  select a.outcome, a.places, a.plan_name, a.quota, a.period_end
  into outcome, places, plan_name, quota, period_end
  from private.current_allowance(call_allowance.deployment, call_allowance.key) a;
  if not found then
    return;
  end if;
  if outcome is not null then
    perform private.emit_quota(
      call_allowance.deployment, call_allowance.key,
      case outcome when 'over_quota' then 'plan' else split_part(outcome, '_', 2) end, plan_name, period_end
    );
  end if;
  return next;
end;
$$;

comment on function private.call_allowance(uuid, uuid) is
  'private.current_allowance, for a call that begins: a refusal sends quota.reached to webhooks';

revoke all on function
  private.emit_quota(uuid, uuid, text, text, timestamptz), private.call_allowance(uuid, uuid),
  private.current_allowance(uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.call_allowance(uuid, uuid) to service_role;
