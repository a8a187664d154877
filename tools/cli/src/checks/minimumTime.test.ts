/** Minimum time: how long a release has run elsewhere, counted from the history of that environment. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import type { Workspace } from '../environment/workspace';
import { history as unverified } from '../composition/read';
import { memoryStore } from '../testing/memoryStore';
import { sliceToCompose, testComposition, testEnvironment, writeHistory } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { minimumTimeFailures } from './minimumTime';

const MINUTE = 60_000;
const M1 = sliceRelease().version;
const M2 = '1a2b3c4d000000b2';
const now = Date.parse('2026-11-22T12:00:00.000Z');
const ago = (minutes: number) => now - minutes * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const market = (version: string) => testComposition([sliceToCompose({ version })]);
const production = (minutes: number, ...others: string[]) =>
  testEnvironment('production', {
    policy: {
      minimumTime: ['staging', ...others].map((environment) => ({ environment, minutes })),
    },
  });

/** Failures for `market` at version `M2` in production, with this history of staging. */
async function failures(
  minutes: number,
  history: Parameters<typeof writeHistory>[2],
  added: ReadonlyMap<string, string> = new Map([['market', M2]]),
  environment = production(minutes),
): Promise<string[]> {
  const store = memoryStore();
  if (history.length > 0) await writeHistory(store, 'staging', history);
  const workspace = { environment: (name: string) => testEnvironment(name) } as unknown as Workspace;
  const read = async () => {
    async function* revisions() {
      for await (const { composition } of unverified(store, 'staging'))
        yield { composition, createdAt: composition.createdAt };
    }
    return { now: await store.now(), revisions: revisions() };
  };
  return minimumTimeFailures(workspace, environment, added, read);
}

it('rejects a release that has run a second less than required', async () => {
  expect(await failures(30, [{ composition: market(M2), at: ago(30) + 1_000 }])).toEqual([
    'production requires 30 minutes in staging, and market 1a2b3c4d has run there for 29: deploy it to staging and wait',
  ]);
});

it('accepts a release that has run exactly as long as required', async () => {
  expect(await failures(30, [{ composition: market(M2), at: ago(30) }])).toEqual([]);
});

it('reads no older revision once the time is reached', async () => {
  const read: string[] = [];
  async function* revisions() {
    for (const minutes of [10, 30, 50]) {
      read.push(`${String(minutes)} minutes ago`);
      yield await Promise.resolve({
        composition: market(M2),
        createdAt: new Date(ago(minutes)).toISOString(),
      });
    }
  }
  const workspace = { environment: (name: string) => testEnvironment(name) } as unknown as Workspace;
  const ran = () => Promise.resolve({ now, revisions: revisions() });
  expect(await minimumTimeFailures(workspace, production(30), new Map([['market', M2]]), ran)).toEqual([]);
  expect(read).toEqual(['10 minutes ago', '30 minutes ago']);
});

it('stops while the history of the other environment cannot be read, and rejects one that proves nothing', async () => {
  const workspace = { environment: (name: string) => testEnvironment(name) } as unknown as Workspace;
  const check = (error: Error) =>
    minimumTimeFailures(workspace, production(30), new Map([['market', M2]]), () => Promise.reject(error));
  await expect(check(new AppError('unavailable', 'the store is down'))).rejects.toThrow('the store is down');
  await expect(check(new Error('a bug'))).rejects.toThrow('a bug');
  expect(await check(new AppError('slice_untrusted', 'it is not signed'))).toEqual([
    'production requires 30 minutes in staging, and nothing proves what ran there: it is not signed',
  ]);
});

it('adds up separate periods', async () => {
  const history = [
    { composition: market(M2), at: ago(100) },
    { composition: market(M1), at: ago(80) },
    { composition: market(M2), at: ago(10) },
  ];
  expect(await failures(30, history)).toEqual([]);
  expect(await failures(31, history)).toHaveLength(1);
});

it('does not count the time of another version', async () => {
  const history = [
    { composition: market(M1), at: ago(600) },
    { composition: market(M2), at: ago(5) },
  ];
  expect(await failures(30, history)).toEqual([expect.stringContaining('has run there for 5')]);
});

it('counts the shell like a slice', async () => {
  const shell = new Map([['shell', shellRelease().version]]);
  expect(await failures(30, [{ composition: market(M1), at: ago(31) }], shell)).toEqual([]);
  expect(await failures(30, [{ composition: market(M1), at: ago(29) }], shell)).toHaveLength(1);
});

it('requires a release to have run at all when no time is set', async () => {
  expect(await failures(0, [{ composition: market(M2), at: ago(1) }])).toEqual([]);
  expect(await failures(0, [{ composition: market(M1), at: ago(1) }])).toHaveLength(1);
  expect(await failures(0, [])).toEqual([expect.stringContaining('has run there for 0')]);
});

it('requires every environment of the list, and every new app', async () => {
  const added = new Map([
    ['market', M2],
    ['other', sliceRelease({ id: 'other' }).version],
  ]);
  expect(await failures(1, [], added, production(1, 'preview'))).toHaveLength(4);
});

it('checks nothing when nothing is new or no approval is required', async () => {
  expect(await failures(30, [], new Map())).toEqual([]);
  expect(await failures(30, [], undefined, testEnvironment('production'))).toEqual([]);
});
