/** The files of a revision, and the pointer that makes it current: only its deploy adds any. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pointerKey, revisionBase } from '../store/keys';
import { testContent } from '../testing/compositions';
import { memoryStore } from '../testing/memoryStore';
import type { SignedStatement } from '../trust/statements';
import { asRevision } from './compose';
import { unknownRecord } from './record';
import { movePointer, storeRevision } from './write';

let store: ReturnType<typeof memoryStore>;

beforeEach(() => {
  store = memoryStore();
});

describe('a stored revision', () => {
  const composition = asRevision(testContent(), 2, '2026-11-24T12:00:00.000Z');
  const base = revisionBase('staging', 2);
  const page = Buffer.from('<title>Home</title>');
  const documents = [['index.html', page]] as const;
  const signing = (missing = 0) =>
    vi
      .fn<(files: readonly { key: string }[]) => Promise<SignedStatement>>()
      .mockResolvedValue({ bytes: Buffer.from('signed'), missing } as SignedStatement);
  const write = (sign = signing(), previous = 1, same?: ReadonlyMap<string, Buffer>, shared?: string[]) =>
    storeRevision(store, {
      ...{ composition, record: { ...unknownRecord, previous }, documents, sign },
      ...(same && { same }),
      shared: new Set(shared),
    });
  const pointer = async () => (await store.get(pointerKey('staging')))?.toString();
  const keys = () => [...store.keys.keys()].filter((key) => key.startsWith(base)).sort();

  beforeEach(async () => {
    await store.create(`${base}composition.json`, Buffer.from(JSON.stringify(composition)));
    await store.swap(pointerKey('staging'), undefined, '{"revision":1}');
  });

  it('has its record, its documents with compressed copies and its statement, which covers them', async () => {
    const sign = signing();
    await write(sign);
    expect(sign.mock.calls[0]?.[0].map(({ key }) => key)).toEqual(
      ['composition.json', 'record.json', 'index.html'].map((name) => base + name),
    );
    expect(keys()).toEqual(
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
    expect(keys()).not.toContain(`${base}planted.html`);
    expect(await store.get(`${base}composition.json`)).toBeDefined();
  });

  it('keeps the documents that it has shared, with their copies, and nothing beside them', async () => {
    const shared = ['deep/a.html', 'deep/a.html.br', 'deep/a.html.gz'];
    const planted = ['deep/b.html', 'deep/er/a.html', 'a.html', 'other/a.html'];
    for (const name of [...shared, ...planted]) await store.create(base + name, page);
    await write(signing(), 1, new Map([['deep/a.html', page]]), ['deep/a.html']);
    expect(keys()).toEqual(expect.arrayContaining(shared.map((name) => base + name)));
    expect(keys().filter((key) => planted.some((name) => key === base + name))).toEqual([]);
  });

  it('fails when the pointer has moved', async () => {
    await store.swap(pointerKey('staging'), '{"revision":1}', '{"revision":3}');
    await expect(write()).rejects.toMatchObject({ code: 'conflict' });
    expect(await pointer()).toBe('{"revision":3}');
  });

  it('shares a document of the previous revision, or writes it where that one is damaged', async () => {
    const before = revisionBase('staging', 1);
    const same = new Map([['index.html', page]]);
    await store.create(`${before}index.html`, Buffer.from('damaged'));
    await write(signing(), 1, same);
    expect(await store.get(`${base}index.html`)).toEqual(page);
  });

  it('shares a document with its compressed copies, and sends none of them again', async () => {
    const before = revisionBase('staging', 1);
    const files = {
      'index.html': page,
      'index.html.br': brotliCompressSync(page),
      'index.html.gz': gzipSync(page),
    };
    for (const [name, bytes] of Object.entries(files)) await store.create(before + name, bytes);
    const create = vi.spyOn(store, 'create');
    await write(signing(), 1, new Map([['index.html', page]]));
    for (const [name, bytes] of Object.entries(files)) expect(await store.get(base + name)).toEqual(bytes);
    expect(create.mock.calls.filter(([key]) => key.includes('index.html'))).toEqual([]);
  });

  it('does not become current when another one has put a compressed copy into its folder', async () => {
    const { create } = store;
    vi.spyOn(store, 'create').mockImplementation(async (key, bytes, options) => {
      if (key === `${base}index.html.br`) await create(key, Buffer.from('evil'));
      await create(key, bytes, options);
    });
    await expect(write()).rejects.toMatchObject({ code: 'conflict' });
    expect(await pointer()).toBe('{"revision":1}');
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
