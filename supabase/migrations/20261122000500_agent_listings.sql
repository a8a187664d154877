-- Listings: the denormalized copy of public active agents that browsing and search read.
-- Written by triggers on agents, reviews and profiles; clients never write it. Read by everyone.
--
-- It exists because text search operators are not leakproof: under a row-level security policy with a condition,
-- PostgreSQL cannot use a text index. The policy of this table has no condition. Prices are US dollars. Times are UTC.
-- Locks: nothing in use; creates only.

create table public.agent_listings (
  agent_id uuid primary key references public.agents (id) on delete cascade,
  name text not null,
  description text,
  category text not null,
  tags text[] not null,
  creator_name text,
  pricing_model text not null,
  price_per_message numeric,
  price_per_month numeric,
  external_only boolean not null,
  installs integer not null,
  review_count integer not null,
  rating_sum integer not null,
  average_rating numeric not null generated always as
    (case when review_count = 0 then 0 else rating_sum::numeric / review_count end) stored,
  created_at timestamptz not null,
  search_text text not null,
  search tsvector not null,
  price_micros bigint not null
    generated always as ((coalesce(price_per_message, price_per_month, 0) * 1000000)::bigint) stored
);

comment on table public.agent_listings is
  'Search copy of public active agents, maintained by triggers. Read by everyone, written by no client';
comment on column public.agent_listings.creator_name is 'Null if the creator has no name';
comment on column public.agent_listings.average_rating is 'Mean rating, not rounded; 0 without reviews';
comment on column public.agent_listings.created_at is 'When the agent was created, not when it was published';
comment on column public.agent_listings.search_text is
  'Lower-case name, description and tags, one per line: the text that literal substrings are matched against';
comment on column public.agent_listings.search is 'Words of the name (weight A), the tags (B) and the description (C)';
-- For a role without full access, the planner uses statistics only with leakproof operators: bigint comparison is
-- leakproof, numeric comparison is not.
comment on column public.agent_listings.price_micros is
  'Price in millionths of a US dollar, per message or per month; 0 if free. Price filters and sorting use this column';

-- One index per sort order.
create index agent_listings_newest on public.agent_listings (created_at desc, agent_id desc);
create index agent_listings_category_newest on public.agent_listings (category, created_at desc, agent_id desc);
create index agent_listings_installs on public.agent_listings (installs desc, agent_id desc);
create index agent_listings_rating on public.agent_listings (average_rating desc, review_count desc, agent_id desc);
create index agent_listings_price on public.agent_listings (price_micros, agent_id);

-- Listings are read far more often than written: without `fastupdate`, searches never scan a pending list.
create index agent_listings_search on public.agent_listings using gin (search) with (fastupdate = off);
create index agent_listings_tags on public.agent_listings using gin (tags) with (fastupdate = off);
create index agent_listings_substring on public.agent_listings
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index agent_listings_name on public.agent_listings
  using gin (name extensions.gin_trgm_ops) with (fastupdate = off);

-- The estimated frequency of a word or tag decides between walking a sort order and using a text index.
alter table public.agent_listings
  alter column search set statistics 1000,
  alter column tags set statistics 1000;

alter table public.agent_listings enable row level security;

revoke all on public.agent_listings from anon, authenticated;
grant select on public.agent_listings to anon, authenticated;
grant all on public.agent_listings to service_role;

create policy "everyone reads listings" on public.agent_listings
  for select to anon, authenticated
  using (true);

create function private.refresh_listing(agent uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Lock the agent first, so that a concurrent review and publication cannot miss each other.
  perform 1 from public.agents where id = agent for no key update;

  insert into public.agent_listings (
    agent_id, name, description, category, tags, creator_name, pricing_model, price_per_message, price_per_month,
    external_only, installs, review_count, rating_sum, created_at, search_text, search
  )
  select
    a.id, a.name, a.description, a.category, a.tags, p.full_name, a.pricing_model, a.price_per_message,
    a.price_per_month, a.external_only, a.install_count, r.review_count, r.rating_sum, a.created_at,
    lower(concat_ws(e'\n', a.name, a.description, array_to_string(a.tags, e'\n'))),
    setweight(to_tsvector('simple', a.name), 'A')
      || setweight(to_tsvector('simple', array_to_string(a.tags, ' ')), 'B')
      || setweight(to_tsvector('simple', coalesce(a.description, '')), 'C')
  from public.agents a
  join public.profiles p on p.id = a.creator_id
  cross join lateral (
    select count(*)::integer as review_count, coalesce(sum(rating), 0)::integer as rating_sum
    from public.agent_reviews
    where agent_id = a.id
  ) r
  where a.id = agent and a.is_public and a.status = 'active'
  on conflict (agent_id) do update set
    name = excluded.name,
    description = excluded.description,
    category = excluded.category,
    tags = excluded.tags,
    creator_name = excluded.creator_name,
    pricing_model = excluded.pricing_model,
    price_per_message = excluded.price_per_message,
    price_per_month = excluded.price_per_month,
    external_only = excluded.external_only,
    installs = excluded.installs,
    review_count = excluded.review_count,
    rating_sum = excluded.rating_sum,
    created_at = excluded.created_at,
    search_text = excluded.search_text,
    search = excluded.search;

  if not found then
    delete from public.agent_listings where agent_id = agent;
  end if;
end;
$$;

comment on function private.refresh_listing(uuid) is
  'Inserts, updates or deletes the listing of one agent, so that exactly the public active agents have one';

create function private.refresh_agent_listing() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refresh_listing(new.id);
  return null;
end;
$$;

comment on function private.refresh_agent_listing() is 'Trigger: refreshes the listing of a changed agent';

create function private.refresh_reviewed_listing() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.refresh_listing(old.agent_id);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.agent_id <> old.agent_id) then
    perform private.refresh_listing(new.agent_id);
  end if;
  return null;
end;
$$;

comment on function private.refresh_reviewed_listing() is
  'Trigger: refreshes the listings of the agents that a changed review belonged to and belongs to';

create function private.refresh_creator_listings() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refresh_listing(id)
  from public.agents
  where creator_id = new.id and is_public and status = 'active';
  return null;
end;
$$;

comment on function private.refresh_creator_listings() is
  'Trigger: refreshes the listings of a creator whose name changed';

revoke all on function
  private.refresh_listing(uuid), private.refresh_agent_listing(), private.refresh_reviewed_listing(),
  private.refresh_creator_listings()
  from public, anon, authenticated;

create trigger agents_refresh_listing
  after insert or update on public.agents
  for each row execute function private.refresh_agent_listing();

-- Only the agent and the rating of a review affect a listing.
create trigger agent_reviews_refresh_listing
  after insert or delete or update of agent_id, rating on public.agent_reviews
  for each row execute function private.refresh_reviewed_listing();

create trigger profiles_refresh_listings
  after update of full_name on public.profiles
  for each row when (old.full_name is distinct from new.full_name)
  execute function private.refresh_creator_listings();
