import { expect, test } from 'vitest';
import { draftAgent, publishedAgent } from '../testing/agents';
import { publishDraftOf } from './publishDetails';
import { publishDetailsOf } from './publishedColumns';

test('a new draft starts without category and pricing', () => {
  expect(publishDraftOf(draftAgent)).toEqual({
    ...{ description: 'Helps', category: '', tags: '', pricing: '', price: '' },
  });
});

test('a draft that was published before starts with its category and pricing', () => {
  const agent = { ...draftAgent, calls_end_at: '2026-12-28T00:00:00Z' };
  expect(publishDraftOf(agent)).toMatchObject({ category: 'sales', pricing: 'free' });
});

test('a published agent starts with its details', () => {
  const agent = {
    ...publishedAgent,
    tags: ['a', 'b'],
    pricing_model: 'per_message',
    price_per_message: 0.05,
  };
  expect(publishDraftOf(agent)).toEqual({
    ...{ description: 'Helps', category: 'sales', tags: 'a, b', pricing: 'per_message', price: '0.05' },
  });
  expect(publishDraftOf({ ...agent, price_per_message: null, price_per_month: 9 }).price).toBe('9');
});

test('unknown categories and pricing models have to be chosen again', () => {
  const agent = { ...publishedAgent, description: null, category: 'other', pricing_model: 'other' };
  expect(publishDraftOf(agent)).toEqual({ description: '', category: '', tags: '', pricing: '', price: '' });
});

test('saves ten distinct tags and a monthly price, and no eleventh tag silently (B15)', () => {
  const tagged = (count: number) =>
    publishDetailsOf({
      ...{ description: 'Helps', category: 'sales', pricing: 'per_month', price: '10000' },
      tags: Array.from({ length: count }, (_, index) => `t${String(index)}, T${String(index)}`).join(','),
    });
  expect(tagged(10)?.tags).toHaveLength(10);
  expect(tagged(10)).toMatchObject({ price_per_month: 10_000, price_per_message: null });
  expect(tagged(11)).toBeUndefined();
});
