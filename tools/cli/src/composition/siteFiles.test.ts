/** The files for crawlers and installers. */
import { expect, it } from 'vitest';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { siteFiles, sitemapOf } from './siteFiles';

const shell = shellRelease({ images: { 'icon-192': 'icon-192.png', 'icon-maskable': 'maskable.png' } });
const composition = testComposition([sliceToCompose()], {}, shell);
const filesOf = (changes: Partial<typeof composition>) =>
  new Map(
    siteFiles({ ...composition, ...changes }, shell, [sliceRelease()]).map(({ name, text }) => [name, text]),
  );

it('lists the public pages only, with the sitemap of agents where the backend is on the origin of the app', () => {
  const files = filesOf({ address: 'https://app.example' });
  expect(
    [...(files.get('sitemap.xml') ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page),
  ).toEqual(
    [...shell.routes, ...sliceRelease().routes]
      .filter(({ access }) => access === 'public')
      .map(({ path }) => `https://app.example${path}`),
  );
  expect(files.get('robots.txt')).toMatch(/^Sitemap: https:\/\/app\.example\/sitemap\.xml$/m);
  expect(files.get('robots.txt')).not.toContain('/v1/sitemap.xml');
  const own = filesOf({ address: 'https://app.example', backend: { url: '/', key: 'sb_publishable_x' } });
  expect(own.get('robots.txt')).toMatch(/^Sitemap: https:\/\/app\.example\/v1\/sitemap\.xml$/m);
});

it('asks crawlers to leave an environment that is not indexed', () => {
  const files = filesOf({ address: undefined });
  expect(files.get('robots.txt')).toBe('User-agent: *\nDisallow: /\n');
  expect(files.get('sitemap.xml')).not.toContain('<url>');
});

it('makes the app installable, with the icons of the shell', () => {
  const base = `/slices/shell/${shell.version}/`;
  expect(JSON.parse(filesOf({}).get('slipway.webmanifest') ?? '')).toMatchObject({
    ...{ name: 'Slipway', start_url: '/', scope: '/', display: 'standalone' },
    icons: [
      { src: `${base}icon-192.png`, sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: `${base}maskable.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
});

it('escapes addresses', () => {
  expect(sitemapOf([{ address: 'https://app.example/?a=1&b=<' }])).toContain(
    '<loc>https://app.example/?a=1&#38;b=&#60;</loc>',
  );
});
