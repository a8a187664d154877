-- A price that is NaN, infinite or too large for a bigint was answered with PostgreSQL's error about bigints.
-- Called by visitors. US dollars.
-- Replaces: public.search_listings, public.count_listings
-- Locks: nothing in use; replaces functions only.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

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
  -- Escapes the three characters that LIKE interprets.
  pattern constant text := '%' || regexp_replace(needle, '([\\%_])', '\\\1', 'g') || '%';
  -- The parser quotes every word; `:*` makes the last one a prefix.
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
  -- Some drivers send an object as a JSON string that contains it.
  previous constant jsonb := case jsonb_typeof(after)
    when 'string' then (after #>> '{}')::jsonb
    when 'null' then null
    else after
  end;
  wanted constant text[] := nullif(array(select distinct t.tag from unnest(search_listings.tags) t (tag)), '{}');
  last public.agent_listings;
  -- The sort keys, and the columns of `after` they are computed from (besides `agent_id`).
  keys text[];
  needed text[];
  direction constant text := case order_by when 'price' then 'asc' else 'desc' end;
  in_order text;
  beyond text := 'true';
  matched text;
  narrowed constant text :=
    '($3 is null or l.category = $3) and ($4 is null or l.tags @> $4)'
    ' and ($5 is null or l.price_micros >= $5) and ($6 is null or l.price_micros <= $6)';
  -- The rows to sort: start condition, order, limit.
  candidates text[];
  page text;
begin
  -- NaN is larger than every number.
  if min_price not between -1e9 and 1e9 or max_price not between -1e9 and 1e9 then
    raise sqlstate 'PT400' using message = 'min_price and max_price must be between -1,000,000,000 and 1,000,000,000 US dollars';
  end if;
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
      raise sqlstate 'PT400' using message = 'sort must be relevance, rating, installs, price or newest';
  end case;
  keys := keys || 'l.agent_id'::text;
  in_order := format('%s %s', array_to_string(keys, format(' %s, ', direction)), direction);

  if previous is not null then
    -- A row has up to 2,000 characters of text.
    if jsonb_typeof(previous) <> 'object' or not previous ?& (needed || 'agent_id'::text)
      or length(previous::text) > 20000
    then
      raise sqlstate 'PT400' using message =
        format('after must be the last row of the previous page, with agent_id, %s', array_to_string(needed, ', '));
    end if;
    last := jsonb_populate_record(null::public.agent_listings, previous);
    last.search := setweight(to_tsvector('simple', last.name), 'A')
      || setweight(to_tsvector('simple', array_to_string(last.tags, ' ')), 'B')
      || setweight(to_tsvector('simple', coalesce(last.description, '')), 'C');
    -- Recomputed: the mean in the response lost digits in JSON.
    last.average_rating := coalesce(last.rating_sum::numeric / nullif(last.review_count, 0), 0);
    beyond := format(
      '(%s) %s (%s)',
      array_to_string(keys, ', '),
      case direction when 'asc' then '>' else '<' end,
      replace(array_to_string(keys, ', '), 'l.', '$7.')
    );
  end if;

  -- No agent has more.
  if cardinality(wanted) > 10 then
    return;
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
    using pattern, words, nullif(search_listings.category, 'all'), wanted,
      ceil(min_price * 1000000)::bigint, floor(max_price * 1000000)::bigint, last, size;

  -- Nothing matches: compare names by their own similarity first, then the text of the most installed listings.
  -- Ranking both by the whole text would put a chance match in a description before a misspelled name.
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
    using needle, words, nullif(search_listings.category, 'all'), wanted,
      ceil(min_price * 1000000)::bigint, floor(max_price * 1000000)::bigint, last, size;
  end if;
end;
$$;

comment on function public.search_listings(text, text, integer, text[], text, numeric, numeric, jsonb) is
$$One page of listings.

q: matches if the name, description or a tag contains it literally (ignoring case), or contains all of its words, the
last one as a prefix. Without three consecutive letters or digits no trigram index applies: words are still matched
everywhere, literal text only in the 2,000 newest listings. If nothing matches, the first page holds the most similar
listings: by name, then by the text of the 100 most installed; there is no second page.
category, tags, min_price, max_price: filters. Null and 'all' do not filter; all tags must be present, spelled exactly:
more than an agent can have match nothing;
prices are US dollars, inclusive, PT400 beyond a billion.
page_size: 1 to 100.
sort: relevance (best match, then most installed, newest; of the 1,000 most installed matches), rating (highest mean,
then most reviews), installs, price (cheapest first) or newest; ties by agent_id. Default: relevance with q, else newest.
after: the last row of the previous page, with agent_id and, by sort: created_at (newest); installs (installs);
rating_sum, review_count (rating); price_micros (price); name, description, tags, installs, created_at (relevance).
The sort keys come from that row, not from the table, where it may have changed or been deleted.$$;

create or replace function public.count_listings(
  q text default null,
  category text default null,
  tags text[] default null,
  min_price numeric default null,
  max_price numeric default null
)
returns integer
language plpgsql
stable
security invoker
set search_path = ''
as $$
declare
  needle constant text := nullif(lower(btrim(left(q, 200))), '');
  pattern constant text := '%' || regexp_replace(needle, '([\\%_])', '\\\1', 'g') || '%';
  words constant tsquery := (nullif(plainto_tsquery('simple', needle)::text, '') || ':*')::tsquery;
  has_trigrams constant boolean := coalesce(needle ~ '[[:alnum:]]{3}', false);
  is_common constant boolean := has_trigrams and (
    select count(*) >= 12
    from (select * from public.agent_listings order by created_at desc, agent_id desc limit 500) l
    where l.search_text like pattern or l.search @@ words
  );
  narrowed constant text :=
    '($3 is null or l.category = $3) and ($4 is null or l.tags @> $4)'
    ' and ($5 is null or l.price_micros >= $5) and ($6 is null or l.price_micros <= $6)';
  wanted constant text[] := nullif(array(select distinct t.tag from unnest(count_listings.tags) t (tag)), '{}');
  total integer;
begin
  -- NaN is larger than every number.
  if min_price not between -1e9 and 1e9 or max_price not between -1e9 and 1e9 then
    raise sqlstate 'PT400' using message = 'min_price and max_price must be between -1,000,000,000 and 1,000,000,000 US dollars';
  end if;
  -- No agent has more.
  if cardinality(wanted) > 10 then
    return 0;
  end if;
  execute
    'select count(*) from (select from ('
    || case
      when needle is null then 'select 1 from public.agent_listings l where '
      when is_common then
        'select 1 from (select * from public.agent_listings l where ' || narrowed || ' offset 0) l
         where (l.search_text like $1 or l.search @@ $2) and '
      when has_trigrams then
        'select 1 from public.agent_listings l where (l.search_text like $1 or l.search @@ $2) and '
      else
        'select 1 from (
          select * from public.agent_listings order by created_at desc, agent_id desc limit 2000
        ) l where l.search_text like $1 and (l.search @@ $2) is not true and ' || narrowed
        || ' union all select 1 from public.agent_listings l where l.search @@ $2 and '
    end
    || narrowed
    || ') found limit 10001) counted'
    into total
    using pattern, words, nullif(count_listings.category, 'all'), wanted,
      ceil(min_price * 1000000)::bigint, floor(max_price * 1000000)::bigint;
  return total;
end;
$$;

comment on function public.count_listings(text, text, text[], numeric, numeric) is
  'Number of listings that search_listings matches with the same filters, without similar names: exact up to 10,000, '
  '10,001 for more. Without arguments: the number of public agents';
