/** How long a grant lives in memory, and which changes end it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallGrant } from '../storeTypes';
import { grantOf } from '../testing/fakes';
import { grantsOf } from '../testing/grants';
import { nextTurn } from '../testing/nextTurn';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the grant of a deployment’s key', () => {
  test.each([
    ['with announcements of changes', true, 10_000],
    ['without them', false, 1_000],
  ])('lives, %s (%s), for %i ms', async (_name, isLive, lifetime) => {
    const { grants, use } = grantsOf();
    grants.setLive(isLive);
    await use();
    vi.advanceTimersByTime(lifetime - 1);
    expect(grants.fresh('key-1')?.instructions?.agent_name).toBe('Helper');
    vi.advanceTimersByTime(1);
    expect(grants.fresh('key-1')).toBeUndefined();
  });

  test('is unknown before the key is used, and for other keys', async () => {
    const { grants, use } = grantsOf();
    expect(grants.fresh('key-1')).toBeUndefined();
    await use();
    expect(grants.fresh('key-2')).toBeUndefined();
  });

  test('ends with the key', async () => {
    const { grants, use } = grantsOf({ valid_seconds: 2 });
    await use();
    vi.advanceTimersByTime(1_999);
    expect(grants.fresh('key-1')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(grants.fresh('key-1')).toBeUndefined();
  });

  test('is not kept for a deleted deployment', async () => {
    const { rpc, use } = grantsOf({ grant: grantOf({ key_id: null }) });
    await use(3);
    expect(rpc).toHaveBeenCalledTimes(3);
  });
});

test('requests of a window are not used in the next one', async () => {
  const { rpc, use } = grantsOf({ window_seconds: 3 });
  await use(20);
  rpc.mockClear();
  await use();
  expect(rpc).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  await use();
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('requests that are left of a window let none through in the next one', async () => {
  const { grants, rpc, use } = grantsOf({ window_seconds: 3 });
  await use(20);
  vi.advanceTimersByTime(3_000);
  rpc.mockResolvedValueOnce({ grant: grantOf({ retry_after: 30 }), requests: 0, window_seconds: 3 });
  expect((await grants.use('hash', 600))?.grant.retry_after).toBe(30);
});

test('an invalid key has no grant, and the next request asks again', async () => {
  const { grants, rpc } = grantsOf();
  rpc.mockImplementation(() => Promise.resolve(null as unknown as object));
  expect(await Promise.all([grants.use('wrong', 600), grants.use('wrong', 600)])).toEqual([
    undefined,
    undefined,
  ]);
  rpc.mockClear();
  expect(await grants.use('wrong', 600)).toBeUndefined();
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('a revoked key loses its grant with the database’s next response, also to a request in advance', async () => {
  const { grants, rpc, use } = grantsOf();
  await use(2);
  vi.advanceTimersByTime(6_000);
  rpc.mockImplementation(() => Promise.resolve(null as unknown as object));
  await use();
  await nextTurn();
  expect(grants.fresh('key-1')).toBeUndefined();
  expect(await grants.use('hash', 600)).toBeUndefined();
});

test('refreshes a grant when few requests are left, so that no request of a busy key waits', async () => {
  const { rpc, use } = grantsOf();
  await use(50);
  const waiting = rpc.mock.calls.map(([, , parameters]) => (parameters as { waiting: number }).waiting);
  expect(waiting).toContain(0);
});

describe('a rejection of the rate', () => {
  test('is not remembered with the grant', async () => {
    const { grants, use } = grantsOf({}, 1);
    await use();
    expect((await grants.use('hash', 600))?.grant.retry_after).toBe(30);
    expect(grants.fresh('key-1')?.grant.retry_after).toBe(0);
  });
});

test('everything is forgotten on request, also responses that arrive later', async () => {
  const { grants, rpc, use } = grantsOf();
  await use(2);
  grants.clear();
  expect(grants.fresh('key-1')).toBeUndefined();
  const using = grants.use('hash', 600);
  grants.clear();
  await using;
  expect(grants.fresh('key-1')).toBeUndefined();
  rpc.mockClear();
  await use();
  expect(rpc).toHaveBeenCalledTimes(1);
});

describe('when announcements begin or end', () => {
  test('responses to earlier requests are not kept', async () => {
    const { grants } = grantsOf();
    const using = grants.use('hash', 600);
    grants.setLive(false);
    await using;
    expect(grants.fresh('key-1')).toBeUndefined();
  });

  test('a repeated state changes nothing', async () => {
    const { grants, use } = grantsOf();
    await use();
    grants.setLive(true);
    expect(grants.fresh('key-1')).toBeDefined();
  });
});

test.each<[string, Partial<CallGrant>]>([
  ['whose subjects are other ones', {}],
  ['without subjects', { subjects: undefined }],
])('an announced change keeps a grant %s', async (_name, changes) => {
  const { grants, use } = grantsOf(changes);
  await use();
  grants.changed('agent-2');
  expect(grants.fresh('key-1')).toBeDefined();
});

describe('the database', () => {
  test('gets a rate that fits into 32 bits', async () => {
    const { grants, rpc } = grantsOf();
    await grants.use('hash', 5_000_000_000);
    await grants.use('other hash', 600);
    const rates = rpc.mock.calls.map(
      ([, , parameters]) => (parameters as { default_rate: number }).default_rate,
    );
    expect(rates).toEqual([1_000_000_000, 600]);
  });

  test('is asked for at most 500 requests in advance, after however many at once', async () => {
    const { grants, rpc, use } = grantsOf({}, 100_000_000);
    await Promise.all(Array.from({ length: 301 }, () => grants.use('hash', 600)));
    await use(3);
    const spares = rpc.mock.calls.map(([, , parameters]) => (parameters as { spare: number }).spare);
    expect(Math.max(...spares)).toBe(500);
  });
});
