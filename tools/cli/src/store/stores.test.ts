/**
 * Created keys never change, and only one of several concurrent moves of a pointer succeeds. On a folder and on a bucket.
 * One file: both stores pass the same tests.
 */
import { cp, mkdir, readdir, readFile, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { s3Credentials, startS3Server } from '../testing/s3Server';
import { openFolderStore, type StoreForTest, storeKinds } from '../testing/stores';
import { folderStore } from './folderStore';
import { openStore } from './openStore';
import { storedName } from './packedStore';
import type { Store } from './store';

/** The mounted file systems, on Linux. */
const mounts = () => (existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '');

describe.each(storeKinds)('%s', (_kind, open) => {
  let opened: StoreForTest;
  let store: Store;
  beforeAll(async () => {
    opened = await open();
    ({ store } = opened);
  });
  afterAll(() => opened.close());

  it('creates a key once, accepts the same bytes again, and rejects others', async () => {
    await store.create('a/b.js', Buffer.from('one'));
    await store.create('a/b.js', Buffer.from('one'));
    await expect(store.create('a/b.js', Buffer.from('two'))).rejects.toMatchObject({ code: 'conflict' });
    expect((await store.get('a/b.js'))?.toString()).toBe('one');
  });

  it('lets one of ten concurrent creates of a key succeed', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => store.create('race/key.json', Buffer.from(String(index)))),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  describe('compositions are stored compressed only, under their plain key', () => {
    const composition = (revision: number) =>
      `environments/packed/revisions/${String(revision)}/composition.json`;
    const served = 'environments/packed/public/slices/_rest/1/0123456789abcdef.json';
    const text = JSON.stringify({ text: 'a'.repeat(1_000) });
    const claim = (key: string) => store.create(key, Buffer.from(text), { isClaim: true });

    it('writes one file, and reads, lists and removes it by the plain key', async () => {
      await claim(composition(1));
      await expect(claim(composition(1))).rejects.toMatchObject({ code: 'conflict' });
      await store.create(composition(1), Buffer.from(text));
      await expect(store.create(composition(1), Buffer.from('{}'))).rejects.toMatchObject({
        code: 'conflict',
      });
      const packed = await store.get(`${composition(1)}.gz`);
      expect(packed?.length).toBeLessThan(100);
      expect(gunzipSync(packed ?? '').toString()).toBe(text);
      const found = await store.get(composition(1));
      expect(found?.toString()).toBe(text);
      expect(storedName(composition(1), found)).toBe(`${composition(1)}.gz`);
      const folder = 'environments/packed/revisions/1';
      expect(await store.sizes(folder)).toEqual(new Map([[composition(1), packed?.length]]));
      expect(await store.list(folder)).toEqual(['composition.json']);
      await store.remove(composition(1));
      expect(await store.sizes(folder)).toEqual(new Map());
    });

    it('copies the compressed bytes when the plain ones are accepted', async () => {
      await claim(composition(2));
      expect(await store.copy(composition(2), served, () => false)).toBeUndefined();
      const copied = await store.copy(composition(2), served, (bytes) => bytes.toString() === text, {
        mayShare: true,
      });
      expect(copied?.toString()).toBe(text);
      expect(await store.get(`${served}.gz`)).toEqual(await store.get(`${composition(2)}.gz`));
      expect((await store.get(served))?.toString()).toBe(text);
    });

    it('reads the plain file of an earlier version, and never claims its number', async () => {
      await store.create('earlier.json', Buffer.from(text));
      await store.copy('earlier.json', composition(9), () => true);
      expect(await store.get(`${composition(9)}.gz`)).toBeUndefined();
      const found = await store.get(composition(9));
      expect(found?.toString()).toBe(text);
      expect(storedName(composition(9), found)).toBe(composition(9));
      await expect(claim(composition(9))).rejects.toMatchObject({ code: 'conflict' });
      await store.remove(composition(9));
      expect(await store.get(composition(9))).toBeUndefined();
    });

    it('returns what cannot be unpacked as it is, and never more than 64 MB', async () => {
      const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
      for (const [revision, bytes] of [Buffer.from('no gzip'), bomb].entries()) {
        await store.create(`${composition(3 + revision)}.gz`, bytes);
        expect((await store.get(composition(3 + revision)))?.equals(bytes)).toBe(true);
      }
    });
  });

  it('lets one of ten concurrent claims with the same bytes succeed', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        store.create('race/claim.json', Buffer.from('same'), { isClaim: true }),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('copies exactly the bytes that were accepted, and replaces what was there', async () => {
    await store.create('from/page.js', Buffer.from('page'));
    await store.create('to/page.js', Buffer.from('older'));
    const accepts = (bytes: Buffer) => bytes.toString() === 'page';
    expect(await store.copy('from/missing.js', 'to/missing.js', () => true)).toBeUndefined();
    expect(await store.copy('from/page.js', 'to/page.js', () => false)).toBeUndefined();
    expect((await store.get('to/page.js'))?.toString()).toBe('older');
    expect((await store.copy('from/page.js', 'to/page.js', accepts))?.toString()).toBe('page');
    expect((await store.get('to/page.js'))?.toString()).toBe('page');
    // Not a link: the copy stays when its source is replaced.
    await store.remove('from/page.js');
    await store.create('from/page.js', Buffer.from('evil'));
    expect((await store.get('to/page.js'))?.toString()).toBe('page');
    expect(await store.copy('from/page.js', 'to/page.js', accepts)).toBeUndefined();
  });

  it('moves a pointer only from the value it has', async () => {
    await expect(store.swap('pointer.json', '0', '1')).rejects.toMatchObject({ code: 'conflict' });
    await store.swap('pointer.json', undefined, '1');
    await expect(store.swap('pointer.json', undefined, '2')).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.swap('pointer.json', '0', '2')).rejects.toMatchObject({ code: 'conflict' });
    await store.swap('pointer.json', '1', '2');
    expect((await store.get('pointer.json'))?.toString()).toBe('2');
  });

  it('lets one of twenty concurrent moves of a pointer succeed', async () => {
    await store.swap('race/pointer.json', undefined, 'start');
    const moves = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => store.swap('race/pointer.json', 'start', String(index))),
    );
    const winner = moves.findIndex(({ status }) => status === 'fulfilled');
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.get('race/pointer.json'))?.toString()).toBe(String(winner));
  });

  it('lists the names directly below a folder, and the sizes of all keys below it', async () => {
    await store.create('tree/one.js', Buffer.from('1'));
    await store.create('tree/deep/two.js', Buffer.from('22'));
    await store.create('treeless.js', Buffer.from('x'));
    expect((await store.list('tree')).sort()).toEqual(['deep', 'one.js']);
    expect(await store.sizes('tree')).toEqual(
      new Map([
        ['tree/one.js', 1],
        ['tree/deep/two.js', 2],
      ]),
    );
  });

  it('removes one key, or all keys below a folder, and nothing beside it', async () => {
    await store.create('removed/one.js', Buffer.from('1'));
    await store.create('removed/deep/two.js', Buffer.from('2'));
    await store.create('removed-not.js', Buffer.from('3'));
    await store.remove('removed/one.js');
    expect([...(await store.sizes('removed')).keys()]).toEqual(['removed/deep/two.js']);
    await store.remove('removed');
    expect(await store.list('removed')).toEqual([]);
    await store.remove('removed');
    expect(await store.get('removed-not.js')).toBeDefined();
  });

  it('tells the time by its own clock, not by that of the process (D7)', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    const [first, second] = [await store.now(), await store.now()];
    vi.useRealTimers();
    expect(Math.abs(first - Date.now())).toBeLessThan(10_000);
    expect(second).toBeGreaterThanOrEqual(first);
  });

  it('finds nothing under a missing key', async () => {
    expect(await store.get('missing/file.js')).toBeUndefined();
    expect(await store.list('missing')).toEqual([]);
    expect((await store.sizes('missing')).size).toBe(0);
  });
});

describe('a folder', () => {
  let opened: StoreForTest;
  beforeEach(async () => {
    opened = await openFolderStore();
  });
  afterEach(() => opened.close());

  it.each(['../outside', 'a/../../outside', 'a/..', '.', '/etc/passwd', 'a\0b'])(
    'rejects the key %j',
    async (key) => {
      await expect(folderStore('/nowhere').get(key)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );

  it('replaces the folder that a restored backup has in place of a link', async () => {
    for (const name of ['1', '2']) {
      await opened.store.create(`restored/${name}/page.html`, Buffer.from(name));
    }
    await opened.store.swap('restored/current.json', undefined, '1', 'restored/1/');
    const path = join(opened.address, 'restored/current');
    await rm(path);
    await cp(join(opened.address, 'restored/1'), path, { recursive: true });
    await opened.store.swap('restored/current.json', '1', '2', 'restored/2/');
    expect(await readlink(path)).toBe('2');
  });

  it('keeps a link to the folder that a pointer names', async () => {
    const linked = () => readFile(join(opened.address, 'env/current/page.html'), 'utf8');
    await opened.store.create('env/1/page.html', Buffer.from('one'));
    await opened.store.create('env/2/page.html', Buffer.from('two'));
    await opened.store.swap('env/current.json', undefined, '1', 'env/1/');
    expect(await linked()).toBe('one');
    await expect(opened.store.swap('env/current.json', '0', '2', 'env/2/')).rejects.toThrow(
      /changed by another deploy/,
    );
    expect(await linked()).toBe('one');
    await opened.store.swap('env/current.json', '1', '2', 'env/2/');
    expect(await linked()).toBe('two');
    expect(await readlink(join(opened.address, 'env/current'))).toBe('2');
    expect(await readdir(join(opened.address, '.incoming'))).toEqual([]);
  });

  it('measures the age of a lock by its own clock, not by that of the process (D3)', async () => {
    const path = join(opened.address, 'pointer.json.lock');
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now');
    // A process that is a day behind takes over the lock of a crashed deploy.
    clock.mockImplementation(() => now() - 86_400_000);
    await mkdir(path);
    await utimes(path, now() / 1_000 - 10, now() / 1_000 - 10);
    await opened.store.swap('pointer.json', undefined, '1');
    // A process that is a day ahead does not take the lock of a running deploy.
    clock.mockImplementation(() => now() + 86_400_000);
    await mkdir(path);
    const began = performance.now();
    await opened.store.swap('pointer.json', '1', '2');
    expect(performance.now() - began).toBeGreaterThan(1_000);
    clock.mockRestore();
  });

  it('names the lock of a deploy that does not end, and leaves no temporary files', async () => {
    const path = join(opened.address, 'pointer.json.lock');
    await mkdir(path);
    const later = Date.now() / 1_000 + 3_600; // never stale
    await utimes(path, later, later);
    await opened.store.create('1/page.html', Buffer.from('one'));
    await expect(opened.store.swap('pointer.json', undefined, '1', '1/')).rejects.toMatchObject({
      code: 'conflict',
      message: `pointer.json is being changed by another command: try again. If none runs, remove the folder ${path}`,
    });
    expect(await readdir(join(opened.address, '.incoming'))).toEqual([]);
    await rm(path, { recursive: true });
    await opened.store.swap('pointer.json', undefined, '1', '1/');
  });

  it('removes temporary files that an interrupted write left more than an hour ago, at the next deploy (D11)', async () => {
    const incoming = join(opened.address, '.incoming');
    await opened.store.swap('pointer', undefined, '1');
    for (const [name, minutes] of [
      ['old', 61],
      ['new', 59],
    ] as const) {
      await writeFile(join(incoming, name), 'half');
      const time = new Date(Date.now() - minutes * 60_000);
      await utimes(join(incoming, name), time, time);
    }
    await opened.store.swap('pointer', '1', '2');
    expect(await readdir(incoming)).toEqual(['new']);
  });

  const [, readOnly] = /^\S+ (\/\S+) \S+ ro[, ]/m.exec(mounts()) ?? [];
  it.skipIf(!readOnly)('says that a file system is read-only (D11)', async () => {
    // Skipped where nothing is mounted read-only.
    const store = folderStore(join(readOnly ?? '', 'store'));
    await expect(store.create('a.js', Buffer.from('a'))).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/, because its file system is read-only \(EROFS\)/) as string,
    });
  });

  it('leaves no temporary files', async () => {
    await opened.store.create('a/b.js', Buffer.from('one'));
    await opened.store.create('a/b.js', Buffer.from('two')).catch(() => undefined);
    await opened.store.swap('a/pointer', undefined, '1');
    expect((await readdir(opened.address, { recursive: true })).sort()).toEqual([
      '.incoming',
      'a',
      'a/b.js',
      'a/pointer',
    ]);
  });
});

it('a bucket that keeps a key although it reports success names it', async () => {
  const server = await startS3Server();
  Object.assign(process.env, s3Credentials);
  const store = await openStore(`s3://${server.bucket}/a?endpoint=${server.endpoint}`, '/');
  await store.create('old/kept.js', Buffer.from('1'));
  await store.create('old/page.js', Buffer.from('2'));
  server.protect('a/old/kept.js');
  await expect(store.remove('old')).rejects.toMatchObject({
    code: 'forbidden',
    message: `s3://${server.bucket}/a did not remove old/kept.js (AccessDenied): request permission to delete, or end its retention`,
  });
  expect(await store.list('old')).toEqual(['kept.js']);
  await server.close();
});

it('a bucket copies nothing when the source changes after it was accepted, and chooses the headers (D1)', async () => {
  const server = await startS3Server();
  Object.assign(process.env, s3Credentials);
  const address = `s3://${server.bucket}/a+b?endpoint=${server.endpoint}`;
  const store = await openStore(address, '/');
  await store.create('page.html', Buffer.from('page'));
  const key = 'environments/local/public/slices/a/1/page.js';
  expect(await store.copy('page.html', key, () => true)).toBeDefined();
  expect(server.headersOf(`a+b/${key}`)).toEqual({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const changed = await store.copy('page.html', key, () => {
    server.put('a+b/page.html', Buffer.from('evil'));
    return true;
  });
  expect(changed).toBeUndefined();
  // Files that this process published are not read again, and are copied only while they are the same objects.
  await store.create('releases/a/1/page.js', Buffer.from('page'));
  server.put('a+b/releases/a/1/page.js', Buffer.from('evil'));
  expect(await store.copy('releases/a/1/page.js', key, () => true)).toBeUndefined();
  const isPage = (bytes: Buffer) => bytes.toString() === 'page';
  expect(await store.copy('releases/a/1/page.js', key, isPage)).toBeUndefined();
  expect((await store.get(key))?.toString()).toBe('page');
  await server.close();
});

it.each(['ftp://host/x', 's3:///prefix', 'https://bucket.example'])(
  'rejects the store address %s',
  async (address) => {
    await expect(openStore(address, '/')).rejects.toMatchObject({ code: 'invalid_input' });
  },
);
