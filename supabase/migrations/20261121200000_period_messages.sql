-- How many messages a person had in their period, kept with the rows it sums up: a call that asks for its place in the
-- quota waits no longer after a million calls than after the first. Rows are counted once, when a period begins.

create table private.period_messages (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- `-infinity`: the rows changed, and are to be counted again.
  period_start timestamptz not null,
  period_end timestamptz not null,
  messages numeric not null
);

alter table private.period_messages enable row level security;

-- Adds what a statement inserted. Whoever finds another period counts its rows, their own among them, but only with
-- the lock: then every other call is either committed, and seen, or still to come, and adds itself.
create function private.add_period_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  added record;
begin
  for added in
    select c.user_id, p.starts, p.ends, sum(c.quantity) as messages
    from came c
    cross join lateral private.billing_period(c.user_id) p
    where c.usage_type = 'message' and c.created_at >= p.starts and c.created_at < p.ends
    group by c.user_id, p.starts, p.ends
    order by c.user_id
  loop
    update private.period_messages k set messages = k.messages + added.messages
    where k.user_id = added.user_id and k.period_start = added.starts and k.period_end = added.ends;
    continue when found;

    insert into private.period_messages as k (user_id, period_start, period_end, messages)
    values (added.user_id, '-infinity', '-infinity', 0)
    on conflict (user_id) do update set messages = k.messages;
    update private.period_messages k set
      period_start = added.starts,
      period_end = added.ends,
      messages = (
        select sum(u.quantity) from public.usage_tracking u
        where u.user_id = added.user_id and u.usage_type = 'message'
          and u.created_at >= added.starts and u.created_at < added.ends
      )
    where k.user_id = added.user_id;
  end loop;
  return null;
end;
$$;

-- What was changed or deleted is not followed, but counted again. Under the lock as well: a deleted row that another
-- call still sees must not be kept. Of a person who is deleted nothing is kept.
create function private.forget_period_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  people uuid[];
begin
  if tg_op = 'TRUNCATE' then
    delete from private.period_messages;
    return null;
  end if;
  people := array(select user_id from gone);
  if tg_op = 'UPDATE' then
    people := people || array(select user_id from came);
  end if;
  insert into private.period_messages (user_id, period_start, period_end, messages)
  select p.id, '-infinity', '-infinity', 0 from public.profiles p where p.id = any (people) order by p.id
  on conflict (user_id) do update set period_start = '-infinity', period_end = '-infinity';
  return null;
end;
$$;

revoke all on function private.add_period_messages(), private.forget_period_messages()
  from public, anon, authenticated;

create trigger usage_tracking_add_period_messages
  after insert on public.usage_tracking
  referencing new table as came
  for each statement execute function private.add_period_messages();
create trigger usage_tracking_update_period_messages
  after update on public.usage_tracking
  referencing old table as gone new table as came
  for each statement execute function private.forget_period_messages();
create trigger usage_tracking_delete_period_messages
  after delete on public.usage_tracking
  referencing old table as gone
  for each statement execute function private.forget_period_messages();
create trigger usage_tracking_truncate_period_messages
  after truncate on public.usage_tracking
  for each statement execute function private.forget_period_messages();

-- As it was, from what is kept. `stable`, so that a call which ends meanwhile is either running or used, never both.
create or replace function private.message_quota(person uuid)
returns table (plan_name text, quota integer, used numeric, period_start timestamptz, period_end timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  select s.plan_name into plan_name from public.subscriptions s
  where s.user_id = person and s.status in ('active', 'trialing', 'past_due');
  plan_name := coalesce(plan_name, 'Starter');
  quota := case plan_name when 'Starter' then 100 when 'Pro' then 10000 end;
  select p.starts, p.ends into period_start, period_end from private.billing_period(person) p;
  select k.messages into used from private.period_messages k
  where k.user_id = person and k.period_start = message_quota.period_start and k.period_end = message_quota.period_end;
  if not found then
    -- A period without a message yet, or one whose rows were changed by hand.
    select coalesce(sum(u.quantity), 0) into used from public.usage_tracking u
    where u.user_id = person and u.usage_type = 'message'
      and u.created_at >= message_quota.period_start and u.created_at < message_quota.period_end;
  end if;
  used := used + (
    select count(*) from public.deployment_calls c
    where c.user_id = person and c.status is null and c.expires_at > now()
  );
  return next;
end;
$$;
