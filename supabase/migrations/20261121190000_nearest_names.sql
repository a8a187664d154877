-- A misspelling is compared with what it was found in: names by their name, nearest first, and after them what only
-- its text finds. Comparing every find with all of its text put an agent whose description has the words by chance
-- before one that is called so, and took a third of the time. The function is as before but for that.

-- One page of listings, up to `page_size` (1 to 100).
--
-- A listing matches when its name, description or a tag contains `q` literally, in any case, or when it has all of
-- its words, the last one as a beginning. Where `q` has no three letters or digits in a row, no index holds it: its
-- words are looked for everywhere, the literal text in the 2,000 newest listings. When nothing matches, the first
-- page holds the nearest words: of every name, nearest first, then of all the text of the 100 most installed; no
-- page follows.
--
-- `category` (null and 'all' do not narrow), `tags` (all of them, as they are written) and the prices, which are
-- included, narrow. `sort`:
--   relevance  best match first, then most installed, newest; of the 1,000 most installed matches
--   rating     best mean first, then most reviews
--   installs   most installed first
--   price      cheapest first
--   newest     newest first
-- and `agent_id` after these. The default is relevance with a query, newest without one.
--
-- `after` is the last row of the page before, with at least `agent_id` and: created_at (newest), installs (installs),
-- rating_sum and review_count (rating), price_micros (price), name, description, tags, installs and created_at (relevance).
-- What is sorted by is taken from that row, not from the table: it may have changed, or gone.
create or replace function public.search_listings(
  q text default null,
  category text default null,
  page_size integer default 48,
  tags text[] default null,
  sort text default null,
  min_price numeric default null,
  max_price numeric default null,
  after jsonb default null
)
returns setof public.agent_listings
language plpgsql
stable
security invoker
set search_path = ''
rows 48
as $$
declare
  needle constant text := nullif(lower(btrim(left(q, 200))), '');
  -- Literal: the three characters that mean something to LIKE are escaped.
  pattern constant text := '%' || regexp_replace(needle, '([\\%_])', '\\\1', 'g') || '%';
  -- The parser quotes every word; `:*` after the last makes it a prefix.
  words constant tsquery := (nullif(plainto_tsquery('simple', needle)::text, '') || ':*')::tsquery;
  has_trigrams constant boolean := coalesce(needle ~ '[[:alnum:]]{3}', false);
  is_common constant boolean := has_trigrams and (
    select count(*) >= 12
    from (select * from public.agent_listings order by created_at desc, agent_id desc limit 500) l
    where l.search_text like pattern or l.search @@ words
  );
  size constant integer := least(greatest(coalesce(page_size, 48), 1), 100);
  order_by constant text := case
    when coalesce(sort, 'relevance') <> 'relevance' then sort
    when needle is null then 'newest'
    else 'relevance'
  end;
  -- Some drivers send an object as a JSON string that holds it.
  previous constant jsonb := case jsonb_typeof(after)
    when 'string' then (after #>> '{}')::jsonb
    when 'null' then null
    else after
  end;
  last public.agent_listings;
  -- What the page is ordered by, and what that asks of `after` besides `agent_id`.
  keys text[];
  needed text[];
  direction constant text := case order_by when 'price' then 'asc' else 'desc' end;
  in_order text;
  beyond text := 'true';
  matched text;
  narrowed constant text :=
    '($3 is null or l.category = $3) and ($4 is null or l.tags @> $4)'
    ' and ($5 is null or l.price_micros >= $5) and ($6 is null or l.price_micros <= $6)';
  -- Of what is sorted: where it begins, how it is walked, and how many are taken.
  candidates text[];
  page text;
begin
  case order_by
    when 'relevance' then
      keys := array['coalesce(ts_rank(l.search, $2), 0)', 'l.installs', 'l.created_at'];
      needed := array['name', 'description', 'tags', 'installs', 'created_at'];
    when 'rating' then
      keys := array['l.average_rating', 'l.review_count'];
      needed := array['rating_sum', 'review_count'];
    when 'installs' then
      keys := array['l.installs'];
      needed := array['installs'];
    when 'price' then
      keys := array['l.price_micros'];
      needed := array['price_micros'];
    when 'newest' then
      keys := array['l.created_at'];
      needed := array['created_at'];
    else
      raise sqlstate 'PT400' using message = 'sort is relevance, rating, installs, price or newest';
  end case;
  keys := keys || 'l.agent_id'::text;
  in_order := format('%s %s', array_to_string(keys, format(' %s, ', direction)), direction);

  if previous is not null then
    if jsonb_typeof(previous) <> 'object' or not previous ?& (needed || 'agent_id'::text) then
      raise sqlstate 'PT400' using message =
        format('after is the last row of the page before, with agent_id, %s', array_to_string(needed, ', '));
    end if;
    last := jsonb_populate_record(null::public.agent_listings, previous);
    last.search := setweight(to_tsvector('simple', last.name), 'A')
      || setweight(to_tsvector('simple', array_to_string(last.tags, ' ')), 'B')
      || setweight(to_tsvector('simple', coalesce(last.description, '')), 'C');
    -- The mean that was answered has lost digits on its way through JSON.
    last.average_rating := coalesce(last.rating_sum::numeric / nullif(last.review_count, 0), 0);
    beyond := format(
      '(%s) %s (%s)',
      array_to_string(keys, ', '),
      case direction when 'asc' then '>' else '<' end,
      replace(array_to_string(keys, ', '), 'l.', '$7.')
    );
  end if;

  matched := case
    when needle is null then 'true'
    when has_trigrams then '(l.search_text like $1 or l.search @@ $2)'
    else 'l.search @@ $2'
  end;
  candidates := case order_by
    when 'relevance' then array['true', 'l.installs desc, l.agent_id desc', '1000']
    else array[beyond, in_order, '$8']
  end;
  page := format('and %s order by %s limit %s', variadic candidates);
  return query execute
    'select * from ('
    || case when is_common then format(
      '(select l.* from (
          select l.* from public.agent_listings l where %s and %s order by %s offset 0
        ) l where %s limit %s)',
      narrowed, candidates[1], candidates[2], matched, candidates[3]
    ) else format('(select l.* from public.agent_listings l where %s and %s %s)', matched, narrowed, page) end
    || case when needle is not null and not has_trigrams then format(
      ' union all (select l.* from (
          select * from public.agent_listings order by created_at desc, agent_id desc limit 2000
        ) l where l.search_text like $1 and (l.search @@ $2) is not true and %s %s)',
      narrowed, page
    ) else '' end
    || format(') l where %s order by %s limit $8', beyond, in_order)
    using pattern, words, nullif(search_listings.category, 'all'), nullif(search_listings.tags, '{}'),
      ceil(min_price * 1000000)::bigint, floor(max_price * 1000000)::bigint, last, size;

  if not found and has_trigrams and previous is null then
    return query execute format(
      'select (near.listing).* from (
        (select l as listing, extensions.word_similarity($1, l.name) as nearness
        from public.agent_listings l where l.name operator(extensions.%%>) $1 and %1$s limit 1000)
        union all
        (select l.listing, extensions.word_similarity($1, (l.listing).search_text) - 1 from (
          select l as listing from public.agent_listings l
          where %1$s order by l.installs desc, l.agent_id desc limit 100
        ) l where (l.listing).search_text operator(extensions.%%>) $1
          and not (l.listing).name operator(extensions.%%>) $1)
      ) near
      order by near.nearness desc, (near.listing).installs desc, (near.listing).agent_id desc limit $8',
      narrowed
    )
    using needle, words, nullif(search_listings.category, 'all'), nullif(search_listings.tags, '{}'),
      ceil(min_price * 1000000)::bigint, floor(max_price * 1000000)::bigint, last, size;
  end if;
end;
$$;
