/** Amounts of an invoice are exact. */
import { expect, test } from 'vitest';
import { exactMoney, netOf } from './invoiceText';

test('an amount keeps its digits', () => {
  expect(['29', '12.345', '-0.5', '0.000001', '1234567.89', '0.330000'].map(exactMoney)).toEqual([
    ...['$29.00', '$12.345', '−$0.50', '$0.000001', '$1,234,567.89', '$0.33'],
  ]);
});

test('net and tax add up to the total', () => {
  expect(netOf({ total: '1.19', tax: '0.19' })).toBe('1.00');
  expect(netOf({ total: '-0.5', tax: '-0.079831932773' })).toBe('-0.420168067227');
  expect(netOf({ total: '29', tax: '0' })).toBe('29');
});
