/** The queue of deploys. A second import of the module is another process: it shares only the store. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

  it('goes on without a process that was killed after its patience, and keeps no ticket of it', async () => {
    // A ticket without a process behind it, and a file of another tool.
    await place.store.create('turns/staging/7.00000000-0000-4000-8000-000000000000.3', Buffer.from('deploy'));
    await place.store.create('turns/staging/notes.txt', Buffer.from('x'));
    const began = performance.now();
    const turn = await take(await anotherProcess());
    expect(performance.now() - began).toBeGreaterThanOrEqual(PATIENCE);
    expect(performance.now() - began).toBeLessThan(10 * PATIENCE);
    expect(turn.hasWaited).toBe(true);
    expect((await tickets()).filter((name) => name.startsWith('7.'))).toEqual([]);
    await turn.end();
    expect(await tickets()).toEqual(['notes.txt']);
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
