/** Reads of tables: filters, shapes, embedding, order, ranges and counts. One table of calls, so one long file. */
import { type Call, type Fixture, rest } from './fixture';

const names = (...expected: string[]) => ({ status: 200, data: expected.map((name) => ({ name })) });

/** Alice's own agents by name, with a filter. */
const own = ({ alice }: Fixture) =>
  alice.client.from('agents').select('name').eq('creator_id', alice.id).order('name');

export const reads: Call[] = [
  { name: 'eq', run: (at) => rest(own(at).eq('category', 'sales')), expected: names('Alpha', 'Delta') },
  { name: 'neq', run: (at) => rest(own(at).neq('category', 'sales')), expected: names('Beta', 'Gamma') },
  { name: 'gt', run: (at) => rest(own(at).gt('name', 'Beta')), expected: names('Delta', 'Gamma') },
  { name: 'gte', run: (at) => rest(own(at).gte('name', 'Delta')), expected: names('Delta', 'Gamma') },
  { name: 'lt', run: (at) => rest(own(at).lt('name', 'Beta')), expected: names('Alpha') },
  { name: 'lte', run: (at) => rest(own(at).lte('name', 'Beta')), expected: names('Alpha', 'Beta') },
  { name: 'like', run: (at) => rest(own(at).like('name', '%lta')), expected: names('Delta') },
  {
    name: 'like with an escaped percent sign',
    run: (at) => rest(own(at).like('description', '%100\\%%')),
    expected: names('Delta'),
  },
  { name: 'ilike', run: (at) => rest(own(at).ilike('name', 'AL%')), expected: names('Alpha') },
  {
    name: 'likeAnyOf',
    run: (at) => rest(own(at).likeAnyOf('name', ['A%', 'B%'])),
    expected: names('Alpha', 'Beta'),
  },
  {
    name: 'ilikeAllOf',
    run: (at) => rest(own(at).ilikeAllOf('name', ['%a', 'g%'])),
    expected: names('Gamma'),
  },
  { name: 'is null', run: (at) => rest(own(at).is('description', null)), expected: names('Gamma') },
  {
    name: 'is true',
    run: (at) => rest(own(at).is('is_public', true)),
    expected: names('Alpha', 'Beta', 'Gamma'),
  },
  {
    name: 'isDistinct',
    run: (at) => rest(own(at).isDistinct('description', 'First agent')),
    expected: names('Beta', 'Delta', 'Gamma'),
  },
  {
    name: 'in',
    run: (at) => rest(own(at).in('name', ['Alpha', 'Gamma'])),
    expected: names('Alpha', 'Gamma'),
  },
  {
    name: 'in with quotes and commas',
    run: (at) => rest(own(at).in('description', ['A draft, 100% private', 'a "b"'])),
    expected: names('Delta'),
  },
  {
    name: 'contains an array',
    run: (at) => rest(own(at).contains('tags', ['crm'])),
    expected: names('Alpha', 'Delta'),
  },
  {
    name: 'containedBy',
    run: (at) => rest(own(at).containedBy('tags', ['blog', 'x'])),
    expected: names('Beta', 'Gamma'),
  },
  {
    name: 'overlaps',
    run: (at) => rest(own(at).overlaps('tags', ['mail', 'blog'])),
    expected: names('Alpha', 'Beta'),
  },
  {
    name: 'textSearch',
    run: (at) => rest(own(at).textSearch('description', 'second', { type: 'plain' })),
    expected: names('Beta'),
  },
  {
    name: 'not',
    run: (at) => rest(own(at).not('description', 'is', null)),
    expected: names('Alpha', 'Beta', 'Delta'),
  },
  {
    name: 'not in',
    run: (at) => rest(own(at).not('name', 'in', '(Alpha,Beta)')),
    expected: names('Delta', 'Gamma'),
  },
  {
    name: 'or',
    run: (at) => rest(own(at).or('name.eq.Alpha,description.is.null')),
    expected: names('Alpha', 'Gamma'),
  },
  {
    name: 'nested or and and',
    run: (at) => rest(own(at).or('name.eq.Beta,and(category.eq.sales,is_public.is.false)')),
    expected: names('Beta', 'Delta'),
  },
  {
    name: 'match',
    run: (at) => rest(own(at).match({ category: 'sales', status: 'draft' })),
    expected: names('Delta'),
  },
  { name: 'filter', run: (at) => rest(own(at).filter('name', 'eq', 'Beta')), expected: names('Beta') },
  { name: 'limit', run: (at) => rest(own(at).limit(2)), expected: names('Alpha', 'Beta') },
  { name: 'range', run: (at) => rest(own(at).range(1, 2)), expected: names('Beta', 'Delta') },
  {
    name: 'order, descending',
    run: ({ alice }) =>
      rest(
        alice.client
          .from('agents')
          .select('name')
          .eq('creator_id', alice.id)
          .order('name', { ascending: false }),
      ),
    expected: names('Gamma', 'Delta', 'Beta', 'Alpha'),
  },
  {
    name: 'order with nulls first',
    run: ({ alice }) =>
      rest(
        alice.client
          .from('agents')
          .select('name')
          .eq('creator_id', alice.id)
          .order('description', { nullsFirst: true })
          .limit(1),
      ),
    expected: names('Gamma'),
  },
  {
    name: 'an exact count',
    run: ({ alice }) =>
      rest(
        alice.client.from('agents').select('name', { count: 'exact' }).eq('creator_id', alice.id).limit(1),
      ),
    expected: { status: 206, count: 4 },
  },
  {
    name: 'a count without rows',
    run: ({ alice }) =>
      rest(
        alice.client.from('agents').select('*', { count: 'exact', head: true }).eq('creator_id', alice.id),
      ),
    expected: { status: 200, count: 4, data: null },
  },
  {
    name: 'single',
    run: ({ visitor, ids }) => rest(visitor.from('agents').select('name').eq('id', ids.Alpha).single()),
    expected: { status: 200, data: { name: 'Alpha' } },
  },
  {
    name: 'single without a row',
    run: ({ visitor, ids }) => rest(visitor.from('agents').select('name').eq('id', ids.Delta).single()),
    expected: { status: 406, code: 'PGRST116' },
  },
  {
    name: 'single with several rows',
    run: ({ alice }) => rest(alice.client.from('agents').select('name').eq('creator_id', alice.id).single()),
    expected: { status: 406, code: 'PGRST116' },
  },
  {
    name: 'maybeSingle without a row',
    run: ({ visitor, ids }) => rest(visitor.from('agents').select('name').eq('id', ids.Delta).maybeSingle()),
    expected: { status: 200, data: null, code: undefined },
  },
  {
    name: 'an alias and a cast',
    run: ({ visitor, ids }) =>
      rest(
        visitor
          .from('agents')
          .select('title:name, price:price_per_message::text')
          .eq('id', ids.Gamma)
          .single(),
      ),
    expected: { data: { title: 'Gamma', price: '0.02' } },
  },
  {
    name: 'a many-to-one embedding',
    run: ({ bob, alice, ids }) =>
      rest(
        bob.client
          .from('agents')
          .select('name, creator:profiles!agents_creator_id_fkey(id, full_name)')
          .eq('id', ids.Alpha)
          .single(),
      ).then((result) => ({
        ...result,
        creator: (result.data as { creator: { id: string } }).creator.id === alice.id,
      })),
    expected: { status: 200, creator: true, data: { creator: { full_name: 'Alice' } } },
  },
  {
    name: 'a one-to-many embedding',
    run: ({ visitor, ids }) =>
      rest(visitor.from('agents').select('name, agent_reviews(rating)').eq('id', ids.Beta).single()),
    expected: { data: { name: 'Beta', agent_reviews: [{ rating: 4 }] } },
  },
  {
    name: 'an inner join',
    run: ({ visitor, alice }) =>
      rest(visitor.from('agents').select('name, agent_reviews!inner(rating)').eq('creator_id', alice.id)),
    expected: { data: [{ name: 'Beta', agent_reviews: [{ rating: 4 }] }] },
  },
  {
    name: 'a filter on an embedding',
    run: ({ visitor, ids }) =>
      rest(
        visitor
          .from('agents')
          .select('name, agent_reviews(rating)')
          .eq('id', ids.Beta)
          .gt('agent_reviews.rating', 4),
      ),
    expected: { data: [{ name: 'Beta', agent_reviews: [] }] },
  },
  {
    name: 'order and limit of an embedding',
    run: ({ visitor, ids }) =>
      rest(
        visitor
          .from('agents')
          .select('name, agent_reviews(rating)')
          .eq('id', ids.Beta)
          .order('rating', { referencedTable: 'agent_reviews' })
          .limit(1, { referencedTable: 'agent_reviews' }),
      ),
    expected: { data: [{ agent_reviews: [{ rating: 4 }] }] },
  },
  {
    name: 'a spread embedding',
    run: ({ visitor, ids }) =>
      rest(
        visitor.from('agent_reviews').select('rating, ...agents(agent_name:name)').eq('agent_id', ids.Beta),
      ),
    expected: { data: [{ rating: 4, agent_name: 'Beta' }] },
  },
  {
    name: 'the number of embedded rows',
    run: ({ visitor, ids }) =>
      rest(visitor.from('agents').select('name, agent_reviews(count)').eq('id', ids.Beta)),
    expected: { data: [{ name: 'Beta', agent_reviews: [{ count: 1 }] }] },
  },
  {
    name: 'a null join filter (agents without reviews)',
    run: ({ visitor, alice }) =>
      rest(
        visitor
          .from('agents')
          .select('name, agent_reviews()')
          .eq('creator_id', alice.id)
          .is('agent_reviews', null)
          .order('name'),
      ),
    expected: names('Alpha', 'Gamma'),
  },
  {
    name: 'CSV',
    run: ({ visitor, ids }) => rest(visitor.from('agents').select('name,category').eq('id', ids.Alpha).csv()),
    expected: { status: 200, data: 'name,category\nAlpha,sales' },
  },
  {
    name: 'a path into JSON',
    run: ({ service, alice }) =>
      rest(
        alice.client
          .from('security_audit_log')
          .insert({ event_type: 'invalid_input', user_id: alice.id, details: { field: { name: 'x' } } })
          .then(() =>
            service
              .from('security_audit_log')
              .select('field:details->field->>name')
              .eq('user_id', alice.id)
              .limit(1),
          ),
      ),
    expected: { status: 200, data: [{ field: 'x' }] },
  },
  {
    name: 'an aborted request',
    run: ({ visitor }) => rest(visitor.from('agents').select('name').abortSignal(AbortSignal.abort())),
    expected: { status: 0, data: null },
  },
  {
    name: 'rows of other users',
    run: ({ bob, ids }) => rest(bob.client.from('agents').select('name').eq('id', ids.Delta)),
    expected: { status: 200, data: [] },
  },
];
