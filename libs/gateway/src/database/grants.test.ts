/** Grants in memory: kept while nothing announces a change, counted against the key's rate, rejected by the database only. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('asks the database less and less for a busy key', async () => {
  const { rpc, use } = grantsOf();
  await use(50);
  expect(rpc.mock.calls.length).toBeLessThan(8);
});

test.each([
  ['is announced', ({ grants }: ReturnType<typeof grantsOf>) => grants.changed('agent-1'), true],
  [
    'of another agent is announced',
    ({ grants }: ReturnType<typeof grantsOf>) => grants.changed('agent-2'),
    false,
  ],
  ['may have been missed', ({ grants }: ReturnType<typeof grantsOf>) => grants.setLive(false), true],
])('asks again after a change that %s', async (_name, change, isAsked) => {
  const made = grantsOf();
  await made.use(2);
  made.rpc.mockClear();
  change(made);
  await made.use();
  expect(made.rpc.mock.calls.length > 0).toBe(isAsked);
});

test.each([
  [true, 4_900, false],
  [true, 11_000, true],
  [false, 400, false],
  [false, 1_100, true],
])('with announcements (%s), a grant of %i ms ago is asked for again: %s', async (isLive, age, isAsked) => {
  const { grants, rpc, use } = grantsOf();
  grants.setLive(isLive);
  await use(2);
  rpc.mockClear();
  vi.advanceTimersByTime(age);
  await use();
  expect(rpc.mock.calls.length > 0).toBe(isAsked);
});

test.each([
  [true, 5_100],
  [false, 600],
])(
  'with announcements (%s), refreshes a grant after %i ms, and no call waits for it',
  async (isLive, age) => {
    const { grants, rpc, use, hold } = grantsOf();
    grants.setLive(isLive);
    await use(2);
    rpc.mockClear();
    vi.advanceTimersByTime(age);
    let respond: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    hold(held);
    await use(2);
    expect(rpc.mock.calls.map(([, name, parameters]) => [name, parameters])).toEqual([
      ['call_grant', expect.objectContaining({ waiting: 0 })],
    ]);
    respond();
    await nextTurn();
    rpc.mockClear();
    vi.advanceTimersByTime(isLive ? 4_950 : 450);
    await use();
    expect(rpc).not.toHaveBeenCalled();
  },
);

test('a change that is announced while a grant is refreshed removes it', async () => {
  const { grants, rpc, use } = grantsOf();
  await use(2);
  vi.advanceTimersByTime(6_000);
  await use();
  grants.changed('agent-1');
  await nextTurn();
  expect(rpc).toHaveBeenCalledTimes(3);
  expect(grants.fresh('key-1')).toBeUndefined();
});

test('refreshes at most once for requests that the database does not give', async () => {
  const { rpc, use } = grantsOf({}, 100);
  await use(60);
  rpc.mockClear();
  rpc.mockImplementation(() => Promise.reject(new Error('unreachable')));
  vi.advanceTimersByTime(6_000);
  const before = rpc.mock.calls.length;
  await use(3).catch(() => undefined);
  expect(rpc.mock.calls.length - before).toBeLessThanOrEqual(2);
});

test('does not gather requests that are not used', async () => {
  const { use, left } = grantsOf({}, 100_000);
  let calls = 0;
  for (let time = 0; time < 30_000; time += 500) {
    await use(10);
    calls += 10;
    vi.advanceTimersByTime(500);
    await nextTurn();
  }
  // Twice what is used until the grant is refreshed.
  expect(100_000 - left() - calls).toBeLessThan(250);
});

test('does not outlive the key', async () => {
  const { rpc, use } = grantsOf({ valid_seconds: 2 });
  await use(2);
  rpc.mockClear();
  vi.advanceTimersByTime(2_100);
  await use();
  expect(rpc).toHaveBeenCalledTimes(1);
});

test.each<Partial<CallGrant>>([
  { grant: grantOf({ status: 'stopped' }) },
  { suspension: { outcome: 'agent_suspended', reason: 'Spam', appeal: 'a@example.com' } },
  { is_withdrawn: true },
])('keeps no rejection: %j', async (changes) => {
  const { rpc, use } = grantsOf(changes);
  await use(3);
  expect(rpc).toHaveBeenCalledTimes(3);
});

test('a change that is announced while the database responds is not overwritten', async () => {
  const { grants, rpc } = grantsOf();
  const using = grants.use('hash', 600);
  grants.changed('agent-1');
  await using;
  expect(grants.fresh('key-1')).toBeUndefined();
  await grants.use('hash', 600);
  expect(rpc).toHaveBeenCalledTimes(2);
});

test('lets exactly the rate of a key through, however many requests come at once', async () => {
  const { grants } = grantsOf({}, 30);
  const results = await Promise.all(Array.from({ length: 50 }, () => grants.use('hash', 30)));
  expect(results.filter((result) => result?.grant.retry_after === 0)).toHaveLength(30);
  expect(results.filter((result) => result?.grant.retry_after === 30)).toHaveLength(20);
});
