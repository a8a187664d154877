/** Places of quotas: taken from memory while some are left, exact at the end, and never given back twice. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPlace, key, leasesOf, rejected } from '../testing/leases';
import { nextTurn } from '../testing/nextTurn';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('gives the last places to calls that wait, in one statement', async () => {
  const { leases, asked, left } = leasesOf(3);
  const results = await Promise.all(Array.from({ length: 20 }, () => leases.take(key)));
  expect(results.filter(isPlace)).toHaveLength(3);
  expect(results.filter((result) => !isPlace(result))).toEqual(
    Array.from({ length: 17 }, () => ({ ...rejected, others: 0 })),
  );
  expect(left()).toBe(0);
  // The first call asks at once; the others collect meanwhile.
  expect(asked.map(({ waiting }) => waiting)).toEqual([1, 19, 17]);
});

test('takes more in advance the more are used, and gives back what is idle', async () => {
  const { leases, asked, giveBack, left } = leasesOf(10_000);
  for (let call = 0; call < 100; call += 1) await leases.take(key);
  expect(asked.length).toBeLessThan(10);
  expect(left()).toBeLessThan(9_900);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(giveBack).toHaveBeenCalledTimes(1);
  expect(left()).toBe(9_900);
});

test('takes nothing in advance where no announcement would recall it', async () => {
  const { leases, asked } = leasesOf(10_000, { isLive: false });
  for (let call = 0; call < 3; call += 1) await leases.take(key);
  expect(asked.map(({ waiting, spare }) => [waiting, spare])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
});

test('asks again after five seconds where calls are not counted', async () => {
  const { leases, rpc } = leasesOf(0, { isCounted: false });
  for (let call = 0; call < 50; call += 1)
    expect(await leases.take(key)).toEqual({ lease: null, keyId: 'key-1' });
  expect(rpc).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(900);
  await leases.take(key);
  vi.advanceTimersByTime(900 * 5);
  await leases.take(key);
  expect(rpc).toHaveBeenCalledTimes(2);
});

test('uses the place of a call that was not charged again', async () => {
  const { leases, rpc } = leasesOf(1);
  const place = await leases.take(key);
  if (!isPlace(place)) throw new Error('rejected');
  leases.giveBack(place);
  expect(isPlace(await leases.take(key))).toBe(true);
  expect(rpc).toHaveBeenCalledTimes(1);
});

test('leaves a lease to expire after a lost reply, and takes another one', async () => {
  const { leases, rpc, asked } = leasesOf(100);
  rpc.mockRejectedValueOnce(new Error('lost'));
  await expect(leases.take(key)).rejects.toThrow('lost');
  await leases.take(key);
  expect(rpc.mock.calls[0]?.[2]).not.toMatchObject({ lease: asked[0]?.lease });
});

test('gives back everything that is free when others need it, and takes nothing in advance for a while', async () => {
  const { leases, asked, left } = leasesOf(10_000);
  for (let call = 0; call < 10; call += 1) await leases.take(key);
  await leases.recall('another owner');
  expect(left()).toBeLessThan(9_990);
  await leases.recall('owner-1');
  expect(left()).toBe(9_990);
  await leases.take(key);
  expect(asked.at(-1)?.spare).toBe(0);
});

test('refreshes a lease in use, and no call waits for it', async () => {
  const { leases, asked, hold, left } = leasesOf(10_000);
  let calls = 0;
  const free = () => 10_000 - left() - calls;
  const use = async () => {
    calls += 1;
    await leases.take(key);
  };
  do await use();
  while (free() < 10);
  await vi.advanceTimersByTimeAsync(900);
  await use();
  await vi.advanceTimersByTimeAsync(900);
  await use();
  vi.advanceTimersByTime(800);
  const before = asked.length;
  let respond: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  hold(held);
  expect(isPlace(await leases.take(key))).toBe(true);
  expect(isPlace(await leases.take(key))).toBe(true);
  respond();
  await nextTurn();
  expect(asked.length).toBe(before + 1);
  expect(asked.at(-1)).toMatchObject({ waiting: 0 });
});

test('refreshes a lease when few places are left, at once', async () => {
  const { leases, asked } = leasesOf(10_000);
  for (let call = 0; call < 100; call += 1) await leases.take(key);
  expect(asked.map(({ waiting }) => waiting)).toContain(0);
});

test('uses no place of a lease that could not be renewed in time', async () => {
  const { leases, rpc } = leasesOf(10_000);
  for (let call = 0; call < 200; call += 1) await leases.take(key);
  rpc.mockClear();
  rpc.mockResolvedValue({ ...rejected, others: 0 });
  for (let time = 900; time < 5_000; time += 900) {
    vi.advanceTimersByTime(900);
    expect(isPlace(await leases.take(key))).toBe(true);
  }
  vi.advanceTimersByTime(500);
  expect(await leases.take(key)).toEqual({ ...rejected, others: 0 });
});

test('refreshes once after a rejection, not for each call', async () => {
  const { leases, rpc } = leasesOf(10_000);
  for (let call = 0; call < 200; call += 1) await leases.take(key);
  rpc.mockClear();
  rpc.mockImplementation(() => Promise.resolve({ ...rejected, others: 0 }));
  for (let call = 0; call < 5; call += 1) {
    await leases.take(key);
    vi.advanceTimersByTime(600);
  }
  expect(rpc.mock.calls.length).toBeLessThanOrEqual(1);
});

test('does not gather places that are not used', async () => {
  const { leases, left } = leasesOf(100_000);
  let calls = 0;
  for (let time = 0; time < 30_000; time += 500) {
    for (let call = 0; call < 10; call += 1) await leases.take(key);
    calls += 10;
    await vi.advanceTimersByTimeAsync(500);
  }
  // Twice what is used until the lease is refreshed.
  expect(100_000 - left() - calls).toBeLessThan(150);
});
