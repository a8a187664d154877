/** Claiming a revision number while other deploys run, crash, or finish first. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pointerKey, revisionBase } from '../store/keys';
import { memoryStore } from '../testing/memoryStore';
import { testContent } from '../testing/compositions';
import type { SignedStatement } from '../trust/statements';
import { asRevision } from './compose';
import { unknownRecord } from './record';
import { claimRevision, latestClaimedRevision, movePointer, storeRevision } from './write';

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

it('passes on any other error of the store', async () => {
  const broken = { ...store, create: () => Promise.reject(new Error('disk full')) };
  await expect(claimRevision(broken, content, { before: undefined, claimTimeout: 0 })).rejects.toThrow(
    'disk full',
  );
});

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

describe('a stored revision', () => {
  const composition = asRevision(content, 2, '2026-11-24T12:00:00.000Z');
  const base = revisionBase('staging', 2);
  const page = Buffer.from('<title>Home</title>');
  const documents = [['index.html', page]] as const;
  const signing = (missing = 0) =>
    vi.fn((_files: readonly { key: string }[]) =>
      Promise.resolve({ bytes: Buffer.from('signed'), missing } as SignedStatement),
    );
  const write = (sign = signing(), previous = 1, same?: ReadonlyMap<string, Buffer>) =>
    storeRevision(store, composition, { ...unknownRecord, previous }, documents, sign, same);
  const pointer = async () => (await store.get(pointerKey('staging')))?.toString();
  const copied = () => [...store.keys.keys()].filter((key) => key.startsWith(base)).sort();

  beforeEach(async () => {
    await store.create(keyOf(2), Buffer.from(JSON.stringify(composition)));
    await store.swap(pointerKey('staging'), undefined, '{"revision":1}');
  });

  it('has its record, its documents with compressed copies and its statement, which covers them', async () => {
    const sign = signing();
    await write(sign);
    expect(sign.mock.calls[0]?.[0].map(({ key }) => key)).toEqual(
      ['composition.json', 'record.json', 'index.html'].map((name) => base + name),
    );
    expect(copied()).toEqual(
      expect.arrayContaining(
        ['index.html', 'index.html.br', 'record.json', 'statement.json'].map((one) => base + one),
      ),
    );
    expect((await store.get(`${base}statement.json`))?.toString()).toBe('signed');
    expect(await pointer()).toBe('{"revision":2}');
  });

  it('without enough signatures does not become current', async () => {
    expect((await write(signing(1))).missing).toBe(1);
    expect(await pointer()).toBe('{"revision":1}');
    expect(await store.get(`${base}statement.json`)).toBeDefined();
  });

  it('removes what others put into its folder, except the claim', async () => {
    await store.create(`${base}planted.html`, Buffer.from('x'));
    await write();
    expect(copied()).not.toContain(`${base}planted.html`);
    expect(await store.get(keyOf(2))).toBeDefined();
  });

  it('fails when the pointer has moved', async () => {
    await store.swap(pointerKey('staging'), '{"revision":1}', '{"revision":3}');
    await expect(write()).rejects.toMatchObject({ code: 'conflict' });
    expect(await pointer()).toBe('{"revision":3}');
  });

  it('shares a document of the revision before, or writes it where that one is damaged', async () => {
    const before = revisionBase('staging', 1);
    const same = new Map([['index.html', page]]);
    await store.create(`${before}index.html`, Buffer.from('damaged'));
    await write(signing(), 1, same);
    expect(await store.get(`${base}index.html`)).toEqual(page);
  });
});

describe('movePointer', () => {
  it('moves from one revision to the next, with the folder of the new one', async () => {
    const swap = vi.fn(store.swap);
    await movePointer({ ...store, swap }, { environment: 'staging', revision: 1 }, 0);
    await movePointer({ ...store, swap }, { environment: 'staging', revision: 2 }, 1);
    expect(swap.mock.calls).toEqual([
      [pointerKey('staging'), undefined, '{"revision":1}', revisionBase('staging', 1)],
      [pointerKey('staging'), '{"revision":1}', '{"revision":2}', revisionBase('staging', 2)],
    ]);
  });

  it('fails for a revision that is not current', async () => {
    await expect(movePointer(store, { environment: 'staging', revision: 2 }, 1)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});
