/** The rules of canaries. */
import { describe, expect, it } from 'vitest';
import type { SliceRelease } from '@slipway/contracts';
import { shortVersion } from '../command-line/text';
import { commandAdvice } from '../policy/advice';
import { sliceRelease } from '../testing/releases';
import { rejectUnderCanary, surfaceFailures } from './canary';
import type { Canary } from './selection';

const route = (path: string, access: 'public' | 'signed-in' = 'public') => ({ path, title: path, access });

describe('surfaceFailures', () => {
  const stable = sliceRelease({ routes: [route('/a'), route('/b')] });

  it.each<[string, Partial<SliceRelease>]>([
    ['the same routes in another order', { routes: [route('/b'), route('/a')] }],
    ['another title', { routes: [{ ...route('/a'), title: 'New' }, route('/b')] }],
  ])('accepts %s', (_what, overrides) => {
    expect(surfaceFailures(stable, { ...stable, ...overrides })).toEqual([]);
  });

  it.each<[string, Partial<SliceRelease>]>([
    ['a missing route', { routes: [route('/a')] }],
    ['another access', { routes: [route('/a', 'signed-in'), route('/b')] }],
    ['a missing slot', { slots: [] }],
    ['another version of a slot', { slots: [{ name: 'landing.featured', version: 2 }] }],
  ])('rejects %s', (_what, overrides) => {
    expect(surfaceFailures(stable, { ...stable, version: '1a2b3c4d5e6f7a8b', ...overrides })).toEqual([
      `market 1a2b3c4d has different routes or slots than ${shortVersion(stable.version)}, and a canary must have the same: deploy it to everyone`,
    ]);
  });
});

describe('rejectUnderCanary', () => {
  const canary: Canary = { version: '1a2b3c4d5e6f7a8b', percent: 10 };
  const selection = (version: string | undefined, running: boolean) => ({
    stable: new Map(version === undefined ? [] : [['market', version]]),
    canaries: new Map(running ? [['market', canary]] : []),
  });
  const reject = (before: ReturnType<typeof selection>, wanted: ReturnType<typeof selection>) => () => {
    rejectUnderCanary('staging', before, wanted, commandAdvice);
  };

  it.each(['m2', undefined])('rejects the stable version %s while a canary runs', (version) => {
    expect(reject(selection('m1', true), selection(version, true))).toThrow(
      'market has a canary in staging (1a2b3c4d, 10%): first run slipway canary market --env staging --finish or --abort',
    );
  });

  it('rejects another canary, which would replace it, and not another share of it', () => {
    const changed = (next: Canary) => ({
      ...selection('m1', true),
      canaries: new Map([['market', next]]),
    });
    expect(reject(selection('m1', true), changed({ ...canary, version: 'm3' }))).toThrow(
      'market has a canary in staging (1a2b3c4d, 10%): first run slipway canary market --env staging --finish or --abort',
    );
    expect(reject(selection('m1', true), changed({ ...canary, percent: 50 }))).not.toThrow();
  });

  it('allows to keep the stable release, to start a canary with it, and to end the canary', () => {
    expect(reject(selection('m1', true), selection('m1', true))).not.toThrow();
    expect(reject(selection('m1', false), selection('m2', true))).not.toThrow();
    expect(reject(selection('m1', true), selection('m2', false))).not.toThrow();
  });
});
