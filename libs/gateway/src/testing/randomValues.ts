/** Random parts of requests: text, filters, queries and bodies. */
import fc from 'fast-check';

export const from = fc.constantFrom;

const oddCharacters = '()[]{}.,:;*!\'"\\%/?&=-+_$<>| \t0a9éß\u0000\u202e😀';

/** Characters with a meaning in paths, filters, JSON and SQL, and some of every other kind. */
export const oddText = fc.oneof(
  fc.string({ unit: from(...oddCharacters), maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  from(
    'null',
    '9'.repeat(400),
    '-1',
    '1e999',
    'NaN',
    '{}',
    '%00',
    '../..',
    'a'.repeat(5000),
    '2026-02-30',
    'SUP',
  ),
);

const scalar = fc.oneof(
  {
    weight: 3,
    arbitrary: from('x', 'sales', 1, 0.5, -1, true, null, '00000000-0000-4000-8000-000000000000'),
  },
  { weight: 2, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ depthSize: 'small' }) },
);

export const columns: Record<string, string[]> = {
  agents: [
    'id',
    'name',
    'category',
    'tags',
    'is_public',
    'price_per_message',
    'pricing_model',
    'created_at',
    'agent_reviews.rating',
  ],
  agent_reviews: ['id', 'agent_id', 'rating', 'body', 'helpful_count'],
  agent_listings: ['agent_id', 'name', 'search', 'price_micros', 'tags'],
  agent_configs: ['agent_id', 'prompt', 'temperature', 'max_tokens'],
  deployments: ['id', 'agent_id', 'status', 'api_key', 'endpoint_url', 'name'],
  profiles: ['id', 'full_name'],
  usage_tracking: ['id', 'cost', 'created_at'],
  security_audit_log: ['event_type', 'details', 'user_id'],
};
export const parameters: Record<string, string[]> = {
  search_listings: ['q', 'category', 'page_size', 'tags', 'sort', 'min_price', 'max_price', 'after'],
  count_listings: ['q', 'category', 'tags'],
  rating_distribution: ['agent'],
  usage_by_day: ['days'],
  agent_figures: ['agent', 'days'],
  create_agent: ['name', 'category', 'description', 'tags', 'prompt'],
  rotate_deployment_key: ['id', 'key', 'overlap'],
  limit_deployment_key: ['id', 'requests_per_minute', 'expires_at'],
  message_quota: [],
};

const operator = from(
  'eq',
  'gt',
  'like',
  'ilike',
  'in',
  'is',
  'cs',
  'cd',
  'ov',
  'sl',
  'fts',
  'wfts(english)',
  'not.eq',
  'match',
  'imatch',
  'eq(any)',
  'no',
  '',
);
export const operand = fc.oneof(oddText, from('x', '1', 'null', '(1,2)', '{a,b}', '[1,2]', '{"a":1}'));
export const filter = fc.tuple(operator, operand).map(([left, right]) => `${left}.${right}`);
export const modifiers = fc.oneof(
  fc.tuple(
    from('select'),
    from(
      '*',
      'name,agents(name)',
      'count()',
      '...agents(*)',
      'id::text',
      'details->a->>b',
      'a:name',
      '"name',
    ),
  ),
  fc.tuple(from('order'), from('name.desc.nullsfirst', 'id', 'agents(name).asc', 'x', 'name\u0000')),
  fc.tuple(from('limit', 'offset', 'agent_reviews.limit'), from('1', '0', '-1', 'x', '99999999999999999999')),
  fc.tuple(
    from('or', 'and', 'not.or', 'agent_reviews.or'),
    from('(name.eq.a,id.is.null)', '(name.eq.a,or(', 'x', '(name.match.a)'),
  ),
  fc.tuple(from('select', 'order', 'limit', 'or', 'columns', 'on_conflict', 'grant_type', 'apikey'), oddText),
  fc.tuple(oddText, oddText),
);
export const queryOf = (pairs: [string, string][]) =>
  pairs.length
    ? `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
    : '';

const objectOf = (names: string[]) =>
  names.length ? fc.dictionary(from(...names), scalar, { maxKeys: 6 }) : fc.constant({});
/** Mostly an object with these fields; also a list of them, other JSON, and text that is not JSON. */
export const bodyOf = (names: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: objectOf(names).map((value) => JSON.stringify(value)) },
    {
      weight: 2,
      arbitrary: fc.array(objectOf(names), { maxLength: 3 }).map((value) => JSON.stringify(value)),
    },
    { weight: 1, arbitrary: fc.jsonValue({ depthSize: 'small' }).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddText },
  );
