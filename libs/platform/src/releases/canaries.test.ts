/** A canary reaches its share of visitors, always the same ones, and raising the share moves no visitor back. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { bucketOf, visitorId } from './canaries';
import { chooseReleases } from './releases';
import { composedRelease, compositionOf } from '../testing/compositions';

const running = (percent: number, newer = '00000000000000c1'): Composition =>
  compositionOf({
    market: {
      ...composedRelease('00000000000000b1'),
      canary: { percent, release: composedRelease(newer) },
    },
    auth: composedRelease('00000000000000d1'),
  });

const versionFor = async (composition: Composition, visitor?: string) =>
  (await chooseReleases(composition, visitor === undefined ? undefined : () => visitor)).composition.slices[
    'market'
  ]?.version;

const visitors = Array.from({ length: 10_000 }, (_, index) => `visitor ${String(index)}`);
/** A fifth is enough to compare; the share needs all of them. */
const some = visitors.slice(0, 2_000);
const inCanary = async (composition: Composition, among = some) => {
  const versions = await Promise.all(among.map((visitor) => versionFor(composition, visitor)));
  return new Set(among.filter((_, index) => versions[index] !== '00000000000000b1'));
};

beforeEach(() => {
  localStorage.clear();
});

describe('chooseReleases', () => {
  it('gives 10 % ± 1 of 10,000 visitors the canary, the same ones every time', async () => {
    const first = await inCanary(running(10), visitors);
    expect(first.size / 100).toBeGreaterThan(9);
    expect(first.size / 100).toBeLessThan(11);
    expect(await inCanary(running(10))).toEqual(new Set(some.filter((visitor) => first.has(visitor))));
  });

  it('keeps all its visitors when the share grows', async () => {
    const [few, more] = await Promise.all([inCanary(running(10)), inCanary(running(25))]);
    expect([...few].filter((visitor) => !more.has(visitor))).toEqual([]);
    expect(more.size).toBeGreaterThan(few.size);
  });

  it('picks other visitors for the next canary', async () => {
    const [one, next] = await Promise.all([inCanary(running(10)), inCanary(running(10, '00000000000000c2'))]);
    const both = [...one].filter((visitor) => next.has(visitor));
    expect(both.length / one.size).toBeLessThan(0.2);
  });

  it('recognizes a browser, and stores nothing where no canary runs', async () => {
    await chooseReleases({ ...running(10), slices: { market: composedRelease('00000000000000b1') } });
    expect(localStorage).toHaveLength(0);
    const version = await versionFor(running(50));
    expect(localStorage).toHaveLength(1);
    for (let round = 0; round < 10; round += 1) expect(await versionFor(running(50))).toBe(version);
  });

  it('removes the other release from the composition, so that it cannot run', async () => {
    for (const visitor of visitors.slice(0, 50)) {
      const { slices } = (await chooseReleases(running(50), () => visitor)).composition;
      expect(slices['market']).not.toHaveProperty('canary');
      expect(slices['auth']?.version).toBe('00000000000000d1');
    }
  });
});

describe('visitorId', () => {
  it('is created once for a browser', () => {
    const id = visitorId();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(localStorage.getItem('slipway.visitor')).toBe(id);
    expect(visitorId()).toBe(id);
    localStorage.setItem('slipway.visitor', 'another');
    expect(visitorId()).toBe('another');
  });
});

describe('bucketOf', () => {
  it('distributes visitors evenly', async () => {
    const buckets = await Promise.all(visitors.map((id) => bucketOf(id, 'market', ['b1', 'c1'])));
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = buckets.filter((bucket) => Math.floor(bucket / 10) === tenth).length / visitors.length;
      expect(Math.abs(share - 0.1)).toBeLessThan(0.01);
    }
  });
});
