-- Spend limits: the most that calls may cost an owner in a calendar month, of an account, a deployment or an API key.
-- Set by the owner through functions; checked in private.call_allowance, which every gateway asks before a call begins,
-- under the lock of the owner's calls: what was charged this month, plus the price of every call that may still be
-- running, never exceeds a limit. Alerts at 50, 80 and 100 % are written in the transaction of the call that reaches
-- them, for mails (private.mails). Limits are about calls: plans and monthly prices do not count. US dollars. Months are
-- UTC.
-- Long because a limit is set, checked, reported and shown by functions that share its definition of what was spent.
-- Replaces: private.call_allowance
-- Locks: deployment_calls, for three columns and triggers (ACCESS EXCLUSIVE, brief).

create table private.spend_limits (
  user_id uuid not null references public.profiles (id) on delete cascade,
  scope text not null constraint spend_limits_scope_known check (scope in ('account', 'deployment', 'key')),
  subject uuid not null,
  amount numeric not null constraint spend_limits_amount_range check (amount between 0 and 1000000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, scope, subject)
);

comment on table private.spend_limits is 'The most that calls may cost in a calendar month. Written by the owner through set_spend_limit';
comment on column private.spend_limits.subject is
  'The account, deployment or key. No foreign key: a deleted deployment may be restored';
comment on column private.spend_limits.amount is 'US dollars per calendar month (UTC)';

alter table private.spend_limits enable row level security;

create table private.key_spending (
  key_id uuid not null,
  month date not null,
  cost numeric not null,
  primary key (key_id, month)
)
with (fillfactor = 60);

comment on table private.key_spending is 'Cost of the calls of each API key per calendar month. Written by trigger';
comment on column private.key_spending.key_id is 'No foreign key, like deployments of usage';
comment on column private.key_spending.month is 'First day, UTC';
comment on column private.key_spending.cost is 'US dollars';

alter table private.key_spending enable row level security;

create table private.spend_alerts (
  user_id uuid not null references public.profiles (id) on delete cascade,
  scope text not null,
  subject uuid not null,
  month date not null,
  percent integer not null constraint spend_alerts_percent_known check (percent in (50, 80, 100)),
  created_at timestamptz not null default now(),
  primary key (user_id, scope, subject, month, percent)
);

comment on table private.spend_alerts is
  'Shares of a spend limit that were reached in a month, once each. Written by trigger; a changed limit starts again';

alter table private.spend_alerts enable row level security;

-- Mails.

create table private.mails (
  id bigint primary key generated always as identity,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  details jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  sent_at timestamptz
);

comment on table private.mails is
  'Mails to users that a server sends: what happened, never the text. Deleted 30 days later. Written by triggers and the '
  'sweep, taken by the server through take_mails';
comment on column private.mails.due_at is 'When it is sent, or tried again';

create index mails_user_id on private.mails (user_id);
create index mails_due on private.mails (due_at) where sent_at is null;
create index mails_oldest on private.mails (created_at);

alter table private.mails enable row level security;

create function private.take_mails(most integer)
returns table (id bigint, email text, kind text, details jsonb)
language sql
security definer
set search_path = ''
as $$
  with taken as (
    update private.mails m set
      attempts = m.attempts + 1,
      due_at = now() + make_interval(mins => least(5 * power(4, m.attempts)::integer, 720))
    where m.id in (
      select o.id from private.mails o
      where o.sent_at is null and o.due_at <= now() and o.attempts < 8
      order by o.due_at limit least(take_mails.most, 100)
      for update skip locked
    )
    returning m.id, m.user_id, m.kind, m.details
  )
  select t.id, u.email, t.kind, t.details from taken t join auth.users u on u.id = t.user_id
  where u.email is not null
  order by t.id;
$$;

comment on function private.take_mails(integer) is 'Implements public.take_mails';

create function public.take_mails(most integer default 20)
returns table (id bigint, email text, kind text, details jsonb)
language sql
security invoker
set search_path = ''
begin atomic
  select m.id, m.email, m.kind, m.details from private.take_mails(take_mails.most) m;
end;

comment on function public.take_mails(integer) is
  'For the server that sends mails: takes up to 100 that are due. One that mail_sent does not confirm is taken again after '
  '5 minutes, then at longer intervals, up to 8 times';

create function private.mail_sent(id bigint) returns void
language sql
security definer
set search_path = ''
as $$
  update private.mails m set sent_at = now() where m.id = mail_sent.id;
$$;

comment on function private.mail_sent(bigint) is 'Implements public.mail_sent';

create function public.mail_sent(id bigint) returns void
language sql
security invoker
set search_path = ''
return private.mail_sent(id);

comment on function public.mail_sent(bigint) is 'For the server that sends mails: a mail of take_mails was sent';

-- Spending.

alter table public.deployment_calls
  add column key_id uuid,
  add column model text constraint deployment_calls_model_length check (char_length(model) <= 200),
  add column model_cost numeric constraint deployment_calls_model_cost_range check (model_cost >= 0);

comment on column public.deployment_calls.key_id is 'The API key of the call; null for calls from before limits of keys';
comment on column public.deployment_calls.model is 'The model that answered, as the gateway names it';
comment on column public.deployment_calls.model_cost is
  'US dollars that the call cost the platform, by model_prices and the model''s own count of tokens. Read by no user';

create function private.add_key_spending() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.key_spending as k (key_id, month, cost)
  select c.key_id, date_trunc('month', now() at time zone 'UTC')::date, sum(c.cost)
  from changed_rows c
  where c.is_charged and c.cost > 0 and c.key_id is not null
  group by 1
  order by 1
  on conflict (key_id, month) do update set cost = k.cost + excluded.cost;
  return null;
end;
$$;

comment on function private.add_key_spending() is 'Trigger: adds charged calls to the spending of their keys';

create function private.add_call_key_spending() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.key_spending as k (key_id, month, cost)
  values (new.key_id, date_trunc('month', now() at time zone 'UTC')::date, new.cost)
  on conflict (key_id, month) do update set cost = k.cost + excluded.cost;
  perform private.add_spend_alert(
    s.user_id, s.scope, s.subject, s.amount, p.spent,
    case when p.spent + new.cost > s.amount then 100 when p.spent >= s.amount * 0.8 then 80 else 50 end
  )
  from private.spend_limits s cross join lateral (select private.spent(s) as spent) p
  where s.user_id = new.user_id and s.scope = 'key' and s.subject = new.key_id and p.spent >= s.amount * 0.5;
  return null;
end;
$$;

comment on function private.add_call_key_spending() is
  'Trigger: adds a call that is charged when it ends to the spending of its key, and reports what it reached';

create trigger deployment_calls_add_spending
  after insert on public.deployment_calls
  referencing new table as changed_rows
  for each statement execute function private.add_key_spending();
create trigger deployment_calls_add_spending_at_end
  after update on public.deployment_calls
  for each row when (new.is_charged and not old.is_charged and new.cost > 0 and new.key_id is not null)
  execute function private.add_call_key_spending();

create function private.spent(limited private.spend_limits) returns numeric
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(case limited.scope
    when 'key' then (
      select k.cost from private.key_spending k
      where k.key_id = limited.subject and k.month = date_trunc('month', now() at time zone 'UTC')::date
    )
    else (
      select sum(u.cost) from private.usage_days u
      where u.user_id = limited.user_id and u.day >= date_trunc('month', now() at time zone 'UTC')::date
        and (limited.scope = 'account' or u.deployment_id = limited.subject)
    )
  end, 0);
$$;

comment on function private.spent(private.spend_limits) is 'Cost of this month''s calls that a limit counts, in US dollars';

create function private.highest_price(deployment uuid, owner uuid) returns numeric
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when exists (
      select 1 from public.deployments d join public.agents a on a.id = d.agent_id
      where d.id = highest_price.deployment and a.creator_id = highest_price.owner
    ) then 0
    else greatest(
      (select t.price_per_message from private.terms_at(highest_price.deployment) t),
      -- Accepted terms may start while a call runs.
      (select t.price_per_message from private.latest_terms(highest_price.deployment) t
        where t.starts_at <= now() + interval '1 hour'),
      0
    )
  end;
$$;

comment on function private.highest_price(uuid, uuid) is
  'The most that a call of a deployment that begins now can cost, in US dollars; 0 for an own agent';

create function private.reserved(owner uuid)
returns table (deployment_id uuid, key_id uuid, amount numeric)
language sql
stable
security definer
set search_path = ''
as $$
  select r.deployment_id, r.key_id, r.calls * p.price
  from (
    select l.deployment_id, l.key_id, sum(l.places) as calls from private.call_leases l
    where l.user_id = reserved.owner and l.places > 0 and l.expires_at > now()
    group by 1, 2
    union all
    select c.deployment_id, c.key_id, count(*) from public.deployment_calls c
    where c.user_id = reserved.owner and c.status is null and c.expires_at > now()
    group by 1, 2
  ) r
  cross join lateral (select private.highest_price(r.deployment_id, reserved.owner) as price) p
  where p.price > 0;
$$;

comment on function private.reserved(uuid) is
  'Cost of the calls that may be running: leased places and begun calls of an owner, by deployment and key';

create or replace function private.call_allowance(deployment uuid, key uuid)
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
  select d.user_id into owner from public.deployments d where d.id = call_allowance.deployment;
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
    price := private.highest_price(call_allowance.deployment, owner);
    for spend_limit in
      select s.* from private.spend_limits s
      where s.user_id = owner and price > 0 and (s.scope, s.subject) in (
        ('account', owner), ('deployment', call_allowance.deployment), ('key', call_allowance.key)
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

comment on function private.call_allowance(uuid, uuid) is
$$How many calls of a deployment, with this key, can begin now: places (null: unlimited), and the outcome that refuses
them when there are none (else null): over_quota; over_account_limit, over_deployment_limit or over_key_limit, where
period_end is the end of the month. stable: all its queries see one snapshot, so a call that finishes meanwhile is counted
once. The caller holds the lock of the owner's calls$$;

-- Alerts.

create function private.alert_spending() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  reached record;
begin
  for reached in
    select s.user_id, s.scope, s.subject, s.amount, p.spent, u.most
    from (
      select c.user_id, max(c.cost) as most from changed_rows c where c.cost > 0 and c.user_id is not null group by 1
    ) u
    join private.spend_limits s on s.user_id = u.user_id
    cross join lateral (select private.spent(s) as spent) p
    where p.spent >= s.amount * 0.5
    order by s.user_id, s.scope, s.subject
  loop
    perform private.add_spend_alert(
      reached.user_id, reached.scope, reached.subject, reached.amount, reached.spent,
      -- The limit is reached when the next call does not fit.
      case when reached.spent + reached.most > reached.amount then 100 when reached.spent >= reached.amount * 0.8 then 80 else 50 end
    );
  end loop;
  return null;
end;
$$;

comment on function private.alert_spending() is
  'Trigger: reports that calls reached 50, 80 or 100 % of a limit of their owner';

create function private.add_spend_alert(
  owner uuid, scope text, subject uuid, amount numeric, spent numeric, percent integer
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC')::date;
  added integer;
begin
  if exists (
    select 1 from private.spend_alerts a
    where a.user_id = owner and a.scope = add_spend_alert.scope and a.subject = add_spend_alert.subject
      and a.month = this_month and a.percent >= add_spend_alert.percent
  ) then
    return;
  end if;
  insert into private.spend_alerts (user_id, scope, subject, month, percent)
  select owner, add_spend_alert.scope, add_spend_alert.subject, this_month, p.percent
  from unnest(array[50, 80, 100]) as p (percent)
  where p.percent <= add_spend_alert.percent
  on conflict do nothing;
  get diagnostics added = row_count;
  if added > 0 then
    insert into private.mails (user_id, kind, details)
    values (owner, 'spend_limit', jsonb_build_object(
      'scope', add_spend_alert.scope, 'percent', add_spend_alert.percent, 'amount', add_spend_alert.amount,
      'spent', add_spend_alert.spent, 'month', this_month,
      'name', case add_spend_alert.scope
        when 'deployment' then (select d.name from public.deployments d where d.id = add_spend_alert.subject)
        when 'key' then (
          select d.name || ', ak_••••' || k.last_four
          from private.deployment_keys k join public.deployments d on d.id = k.deployment_id where k.id = add_spend_alert.subject
        )
      end
    ));
  end if;
end;
$$;

comment on function private.add_spend_alert(uuid, text, uuid, numeric, numeric, integer) is
  'Records that a share of a limit was reached, and writes one mail for the highest, once a month';

create trigger usage_tracking_warn_of_limits
  after insert on public.usage_tracking
  referencing new table as changed_rows
  for each statement execute function private.alert_spending();
-- Keys: after their spending was added.
create trigger deployment_calls_warn_of_limits
  after insert on public.deployment_calls
  referencing new table as changed_rows
  for each statement execute function private.alert_spending();

-- For owners.

create function private.owns_limited(scope text, subject uuid) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(case owns_limited.scope
    when 'account' then owns_limited.subject = auth.uid()
    when 'deployment' then exists (
      select 1 from public.deployments d where d.id = owns_limited.subject and d.user_id = auth.uid()
    )
    when 'key' then exists (
      select 1 from private.deployment_keys k join public.deployments d on d.id = k.deployment_id
      where k.id = owns_limited.subject and d.user_id = auth.uid()
    )
  end, false);
$$;

comment on function private.owns_limited(text, uuid) is 'Whether the caller may limit an account, deployment or key';

create function private.set_spend_limit(scope text, subject uuid, amount numeric) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
begin
  if not private.owns_limited(set_spend_limit.scope, set_spend_limit.subject) then
    raise sqlstate 'PT404' using message = 'You have no account, deployment or key with this id';
  end if;
  if set_spend_limit.amount is null or set_spend_limit.amount not between 0 and 1000000
    or set_spend_limit.amount <> round(set_spend_limit.amount, 2)
  then
    raise sqlstate 'PT400' using message = 'A limit is an amount from 0 to 1,000,000 US dollars, in whole cents';
  end if;
  -- No call is being authorized meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('calls ' || me, 0));
  insert into private.spend_limits (user_id, scope, subject, amount)
  values (me, set_spend_limit.scope, set_spend_limit.subject, set_spend_limit.amount)
  on conflict (user_id, scope, subject) do update set amount = excluded.amount, updated_at = now();
  delete from private.spend_alerts a
  where a.user_id = me and a.scope = set_spend_limit.scope and a.subject = set_spend_limit.subject;
  -- Gateways forget what they know about the owner's calls.
  perform pg_notify('slipway_gateway', 'changed ' || me);
  perform pg_notify('slipway_gateway', 'recall ' || me);
end;
$$;

comment on function private.set_spend_limit(text, uuid, numeric) is 'Implements public.set_spend_limit';

create function public.set_spend_limit(scope text, subject uuid, amount numeric) returns void
language sql
security invoker
set search_path = ''
return private.set_spend_limit(scope, subject, amount);

comment on function public.set_spend_limit(text, uuid, numeric) is
  'Limits what calls may cost in a calendar month (UTC): of the caller''s account (its id), or of one of the caller''s '
  'deployments or keys. US dollars in whole cents. It applies to calls that begin after it';

create function private.remove_spend_limit(scope text, subject uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  delete from private.spend_limits s
  where s.user_id = auth.uid() and s.scope = remove_spend_limit.scope and s.subject = remove_spend_limit.subject;
  delete from private.spend_alerts a
  where a.user_id = auth.uid() and a.scope = remove_spend_limit.scope and a.subject = remove_spend_limit.subject;
  perform pg_notify('slipway_gateway', 'changed ' || auth.uid());
end;
$$;

comment on function private.remove_spend_limit(text, uuid) is 'Implements public.remove_spend_limit';

create function public.remove_spend_limit(scope text, subject uuid) returns void
language sql
security invoker
set search_path = ''
return private.remove_spend_limit(scope, subject);

comment on function public.remove_spend_limit(text, uuid) is 'Removes a limit of the caller. Safe to repeat';

create function private.list_spend_limits(deployment uuid)
returns table (
  scope text, subject uuid, name text, amount numeric, spent numeric, month date, resets_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  with subjects as (
    select 'account' as scope, auth.uid() as subject, null::text as name, 1 as rank
    where auth.uid() is not null and list_spend_limits.deployment is null
    union all
    -- Every limited deployment of the account, or the wanted one.
    select 'deployment', d.id, d.name, 2 from public.deployments d
    where d.user_id = auth.uid() and (
      d.id = list_spend_limits.deployment
      or (list_spend_limits.deployment is null and exists (
        select 1 from private.spend_limits s where s.user_id = auth.uid() and s.scope = 'deployment' and s.subject = d.id
      ))
    )
    union all
    -- Every limited key of the account, or the working keys of the wanted deployment.
    select 'key', k.id, d.name || ' ' || 'ak_••••' || k.last_four, 3
    from public.deployments d join private.deployment_keys k on k.deployment_id = d.id
    where d.user_id = auth.uid() and k.revoked_at is null and coalesce(k.expires_at, 'infinity') > now() and (
      d.id = list_spend_limits.deployment
      or (list_spend_limits.deployment is null and exists (
        select 1 from private.spend_limits s where s.user_id = auth.uid() and s.scope = 'key' and s.subject = k.id
      ))
    )
  )
  select w.scope, w.subject, w.name, s.amount,
    private.spent(row(auth.uid(), w.scope, w.subject, 0, now(), now())::private.spend_limits),
    date_trunc('month', now() at time zone 'UTC')::date,
    (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC'
  from subjects w
  left join private.spend_limits s on s.user_id = auth.uid() and s.scope = w.scope and s.subject = w.subject
  order by w.rank, w.name, w.subject
  limit 200;
$$;

comment on function private.list_spend_limits(uuid) is 'Implements public.list_spend_limits';

create function public.list_spend_limits(deployment uuid default null)
returns table (
  scope text, subject uuid, name text, amount numeric, spent numeric, month date, resets_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select l.scope, l.subject, l.name, l.amount, l.spent, l.month, l.resets_at
  from private.list_spend_limits(list_spend_limits.deployment) l;
end;

comment on function public.list_spend_limits(uuid) is
  'Cost of the caller''s calls in this calendar month (UTC), and the limits: of the account and of everything that is '
  'limited; or with a deployment, of it and its working keys. amount is null without a limit. US dollars. Up to 200 rows';

revoke all on function
  private.take_mails(integer), public.take_mails(integer), private.mail_sent(bigint), public.mail_sent(bigint),
  private.add_key_spending(), private.add_call_key_spending(), private.spent(private.spend_limits),
  private.highest_price(uuid, uuid), private.reserved(uuid), private.call_allowance(uuid, uuid),
  private.alert_spending(), private.add_spend_alert(uuid, text, uuid, numeric, numeric, integer),
  private.owns_limited(text, uuid), private.set_spend_limit(text, uuid, numeric),
  public.set_spend_limit(text, uuid, numeric), private.remove_spend_limit(text, uuid),
  public.remove_spend_limit(text, uuid), private.list_spend_limits(uuid), public.list_spend_limits(uuid)
  from public, anon, authenticated;
grant execute on function
  private.take_mails(integer), public.take_mails(integer), private.mail_sent(bigint), public.mail_sent(bigint),
  private.call_allowance(uuid, uuid)
  to service_role;
grant execute on function
  private.set_spend_limit(text, uuid, numeric), public.set_spend_limit(text, uuid, numeric),
  private.remove_spend_limit(text, uuid), public.remove_spend_limit(text, uuid),
  private.list_spend_limits(uuid), public.list_spend_limits(uuid)
  to authenticated;
