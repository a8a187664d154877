/** Calls of database functions. */
import { expect } from 'vitest';
import { type Call, rest } from './fixture';

export const functions: Call[] = [
  {
    name: 'a scalar result',
    run: ({ visitor }) => rest(visitor.rpc('schema_version')),
    expected: { status: 200, data: expect.any(String) },
  },
  {
    name: 'a scalar result by GET',
    run: ({ visitor }) => rest(visitor.rpc('schema_version', {}, { get: true })),
    expected: { status: 200, data: expect.any(String) },
  },
  {
    name: 'rows',
    run: ({ visitor, ids }) => rest(visitor.rpc('rating_distribution', { agent: ids.Beta })),
    expected: { status: 200, data: [{ rating: 4, reviews: 1 }] },
  },
  {
    name: 'rows by GET',
    run: ({ visitor, ids }) => rest(visitor.rpc('rating_distribution', { agent: ids.Beta }, { get: true })),
    expected: { status: 200, data: [{ rating: 4 }] },
  },
  {
    name: 'rows with columns, filter and limit',
    run: ({ visitor }) =>
      rest(visitor.rpc('search_listings', { q: 'beta' }).select('name').eq('name', 'Beta').limit(1)),
    expected: { status: 200, data: [{ name: 'Beta' }] },
  },
  {
    name: 'rows with order',
    run: ({ visitor, alice }) =>
      rest(
        visitor
          .rpc('search_listings', {})
          .select('name')
          .in('name', ['Alpha', 'Beta'])
          .order('name', { ascending: false }),
      ).then((result) => ({ ...result, alice: alice.id })),
    expected: { data: [{ name: 'Beta' }, { name: 'Alpha' }] },
  },
  {
    name: 'an array as an argument by GET',
    run: ({ visitor }) =>
      rest(
        visitor
          .rpc('search_listings', { tags: ['blog'] }, { get: true })
          .select('name')
          .eq('name', 'Beta'),
      ),
    expected: { status: 200, data: [{ name: 'Beta' }] },
  },
  {
    name: 'a count of rows',
    run: ({ visitor, ids }) =>
      rest(visitor.rpc('rating_distribution', { agent: ids.Beta }, { head: true, count: 'exact' })),
    expected: { status: 200, count: 1 },
  },
  {
    name: 'a single row',
    run: ({ visitor, ids }) => rest(visitor.rpc('rating_distribution', { agent: ids.Beta }).single()),
    expected: { status: 200, data: { rating: 4 } },
  },
  {
    name: 'an unknown function',
    run: ({ visitor }) => rest(visitor.rpc('no_such_function')),
    expected: { status: 404, code: 'PGRST202' },
  },
  {
    name: 'a missing argument',
    run: ({ visitor }) => rest(visitor.rpc('rating_distribution')),
    expected: { status: 404, code: 'PGRST202' },
  },
  {
    name: 'an unknown argument',
    run: ({ visitor, ids }) => rest(visitor.rpc('rating_distribution', { agent: ids.Beta, other: 1 })),
    expected: { status: 404, code: 'PGRST202' },
  },
  {
    name: 'an argument of the wrong type',
    run: ({ visitor }) => rest(visitor.rpc('rating_distribution', { agent: 'x' })),
    expected: { status: 400, code: '22P02' },
  },
  {
    name: 'a function without permission',
    run: ({ visitor }) => rest(visitor.rpc('message_quota')),
    expected: { status: 401, code: '42501' },
  },
  {
    name: 'a writing function by GET',
    run: ({ alice, ids }) =>
      rest(alice.client.rpc('rotate_deployment_key', { id: ids.Alpha, key: 'x' }, { get: true })),
    expected: { status: 405, code: '25006' },
  },
];
