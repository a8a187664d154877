/** The format of deltas, which browsers read, and the paths that have some. */
import { createHash } from 'node:crypto';
import { createDCtx, decompressUsingDict } from '@bokuweb/zstd-wasm';
import { describe, expect, it } from 'vitest';
import {
  deltaKey,
  deltaKeyTo,
  deltaOf,
  dictionaryHeader,
  earlierHash,
  fileOfDelta,
  laterFiles,
} from './delta';

const earlier = Buffer.from(
  Array.from({ length: 500 }, (_, row) => `const row${String(row)} = ${String(Math.sin(row))};`).join('\n'),
);
const later = Buffer.concat([Buffer.from('const first = 1;\n'), earlier]);
const hash = '0123456789abcdef';
/** With a character that is a separator of keys. */
const base64 = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

describe('a delta', () => {
  it('starts with the frame of RFC 9842 and the SHA-256 of the earlier file', async () => {
    const delta = await deltaOf(earlier, later);
    expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(delta.subarray(8, 40)).toEqual(createHash('sha256').update(earlier).digest());
  });

  it('gives the file back with the earlier file, and is small', async () => {
    const delta = await deltaOf(earlier, later);
    const plain = decompressUsingDict(createDCtx(), delta.subarray(40), earlier);
    expect(Buffer.from(plain).equals(later)).toBe(true);
    expect(delta.length).toBeLessThan(100);
  });

  it('is the same for the same bytes, also of an empty file', async () => {
    expect(await deltaOf(earlier, later)).toEqual(await deltaOf(earlier, later));
    expect((await deltaOf(earlier, Buffer.alloc(0))).length).toBeGreaterThan(40);
  });
});

describe('the later files of a file', () => {
  it.each([
    [`/slices/notes/${hash}/src_NotesPage_tsx.fedcba9876543210.js`, '/slices/notes/*/src_NotesPage_tsx.*.js'],
    [`/slices/shell/${hash}/main.fedcba9876543210.css`, '/slices/shell/*/main.*.css'],
    [`/slices/_rest/12/${hash}.json`, '/slices/_rest/*'],
    [`/slices/notes/${hash}/mf-manifest.json`, '/slices/notes/*/mf-manifest.json'],
  ])('those of %s are %s', (path, pattern) => {
    expect(laterFiles(path)).toBe(pattern);
  });

  it.each([
    ['a file without a hash', `/slices/notes/${hash}/release.json`],
    ['a picture', `/slices/shell/${hash}/icon.fedcba9876543210.svg`],
    ['a file in a folder', `/slices/shell/${hash}/fonts/inter.fedcba9876543210.js`],
    ['a name that would be a pattern', `/slices/notes/${hash}/a(b).fedcba9876543210.js`],
    ['a compressed copy', `/slices/notes/${hash}/page.fedcba9876543210.js.br`],
    ['a delta', `/slices/notes/${hash}/page.fedcba9876543210.js.dcz/${base64}`],
    ['a document', '/marketplace'],
  ])('%s has none', (_, path) => {
    expect(laterFiles(path)).toBeUndefined();
  });

  it('are named in a header', () => {
    expect(dictionaryHeader('/slices/_rest/*')).toBe('match="/slices/_rest/*"');
  });
});

describe('the earlier file of a request', () => {
  const headers = (encoding: string, available?: string) =>
    new Headers({
      'accept-encoding': encoding,
      ...(available !== undefined && { 'available-dictionary': available }),
    });

  it('is the one whose hash the browser sends', () => {
    expect(earlierHash(headers('gzip, br, zstd, dcb, dcz', `:${base64}:`))).toBe(base64);
  });

  it.each([
    ['without the encoding', headers('gzip, br, zstd, dcb', `:${base64}:`)],
    ['without an earlier file', headers('br, dcz')],
    ['with a hash that is a path', headers('dcz', `:${'../'.repeat(14)}a=:`)],
    ['with a longer hash', headers('dcz', `:A${base64}:`)],
    ['with a hash without colons', headers('dcz', base64)],
  ])('is none %s', (_, given) => {
    expect(earlierHash(given)).toBeUndefined();
  });
});

it('has a key beside its file', () => {
  const key = deltaKey('a/page.js', Buffer.from('earlier'));
  expect(key).toBe(deltaKeyTo('a/page.js', createHash('sha256').update('earlier').digest('base64')));
  expect(key).toMatch(/^a\/page\.js\.dcz\/.{44}$/);
  expect(['a/page.js.dcz/ab+c/d=', 'a/page.js.br', 'a/page.js.dcz'].map(fileOfDelta)).toEqual([
    'a/page.js',
    undefined,
    undefined,
  ]);
});
