/** Amounts of an invoice are exact. */
import { expect, test, vi } from 'vitest';
import { exactMoney, netOf, wholeCents } from './invoiceText';

test('an amount keeps its digits', () => {
  expect(['29', '12.345', '-0.5', '0.000001', '1234567.89', '0.330000'].map(exactMoney)).toEqual([
    ...['$29.00', '$12.345', '−$0.50', '$0.000001', '$1,234,567.89', '$0.33'],
  ]);
});

test.each([
  ['de', '12.345', '12,345\u00a0$'],
  ['de', '-1234.5', '−1.234,50\u00a0$'],
  ['fa', '12.345', '\u200e$۱۲٫۳۴۵'],
])('an amount keeps its digits in the format of %s', async (language, amount, text) => {
  vi.stubEnv('SLIPWAY_LANGUAGES', 'translated');
  document.documentElement.lang = language;
  vi.resetModules(); // formats are kept per page
  try {
    const { exactMoney: format } = await import('./invoiceText');
    expect(format(amount)).toBe(text);
  } finally {
    document.documentElement.lang = 'en';
    vi.unstubAllEnvs();
    vi.resetModules();
  }
});

test('payments are whole cents, half a cent away from zero', () => {
  expect(['29.0375', '1.005', '-0.125', '0.004'].map(wholeCents)).toEqual([
    ...['$29.04', '$1.01', '−$0.13', '$0.00'],
  ]);
});

test('net and tax add up to the total', () => {
  expect(netOf({ total: '1.19', tax: '0.19' })).toBe('1.00');
  expect(netOf({ total: '-0.5', tax: '-0.079831932773' })).toBe('-0.420168067227');
  expect(netOf({ total: '29', tax: '0' })).toBe('29');
});
