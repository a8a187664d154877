/** The language of a page: chosen among those offered, set on the document, and read from the release's own file. */
import { createElement } from 'react';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Composition, ShellManifest } from '@slipway/contracts';
import { Icon, type IconProps } from '@slipway/design-system';
import { translated } from '../loading/translations';
import { compositionOf } from '../testing/compositions';
import { startLanguage } from './startLanguage';

const base = '/slices/notes/0123456789abcdef/';
const integrity = `sha384-${'A'.repeat(64)}`;
const route = { path: '/notes', title: 'Notes', access: 'public' } as const;
const manifest: ShellManifest = {
  id: 'shell',
  owner: 'shell',
  contracts: [1],
  routes: [{ ...route, path: '/' }],
};

const composed = (): Composition => ({
  ...compositionOf({}),
  rest: { routes: [{ ...route, slice: 'notes' }], nav: [{ path: '/notes', label: 'Notes' }] },
  languages: {
    offered: ['en', 'ar'],
    translations: { ar: { [base]: { file: 'messages.ar.json', integrity, names: { Notes: 'ملاحظات' } } } },
  },
});

/** A catalog as a build with translations evaluates it. */
function evaluateCatalog(): Record<string, string> {
  const catalog = { title: 'Notes' };
  const { slipwayTexts } = window as unknown as { slipwayTexts: { catalogs: unknown[] } };
  slipwayTexts.catalogs.push(['notes', catalog]);
  return catalog;
}

const insertRule = vi.fn<(rule: string) => void>();
const requests: [string, RequestInit | undefined][] = [];
beforeEach(() => {
  requests.length = 0;
  insertRule.mockReset();
  vi.stubGlobal('slipwayTexts', { catalogs: [], translations: {} });
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      insertRule = insertRule;
    },
  );
  Object.assign(document, { adoptedStyleSheets: [] });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requests.push([url, init]);
    return Promise.resolve(Response.json({ notes: { title: 'ملاحظات' } }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the default is the first language, and English needs no request', async () => {
  const composition = composed();
  await startLanguage(composition, manifest);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  await translated({ base });
  expect(requests).toEqual([]);
});

test('the chosen language sets direction, titles, and the messages of a release, with its hash and once', async () => {
  localStorage.setItem('slipway-language', '"ar"');
  const composition = composed();
  const own = structuredClone(manifest);
  const add = await startLanguage(composition, own);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect([own.routes[0]?.title, composition.rest?.routes[0]?.title, composition.rest?.nav[0]?.label]).toEqual(
    Array.from({ length: 3 }, () => 'ملاحظات'),
  );
  const catalog = evaluateCatalog();
  await Promise.all([translated({ base }), translated({ base })]);
  expect(catalog).toEqual({ title: 'ملاحظات' });
  expect(requests).toEqual([[`${base}messages.ar.json`, expect.objectContaining({ integrity })]]);
  const late = { notes: { routes: [{ ...route }], nav: [] } } as unknown as Composition['slices'];
  add(late);
  expect(late['notes']?.routes[0]?.title).toBe('ملاحظات');
});

test('a choice that the environment does not offer is its default', async () => {
  localStorage.setItem('slipway-language', '"de"');
  await startLanguage(composed(), manifest);
  expect(document.documentElement.lang).toBe('en');
});

test('a file that does not arrive leaves English', async () => {
  localStorage.setItem('slipway-language', '"ar"');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await startLanguage(composed(), structuredClone(manifest));
  const catalog = evaluateCatalog();
  await translated({ base });
  expect(catalog).toEqual({ title: 'Notes' });
});

test('from right to left, icons that point along the text are mirrored, and pictures of a thing are not', async () => {
  const isMirrored = (name: IconProps['name']) => {
    const [rule = ''] = insertRule.mock.lastCall ?? [];
    const [, selector = ':not(*)'] = /^(.*):dir\(rtl\) \{ scale: -1 1 \}$/.exec(rule) ?? [];
    return render(createElement(Icon, { name })).container.querySelector('svg')?.matches(selector);
  };
  localStorage.setItem('slipway-language', '"en"');
  await startLanguage(composed(), structuredClone(manifest));
  expect(isMirrored('send')).toBe(false);
  localStorage.setItem('slipway-language', '"ar"');
  await startLanguage(composed(), structuredClone(manifest));
  const names = ['arrowRight', 'external', 'send', 'signOut', 'chart'] as const;
  expect(names.map(isMirrored)).toEqual([true, true, true, true, false]);
});
