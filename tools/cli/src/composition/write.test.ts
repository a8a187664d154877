/** Claiming a revision number while other deploys run, crash, or finish first. */
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '@slipway/contracts';
import { pointerKey, revisionBase } from '../store/keys';
import { memoryStore } from '../testing/memoryStore';
import { testContent } from '../testing/compositions';
import { claimRevision, latestClaimedRevision } from './write';

const content = testContent();
const keyOf = (revision: number) => `${revisionBase('staging', revision)}composition.json`;
let store: ReturnType<typeof memoryStore>;

beforeEach(() => {
  store = memoryStore();
});

const claimed = (revision: number, createdAt: number) =>
  store.create(
    keyOf(revision),
    Buffer.from(JSON.stringify({ ...content, revision, createdAt: new Date(createdAt).toISOString() })),
  );
const beforeOf = (revision: number) =>
  revision === 0 ? undefined : { revision, createdAt: '2026-11-21T09:00:00.000Z' };
const claim = (previous: number, claimTimeout = 1_000) =>
  claimRevision(store, content, { before: beforeOf(previous), claimTimeout });

it('finds the highest claimed number, and 0 before the first', async () => {
  expect(await latestClaimedRevision(store, 'staging')).toBe(0);
  for (const revision of [2, 10, 9]) await claimed(revision, Date.now());
  await store.create('environments/staging/revisions/notes.txt', Buffer.from('not a revision'));
  expect(await latestClaimedRevision(store, 'staging')).toBe(10);
});

it('writes the composition under the next number', async () => {
  const composition = await claim(0);
  expect(composition).toMatchObject({ environment: 'staging', revision: 1 });
  expect(JSON.parse((await store.get(keyOf(1)))?.toString() ?? '')).toEqual(composition);
});

it('gives equal changes of the same moment different numbers', async () => {
  const at = Date.now();
  store.now = () => Promise.resolve(at);
  const both = await Promise.all([claim(0, 100), claim(0, 100)]);
  expect(both.map(({ revision }) => revision).sort()).toEqual([1, 2]);
});

it('fails when the pointer has moved', async () => {
  await store.swap(pointerKey('staging'), undefined, JSON.stringify({ revision: 1 }));
  await expect(claim(0)).rejects.toMatchObject({ code: 'conflict' });
});

it.each([
  ['now', 0],
  ['an hour ago', -3_600_000],
  ['a day in the future (D3)', 86_400_000],
])('waits for a claim made %s as long as a deploy may take, by its own elapsed time', async (_when, skew) => {
  await claimed(1, Date.now() + skew);
  const began = performance.now();
  expect((await claim(0, 300)).revision).toBe(2);
  const waited = performance.now() - began;
  expect(waited).toBeGreaterThanOrEqual(300);
  expect(waited).toBeLessThan(2_000);
});

it('takes the next number after a damaged claim', async () => {
  await store.create(keyOf(1), Buffer.from('{"half":'));
  expect((await claim(0, 100)).revision).toBe(2);
});

it('has the time of the store, and never an earlier one than the revision before', async () => {
  const time = Date.parse('2026-11-22T12:00:00.000Z');
  store.now = () => Promise.resolve(time);
  expect((await claim(0)).createdAt).toBe('2026-11-22T12:00:00.000Z');
  await store.swap(pointerKey('staging'), undefined, JSON.stringify({ revision: 1 }));
  const before = { revision: 1, createdAt: '2026-11-22T12:00:09.000Z' };
  const second = await claimRevision(store, content, { before, claimTimeout: 0 });
  expect(second.createdAt).toBe('2026-11-22T12:00:09.000Z');
});

it('waits for a running deploy, and fails when that one moves the pointer', async () => {
  await claimed(1, Date.now());
  const waiting = claim(0, 60_000);
  await store.swap(pointerKey('staging'), undefined, JSON.stringify({ revision: 1 }));
  await expect(waiting).rejects.toMatchObject({ code: 'conflict' });
});

it('takes another number when the one it chose was claimed in the meantime', async () => {
  const racing = {
    ...store,
    async create(key: string, bytes: Uint8Array) {
      if (key === keyOf(1)) await claimed(1, Date.now() - 5_000);
      await store.create(key, bytes);
    },
  };
  expect((await claimRevision(racing, content, { before: undefined, claimTimeout: 1_000 })).revision).toBe(2);
});

it.each([new Error('disk full'), new AppError('unavailable', 'The store does not respond')])(
  'passes on any other error of the store: %s',
  async (error) => {
    const broken = { ...store, create: () => Promise.reject(error) };
    await expect(claimRevision(broken, content, { before: undefined, claimTimeout: 0 })).rejects.toBe(error);
  },
);

it('gives two deploys of the same content at the same time different numbers', async () => {
  const atOnce = { ...store, now: () => Promise.resolve(Date.parse('2026-11-21T09:00:00.000Z')) };
  const claims = Array.from({ length: 2 }, () =>
    claimRevision(atOnce, content, { before: undefined, claimTimeout: 50 }),
  );
  expect((await Promise.all(claims)).map(({ revision }) => revision).sort()).toEqual([1, 2]);
});

it('gives new settings the number of the revision', async () => {
  await claimed(1, 0);
  const next = { before: beforeOf(0), claimTimeout: 0 };
  const { settings } = await claimRevision(store, content, { ...next, hasNewSettings: true });
  expect(settings).toBe(2);
  expect(await claimRevision(store, { ...content, settings: 1 }, next)).toMatchObject({ settings: 1 });
});
