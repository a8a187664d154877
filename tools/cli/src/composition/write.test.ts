/** Claiming a revision number while other deploys run, crash, or finish first. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
afterEach(() => {
  vi.useRealTimers();
});

const claimed = (revision: number, createdAt: number) =>
  store.create(
    keyOf(revision),
    Buffer.from(JSON.stringify({ ...content, revision, createdAt: new Date(createdAt).toISOString() })),
  );
const claim = (previous: number, claimTimeout = 1_000) =>
  claimRevision(store, content, { previous, claimTimeout });

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

it('fails when the pointer has moved', async () => {
  await store.swap(pointerKey('staging'), undefined, JSON.stringify({ revision: 1 }));
  await expect(claim(0)).rejects.toMatchObject({ code: 'conflict' });
});

it('takes the next number at once when the latest claim is older than the timeout', async () => {
  await claimed(1, Date.now() - 1_001);
  const began = Date.now();
  expect((await claim(0)).revision).toBe(2);
  expect(Date.now() - began).toBeLessThan(500);
});

it('takes the next number at once after a damaged claim', async () => {
  await store.create(keyOf(1), Buffer.from('{"half":'));
  expect((await claim(0, 60_000)).revision).toBe(2);
});

it('waits for a running deploy, until its claim times out', async () => {
  const began = Date.now();
  await claimed(1, began);
  expect((await claim(0, 300)).revision).toBe(2);
  expect(Date.now() - began).toBeGreaterThanOrEqual(300);
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
  expect((await claimRevision(racing, content, { previous: 0, claimTimeout: 1_000 })).revision).toBe(2);
});

it('passes on any other error of the store', async () => {
  const broken = { ...store, create: () => Promise.reject(new Error('disk full')) };
  await expect(claimRevision(broken, content, { previous: 0, claimTimeout: 0 })).rejects.toThrow('disk full');
});
