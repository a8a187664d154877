/** The script before the first paint preloads the release that the shell chooses for the same visitor, and only that one. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { composedRelease, compositionOf } from '../testing/compositions';
import { chooseReleases } from './releases';

const release = (version: string) => ({
  ...composedRelease(version),
  files: { 'entry.json': `sha384-entry`, [`page.${version}.js`]: `sha384-${version}` },
  preload: { '/market': ['entry.json', `page.${version}.js`], '/other': ['entry.json'] },
});
const stable = release('00000000000000b1');
const canary = release('00000000000000c1');
const composition = compositionOf({ market: { ...stable, canary: { percent: 50, release: canary } } });

/** Not a module: the compiler rejects its name in an import. */
const script = './preloadScript';

/** Runs the script as the last element of a head, and returns the preloads that it adds. */
async function run(composed: Composition, keys: string | undefined): Promise<HTMLLinkElement[]> {
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'slipway-composition';
  data.textContent = JSON.stringify(composed);
  const element = document.createElement('script');
  if (keys !== undefined) element.dataset['preload'] = keys;
  document.head.replaceChildren(data, element);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(element);
  const digest = vi.spyOn(crypto.subtle, 'digest');
  vi.resetModules();
  await import(/* @vite-ignore */ script);
  await Promise.all(digest.mock.results.map(({ value }) => value as Promise<unknown>));
  // The next task: whatever follows the digests has run.
  await new Promise((resolve) => setTimeout(resolve));
  digest.mockRestore();
  return [...document.head.querySelectorAll('link')];
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

it('preloads the files of the release that the shell chooses', async () => {
  const versions = new Set<string>();
  for (let visitor = 0; visitor < 10; visitor += 1) {
    localStorage.setItem('slipway.visitor', `visitor ${String(visitor)}`);
    const links = await run(composition, '/market landing.featured');
    const chosen = (await chooseReleases(composition)).composition.slices['market'];
    const version = chosen?.version ?? '';
    versions.add(version);
    expect(links.map((link) => [link.rel, link.as, link.getAttribute('href'), link.crossOrigin])).toEqual([
      ['preload', 'fetch', `${chosen?.base ?? ''}entry.json`, 'anonymous'],
      ['preload', 'script', `${chosen?.base ?? ''}page.${version}.js`, 'anonymous'],
    ]);
    expect(links[1]?.integrity).toBe(`sha384-${version}`);
  }
  expect(versions.size).toBe(2);
});

it('gives a new visitor the id that the shell uses', async () => {
  const links = await run(composition, '/market');
  expect(localStorage.getItem('slipway.visitor')).toMatch(/^[0-9a-f-]{36}$/);
  const chosen = (await chooseReleases(composition)).composition.slices['market'];
  expect(links[0]?.getAttribute('href')).toBe(`${chosen?.base ?? ''}entry.json`);
});

it('keeps the id of a returning visitor, who stays in the same group', async () => {
  localStorage.setItem('slipway.visitor', 'visitor 1');
  await run(composition, '/market');
  expect(localStorage.getItem('slipway.visitor')).toBe('visitor 1');
  localStorage.setItem('slipway.visitor', '');
  await run(composition, '/market');
  expect(localStorage.getItem('slipway.visitor')).toMatch(/^[0-9a-f-]{36}$/);
});

it('does nothing on a page without a canary, and nothing for a release that failed in this tab', async () => {
  expect(await run(composition, undefined)).toEqual([]);
  expect(localStorage.length).toBe(0);
  expect(await run(compositionOf({ market: stable }), '/market')).toEqual([]);
  sessionStorage.setItem('slipway.failed', JSON.stringify({ market: [stable.version, canary.version] }));
  expect(await run(composition, '/market')).toEqual([]);
});
