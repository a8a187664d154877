import { beforeEach, expect, it } from 'vitest';
import { composedRelease } from '../testing/compositions';
import { requestFiles } from './requestFiles';

const hash = `sha384-${'A'.repeat(64)}`;
const release = {
  ...composedRelease('00000000000000b1'),
  files: { 'mf-manifest.json': hash, 'container.js': hash, 'page.js': hash, 'list.js': hash },
  preload: {
    '/market': ['mf-manifest.json', 'container.js', 'page.js', 'gone.js'],
    '/list': ['mf-manifest.json', 'container.js', 'list.js'],
  },
};
const requested = () =>
  Array.from(document.head.querySelectorAll('link'), (link) => [
    link.href.slice(`${window.location.origin}${release.base}`.length),
    link.as,
    link.crossOrigin,
  ]);

beforeEach(() => {
  document.head.replaceChildren();
});

it('requests the listed files of a part at once', () => {
  requestFiles(release, '/market');
  expect(requested()).toEqual([
    ['mf-manifest.json', 'fetch', 'anonymous'],
    ['container.js', 'script', 'anonymous'],
    ['page.js', 'script', 'anonymous'],
  ]);
});

it('requests no file twice, whether the document or another part preloaded it', () => {
  document.head.innerHTML = `<link rel="preload" as="script" href="${release.base}page.js">`;
  requestFiles(release, '/market');
  requestFiles(release, '/list');
  requestFiles(release, '/unknown');
  expect(requested().map(([file]) => file)).toEqual([
    'page.js',
    'mf-manifest.json',
    'container.js',
    'list.js',
  ]);
});
