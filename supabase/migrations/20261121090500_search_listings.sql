-- Search: what the marketplace page asks. Both functions run with the caller's own rights and change nothing,
-- so that a GET can call them. Parameters may be added, with defaults; callers name them.

-- Up to `page_size` (1 to 100) listings: newest first without a query, most relevant then newest with one.
-- A listing matches when its name, description or a tag contains `q` literally, in any case, or when it
-- has all of its words, the last one as a beginning. `category` narrows; null and 'all' do not.
create function public.search_listings(q text default null, category text default null, page_size integer default 48)
returns setof public.agent_listings
language plpgsql
stable
security invoker
set search_path = ''
rows 48
as $$
#variable_conflict use_column
declare
  needle constant text := lower(btrim(left(coalesce(q, ''), 200)));
  -- Literal: the three characters that mean something to LIKE are escaped.
  pattern constant text := '%' || regexp_replace(needle, '([\\%_])', '\\\1', 'g') || '%';
  only_category constant text := nullif(search_listings.category, 'all');
  size constant integer := least(greatest(coalesce(page_size, 48), 1), 100);
  words tsquery;
begin
  if needle = '' then
    return query
      select l.* from public.agent_listings l
      where only_category is null or l.category = only_category
      order by l.created_at desc, l.agent_id desc
      limit size;
    return;
  end if;

  -- The parser quotes every word; `:*` after the last makes it a prefix.
  words := (nullif(plainto_tsquery('simple', needle)::text, '') || ':*')::tsquery;
  return query
    select l.* from public.agent_listings l
    where (l.search_text like pattern or l.search @@ words)
      and (only_category is null or l.category = only_category)
    order by coalesce(ts_rank(l.search, words), 0) desc, l.created_at desc, l.agent_id desc
    limit size;
end;
$$;

-- How many agents are public: exact up to 10,000, and 10,001 for more.
create function public.count_listings() returns integer
language sql
stable
security invoker
set search_path = ''
as $$
  select count(*)::integer from (select 1 from public.agent_listings limit 10001) as public_agents;
$$;

revoke all on function public.search_listings(text, text, integer), public.count_listings() from public;
grant execute on function public.search_listings(text, text, integer), public.count_listings()
  to anon, authenticated, service_role;
