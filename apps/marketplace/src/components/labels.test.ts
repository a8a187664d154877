import { expect, test } from 'vitest';
import { priceLabel } from './labels';

const none = { price_per_message: null, price_per_month: null };

test('labels a free agent Free', { tags: ['MKT-18'] }, () => {
  expect(priceLabel({ ...none, pricing_model: 'free' })).toBe('Free');
});

test.each([
  [0.01, '$0.01 per message'],
  [0.1, '$0.1 per message'],
  [1, '$1 per message'],
  [2.5, '$2.5 per message'],
  [0, '$0 per message'],
  [null, '$0 per message'],
])('labels a price of %d per message %s', { tags: ['MKT-19', 'T-38'] }, (price, label) => {
  expect(priceLabel({ ...none, pricing_model: 'per_message', price_per_message: price })).toBe(label);
});

test.each([19, 29, 39, 49])('labels a price of $%d per month', { tags: ['MKT-45'] }, (price) => {
  expect(priceLabel({ ...none, pricing_model: 'per_month', price_per_month: price })).toBe(
    `$${String(price)}/month`,
  );
});
