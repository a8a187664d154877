/** Headers and keys of stored objects. */
import { expect, it } from 'vitest';
import {
  documentName,
  linkKey,
  pointerKey,
  publicBase,
  releaseBase,
  releasePath,
  revisionBase,
} from './keys';
import { isCompressedCopy, isCompressible, objectHeaders } from './objectHeaders';

it.each([
  ['slices/a/1/page.js', 'text/javascript; charset=utf-8', undefined],
  ['slices/a/1/page.js.br', 'text/javascript; charset=utf-8', 'br'],
  ['slices/a/1/page.js.gz', 'text/javascript; charset=utf-8', 'gzip'],
  ['slices/a/1/page.js.dcz/Ab+/c=', 'text/javascript; charset=utf-8', 'dcz'],
  ['slices/a/1/icon.svg', 'image/svg+xml; charset=utf-8', undefined],
  ['slices/a/1/font.woff2', 'font/woff2', undefined],
  ['slices/a/1/unknown', 'application/octet-stream', undefined],
])('serves %s as %s', (key, contentType, contentEncoding) => {
  expect(objectHeaders(key)).toMatchObject({ contentType, contentEncoding });
});

it('caches files of releases for a year, and revalidates everything else', () => {
  const file = `${publicBase('local', 'a', '1')}page.js`;
  expect(objectHeaders(file).cacheControl).toBe('public, max-age=31536000, immutable');
  expect(objectHeaders(`${releaseBase('a', '1')}page.js`).cacheControl).toBe('no-cache');
  expect(objectHeaders('environments/local/current.json').cacheControl).toBe('no-cache');
  expect(objectHeaders('other/slices/a').cacheControl).toBe('no-cache');
});

it('compresses text, and knows compressed copies', () => {
  const files = [
    'a.js',
    'a.mjs',
    'a.css',
    'a.html',
    'a.json',
    'a.svg',
    'a.txt',
    'a.woff2',
    'a.png',
    'a.js.br',
    'ajs',
  ];
  expect(files.filter(isCompressible)).toEqual(files.slice(0, 7));
  const delta = 'a.js.dcz/Ab+/c=';
  expect(['a.br', 'a.gz', delta, 'a.js', 'abr', 'a.dcz'].filter(isCompressedCopy)).toEqual([
    'a.br',
    'a.gz',
    delta,
  ]);
});

it('derives keys from names', () => {
  expect(releaseBase('billing', '1a')).toBe('releases/billing/1a/');
  expect(releasePath('billing', '1a')).toBe('/slices/billing/1a/');
  expect(publicBase('local', 'billing', '1a')).toBe('environments/local/public/slices/billing/1a/');
  expect(pointerKey('local')).toBe('environments/local/current.json');
  expect(linkKey('local')).toBe('environments/local/current');
  expect(revisionBase('local', 7)).toBe('environments/local/revisions/7/');
  expect(['/', '/a', '/a/b', '404'].map(documentName)).toEqual([
    'index.html',
    'a.html',
    'a/b.html',
    '404.html',
  ]);
});
