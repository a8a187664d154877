/** The text of invoices' lines. */
import { expect, test } from 'vitest';
import type { InvoiceLine } from './invoice';
import { dayOf, descriptionOf, percent, periodOf } from './text';

const line = (values: Partial<InvoiceLine>): InvoiceLine => ({
  ...{ kind: 'call', item: 'Teller', deployment: 'my-bot', quantity: 2, amount: '1', tax: '0', tax_rate: 0 },
  ...{ starts_at: null, ends_at: null, refunded_at: null, reason: null },
  ...values,
});

test.each<[Partial<InvoiceLine>, string]>([
  [{ kind: 'plan', item: 'Pro' }, 'Plan Pro'],
  [{ kind: 'plan', item: null }, 'Plan'],
  [{ kind: 'plan_credit', item: 'Pro' }, 'Credit for the unused part of the plan Pro'],
  [{ kind: 'plan_credit', item: null }, 'Credit for the unused part of the plan'],
  [{ kind: 'month' }, 'my-bot: monthly price of Teller'],
  [{ kind: 'month', item: null, deployment: null }, 'Deleted deployment: monthly price of an agent'],
  [{}, 'my-bot: calls of Teller'],
  [{ quantity: 1, item: null }, 'my-bot: call of an agent'],
  [{ kind: 'refund' }, 'my-bot: refund'],
  [
    { kind: 'refund', refunded_at: '2026-11-30T23:59:00Z', reason: 'Late' },
    'my-bot: refund (Nov 30, 2026). Reason: Late',
  ],
  [{ kind: 'refund', refunded_at: '2026-11-30T23:59:00Z' }, 'my-bot: refund (Nov 30, 2026)'],
  [{ kind: 'refund', reason: 'Late' }, 'my-bot: refund. Reason: Late'],
  [{ kind: 'refund', item: 'Pro', deployment: null }, 'Refund Pro'],
  [{ kind: 'refund', item: null, deployment: null }, 'Refund'],
  [{ kind: 'of_a_later_version' }, 'of_a_later_version'],
])('%j is “%s”', (values, text) => {
  expect(descriptionOf(line(values))).toBe(text);
});

test('a period ends on the day before its end, and is shown only if both ends are known', () => {
  const [starts_at, ends_at] = ['2026-02-10T00:00:00Z', '2026-03-01T00:00:00Z'];
  expect(periodOf(starts_at, ends_at)).toBe('Feb 10, 2026 – Feb 28, 2026');
  expect(descriptionOf(line({ kind: 'month', starts_at, ends_at }))).toBe(
    'my-bot: monthly price of Teller (Feb 10, 2026 – Feb 28, 2026)',
  );
  expect(descriptionOf(line({ kind: 'refund', starts_at }))).toBe('my-bot: refund');
  expect(descriptionOf(line({ kind: 'refund', ends_at }))).toBe('my-bot: refund');
});

test('days are those of UTC', () => {
  expect([dayOf('2026-02-10T23:59:59Z'), dayOf('2026-02-10T23:59:59-01:00')]).toEqual([
    ...['Feb 10, 2026', 'Feb 11, 2026'],
  ]);
});

test('a tax rate has up to two decimals, and none is empty', () => {
  expect([0, 0.19, 0.07, 0.0725, 0.08875, 1].map(percent)).toEqual([
    '',
    '19%',
    '7%',
    '7.25%',
    '8.88%',
    '100%',
  ]);
});
