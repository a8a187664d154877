import { expect, test } from 'vitest';
import { listingOf, type ListingDraft, missingOf } from './publishDetails';

const nothing: ListingDraft = { description: ' ', category: '', tags: '', pricing: '', price: '' };
const free: ListingDraft = { ...nothing, description: ' Helps ', category: 'sales', pricing: 'free' };

test('what is missing, in the order of the form', () => {
  expect(missingOf(nothing)).toEqual(['description', 'category', 'price']);
  expect(missingOf({ ...free, description: 'x'.repeat(1001) })).toEqual(['description']);
  expect(missingOf(free)).toEqual([]);
});

test.each(['', ' ', '-1', '10001', 'ten', 'NaN', 'Infinity'])('%j is no price', (price) => {
  expect(missingOf({ ...free, pricing: 'per_month', price })).toEqual(['price']);
  expect(listingOf({ ...free, pricing: 'per_month', price })).toBeUndefined();
});

test('the one price of its model is stored, and tags once each', () => {
  expect(listingOf({ ...free, pricing: 'per_message', price: '0.05', tags: 'A, b ,a,,' })).toEqual({
    ...{ description: 'Helps', category: 'sales', tags: ['a', 'b'], pricing_model: 'per_message' },
    ...{ price_per_message: 0.05, price_per_month: null },
  });
  // What was typed before it became free.
  expect(listingOf({ ...free, price: '5' })).toMatchObject({
    price_per_message: null,
    price_per_month: null,
  });
});
