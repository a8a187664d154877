/** Sums and pages of the ledger and of usage. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { allPages } from './allPages';
import { totalOf } from './charges';
import { earningQueries, sumOf } from './earnings';
import { invoiceQueries } from './invoices';
import { subscriptionQueries } from './subscription';
import { usageQueries } from './usage';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the ledger', () => {
  test('adds up exactly', () => {
    expect([sumOf([0.1, 0.2]), sumOf([]), sumOf([0.000_001, -3])]).toEqual([0.3, 0, -2.999_999]);
    expect(totalOf([{ amount: 0.1 }, { amount: 0.2 }, { amount: -0.3 }])).toBe(0);
    expect(totalOf([{ amount: 29 }, { amount: 0.000_001 }])).toBe(29.000_001);
  });

  test('reads pages until one is not full, each after the last row', async () => {
    const pages = [1_000, 1_000, 0].map((length, page) =>
      Array.from({ length }, (_, at) => page * 1_000 + at),
    );
    const read = vi.fn((last: number | undefined) =>
      Promise.resolve(pages[last === undefined ? 0 : (last + 1) / 1_000] ?? []),
    );
    expect(await allPages(read)).toHaveLength(2_000);
    expect(read.mock.calls).toEqual([[undefined], [999], [1_999]]);
    expect(await allPages(() => Promise.resolve([1, 2]))).toEqual([1, 2]);
  });

  const first = Array.from({ length: 1_000 }, () => ({
    day: '2026-11-20',
    agent_id: 'a1',
    deployment_id: 'd1',
  }));
  const deleted = [...first.slice(1), { day: '2026-11-21', agent_id: null, deployment_id: null }];
  test.each([
    [
      first,
      { after_day: '2026-11-20', after_agent: 'a1' },
      { after_day: '2026-11-20', after_deployment: 'd1' },
    ],
    [deleted, { after_day: '2026-11-21' }, { after_day: '2026-11-21' }],
  ])('continues a page after its last day and agent or deployment', async (page, agents, deployments) => {
    const backend = startBackend({
      earnings_page: ({ body }) => ({ json: 'after_day' in body ? [] : page }),
      usage_page: ({ body }) => ({ json: 'after_day' in body ? [] : page }),
    });
    await createTestClient().fetchQuery(earningQueries.byDay('u1', 30));
    await createTestClient().fetchQuery(usageQueries.byDay('u1', 30));
    const sent = (name: string) => backend.sent('POST', name).map(({ body }) => body);
    expect(sent('earnings_page')).toEqual([{ days: 30 }, { days: 30, ...agents }]);
    expect(sent('usage_page')).toEqual([{ days: 30 }, { days: 30, ...deployments }]);
  });

  test('of a user who earned nothing is zero', async () => {
    startBackend({ earnings_summary: { json: [] } });
    expect(await createTestClient().fetchQuery(earningQueries.summary('u1'))).toEqual({
      ...{ earned: 0, paid_out: 0, balance: 0, payable: 0, payout_state: 'none' },
    });
  });
});

test('no two users and no two queries share what is cached', () => {
  const keys = ['u1', 'u2']
    .flatMap((user) => [
      subscriptionQueries.current(user),
      ...[earningQueries.summary(user), earningQueries.byDay(user, 7), earningQueries.byDay(user, 30)],
      ...[earningQueries.payouts(user), invoiceQueries.list(user)],
      ...[invoiceQueries.one(user, 'INV-1'), invoiceQueries.one(user, 'INV-2')],
      ...[usageQueries.totals(user), usageQueries.byDay(user, 30), usageQueries.latest(user)],
    ])
    .map(({ queryKey }) => JSON.stringify(queryKey));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).not.toContain('[]');
});
