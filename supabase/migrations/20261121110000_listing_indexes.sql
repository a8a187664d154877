-- Indexes of listings: one for every order of the marketplace, and four that find text and tags.
-- Trigrams come from pg_trgm, in the schema where hosted Supabase keeps extensions.

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;

-- Millionths of a US dollar, for a message or for a month; 0 when free. What prices are compared by: for a visitor the
-- planner may look at how whole numbers are distributed, and not at numerics, because comparing those is not leakproof.
alter table public.agent_listings
  add column price_micros bigint not null
    generated always as ((coalesce(price_per_message, price_per_month, 0) * 1000000)::bigint) stored;

create index agent_listings_installs on public.agent_listings (installs desc, agent_id desc);
create index agent_listings_rating on public.agent_listings (average_rating desc, review_count desc, agent_id desc);
create index agent_listings_price on public.agent_listings (price_micros, agent_id);

-- Listings are read far more often than written: without `fastupdate` no search reads a list of late entries.
create index agent_listings_tags on public.agent_listings using gin (tags) with (fastupdate = off);
create index agent_listings_substring on public.agent_listings
  using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index agent_listings_name on public.agent_listings
  using gin (name extensions.gin_trgm_ops) with (fastupdate = off);
alter index public.agent_listings_search set (fastupdate = off);

-- How common a word or a tag is decides between walking an order and asking a text index.
alter table public.agent_listings
  alter column search set statistics 1000,
  alter column tags set statistics 1000;
