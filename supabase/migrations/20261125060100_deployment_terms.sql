-- Terms of deployments: the price that the owner of a deployment accepted, and how it can change. Calls are charged by
-- these terms, never by the present price of the agent.
-- Written by triggers and functions. Offers and terms are never changed; the newest terms that have started are
-- current. A lower price reaches existing deployments at once. A higher one needs a notice period and the owner's
-- acceptance; until both, the earlier terms hold. Prices are US dollars. Times are UTC.
-- Long because offers, quotes and terms refer to each other.
-- Locks: agents and deployments, briefly, to add triggers and narrow a price (ACCESS EXCLUSIVE).

-- The most that a message may cost. A higher price becomes the highest one.
update public.agents set price_per_message = 100 where price_per_message > 100;
alter table public.agents
  drop constraint agents_price_per_message_range,
  add constraint agents_price_per_message_range check (price_per_message between 0 and 100);

create table private.agent_offers (
  id bigint primary key generated always as identity,
  agent_id uuid not null,
  pricing_model text not null,
  price_per_message numeric not null,
  price_per_month numeric not null,
  effective_at timestamptz not null,
  created_at timestamptz not null default now()
);

comment on table private.agent_offers is
  'Prices of agents over time; the last one is what new deployments get. Append-only, written by trigger, so quotes and '
  'terms name an offer without a foreign key';
comment on column private.agent_offers.agent_id is 'No foreign key: terms outlive their agent';
comment on column private.agent_offers.price_per_message is 'US dollars; 0 unless priced per message';
comment on column private.agent_offers.price_per_month is 'US dollars; 0 unless priced per month';
comment on column private.agent_offers.effective_at is
  'When the notice period for existing deployments ends: the notice_days of the agent then, but at least 14 days';

create index agent_offers_newest on private.agent_offers (agent_id, id desc);

create table private.deployment_quotes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  agent_id uuid not null,
  offer_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',

  constraint deployment_quotes_one_per_agent unique (user_id, agent_id)
);

comment on table private.deployment_quotes is
  'The price that a user was last shown for an agent. A deployment within 15 minutes gets it, even if it rose meanwhile';

create table private.deployment_terms (
  id bigint primary key generated always as identity,
  deployment_id uuid not null,
  agent_id uuid not null,
  offer_id bigint not null,
  pricing_model text not null,
  price_per_message numeric not null,
  price_per_month numeric not null,
  agent_version integer,
  source text not null
    constraint deployment_terms_source_known check (source in ('quote', 'insert', 'accepted', 'decrease', 'migration')),
  quote_id uuid,
  quoted_at timestamptz,
  starts_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

comment on table private.deployment_terms is
  'Terms that deployments were made under or that their owners accepted. Append-only; the last row that has started is '
  'current';
comment on column private.deployment_terms.deployment_id is
  'No foreign key: terms outlive a deleted deployment, which may be restored. They name no user';
comment on column private.deployment_terms.price_per_message is 'US dollars; 0 unless priced per message';
comment on column private.deployment_terms.price_per_month is 'US dollars; 0 unless priced per month';
comment on column private.deployment_terms.agent_version is 'Newest version of the agent''s configuration at that time';
comment on column private.deployment_terms.source is
  'quote: as shown in the dialog before; insert: made without a quote; accepted: by the owner; decrease: applied at once; '
  'migration: a deployment from before terms were recorded';
comment on column private.deployment_terms.quoted_at is 'When the price was shown; only for the source quote';

create index deployment_terms_newest on private.deployment_terms (deployment_id, id desc);

alter table private.agent_offers enable row level security;
alter table private.deployment_quotes enable row level security;
alter table private.deployment_terms enable row level security;

create trigger agent_offers_append_only
  before update or delete on private.agent_offers
  for each row execute function private.reject_change();
create trigger agent_offers_no_truncate
  before truncate on private.agent_offers
  for each statement execute function private.reject_change();
create trigger deployment_terms_append_only
  before update or delete on private.deployment_terms
  for each row execute function private.reject_change();
create trigger deployment_terms_no_truncate
  before truncate on private.deployment_terms
  for each statement execute function private.reject_change();

create function private.current_offer(agent uuid) returns private.agent_offers
language sql
stable
security definer
set search_path = ''
as $$
  select o from private.agent_offers o where o.agent_id = current_offer.agent order by o.id desc limit 1;
$$;

comment on function private.current_offer(uuid) is 'The price of an agent for new deployments';

create function private.terms_at(deployment uuid, at timestamptz default now()) returns private.deployment_terms
language sql
stable
security definer
set search_path = ''
as $$
  select t from private.deployment_terms t
  where t.deployment_id = terms_at.deployment and t.starts_at <= terms_at.at
  order by t.id desc limit 1;
$$;

comment on function private.terms_at(uuid, timestamptz) is 'The terms of a deployment at a time';

create function private.latest_terms(deployment uuid) returns private.deployment_terms
language sql
stable
security definer
set search_path = ''
as $$
  select t from private.deployment_terms t
  where t.deployment_id = latest_terms.deployment order by t.id desc limit 1;
$$;

comment on function private.latest_terms(uuid) is 'The last terms of a deployment, which may start later';

create function private.is_no_higher(offer private.agent_offers, terms private.deployment_terms) returns boolean
language sql
immutable
set search_path = ''
return offer.price_per_message <= terms.price_per_message and offer.price_per_month <= terms.price_per_month;

comment on function private.is_no_higher(private.agent_offers, private.deployment_terms) is
  'Whether an offer costs no more than terms, whatever the use';

create function private.add_terms(
  deployment uuid, offer private.agent_offers, source text, starts timestamptz default now(),
  quote private.deployment_quotes default null
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.deployment_terms (
    deployment_id, agent_id, offer_id, pricing_model, price_per_message, price_per_month, agent_version, source,
    quote_id, quoted_at, starts_at
  )
  values (
    deployment, offer.agent_id, offer.id, offer.pricing_model, offer.price_per_message, offer.price_per_month,
    (select c.version from public.agent_configs c where c.agent_id = offer.agent_id), source,
    quote.id, quote.created_at, starts
  );
$$;

comment on function private.add_terms(uuid, private.agent_offers, text, timestamptz, private.deployment_quotes) is
  'Adds terms of a deployment: the prices of an offer';

create function private.lower_terms(deployment uuid, offer private.agent_offers) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  latest constant private.deployment_terms := private.latest_terms(deployment);
begin
  if latest.offer_id >= offer.id then
    return;
  elsif private.is_no_higher(offer, private.terms_at(deployment)) then
    perform private.add_terms(deployment, offer, 'decrease');
  elsif latest.starts_at > now() and private.is_no_higher(offer, latest) then
    -- Lower than a rise that the owner accepted, which has not started.
    perform private.add_terms(deployment, offer, 'decrease', latest.starts_at);
  end if;
end;
$$;

comment on function private.lower_terms(uuid, private.agent_offers) is
  'Gives a deployment a newer offer that costs no more than its terms; a higher one changes nothing';

alter table private.jobs
  drop constraint jobs_kind_known,
  add constraint jobs_kind_known check (kind in ('refresh_listings', 'delete_agent', 'delete_account', 'lower_terms'));

create function private.lower_terms_batch(job private.jobs) returns private.jobs
language plpgsql
security definer
set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select d.id from public.deployments d
    where d.agent_id = job.subject and (job.position is null or d.id > job.position)
    order by d.id limit 200
  );
begin
  perform private.lower_terms(i.id, private.current_offer(job.subject)) from unnest(ids) as i (id);
  job.done := job.done + cardinality(ids);
  job.position := coalesce(ids[cardinality(ids)], job.position);
  if cardinality(ids) < 200 then
    job.finished_at := now();
  end if;
  return job;
end;
$$;

comment on function private.lower_terms_batch(private.jobs) is 'Gives 200 deployments of an agent its lower price';

create function private.record_offer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  offer private.agent_offers := private.current_offer(new.id);
  ids uuid[];
begin
  if (offer.pricing_model, offer.price_per_message, offer.price_per_month) is not distinct from
    (new.pricing_model, coalesce(new.price_per_message, 0), coalesce(new.price_per_month, 0))
  then
    return null;
  end if;
  insert into private.agent_offers (agent_id, pricing_model, price_per_message, price_per_month, effective_at)
  values (
    new.id, new.pricing_model, coalesce(new.price_per_message, 0), coalesce(new.price_per_month, 0),
    now() + make_interval(days => greatest(new.notice_days, 14))
  )
  returning * into offer;
  ids := array(select d.id from public.deployments d where d.agent_id = new.id limit 201);
  if cardinality(ids) <= 200 then
    perform private.lower_terms(i.id, offer) from unnest(ids) as i (id);
    return null;
  end if;
  insert into private.jobs as known (kind, account_id, subject, total)
  select 'lower_terms', new.creator_id, new.id, count(*) from public.deployments d where d.agent_id = new.id
  on conflict (kind, subject) where finished_at is null
  do update set position = null, done = 0, total = excluded.total;
  return null;
end;
$$;

comment on function private.record_offer() is
  'Trigger: keeps a new price as an offer, and lowers the terms of deployments that it is not higher for: at once up to '
  '200, else in a job';

create function private.record_terms() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  offer private.agent_offers := private.current_offer(new.agent_id);
  quoted private.agent_offers;
  quote private.deployment_quotes;
begin
  if exists (select 1 from private.deployment_terms t where t.deployment_id = new.id) then
    -- Restored: its terms hold, unless the price fell meanwhile.
    perform private.lower_terms(new.id, offer);
    return null;
  end if;
  select * into quote from private.deployment_quotes q
  where q.user_id = new.user_id and q.agent_id = new.agent_id and q.expires_at > now();
  if quote.id is null then
    perform private.add_terms(new.id, offer, 'insert');
    return null;
  end if;
  select * into quoted from private.agent_offers o where o.id = quote.offer_id;
  perform private.add_terms(new.id, quoted, 'quote', quote => quote);
  if offer.id <> quoted.id then
    perform private.lower_terms(new.id, offer);
  end if;
  return null;
end;
$$;

comment on function private.record_terms() is
  'Trigger: records the terms of a new deployment: the price that its owner was quoted in the last 15 minutes, or '
  'without a quote the present price. A price that fell since the quote applies at once';

create function private.has_unanswered_terms(deployment public.deployments) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((
    select o.id > t.offer_id and not private.is_no_higher(o, t) and o.effective_at <= now()
    from private.current_offer(deployment.agent_id) o
    cross join private.latest_terms(deployment.id) t
    join public.agents a on a.id = deployment.agent_id and a.creator_id <> deployment.user_id
  ), false);
$$;

comment on function private.has_unanswered_terms(public.deployments) is
  'Whether a higher price waits for the owner''s answer and its notice period is over';

create function private.check_start() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.has_unanswered_terms(new) then
    raise sqlstate 'PT409' using
      message = 'The price of this agent changed. Accept the new terms to start the deployment', hint = 'accept_terms';
  end if;
  return new;
end;
$$;

comment on function private.check_start() is
  'Trigger: a stopped deployment starts again only under terms that still are offered or that its owner accepted';

revoke all on function
  private.current_offer(uuid), private.terms_at(uuid, timestamptz), private.latest_terms(uuid),
  private.is_no_higher(private.agent_offers, private.deployment_terms),
  private.add_terms(uuid, private.agent_offers, text, timestamptz, private.deployment_quotes),
  private.lower_terms(uuid, private.agent_offers), private.lower_terms_batch(private.jobs), private.record_offer(),
  private.record_terms(), private.has_unanswered_terms(public.deployments), private.check_start()
  from public, anon, authenticated;
grant execute on function private.terms_at(uuid, timestamptz) to service_role;

-- Agents and deployments from before this migration.
insert into private.agent_offers (agent_id, pricing_model, price_per_message, price_per_month, effective_at)
select a.id, a.pricing_model, coalesce(a.price_per_message, 0), coalesce(a.price_per_month, 0), now()
from public.agents a
order by a.created_at, a.id;
select private.add_terms(d.id, private.current_offer(d.agent_id), 'migration')
from public.deployments d
order by d.created_at, d.id;

create trigger agents_record_first_offer
  after insert on public.agents
  for each row execute function private.record_offer();
create trigger agents_record_offer
  after update of pricing_model, price_per_message, price_per_month on public.agents
  for each row
  when ((old.pricing_model, old.price_per_message, old.price_per_month)
    is distinct from (new.pricing_model, new.price_per_message, new.price_per_month))
  execute function private.record_offer();
create trigger deployments_1_record_terms
  after insert on public.deployments
  for each row execute function private.record_terms();
create trigger deployments_2_check_start
  before update on public.deployments
  for each row
  when (old.status = 'stopped' and new.status = 'deploying' and current_user in ('anon', 'authenticated'))
  execute function private.check_start();

-- For owners.

create function private.quote_deployment(agent uuid)
returns table (
  quote_id uuid, pricing_model text, price_per_message numeric, price_per_month numeric, is_own boolean,
  agent_version integer, expires_at timestamptz, plan_name text, quota integer, used numeric, period_end timestamptz
)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  offered private.agent_offers;
begin
  select a.creator_id = me into is_own from public.agents a
  where a.id = quote_deployment.agent
    and a.status = 'active'
    and (
      a.is_public or a.creator_id = me
      or exists (select 1 from public.deployments d where d.agent_id = a.id and d.user_id = me)
    );
  if is_own is null then
    raise sqlstate 'PT404' using message = 'You cannot deploy this agent: it is not active or you do not have access';
  end if;
  offered := private.current_offer(quote_deployment.agent);
  insert into private.deployment_quotes as q (user_id, agent_id, offer_id)
  values (me, quote_deployment.agent, offered.id)
  on conflict (user_id, agent_id) do update set
    id = excluded.id, offer_id = excluded.offer_id, created_at = excluded.created_at, expires_at = excluded.expires_at
  returning q.id, q.expires_at into quote_id, expires_at;
  pricing_model := offered.pricing_model;
  price_per_message := case when is_own then 0 else offered.price_per_message end;
  price_per_month := case when is_own then 0 else offered.price_per_month end;
  select c.version into agent_version from public.agent_configs c where c.agent_id = quote_deployment.agent;
  select m.plan_name, m.quota, m.used, m.period_end into plan_name, quota, used, period_end
  from private.message_quota(me) m;
  return next;
end;
$$;

comment on function private.quote_deployment(uuid) is 'Implements public.quote_deployment';

create function public.quote_deployment(agent uuid)
returns table (
  quote_id uuid, pricing_model text, price_per_message numeric, price_per_month numeric, is_own boolean,
  agent_version integer, expires_at timestamptz, plan_name text, quota integer, used numeric, period_end timestamptz
)
language sql
security invoker
set search_path = ''
begin atomic
  select q.quote_id, q.pricing_model, q.price_per_message, q.price_per_month, q.is_own, q.agent_version, q.expires_at,
    q.plan_name, q.quota, q.used, q.period_end
  from private.quote_deployment(quote_deployment.agent) q;
end;

comment on function public.quote_deployment(uuid) is
  'The price of a deployment of an agent for the caller, and the rest of the caller''s plan. A deployment within 15 minutes '
  'gets this price. One row; prices are US dollars; quota is null without a limit; calls of own agents are free';

create function private.pending_terms()
returns table (
  deployment_id uuid, offer_id bigint, old_price_per_message numeric, old_price_per_month numeric,
  new_price_per_message numeric, new_price_per_month numeric, announced_at timestamptz, effective_at timestamptz,
  accepted_from timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    d.id, offer.id, terms.price_per_message, terms.price_per_month,
    offer.price_per_message, offer.price_per_month, offer.created_at, offer.effective_at,
    case when latest.starts_at > now() then latest.starts_at end
  from public.deployments d
  join public.agents a on a.id = d.agent_id and a.creator_id <> d.user_id
  cross join lateral (
    select o.* from private.agent_offers o where o.agent_id = d.agent_id order by o.id desc limit 1
  ) offer
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
  accepted_from timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select p.deployment_id, p.offer_id, p.old_price_per_message, p.old_price_per_month, p.new_price_per_message,
    p.new_price_per_month, p.announced_at, p.effective_at, p.accepted_from
  from private.pending_terms() p;
end;

comment on function public.pending_terms() is
  'Higher prices that wait for the caller''s answer, or that start later (accepted_from). effective_at is the end of the '
  'notice period. Without acceptance the old prices hold. US dollars';

create function private.accept_terms(deployment uuid, offer bigint) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  deployed public.deployments;
  latest private.deployment_terms;
  offered private.agent_offers;
begin
  select * into deployed from public.deployments d
  where d.id = accept_terms.deployment and d.user_id = auth.uid() for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Deployment not found';
  end if;
  latest := private.latest_terms(deployed.id);
  if latest.offer_id = accept_terms.offer then
    return latest.starts_at;
  end if;
  offered := private.current_offer(deployed.agent_id);
  if offered.id is distinct from accept_terms.offer then
    raise sqlstate 'PT409' using message = 'The price changed again. Reload to see the current terms';
  end if;
  if private.is_no_higher(offered, private.terms_at(deployed.id)) then
    perform private.lower_terms(deployed.id, offered);
    return now();
  end if;
  perform private.add_terms(deployed.id, offered, 'accepted', greatest(now(), offered.effective_at));
  return greatest(now(), offered.effective_at);
end;
$$;

comment on function private.accept_terms(uuid, bigint) is 'Implements public.accept_terms';

create function public.accept_terms(deployment uuid, offer bigint) returns timestamptz
language sql
security invoker
set search_path = ''
return private.accept_terms(deployment, offer);

comment on function public.accept_terms(uuid, bigint) is
  'Accepts a price that pending_terms returned. Returns when it starts: at the end of the notice period. Safe to repeat; '
  'PT409 when the price has changed since. To refuse, the owner stops the deployment';

create function private.own_terms(deployment uuid)
returns table (
  pricing_model text, price_per_message numeric, price_per_month numeric, agent_version integer, source text,
  quoted_at timestamptz, starts_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select t.pricing_model, t.price_per_message, t.price_per_month, t.agent_version, t.source, t.quoted_at, t.starts_at
  from private.deployment_terms t
  where t.deployment_id = own_terms.deployment
    and exists (select 1 from public.deployments d where d.id = t.deployment_id and d.user_id = auth.uid())
  order by t.id desc
  limit 100;
$$;

comment on function private.own_terms(uuid) is 'Implements public.list_deployment_terms';

create function public.list_deployment_terms(deployment uuid)
returns table (
  pricing_model text, price_per_message numeric, price_per_month numeric, agent_version integer, source text,
  quoted_at timestamptz, starts_at timestamptz
)
language sql
stable
security invoker
set search_path = ''
begin atomic
  select t.pricing_model, t.price_per_message, t.price_per_month, t.agent_version, t.source, t.quoted_at, t.starts_at
  from private.own_terms(list_deployment_terms.deployment) t;
end;

comment on function public.list_deployment_terms(uuid) is
  'The terms of one of the caller''s deployments, newest first: prices in US dollars, where they came from, and since when';

revoke all on function
  private.quote_deployment(uuid), private.pending_terms(), private.accept_terms(uuid, bigint), private.own_terms(uuid),
  public.quote_deployment(uuid), public.pending_terms(), public.accept_terms(uuid, bigint),
  public.list_deployment_terms(uuid)
  from public, anon, authenticated;
grant execute on function
  private.quote_deployment(uuid), private.pending_terms(), private.accept_terms(uuid, bigint), private.own_terms(uuid),
  public.quote_deployment(uuid), public.pending_terms(), public.accept_terms(uuid, bigint),
  public.list_deployment_terms(uuid)
  to authenticated;
