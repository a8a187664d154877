import { expect, test } from 'vitest';
import { highestPrice, missingChecks, type PublishDraft } from './publishDetails';
import { publishDetailsOf, tagsIn } from './publishedColumns';

const nothing: PublishDraft = { description: ' ', category: '', tags: '', pricing: '', price: '' };
const free: PublishDraft = { ...nothing, description: ' Helps ', category: 'sales', pricing: 'free' };

test('lists missing details in form order', () => {
  expect(missingChecks(nothing)).toEqual(['description', 'category', 'price']);
  expect(missingChecks({ ...free, description: 'x'.repeat(1001) })).toEqual(['description']);
  expect(missingChecks(free)).toEqual([]);
});

test.each(['', ' ', '-1', '10001', 'ten', 'NaN', 'Infinity'])('rejects %j as a price', (price) => {
  expect(missingChecks({ ...free, pricing: 'per_month', price })).toEqual(['price']);
  expect(publishDetailsOf({ ...free, pricing: 'per_month', price })).toBeUndefined();
});

test('saves the price of the chosen model only, and each tag once', () => {
  expect(publishDetailsOf({ ...free, pricing: 'per_message', price: '0.05', tags: 'A, b ,a,,' })).toEqual({
    ...{ description: 'Helps', category: 'sales', tags: ['a', 'b'], pricing_model: 'per_message' },
    ...{ price_per_message: 0.05, price_per_month: null },
  });
  // A price that was typed before the agent became free.
  expect(publishDetailsOf({ ...free, price: '5' })).toMatchObject({
    price_per_message: null,
    price_per_month: null,
  });
});

test('allows up to 100 dollars for a message and 10,000 for a month, and a price of nothing', () => {
  const isPriced = (pricing: 'per_message' | 'per_month', price: string) =>
    missingChecks({ ...free, pricing, price }).length === 0;
  expect([highestPrice('per_message'), highestPrice('per_month')]).toEqual([100, 10_000]);
  expect(['0', '100', '100.01'].map((price) => isPriced('per_message', price))).toEqual([true, true, false]);
  expect(['0', '10000', '10000.01'].map((price) => isPriced('per_month', price))).toEqual([
    true,
    true,
    false,
  ]);
});

test('the description has up to 1000 characters without the spaces around it', () => {
  expect(missingChecks({ ...free, description: ` ${'x'.repeat(1000)} ` })).toEqual([]);
});

test('saves nothing without a category or a pricing model', () => {
  expect(publishDetailsOf(free)).toBeDefined();
  expect(publishDetailsOf({ ...free, category: '' })).toBeUndefined();
  expect(publishDetailsOf({ ...free, pricing: '' })).toBeUndefined();
  expect(publishDetailsOf({ ...free, description: '' })).toBeUndefined();
});

test('tags are distinct words in lower case, without the spaces around them', () => {
  expect(tagsIn(' Mail ,mail,, ,Help desk')).toEqual(['mail', 'help desk']);
  expect(tagsIn('')).toEqual([]);
});
