import { expect, test } from 'vitest';
import { filterFromUrl, tagUrl, toggleTag, withFilter } from './filterUrl';
import { defaultFilter, type Filter } from './search';

const read = (query: string) => filterFromUrl(new URLSearchParams(query));
const write = (change: Partial<Filter>, query = '') =>
  withFilter(new URLSearchParams(query), { ...defaultFilter, ...change }).toString();

test('reads every parameter', () => {
  expect(read('q=crm&category=sales&sort=rating&price=20-40&kept=favorites&tag=leads&tag=crm')).toEqual({
    ...{
      q: 'crm',
      category: 'sales',
      sort: 'rating',
      price: '20-40',
      kept: 'favorites',
      tags: ['leads', 'crm'],
    },
  });
});

test('uses defaults for missing and unknown values', () => {
  expect(read('')).toEqual(defaultFilter);
  expect(read('category=x&sort=x&price=x&kept=x')).toEqual(defaultFilter);
});

test('drops empty, impossible and repeated tags', () => {
  expect(read('tag=a&tag=&tag=%00&tag=a&tag=b').tags).toEqual(['a', 'b']);
});

test('omits defaults and keeps other parameters', () => {
  expect(write({}, 'agent=a1&q=old&sort=rating&tag=x')).toBe('agent=a1');
  expect(write({ q: 'new', tags: ['a', 'b'] }, 'agent=a1&tag=x')).toBe('agent=a1&q=new&tag=a&tag=b');
  expect(write({ category: 'sales', sort: 'price', price: 'free' })).toBe(
    'category=sales&sort=price&price=free',
  );
});

test('toggles a tag', () => {
  expect(toggleTag(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggleTag(['a', 'b'], 'a')).toEqual(['b']);
});

test('links to the results with a tag added or removed', () => {
  const filter: Filter = { ...defaultFilter, q: 'crm', tags: ['a'] };
  expect(tagUrl(filter, 'b')).toBe('/marketplace?q=crm&tag=a&tag=b');
  expect(tagUrl(filter, 'a')).toBe('/marketplace?q=crm');
});
