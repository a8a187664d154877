import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultFilter, type Filter } from './search';
import { categories } from './category';
import { priceLabel } from '../components/labels';
import { meanRating } from './rating';
import { samples, searchSamples } from './samples';

const names = (filter: Partial<Filter>) =>
  searchSamples({ ...defaultFilter, ...filter }).map(({ name }) => name);

// Installs and ratings are aggregated in the database: the end-to-end test compares them with the live cards.
test('the snapshot has the text of the six seeded agents', { tags: ['MKT-43'] }, () => {
  const seed = readFileSync(join(import.meta.dirname, '../../../../supabase/seed.sql'), 'utf8');
  expect(samples).toHaveLength(6);
  for (const { agent_id, name, description, tags } of samples) {
    for (const part of [agent_id, name, description ?? '', `'{${tags.join(',')}}'`]) {
      expect(seed).toContain(part);
    }
  }
});

test('the samples use all five prices', { tags: ['MKT-45'] }, () => {
  expect(new Set(samples.map(priceLabel))).toEqual(
    new Set(['Free', '$19/month', '$29/month', '$39/month', '$49/month']),
  );
});

test('every sample runs here, not on another site', () => {
  expect(samples.map(({ external_only }) => external_only)).toEqual(samples.map(() => false));
});

test('average ratings span 4.4 to 4.9', { tags: ['MKT-46'] }, () => {
  const ratings = samples.map(({ rating_sum, review_count }) =>
    meanRating(rating_sum, review_count).toFixed(1),
  );
  expect([...ratings].sort()).toEqual(['4.4', '4.5', '4.6', '4.7', '4.8', '4.9']);
});

test('every sample belongs to one of the five categories', { tags: ['MKT-47'] }, () => {
  for (const { category } of samples) expect(categories.slice(1)).toContain(category);
});

test(
  'matches name, description and tags, ignoring case',
  { tags: ['MKT-50', 'MKT-51', 'MKT-52', 'MKT-53'] },
  () => {
    expect(names({ q: 'PLANNER' })).toEqual(['Meeting Planner']);
    expect(names({ q: 'spreadsheets' })).toEqual(['Insight Analyst']);
    expect(names({ q: 'Crm' })).toEqual(['Sales Assistant']);
  },
);

test('combines search text and category', { tags: ['MKT-54'] }, () => {
  expect(names({ q: 'returns', category: 'customer-service' })).toEqual(['Returns Concierge']);
  expect(names({ q: 'returns', category: 'sales' })).toEqual([]);
});

test('filters by price and by every tag, and sorts', () => {
  expect(names({ price: 'free' })).toEqual(['Customer Support Bot', 'Meeting Planner']);
  expect(names({ price: '20-40' })).toEqual(['Sales Assistant', 'Returns Concierge']);
  expect(names({ price: 'over-40' })).toEqual(['Insight Analyst']);
  expect(names({ tags: ['crm'] })).toEqual(['Sales Assistant']);
  expect(names({ tags: ['crm', 'notes'] })).toEqual([]);
  expect(names({ sort: 'rating' })[0]).toBe('Insight Analyst');
  expect(names({ sort: 'installs' })[0]).toBe('Meeting Planner');
  expect(names({ sort: 'price', price: '20-40' })).toEqual(['Sales Assistant', 'Returns Concierge']);
});

test.each(['.*', '\\', '<', '%', '('])('matches %s literally', { tags: ['MKT-59'] }, (q) => {
  expect(names({ q })).toEqual([]);
});
