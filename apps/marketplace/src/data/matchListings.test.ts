/** The search without a database, over given listings. */
import { describe, expect, test } from 'vitest';
import { firstSample } from '../testing/replies';
import { matchListings } from './matchListings';
import { defaultFilter, type Filter, type Listing } from './search';

const listing = (name: string, change: Partial<Listing> = {}): Listing => ({
  ...firstSample(),
  ...{ name, description: null, category: 'sales', tags: [], price_micros: 0, installs: 0 },
  ...{ rating_sum: 0, review_count: 0 },
  ...change,
});
const found = (listings: Listing[], change: Partial<Filter>) =>
  matchListings(listings, { ...defaultFilter, ...change }).map(({ name }) => name);

test.each([
  ['any', ['0', '19.999999', '20', '40', '40.000001', '900']],
  ['free', ['0']],
  ['under-20', ['0', '19.999999', '20']],
  ['20-40', ['20', '40']],
  ['over-40', ['40.000001', '900']],
] as const)('the price range %s has the prices %j', (price, names) => {
  const listings = ['0', '19.999999', '20', '40', '40.000001', '900'].map((dollars) =>
    listing(dollars, { price_micros: Math.round(Number(dollars) * 1e6) }),
  );
  expect(found(listings, { price })).toEqual(names);
});

describe('the order', () => {
  const listings = [
    listing('a', { installs: 1, price_micros: 3, rating_sum: 8, review_count: 2 }),
    listing('b', { installs: 3, price_micros: 2, rating_sum: 5, review_count: 1 }),
    listing('c', { installs: 2, price_micros: 1, rating_sum: 20, review_count: 5 }),
    listing('d', { installs: 2, price_micros: 1 }),
  ];
  test.each([
    ['relevance', 'abcd'],
    ['newest', 'abcd'],
    ['installs', 'bcda'],
    ['rating', 'bcad'],
    ['price', 'cdba'],
  ] as const)('%s is %s', (sort, names) => {
    expect(found(listings, { sort }).join('')).toBe(names);
  });
});

test('a text matches names, descriptions and tags, whatever its case and the spaces around it', () => {
  const listings = [
    listing('Mail Bot'),
    listing('b', { description: 'Writes MAIL' }),
    listing('c', { tags: ['e-mail'] }),
    listing('d', { description: 'null' }),
  ];
  expect(found(listings, { q: '  mAiL ' })).toEqual(['Mail Bot', 'b', 'c']);
  expect(found([listing('a')], { q: 'null' })).toEqual([]);
  expect(found([listing('a')], { q: 'Stryker' })).toEqual([]);
});

test('an agent has the category and every tag of the filter', () => {
  const listings = [listing('a', { tags: ['x', 'y'] }), listing('b', { tags: ['x'], category: 'content' })];
  expect(found(listings, { tags: ['x'] })).toEqual(['a', 'b']);
  expect(found(listings, { tags: ['x', 'y'] })).toEqual(['a']);
  expect(found(listings, { category: 'content' })).toEqual(['b']);
  expect(found(listings, { category: 'content', tags: ['y'] })).toEqual([]);
});
