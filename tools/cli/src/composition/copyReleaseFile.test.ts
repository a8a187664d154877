/** Files and their compressed copies become public only with the exact bytes that are listed. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { integrityOf } from '../release/integrity';
import { memoryStore } from '../testing/memoryStore';
import { sha256 } from '../trust/keys';
import { contains, copyReleaseFile, isCopyOf } from './copyReleaseFile';

const bytes = Buffer.from('<!doctype html>\n'.repeat(400));
const fileOf = (content: Buffer) => ({ hash: sha256(content), length: content.length });
const file = fileOf(bytes);
const compress = { br: brotliCompressSync, gzip: gzipSync };

it.each(['br', 'gzip'] as const)('a copy in %s has the bytes of its file', (encoding) => {
  const copyOf = (content: Buffer) => compress[encoding](content);
  expect(isCopyOf(encoding, copyOf(bytes), file)).toBe(true);
  expect(isCopyOf(encoding, copyOf(Buffer.alloc(0)), fileOf(Buffer.alloc(0)))).toBe(true);
  const altered = Buffer.from(bytes);
  altered[3_000] = 0;
  expect(isCopyOf(encoding, copyOf(altered), file)).toBe(false);
  expect(isCopyOf(encoding, copyOf(bytes.subarray(1)), file)).toBe(false);
  expect(isCopyOf(encoding, copyOf(Buffer.concat([bytes, bytes])), file)).toBe(false);
  expect(isCopyOf(encoding, bytes, file)).toBe(false);
  expect(isCopyOf(encoding, copyOf(bytes).subarray(0, -1), file)).toBe(false);
});

describe('a file of a release', () => {
  const evil = Buffer.from('evil');
  const compressedIn = { '.br': brotliCompressSync, '.gz': gzipSync };
  let store: ReturnType<typeof memoryStore>;
  beforeEach(() => {
    store = memoryStore();
  });
  const put = (name: string, content: Buffer) => store.keys.set(`release/${name}`, content);
  /** Publishes a file with its copies, and makes it public. Returns what is public, also when it is rejected. */
  async function publicAfter(name: string, reject?: string) {
    const copying = copyReleaseFile(store, `release/${name}`, `public/${name}`, integrityOf(bytes));
    if (reject === undefined) await copying;
    else
      await expect(copying).rejects.toMatchObject({
        code: 'invalid_input',
        message: `memory/release/${reject}: publish the same build again`,
      });
    return [...(await store.sizes('public')).keys()].map((key) => key.replace('public/', '')).sort();
  }
  function publishAll(name: string) {
    put(name, bytes);
    for (const [ending, compressed] of Object.entries(compressedIn)) put(name + ending, compressed(bytes));
  }

  it('gets its compressed copies', async () => {
    publishAll('page.js');
    expect(await publicAfter('page.js')).toEqual(['page.js', 'page.js.br', 'page.js.gz']);
    expect(store.keys.get('public/page.js.gz')).toEqual(gzipSync(bytes));
  });

  it('of a type that is not compressed has no copies', async () => {
    publishAll('icon.png');
    expect(await publicAfter('icon.png')).toEqual(['icon.png']);
  });

  it('without compressed copies is public without any that an earlier deploy left', async () => {
    put('page.js', bytes);
    for (const ending of ['.br', '.gz']) store.keys.set(`public/page.js${ending}`, evil);
    expect(await publicAfter('page.js')).toEqual(['page.js']);
  });

  it('that describes the release has no compressed copies', async () => {
    publishAll('release.json');
    for (const ending of ['.br', '.gz']) store.keys.set(`public/release.json${ending}`, evil);
    expect(await publicAfter('release.json')).toEqual(['release.json']);
  });

  it.each(['.br', '.gz'] as const)('stays private when its copy %s has other bytes', async (ending) => {
    for (const other of [evil, compressedIn[ending](evil)]) {
      publishAll('page.js');
      put(`page.js${ending}`, other);
      const found = await publicAfter('page.js', `page.js${ending} is not what the release lists`);
      expect(found.filter((name) => name === 'page.js' || name.endsWith(ending))).toEqual([]);
    }
  });

  it('stays private when it has other bytes, or is missing', async () => {
    publishAll('page.js');
    put('page.js', evil);
    expect(await publicAfter('page.js', 'page.js is not what the release lists')).not.toContain('page.js');
    store.keys.delete('release/page.js');
    const missing = 'page.js is missing or was just changed';
    expect(await publicAfter('page.js', missing)).not.toContain('page.js');
  });

  it('has no copy that would fill the memory', () => {
    const large = Buffer.alloc(64 * 1024 * 1024 + 1);
    expect(contains('gzip', gzipSync(large, { level: 1 }), integrityOf(large))).toBe(false);
  });
});
