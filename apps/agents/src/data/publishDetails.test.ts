import { expect, test } from 'vitest';
import { publishDetailsOf, type PublishDraft, missingChecks } from './publishDetails';

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
