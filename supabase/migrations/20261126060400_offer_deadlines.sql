-- Deadlines of price offers: a higher price that an owner never answers ends the deployment, 30 days after the notice
-- period. Until then the earlier terms hold. Owners get a mail when the price is announced, a week before the end, and when
-- the deployment was stopped; accepting the price starts it again.
-- Written by a trigger and the sweep. Times are UTC. Prices are US dollars.
-- Replaces: private.pending_terms, public.pending_terms, private.sweep_records
-- Locks: agent_offers, briefly, to add a trigger (SHARE ROW EXCLUSIVE).

create table private.offer_deadlines (
  agent_id uuid primary key,
  offer_id bigint not null,
  stage text not null constraint offer_deadlines_stage_known check (stage in ('announce', 'remind', 'stop')),
  next_at timestamptz not null,
  position uuid
);

comment on table private.offer_deadlines is
  'The newest price of each agent whose deployments may still have to answer it, and what the sweep does next';
comment on column private.offer_deadlines.position is 'The last deployment of the previous batch';

create index offer_deadlines_next on private.offer_deadlines (next_at);

alter table private.offer_deadlines enable row level security;

create function private.open_offer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.deployments d where d.agent_id = new.agent_id) then
    insert into private.offer_deadlines (agent_id, offer_id, stage, next_at)
    values (new.agent_id, new.id, 'announce', now())
    on conflict (agent_id) do update set
      offer_id = excluded.offer_id, stage = excluded.stage, next_at = excluded.next_at, position = null;
  end if;
  return null;
end;
$$;

comment on function private.open_offer() is 'Trigger: starts the deadline of a new price of a deployed agent';

create trigger agent_offers_open
  after insert on private.agent_offers
  for each row execute function private.open_offer();

insert into private.offer_deadlines (agent_id, offer_id, stage, next_at)
select distinct on (o.agent_id) o.agent_id, o.id, 'announce', now()
from private.agent_offers o
where exists (select 1 from public.deployments d where d.agent_id = o.agent_id)
order by o.agent_id, o.id desc;

create function private.stops_at(offer private.agent_offers) returns timestamptz
language sql
immutable
set search_path = ''
return offer.effective_at + interval '30 days';

comment on function private.stops_at(private.agent_offers) is
  'When deployments whose owner has not answered a higher price are stopped: 30 days after the notice period';

create function private.follow_offers() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  due private.offer_deadlines;
  offer private.agent_offers;
  agent_name text;
  deployed public.deployments;
  latest private.deployment_terms;
  seen integer := 0;
begin
  select * into due from private.offer_deadlines o
  where o.next_at <= now() order by o.next_at limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  select a.name into agent_name from public.agents a where a.id = due.agent_id;
  offer := private.current_offer(due.agent_id);
  if agent_name is null or offer.id <> due.offer_id then
    delete from private.offer_deadlines o where o.agent_id = due.agent_id;
    return 1;
  end if;
  for deployed in
    select d.* from public.deployments d
    where d.agent_id = due.agent_id and (due.position is null or d.id > due.position)
    order by d.id limit 100
  loop
    seen := seen + 1;
    due.position := deployed.id;
    latest := private.latest_terms(deployed.id);
    continue when latest.offer_id >= offer.id or private.is_no_higher(offer, latest)
      or deployed.status in ('stopped', 'failed')
      or exists (select 1 from public.agents a where a.id = due.agent_id and a.creator_id = deployed.user_id);
    if due.stage = 'stop' then
      -- One that is starting is stopped the next day.
      update public.deployments d set status = 'stopped' where d.id = deployed.id and d.status = 'active';
      continue when not found;
    end if;
    insert into private.mails (user_id, kind, details)
    values (deployed.user_id, 'price_' || due.stage, jsonb_build_object(
      'name', deployed.name, 'agent', agent_name,
      'old_price_per_message', latest.price_per_message, 'old_price_per_month', latest.price_per_month,
      'new_price_per_message', offer.price_per_message, 'new_price_per_month', offer.price_per_month,
      'effective_at', offer.effective_at, 'stops_at', private.stops_at(offer)
    ));
  end loop;
  if seen = 100 then
    update private.offer_deadlines o set position = due.position where o.agent_id = due.agent_id;
    return 1;
  end if;
  update private.offer_deadlines o set
    position = null,
    stage = case due.stage when 'announce' then 'remind' else 'stop' end,
    next_at = case due.stage
      when 'announce' then private.stops_at(offer) - interval '7 days'
      when 'remind' then private.stops_at(offer)
      -- Restored deployments have to answer too.
      else now() + interval '1 day'
    end
  where o.agent_id = due.agent_id;
  return 1;
end;
$$;

comment on function private.follow_offers() is
  'For the price whose next step waited longest: mails the owners of up to 100 running deployments that have not answered '
  'it, or after the deadline stops these deployments. Returns 0 when no step is due';

drop function public.pending_terms();
drop function private.pending_terms();

create function private.pending_terms()
returns table (
  deployment_id uuid, offer_id bigint, old_price_per_message numeric, old_price_per_month numeric,
  new_price_per_message numeric, new_price_per_month numeric, announced_at timestamptz, effective_at timestamptz,
  accepted_from timestamptz, stops_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    d.id, offer.id, terms.price_per_message, terms.price_per_month,
    offer.price_per_message, offer.price_per_month, offer.created_at, offer.effective_at,
    case when latest.starts_at > now() then latest.starts_at end, private.stops_at(offer)
  from public.deployments d
  join public.agents a on a.id = d.agent_id and a.creator_id <> d.user_id
  cross join lateral private.current_offer(d.agent_id) offer
  cross join lateral (
    select t.* from private.deployment_terms t where t.deployment_id = d.id order by t.id desc limit 1
  ) latest
  cross join lateral private.terms_at(d.id) terms
  where d.user_id = auth.uid()
    and (
      (offer.id = latest.offer_id and latest.starts_at > now())
      or (
        offer.id > latest.offer_id
        and (offer.price_per_message > latest.price_per_message or offer.price_per_month > latest.price_per_month)
      )
    );
$$;

comment on function private.pending_terms() is 'Implements public.pending_terms';

create function public.pending_terms()
returns table (
  deployment_id uuid, offer_id bigint, old_price_per_message numeric, old_price_per_month numeric,
  new_price_per_message numeric, new_price_per_month numeric, announced_at timestamptz, effective_at timestamptz,
  accepted_from timestamptz, stops_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select p.deployment_id, p.offer_id, p.old_price_per_message, p.old_price_per_month, p.new_price_per_message,
    p.new_price_per_month, p.announced_at, p.effective_at, p.accepted_from, p.stops_at
  from private.pending_terms() p;
end;

comment on function public.pending_terms() is
  'Higher prices that wait for the caller''s answer, or that start later (accepted_from). effective_at is the end of the '
  'notice period. Until acceptance the old prices hold; at stops_at a deployment without an answer is stopped. US dollars';

create or replace function private.sweep_records() returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.daily_counts c where (c.kind, c.source, c.day) in (
    select o.kind, o.source, o.day from private.daily_counts o
    where o.day < (now() at time zone 'UTC')::date limit 1000
  );
  delete from public.security_audit_log l where l.id in (
    select o.id from public.security_audit_log o
    where o.created_at <= now() - interval '90 days' order by o.created_at limit 1000
  );
  delete from private.security_events e where e.id in (
    select o.id from private.security_events o
    where o.created_at <= now() - interval '180 days' order by o.created_at limit 1000
  );
  -- Counted events are many under an attack: 30 days, and the newest million.
  delete from private.security_events e where e.id in (
    select o.id from (
      select c.id, c.counted_in from private.security_events c
      where c.counted_in is not null order by c.id limit 500
    ) as o
    where o.counted_in <= now() - interval '30 days'
      or o.id <= (select max(m.id) from private.security_events m) - 1000000
  );
  delete from private.mails m where m.id in (
    select o.id from private.mails o
    where o.created_at <= now() - interval '30 days' order by o.created_at limit 1000
  );
  perform private.sweep_usage();
  perform private.follow_offers();
end;
$$;

comment on function private.sweep_records() is
  'Deletes audit events after 90 days, security events after 180 days, counted ones after 30 days or beyond the newest '
  'million, mails after 30 days and usage rows after 13 months; a bounded number of each at a time. Takes the next step '
  'of a price offer';

revoke all on function
  private.open_offer(), private.stops_at(private.agent_offers), private.follow_offers(), private.pending_terms(),
  public.pending_terms(), private.sweep_records()
  from public, anon, authenticated;
grant execute on function private.pending_terms(), public.pending_terms() to authenticated;
