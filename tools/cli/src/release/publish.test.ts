/**
 * Candidates, publishing and the compressed copies, on a store in memory.
 * One file: all tests share one build and one store.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '@slipway/contracts';
import { writeFiles } from '../store/writeFiles';
import { memoryStore } from '../testing/memoryStore';
import { sliceRelease, writeBuild } from '../testing/releases';
import { fileFailures } from '../checks/files';
import { integrityOf } from './integrity';
import { builtRelease, findRelease, isShell, isSlice, publishedRelease } from './candidate';
import { publish } from './publish';

const MARKET = sliceRelease().version;

const BASE = `releases/market/${MARKET}/`;
let dist: string;
let store: ReturnType<typeof memoryStore>;
beforeEach(async () => {
  store = memoryStore('the store');
  dist = await writeBuild(await mkdtemp(join(tmpdir(), 'slipway-dist-')), sliceRelease());
});
afterEach(() => rm(dist, { recursive: true }));

describe('a build', () => {
  it('has its files and their sizes', async () => {
    const build = await builtRelease(dist);
    expect(build).toMatchObject({ release: sliceRelease(), place: dist, repair: 'build it again' });
    expect([isSlice(build), isShell(build)]).toEqual([true, false]);
    expect((await build.read('page.js'))?.toString()).toBe('page');
    expect(await build.read('missing.js')).toBeUndefined();
    await rm(join(dist, 'slot.js'));
    expect(await build.sizes()).toEqual(
      new Map([
        ['mf-manifest.json', 2],
        ['remoteEntry.js', 5],
        ['page.js', 4],
      ]),
    );
  });

  it('measures text compressed, other files as they are, and missing ones as nothing', async () => {
    const build = await builtRelease(dist);
    await writeFile(join(dist, 'page.js'), 'a'.repeat(1_000));
    await writeFile(join(dist, 'font.woff2'), 'a'.repeat(1_000));
    expect(await build.transferSize('page.js')).toBe(brotliCompressSync('a'.repeat(1_000)).length);
    expect(await build.transferSize('font.woff2')).toBe(1_000);
    expect(await build.transferSize('missing.woff2')).toBe(0);
  });

  it('must exist and have a valid description', async () => {
    await writeFile(join(dist, 'release.json'), '{');
    await expect(builtRelease(dist)).rejects.toMatchObject({
      code: 'invalid_input',
      message: `${join(dist, 'release.json')} is not valid JSON: build it again`,
    });
    await writeFile(join(dist, 'release.json'), '{"kind":"slice"}');
    await expect(builtRelease(dist)).rejects.toThrow(/release\.json: /);
    await expect(builtRelease('/nowhere')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a published release', () => {
  it('has its files, sizes and compressed sizes', async () => {
    await publish(store, await builtRelease(dist));
    const found = await publishedRelease(store, 'market', MARKET);
    expect(found).toMatchObject({
      release: sliceRelease(),
      place: `the store/${BASE}`,
      repair: 'publish the same build again',
    });
    expect((await found.read('page.js'))?.toString()).toBe('page');
    expect((await found.sizes()).get('page.js')).toBe(4);
    expect(await found.transferSize('page.js')).toBe(store.keys.get(`${BASE}page.js.br`)?.length);
    store.keys.delete(`${BASE}page.js.br`);
    const other = await publishedRelease(store, 'market', MARKET);
    expect(await other.transferSize('page.js')).toBe(4);
    expect(await other.transferSize('missing.js')).toBe(0);
  });

  it('must exist', async () => {
    expect(await findRelease(store, 'market', 'b1')).toBeUndefined();
    await expect(publishedRelease(store, 'market', 'b1')).rejects.toMatchObject({
      code: 'not_found',
      message: 'the store has no release b1 of market: it was never published, or it was pruned',
    });
    await store.create('slices/market/b1/release.json', Buffer.from('{}'));
    await expect(publishedRelease(store, 'market', 'b1')).rejects.toThrow(
      'the store has the format of an earlier version, with releases in slices/: move it away, then deploy the shell and all slices',
    );
  });
});

describe('publish', () => {
  it('accepts the same files in another order', async () => {
    const build = await builtRelease(dist);
    await publish(store, build);
    const files = Object.fromEntries(Object.entries(build.release.files).reverse());
    expect(await publish(store, { ...build, release: { ...build.release, files } })).toBe(false);
  });

  it('writes nothing when a file is missing or altered', async () => {
    const build = await builtRelease(dist);
    await writeFile(join(dist, 'page.js'), 'pace');
    await expect(publish(store, build)).rejects.toMatchObject({ code: 'invalid_input' });
    await rm(join(dist, 'page.js'));
    await expect(publish(store, build)).rejects.toThrow(/page\.js is missing: build it again/);
    expect(store.keys.size).toBe(0);
  });

  it('rejects a version that its content does not have, in a build and in a store (D5)', async () => {
    const claimed = { ...sliceRelease(), version: 'deadbeefdeadbeef' };
    const message = `version: is deadbeefdeadbeef, but the version of this content is ${MARKET}: `;
    await writeFile(join(dist, 'release.json'), JSON.stringify(claimed));
    await expect(builtRelease(dist)).rejects.toMatchObject({
      code: 'invalid_input',
      message: `${join(dist, 'release.json')}: ${message}build it again`,
    });
    const place = 'releases/market/deadbeefdeadbeef/';
    await store.create(`${place}release.json`, Buffer.from(JSON.stringify(claimed)));
    await expect(findRelease(store, 'market', 'deadbeefdeadbeef')).rejects.toThrow(message);
  });

  it('rejects a release under the name of another one (D5)', async () => {
    const other = sliceRelease({ id: 'billing' });
    for (const base of ['releases/market/', `releases/billing/`]) {
      const version = base.includes('market') ? other.version : '0123456789abcdef';
      await store.create(`${base}${version}/release.json`, Buffer.from(JSON.stringify(other)));
      await expect(findRelease(store, base.split('/')[1] ?? '', version)).rejects.toThrow(
        `describes billing ${other.version} instead of `,
      );
    }
  });

  it.each([
    ['hello.html', 'a page of the app is a route of the slice'],
    ['page.js.map', 'a source map shows the source to every visitor'],
    ['sum.wasm', 'the content security policy allows no WebAssembly'],
    ['hello.xhtml', 'only js, mjs, css, json, txt, svg, png, '],
    ['hello', 'only js, mjs, css, json, txt, svg, png, '],
    ['hello.JS', 'only js, mjs, css, json, txt, svg, png, '],
    ['hello.js.br', 'only js, mjs, css, json, txt, svg, png, '],
  ])('rejects %s, and writes nothing (D1)', async (name, reason) => {
    const bytes = Buffer.from('<script src="hello.js"></script>');
    const files = {
      ...sliceRelease().files,
      [name]: { size: bytes.length, integrity: integrityOf(bytes) },
    };
    await writeBuild(dist, sliceRelease({ files }));
    await writeFile(join(dist, name), bytes);
    const crafted = await builtRelease(dist);
    await expect(publish(store, crafted)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(
        `files: ${name} may not be part of a release: remove it from the build (${reason}`,
      ) as string,
    });
    expect(store.keys.size).toBe(0);
    expect(await fileFailures(crafted, true)).toEqual([expect.stringContaining(`market: ${name} may not`)]);
  });

  it('writes the description last', async () => {
    await publish(store, await builtRelease(dist));
    expect([...store.keys.keys()].at(-1)).toBe(`${BASE}release.json`);
  });
});

describe('writeFiles', () => {
  const text = Buffer.from('page '.repeat(500));
  const write = async (key: string, effort: 'best' | 'fast' = 'best') =>
    writeFiles(store, await store.sizes('f'), [{ key, bytes: text }], { effort });

  it('compresses text, and nothing else', async () => {
    await write('f/page.js');
    await write('f/font.woff2');
    expect([...store.keys.keys()].sort()).toEqual([
      'f/font.woff2',
      'f/page.js',
      'f/page.js.br',
      'f/page.js.gz',
    ]);
    expect(brotliDecompressSync(store.keys.get('f/page.js.br') ?? '')).toEqual(text);
    expect(gunzipSync(store.keys.get('f/page.js.gz') ?? '')).toEqual(text);
  });

  it('writes again what has another size, and leaves what has the same', async () => {
    await store.create('f/page.js', Buffer.from('short'));
    await expect(write('f/page.js')).rejects.toMatchObject({ code: 'conflict' });
    store.keys.set('f/page.js', Buffer.alloc(text.length));
    await write('f/page.js');
    expect(store.keys.get('f/page.js')).toEqual(Buffer.alloc(text.length));
  });

  it('accepts a copy that another version of Node compressed to other bytes', async () => {
    const racing = {
      ...store,
      create: (key: string, bytes: Uint8Array) =>
        key.endsWith('.br') ? Promise.reject(new AppError('conflict', 'exists')) : store.create(key, bytes),
    };
    await writeFiles(racing, await racing.sizes('f'), [{ key: 'f/page.js', bytes: text }], {
      effort: 'fast',
    });
    expect([...store.keys.keys()]).toEqual(['f/page.js', 'f/page.js.gz']);
  });

  it('passes on any other error', async () => {
    const broken = { ...store, create: () => Promise.reject(new AppError('unavailable', 'down')) };
    await expect(
      writeFiles(broken, await broken.sizes('f'), [{ key: 'f/page.js', bytes: text }], { effort: 'fast' }),
    ).rejects.toMatchObject({ code: 'unavailable' });
  });
});
