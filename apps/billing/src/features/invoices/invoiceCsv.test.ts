/** An invoice as CSV: exact amounts, and no formulas. */
import { expect, test } from 'vitest';
import type { Invoice } from '../../data/invoices';
import { invoiceCsv } from './invoiceCsv';

test('text that begins like a formula is text, and amounts below zero stay numbers', async () => {
  const line = {
    ...{ kind: 'call', item: 'Helper', quantity: 1, tax: '0', tax_rate: 0, starts_at: null, ends_at: null },
    ...{ refunded_at: null, reason: null },
  };
  const invoice = {
    ...{ number: 'INV-2026-000001', issued_at: '2026-11-01T00:00:00Z', state: 'open', paid: '0' },
    lines: [
      { ...line, deployment: '-1+cmd()', amount: '-0.000125' },
      { ...line, deployment: '=cmd()', amount: '2' },
    ],
  } as unknown as Invoice;
  const [, ...rows] = (await (await invoiceCsv(invoice)).text()).split('\r\n');
  expect(rows.map((row) => row.split(',').slice(2, 8))).toEqual([
    [expect.stringMatching(/^"'-1\+cmd\(\)/), 'call', '1', '0', '0', '-0.000125'],
    [expect.stringMatching(/^"'=cmd\(\)/), 'call', '1', '0', '0', '2'],
  ]);
});

test('a refund has its time and its reason', async () => {
  const invoice = {
    ...{ number: 'INV-2026-000001', issued_at: '2026-11-01T00:00:00Z', state: 'open', paid: '0' },
    lines: [
      {
        ...{
          kind: 'refund',
          item: 'Helper',
          deployment: 'inbox',
          quantity: 1,
          amount: '-0.5',
          tax: '0',
          tax_rate: 0,
        },
        ...{ starts_at: null, ends_at: null, refunded_at: '2026-10-31T23:59:00Z', reason: 'Wrong answer' },
      },
    ],
  } as unknown as Invoice;
  const [names = '', row = ''] = (await (await invoiceCsv(invoice)).text()).split('\r\n');
  expect(row).toContain('inbox: refund (Oct 31, 2026). Reason: Wrong answer');
  const at = names.split(',').indexOf('refunded_utc') - names.split(',').length;
  expect(row.split(',').slice(at, at + 2)).toEqual(['2026-10-31T23:59:00Z', 'Wrong answer']);
});
