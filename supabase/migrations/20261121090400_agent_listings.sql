-- Listings: the public projection of agents that browsing and search read; only public active agents have a row.
-- Written by triggers on agents, reviews and profiles, never by a client. Read by everyone.
-- It exists because text search is not leakproof: under a row policy with a condition, PostgreSQL
-- cannot use a text index, so this table's policy has none. Prices are US dollars. Times are UTC.

create table public.agent_listings (
  agent_id uuid primary key references public.agents (id) on delete cascade,
  name text not null,
  description text,
  category text not null,
  tags text[] not null,
  -- Null when the creator gave no name.
  creator_name text,
  pricing_model text not null,
  price_per_message numeric,
  price_per_month numeric,
  external_only boolean not null,
  installs integer not null,
  review_count integer not null,
  rating_sum integer not null,
  -- The mean of the ratings, unrounded; 0 when there are none.
  average_rating numeric not null generated always as
    (case when review_count = 0 then 0 else rating_sum::numeric / review_count end) stored,
  -- When the agent was made, not when it was published.
  created_at timestamptz not null,
  -- Lower-case name, description and tags, a line each: what a literal substring is looked for in.
  search_text text not null,
  -- Words of the name (A), the tags (B) and the description (C).
  search tsvector not null
);

create index agent_listings_newest on public.agent_listings (created_at desc, agent_id desc);
create index agent_listings_category_newest on public.agent_listings (category, created_at desc, agent_id desc);
create index agent_listings_search on public.agent_listings using gin (search);

alter table public.agent_listings enable row level security;

revoke all on public.agent_listings from anon, authenticated;
grant select on public.agent_listings to anon, authenticated;
grant all on public.agent_listings to service_role;

create policy "everyone reads listings" on public.agent_listings
  for select to anon, authenticated
  using (true);

-- Makes, renews or removes one agent's listing. It locks the agent first, so that a review and a
-- publication at the same moment cannot miss each other.
create function private.refresh_listing(agent uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
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

create function private.list_agent() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refresh_listing(new.id);
  return null;
end;
$$;

create function private.list_review() returns trigger
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

create function private.list_creator() returns trigger
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

revoke all on function
  private.refresh_listing(uuid), private.list_agent(), private.list_review(), private.list_creator()
  from public, anon, authenticated;

create trigger agents_keep_listing
  after insert or update on public.agents
  for each row execute function private.list_agent();

create trigger agent_reviews_keep_listing
  after insert or update or delete on public.agent_reviews
  for each row execute function private.list_review();

create trigger profiles_keep_listings
  after update of full_name on public.profiles
  for each row when (old.full_name is distinct from new.full_name)
  execute function private.list_creator();
