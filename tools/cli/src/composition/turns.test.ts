/** The queue of deploys. A second import of the module is another process: it shares only the store. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { memoryStore } from '../testing/memoryStore';
import { type StoreForTest, storeKinds } from '../testing/stores';
import type * as Turns from './turns';

const PATIENCE = 300;

/** `takeTurn` as another process has it. */
async function anotherProcess(): Promise<typeof Turns.takeTurn> {
  vi.resetModules();
  return (await import('./turns')).takeTurn;
}

describe.each(storeKinds)('on %s', (_kind, open) => {
  let place: StoreForTest;
  beforeEach(async () => {
    place = await open();
  });
  afterEach(() => place.close());

  const tickets = () => place.store.list('turns/staging');
  const take = (takeTurn: typeof Turns.takeTurn, patience = PATIENCE) =>
    takeTurn(place.store, 'staging', patience);

  it('gives turns in the order in which deploys of this and of other processes asked', async () => {
    const [one, other] = [await anotherProcess(), await anotherProcess()];
    const order: string[] = [];
    const first = await take(one, 60_000);
    const waiting: Promise<unknown>[] = [];
    for (const [name, takeTurn] of [['second', other] as const, ['third', one] as const]) {
      const run = async () => {
        const turn = await take(takeTurn, 60_000);
        order.push(name);
        await turn.end();
      };
      waiting.push(run());
      if (name === 'second') await vi.waitFor(async () => expect(await tickets()).toHaveLength(2));
    }
    expect(order).toEqual([]);
    await first.end();
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
    expect(await tickets()).toEqual([]);
  });

  it('says when no deploy of this process is ahead, which is when a deploy reads the state', async () => {
    const takeTurn = await anotherProcess();
    const called: string[] = [];
    const first = await takeTurn(place.store, 'staging', 60_000, () => called.push('first'));
    const second = takeTurn(place.store, 'staging', 60_000, () => called.push('second'));
    await tickets(); // a second deploy that did not wait would have called
    expect(called).toEqual(['first']);
    await first.end();
    await (await second).end();
    expect(called).toEqual(['first', 'second']);
  });

  it('continues without a process that was killed after its patience, and keeps no ticket of it', async () => {
    // A ticket without a process behind it, and files of other tools.
    const ticket = '17.00000000-0000-4000-8000-000000000000.13';
    const others = [`${ticket}.bak`, 'notes.txt', `old-${ticket}`];
    for (const name of [ticket, ...others])
      await place.store.create(`turns/staging/${name}`, Buffer.from('deploy'));
    const began = performance.now();
    const turn = await take(await anotherProcess());
    expect(performance.now() - began).toBeGreaterThanOrEqual(PATIENCE);
    expect(turn.hasWaited).toBe(true);
    expect(await tickets()).not.toContain(ticket);
    await turn.end();
    expect((await tickets()).sort()).toEqual(others);
  });

  it('waits for a deploy that is alive, however long it takes', async () => {
    const [one, other] = [await anotherProcess(), await anotherProcess()];
    const first = await take(one);
    const [[firstId = ''] = []] = (await tickets()).map((name) => name.split('.').slice(1));
    const isFirst = (name: string) => name.includes(firstId);
    let isTaken = false;
    const second = take(other, 1_500).then((turn) => {
      isTaken = true;
      return turn;
    });
    // Two signs of life take two seconds, which is longer than the patience.
    const beats = async () =>
      Math.max(...(await tickets()).filter(isFirst).map((name) => Number(name.split('.')[2])));
    await vi.waitFor(async () => expect(await beats()).toBe(3), { timeout: 10_000 });
    expect(isTaken).toBe(false);
    await first.end();
    const turn = await second;
    expect(turn.hasWaited).toBe(false);
    await turn.end();
  }, 15_000);

  it('survives that its ticket was removed by another one', async () => {
    const turn = await take(await anotherProcess());
    await place.store.remove('turns/staging');
    const next = await take(await anotherProcess());
    await turn.end();
    await next.end();
    await next.end();
    expect(await tickets()).toEqual([]);
  });
});

describe('a deploy', () => {
  let store: ReturnType<typeof memoryStore>;
  beforeEach(() => {
    store = memoryStore();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const tickets = () => store.list('turns/staging');
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('without permission to queue only competes', async () => {
    const takeTurn = await anotherProcess();
    const denied = { ...store, create: () => Promise.reject(new AppError('forbidden', 'denied')) };
    const turn = await takeTurn(denied, 'staging', 60_000);
    expect(turn.hasWaited).toBe(false);
    await turn.end();
    await (await takeTurn(denied, 'staging', 60_000)).end();
  });

  it('that cannot read the queue any more keeps no ticket in it', async () => {
    const list = vi.fn(store.list);
    list.mockImplementationOnce(store.list).mockRejectedValue(new AppError('unavailable', 'x'));
    const turn = await (await anotherProcess())({ ...store, list }, 'staging', 60_000);
    expect(turn.hasWaited).toBe(false);
    expect(await tickets()).toEqual([]);
    await turn.end();
  });

  it('that joins at the same moment as another one does not have its turn at the same time', async () => {
    let taken = 0;
    const join = async (takeTurn: typeof Turns.takeTurn) => {
      const list = vi.fn(store.list).mockResolvedValueOnce([]); // before the other's ticket was there
      const turn = await takeTurn({ ...store, list }, 'staging', 60_000);
      taken += 1;
      return turn;
    };
    const [one, other] = [await anotherProcess(), await anotherProcess()];
    const both = [join(one), join(other)];
    const first = await Promise.race(both);
    await vi.waitFor(async () => {
      expect(await tickets()).toHaveLength(2);
    });
    await settle();
    expect(taken).toBe(1);
    await first.end();
    for (const turn of await Promise.all(both)) await turn.end();
    expect(await tickets()).toEqual([]);
  });

  it('gives signs of life for a minute of its turn, and removes its tickets at the end', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const turn = await (await anotherProcess())(store, 'staging', 60_000);
    const beats = async () => (await tickets()).map((name) => Number(name.split('.')[2]));
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await settle();
      return beats();
    };
    expect(await pass(1_000)).toEqual([2]);
    expect(await pass(59_000), 'a store that is slow').toEqual([3]);
    expect(await pass(1_000)).toEqual([3]);
    expect(await pass(10_000)).toEqual([3]);
    await turn.end();
    expect(await tickets()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('also removes its earlier ticket, where that failed', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const turn = await (await anotherProcess())(store, 'staging', 60_000);
    vi.spyOn(store, 'remove').mockRejectedValueOnce(new AppError('unavailable', 'x'));
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(await tickets()).toHaveLength(2);
    await turn.end();
    expect(await tickets()).toEqual([]);
  });
});
