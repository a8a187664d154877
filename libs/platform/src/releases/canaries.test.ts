/** A canary's share is what it says, the same people stay in it, and a growing share sends nobody back. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { placeOf } from './canaries';
import { takeReleases } from './releases';
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
  (await takeReleases(composition, visitor === undefined ? undefined : () => visitor)).composition.slices[
    'market'
  ]?.version;

const visitors = Array.from({ length: 10_000 }, (_, index) => `visitor ${String(index)}`);
const inCanary = async (composition: Composition) => {
  const versions = await Promise.all(visitors.map((visitor) => versionFor(composition, visitor)));
  return new Set(visitors.filter((_, index) => versions[index] !== '00000000000000b1'));
};

beforeEach(() => {
  localStorage.clear();
});

describe('takeReleases', () => {
  it('gives 10 % ± 1 of 10,000 visitors the newer release, the same ones every time', async () => {
    const first = await inCanary(running(10));
    expect(first.size / 100).toBeGreaterThan(9);
    expect(first.size / 100).toBeLessThan(11);
    expect(await inCanary(running(10))).toEqual(first);
  });

  it('keeps everyone in it when the share grows', async () => {
    const [few, more] = await Promise.all([inCanary(running(10)), inCanary(running(25))]);
    expect([...few].filter((visitor) => !more.has(visitor))).toEqual([]);
    expect(more.size).toBeGreaterThan(few.size);
  });

  it('does not pick the same people for the next release', async () => {
    const [one, next] = await Promise.all([inCanary(running(10)), inCanary(running(10, '00000000000000c2'))]);
    const both = [...one].filter((visitor) => next.has(visitor));
    expect(both.length / one.size).toBeLessThan(0.2);
  });

  it('knows a browser again, and writes nothing where no canary runs', async () => {
    await takeReleases({ ...running(10), slices: { market: composedRelease('00000000000000b1') } });
    expect(localStorage).toHaveLength(0);
    const version = await versionFor(running(50));
    expect(localStorage).toHaveLength(1);
    for (let round = 0; round < 10; round += 1) expect(await versionFor(running(50))).toBe(version);
  });

  it('leaves no trace of the other release: what is not chosen never runs', async () => {
    for (const visitor of visitors.slice(0, 50)) {
      const { slices } = (await takeReleases(running(50), () => visitor)).composition;
      expect(slices['market']).not.toHaveProperty('canary');
      expect(slices['auth']?.version).toBe('00000000000000d1');
    }
  });
});

describe('placeOf', () => {
  it('spreads evenly', async () => {
    const places = await Promise.all(visitors.map((id) => placeOf(id, 'market', ['b1', 'c1'])));
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = places.filter((place) => Math.floor(place / 10) === tenth).length / visitors.length;
      expect(Math.abs(share - 0.1)).toBeLessThan(0.01);
    }
  });
});
