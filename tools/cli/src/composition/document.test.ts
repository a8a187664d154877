/** The HTML documents and the security headers. One file: all tests compose the same releases. */
import { beforeEach, describe, expect, it } from 'vitest';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { renderDocument, renderDocuments } from './document';
import { sliceAssets } from './sliceAssets';
import { metaPolicy, securityHeaders } from './headers';
import { restFile } from './restFile';

const shell = shellRelease({
  preload: ['font.woff2'],
  icons: ['icon.svg'],
  images: { 'icon-32': 'icon-32.png', social: 'social.png' },
  pages: { '/': ['main.js', 'page.js'], '404': ['lost.js'] },
});
const composition = testComposition([sliceToCompose()], { revision: 7 }, shell);
const [home] = shell.routes;
const base = `/slices/shell/${shell.version}/`;
const market = `/slices/market/${sliceRelease().version}/`;
const lines = (html: string, start: string) => html.split('\n').filter((line) => line.startsWith(start));
const integrity = (file: string) => shell.files[file]?.integrity ?? '';

describe('the document of a route', () => {
  let html: string;
  beforeEach(() => {
    html = renderDocument(composition, shell, home);
  });

  it('runs the scripts of the shell with their hashes, the one before paint last', () => {
    expect(lines(html, '<script')).toEqual([
      `<script defer src="${base}main.js" integrity="${integrity('main.js')}" crossorigin="anonymous"></script>`,
      expect.stringMatching(
        /^<script type="application\/json" id="slipway-composition">\{"schema":1,.*"revision":7,.*<\/script>$/,
      ),
      `<script src="${base}before-paint.js" integrity="${integrity('before-paint.js')}" crossorigin="anonymous"></script>`,
    ]);
  });

  it('loads styles, icon and fonts of the shell', () => {
    expect(lines(html, '<link rel="stylesheet"')).toEqual([
      `<link rel="stylesheet" href="${base}main.css" integrity="${integrity('main.css')}" crossorigin="anonymous">`,
    ]);
    expect(lines(html, '<link rel="icon"')).toEqual([
      `<link rel="icon" type="image/png" sizes="32x32" href="${base}icon-32.png">`,
      `<link rel="icon" href="${base}icon.svg">`,
    ]);
    expect(html).toContain('<link rel="manifest" href="/slipway.webmanifest">');
    expect(lines(html, '<link rel="preload" as="font"')).toEqual([
      `<link rel="preload" as="font" type="font/woff2" href="${base}font.woff2" crossorigin="anonymous">`,
    ]);
  });

  it('preloads the page, without scripts that run anyway, and the slots it shows', () => {
    const preloaded = [...html.matchAll(/as="(script|fetch)" href="([^"]+)"/g)].map(([, as, href]) => [
      as,
      href,
    ]);
    expect(preloaded).toEqual([
      ['script', `${base}page.js`],
      ['fetch', `${market}mf-manifest.json`],
      ['script', `${market}remoteEntry.js`],
      ['script', `${market}slot.js`],
    ]);
    expect(html).toContain(`href="${market}mf-manifest.json" crossorigin="anonymous">`);
  });

  it('has the title of the route and of the site, escaped', () => {
    expect(html).toContain('<title>Home &#38; &#60;more&#62; · Slipway</title>');
  });

  it('repeats the content security policy', () => {
    expect(html).toContain(
      `content="${metaPolicy({ backend: 'https://backend.example', allowOverrides: false })}"`,
    );
  });
});

describe('the message for a shell that does not start (D8)', () => {
  const started = { ...shell, handlesStart: true };

  it('is plain HTML, for shells that remove it', () => {
    expect(renderDocument(composition, shell, home)).not.toContain('slipway-start');
    const html = renderDocument(composition, started, home);
    expect(html).toMatch(/<main id="slipway-start" role="alert">[^]*<a href="">Reload<\/a><\/p>\n<\/main>/);
    expect(html).not.toContain('data-recovery');
  });

  it('leads to the earlier shell where there is one', () => {
    const fallback = {
      ...{ version: '00000000000000f0', base: '/slices/shell/00000000000000f0/', release: 'x' },
      ...{ scripts: {}, styles: {}, beforePaint: {} },
    };
    const html = renderDocument({ ...composition, shell: { ...composition.shell, fallback } }, started, home);
    expect(html).toContain('<html lang="en" data-recovery="/slipway-recovery">');
    expect(html).toContain('<a href="/slipway-recovery">Open the previous version</a>');
  });
});

it('describes public pages to search engines and previews of links, and keeps them from the others (23)', () => {
  if (!home) throw new Error('no route');
  const site = { ...composition.site, description: 'Find "agents" & <more>' };
  const html = renderDocument({ ...composition, site }, shell, home);
  const text = 'Find &#34;agents&#34; &#38; &#60;more&#62;';
  expect(lines(html, '<meta name="description"')).toEqual([`<meta name="description" content="${text}">`]);
  expect(lines(html, '<meta property="og:')).toEqual([
    `<meta property="og:description" content="${text}">`,
    '<meta property="og:title" content="Home &#38; &#60;more&#62;">',
    '<meta property="og:site_name" content="Slipway">',
    '<meta property="og:type" content="website">',
    `<meta property="og:url" content="${composition.address ?? ''}/">`,
    `<meta property="og:image" content="${composition.address ?? ''}${base}social.png">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
  ]);
  expect(lines(html, '<link rel="canonical"')).toEqual([
    `<link rel="canonical" href="https://staging.example/">`,
  ]);
  expect(html).not.toContain('noindex');
  const unlisted = renderDocument({ ...composition, address: undefined }, shell, home);
  expect(unlisted).toContain('<meta name="robots" content="noindex">');
  expect(unlisted).not.toMatch(/rel="canonical"|og:url|og:image/);
  for (const other of [undefined, { ...home, access: 'signed-in' as const }]) {
    const hidden = renderDocument({ ...composition, site }, shell, other);
    expect(hidden).toContain('<meta name="robots" content="noindex">');
    expect(lines(hidden, '<meta property="og:')).toEqual([]);
  }
});

it('renders the not-found page without a route', () => {
  const html = renderDocument(composition, shell, undefined);
  expect(html).toContain('<title>Page not found · Slipway</title>');
  expect(html).toContain(`${base}lost.js`);
  expect(html).not.toContain(`${base}page.js`);
  expect(html).not.toContain(`href="${market}`);
});

it('leaves the preloads of a slice with a canary to the script before the first paint', () => {
  const canary = { percent: 10, release: sliceRelease({ owner: 'newer-team' }) };
  const withCanary = testComposition([sliceToCompose({}, { canary })], {}, shell);
  const html = renderDocument(withCanary, shell, home);
  expect(html).not.toMatch(/<link[^>]*\/slices\/market\//);
  expect(html).toContain(
    `before-paint.js" integrity="${integrity('before-paint.js')}" crossorigin="anonymous" data-preload="landing.featured"></script>`,
  );
  expect(renderDocument(withCanary, shell, undefined)).not.toContain('data-preload');
});

it('lists each file of a slice once, with its hash', () => {
  const assets = sliceAssets(composition, '/market', ['landing.featured', 'landing.stats']);
  expect(assets.map(({ href }) => href)).toEqual(
    ['mf-manifest.json', 'remoteEntry.js', 'page.js', 'slot.js'].map((file) => market + file),
  );
  expect(assets.every((asset) => asset.integrity.startsWith('sha384-'))).toBe(true);
  expect(sliceAssets(composition, '/other', [])).toEqual([]);
});

describe('the headers', () => {
  const options = { backend: '/', isSecure: false, allowOverrides: false };

  it('allow only the origin of the app', () => {
    const policy = securityHeaders(options)['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-");
    expect(policy).toContain("connect-src 'self'; img-src 'self' data:;");
    expect(policy).toContain("; worker-src 'none'; ");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types slipway-loader;");
    expect(policy).toMatch(/; frame-ancestors 'none'$/);
  });

  it('allow connections to a separate backend', () => {
    expect(metaPolicy({ backend: 'https://b.example', allowOverrides: false })).toContain(
      "connect-src 'self' https://b.example;",
    );
  });

  it('allow slices from localhost only with overrides', () => {
    const policy = metaPolicy({ backend: '/', allowOverrides: true });
    expect(policy).toContain("script-src 'self' http://localhost:*;");
    expect(policy).toContain("connect-src 'self' http://localhost:*;");
    expect(policy).toContain("img-src 'self' http://localhost:* data:;");
    expect(metaPolicy({ backend: '/', allowOverrides: false })).not.toContain('localhost');
  });

  it('leave directives out of the meta element that only a header may have', () => {
    expect(metaPolicy(options)).not.toContain('frame-ancestors');
  });

  it('require transport security only over TLS', () => {
    expect(securityHeaders(options)).not.toHaveProperty('strict-transport-security');
    expect(securityHeaders({ ...options, isSecure: true })).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});

describe('the documents of routes with parameters', () => {
  const access = 'public' as const;
  const slice = sliceRelease({
    id: 'notes',
    slots: [],
    routes: [
      { path: '/notes', title: 'Notes', access, head: { description: 'All "notes"', canonical: '/notes' } },
      { path: '/notes/:id', title: 'Note', access, parent: '/notes' },
    ],
    redirects: [{ from: '/memos/:id?', to: '/notes' }],
    preload: { '/notes': ['remoteEntry.js'], '/notes/:id': ['page.js'] },
  });
  const notes = testComposition([sliceToCompose(slice)], { address: 'https://app.example' }, shell);
  const documents = new Map(
    renderDocuments(notes, [shell], [slice], restFile(1, Buffer.of())).map(({ name, text }) => [name, text]),
  );

  it('have one name for each pattern, also those of redirects', () => {
    expect([...documents.keys()].filter((name) => name.endsWith('.html')).sort()).toEqual([
      ...['404.html', 'index.html', 'memos.html', 'memos/_.html', 'notes.html', 'notes/_.html'],
      'slipway-offline.html',
    ]);
  });

  it('preload the page and its parent', () => {
    expect(documents.get('notes/_.html')).toContain('/remoteEntry.js"');
    expect(documents.get('notes/_.html')).toContain('/page.js"');
  });

  it('contain the head of the manifest; those of redirects are not for search engines', () => {
    const own = documents.get('notes.html') ?? '';
    expect(own).toContain('<meta name="description" content="All &#34;notes&#34;">');
    expect(own).toContain('<link rel="canonical" href="https://app.example/notes">');
    expect(own).not.toContain('noindex');
    expect(documents.get('memos.html')).toContain('<meta name="robots" content="noindex">');
  });
});
