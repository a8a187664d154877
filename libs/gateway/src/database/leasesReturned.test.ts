/** Places that return to the database: which, when, and what happens when it does not respond. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Place } from './lease';
import type { Leases } from './leases';
import { isPlace, key, leasesOf, rejected } from '../testing/leases';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function placeOf(leases: Leases): Promise<Place> {
  const result = await leases.take(key);
  if (!isPlace(result)) throw new Error('rejected');
  return result;
}

describe('the place of a call that was not charged', () => {
  test('returns to the database when its lease has been replaced', async () => {
    const { leases, giveBack } = leasesOf(100);
    const first = await placeOf(leases);
    await vi.advanceTimersByTimeAsync(3_000); // idle: the lease is forgotten
    const second = await placeOf(leases);
    expect(second.lease).not.toBe(first.lease);
    leases.giveBack(first);
    expect(giveBack.mock.calls).toEqual([[first.lease, 1]]);
  });

  test('is left to expire when the database does not respond', async () => {
    const { leases, giveBack } = leasesOf(100);
    giveBack.mockRejectedValue(new Error('unreachable'));
    leases.giveBack({ lease: 'of another process', keyId: 'key-1' });
    expect(giveBack).toHaveBeenCalledExactlyOnceWith('of another process', 1);
    expect(isPlace(await leases.take(key))).toBe(true);
  });

  test('returns nothing where calls are not counted', async () => {
    const { leases, giveBack } = leasesOf(0, { isCounted: false });
    leases.giveBack(await placeOf(leases));
    await leases.recall('owner-1');
    await leases.close();
    expect(giveBack).not.toHaveBeenCalled();
  });
});

describe('an idle lease', () => {
  test('returns its places once, after a second without a call', async () => {
    const { leases, giveBack, left } = leasesOf(100);
    leases.giveBack(await placeOf(leases));
    await vi.advanceTimersByTimeAsync(999);
    expect(giveBack).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(left()).toBe(100);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(giveBack).toHaveBeenCalledTimes(1);
  });

  test('is looked for only while there are leases', async () => {
    const { leases } = leasesOf(100);
    expect(vi.getTimerCount()).toBe(0);
    await leases.take(key);
    await leases.take({ ...key, keyId: 'key-2' });
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(vi.getTimerCount()).toBe(0);
    leases.giveBack(await placeOf(leases));
    expect(vi.getTimerCount()).toBe(1);
  });

  test('stays while its call waits for the database', async () => {
    const { leases, hold, giveBack } = leasesOf(100);
    let respond: () => void = () => undefined;
    hold(
      new Promise<void>((resolve) => {
        respond = resolve;
      }),
    );
    const waiting = leases.take(key);
    await vi.advanceTimersByTimeAsync(4_000);
    respond();
    const place = await waiting;
    if (!isPlace(place)) throw new Error('rejected');
    leases.giveBack(place);
    expect(giveBack).not.toHaveBeenCalled();
    expect(await leases.take(key)).toEqual(place);
  });

  test('keeps the lease of another key that is in use', async () => {
    const { leases, giveBack, left } = leasesOf(100);
    const other = { ...key, keyId: 'key-2' };
    leases.giveBack(await placeOf(leases));
    await vi.advanceTimersByTimeAsync(600);
    const place = await leases.take(other);
    await vi.advanceTimersByTimeAsync(400);
    expect(giveBack).toHaveBeenCalledTimes(1);
    expect(left()).toBe(99);
    if (isPlace(place)) leases.giveBack(place);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(left()).toBe(100);
  });
});

describe('places that could not be given back', () => {
  test('belong to a lease that is left to expire: calls take places of another one', async () => {
    const { leases, giveBack, asked } = leasesOf(100);
    leases.giveBack(await placeOf(leases));
    giveBack.mockRejectedValueOnce(new Error('unreachable'));
    await leases.recall('owner-1');
    await leases.take(key);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.lease).not.toBe(asked[0]?.lease);
  });

  test('are not given back a second time', async () => {
    const { leases, giveBack } = leasesOf(100);
    leases.giveBack(await placeOf(leases));
    giveBack.mockRejectedValueOnce(new Error('unreachable'));
    await leases.recall('owner-1');
    await leases.close();
    expect(giveBack).toHaveBeenCalledTimes(1);
  });
});

test('a closed gateway gives back the places of all keys, and looks for no idle leases', async () => {
  const { leases, left } = leasesOf(100);
  for (const keyId of ['key-1', 'key-2']) {
    const place = await leases.take({ ...key, keyId });
    if (isPlace(place)) leases.giveBack(place);
  }
  expect(left()).toBe(98);
  await leases.close();
  expect(left()).toBe(100);
  expect(vi.getTimerCount()).toBe(0);
});

describe('after a recall', () => {
  test('places are taken in advance again after five seconds', async () => {
    const { leases, asked } = leasesOf(10_000);
    await leases.take(key);
    await leases.recall('owner-1');
    const spareAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await leases.take(key);
      return asked.at(-1)?.spare;
    };
    expect(await spareAfter(4_999)).toBe(0);
    expect(await spareAfter(1)).toBeGreaterThan(0);
  });
});

describe('while other gateways give back their places', () => {
  const recalled = { ...rejected, others: 3 };

  test('a call waits for them', async () => {
    const { leases, rpc } = leasesOf(100);
    rpc.mockResolvedValueOnce(recalled).mockResolvedValueOnce(recalled);
    expect(isPlace(await leases.take(key))).toBe(true);
    expect(rpc).toHaveBeenCalledTimes(3);
  });

  test('a call is rejected when none came', async () => {
    const { leases, rpc } = leasesOf(100);
    rpc.mockResolvedValue(recalled);
    expect(await leases.take(key)).toEqual(recalled);
    expect(rpc).toHaveBeenCalledTimes(3);
  });
});

test('a lease that has expired in the database is replaced', async () => {
  const { leases, rpc } = leasesOf(100);
  rpc.mockResolvedValueOnce({ outcome: 'expired' });
  const place = await placeOf(leases);
  const ids = rpc.mock.calls.map(([, , parameters]) => (parameters as { lease: string }).lease);
  expect(ids).toHaveLength(2);
  expect(ids[0]).not.toBe(ids[1]);
  expect(place.lease).toBe(ids[1]);
});

test('a lease lasts as long as its last call may need, after the time in which calls may take places', async () => {
  const { leases, rpc } = leasesOf(100);
  await leases.take(key);
  expect(rpc.mock.calls[0]).toEqual([
    'value',
    'lease_calls',
    expect.objectContaining({ deployment_id: 'deployment-1', key_id: 'key-1', lease_seconds: 65 }),
  ]);
});
