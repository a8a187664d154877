/** The page that a document shows until the app has started. */
import { describe, expect, it } from 'vitest';
import { prerenderTokens, providerTokens } from '@slipway/contracts';
import { releaseBase } from '../store/keys';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace } from '../testing/workspace';
import { renderDocument, renderDocuments } from './document';
import { restFile } from './restFile';

const { name, owner, callUrl, origin, year } = prerenderTokens;
const shell = shellRelease({
  prerendered: {
    '/': {
      html: `<h1>${name}</h1><a href="${callUrl}">Call</a><code>${origin}/v1</code><p>© ${year} ${owner}</p>`,
      styles: ['page.css'],
    },
  },
});
const site = { name: 'A & B', owner: '<Owner>', callUrl: 'https://cal.example/?a="b"' };
const composed = { revision: 7, site, address: 'https://app.example' };
const composition = testComposition([sliceToCompose()], composed, shell);
const [home] = shell.routes;

describe('the page in the document', () => {
  it('has the values of the environment, escaped, and its styles', () => {
    const html = renderDocument(composition, shell, home);
    expect(html).toContain('<html lang="en" data-prerendered="/">');
    expect(html).toContain(
      '<div id="slipway-prerendered" hidden><h1>A &#38; B</h1><a href="https://cal.example/?a=&#34;b&#34;">Call</a><code>https://app.example/v1</code><p>©  &#60;Owner&#62;</p></div>',
    );
    expect(html).toContain(`<link rel="stylesheet" href="/slices/shell/${shell.version}/page.css"`);
    for (const token of Object.values(prerenderTokens)) expect(html).not.toContain(token);
  });

  it('is in no other document', () => {
    const slice = sliceRelease({ redirects: [{ from: '/old', to: '/' }] });
    const rest = restFile(7, Buffer.from('{}'));
    const documents = renderDocuments(composition, [shell], [slice], rest);
    const those = documents.filter(({ text }) => text.includes('prerendered') || text.includes('page.css'));
    expect(those.map((document) => document.name)).toEqual(['index.html']);
  });

  it.each([
    [
      'a canary of the shell',
      { shell: { ...composition.shell, canary: { percent: 5, release: composition.shell } } },
    ],
    ['several languages', { languages: { offered: ['en', 'de'], translations: {} } }],
    ['no address', { address: undefined }],
    ['a slot that nothing fills', { slices: {} }],
  ])('is left out with %s', (_why, different) => {
    const html = renderDocument({ ...composition, ...different }, shell, home);
    expect(html).not.toContain('prerendered');
    expect(html).not.toContain('page.css');
  });
});

describe('the page of a slice', () => {
  const { accepted, missing, end } = providerTokens('github');
  const framed = shellRelease({
    prerenderedFrame: { html: `<header>${name}</header>`, styles: ['main.css'] },
  });
  const slice = sliceRelease({
    files: { ...sliceRelease().files, 'prerendered.0a.css': { size: 1, integrity: 'sha384-page' } },
    prerendered: {
      '/market': {
        html: `<form>${accepted}<b>GitHub</b>${missing}<i>none</i>${end}</form>`,
        styles: ['prerendered.0a.css'],
      },
    },
  });
  const [route] = slice.routes;
  const toCompose = sliceToCompose(slice);
  const whole = testComposition([toCompose], composed, framed);
  const documentOf = (composition = whole, release = slice, shell = framed, at = route) =>
    renderDocument(composition, shell, at, { releases: [release] });

  it('comes after the frame of the shell, with the styles of both', () => {
    const html = documentOf();
    expect(html).toContain('<html lang="en" data-prerendered="/market">');
    expect(html).toContain(
      '<div id="slipway-prerendered" hidden><header>A &#38; B</header><form><i>none</i></form></div>',
    );
    const file = `href="/slices/market/${slice.version}/prerendered.0a.css" integrity="sha384-page" crossorigin="anonymous"`;
    // Those of the slice block neither the first paint nor the app. Without JavaScript nothing applies them later.
    expect(
      html.split('\n').filter((line) => line.includes(`<link rel="stylesheet"`) && line.includes('0a.css')),
    ).toEqual([
      `<link rel="stylesheet" media="not all" fetchpriority="high" data-prerendered ${file}>`,
      `<noscript><link rel="stylesheet" ${file}></noscript>`,
    ]);
  });

  it('has the part for the providers of the environment', () => {
    const html = documentOf({ ...whole, backend: { ...whole.backend, providers: ['github'] } });
    expect(html).toContain('<form><b>GitHub</b></form>');
  });

  it('says which parameters change it, and that it is a loading state', () => {
    const page = { html: '<p>Wait</p>', styles: [], variesBy: ['q', 'creator'], isLoading: true };
    const html = documentOf(whole, { ...slice, prerendered: { '/market': page } });
    expect(html).toContain(
      '<html lang="en" data-prerendered="/market" data-varies="q creator" data-loading>',
    );
  });

  it('adds nothing to other documents', () => {
    const rest = restFile(7, Buffer.from('{}'));
    const documents = renderDocuments(
      testComposition(
        [toCompose, sliceToCompose({ id: 'other', routes: [], slots: [], preload: {} })],
        composed,
        framed,
      ),
      [{ ...framed, links: [] }],
      [slice],
      rest,
    );
    const those = documents.filter(({ text }) => text.includes('slipway-prerendered'));
    expect(those.map((document) => document.name)).toEqual(['market.html']);
    // Their composition lists files that code loads, and this is none.
    for (const { text } of documents) expect(text).not.toContain('"prerendered.0a.css"');
  });

  it.each([
    [
      'a canary of its slice',
      () =>
        documentOf(
          testComposition(
            [sliceToCompose(slice, { canary: { percent: 5, release: sliceRelease({ owner: 'other' }) } })],
            composed,
            framed,
          ),
        ),
    ],
    [
      'a canary of the shell',
      () => documentOf({ ...whole, shell: { ...whole.shell, canary: { percent: 5, release: whole.shell } } }),
    ],
    ['a shell without a frame', () => documentOf(whole, slice, shell)],
    ['a sandboxed slice', () => documentOf(whole, { ...slice, isolation: 'sandbox' })],
    ['another release of it', () => documentOf(whole, sliceRelease({ ...slice, version: 'f'.repeat(16) }))],
    [
      'several languages',
      () => documentOf({ ...whole, languages: { offered: ['en', 'de'], translations: {} } }),
    ],
    [
      'an earlier address of it',
      () => documentOf(whole, slice, framed, route && Object.assign({ from: '/old' }, route)),
    ],
  ])('is left out with %s', (_why, render) => {
    expect(render()).not.toContain('slipway-prerendered');
  });
});

it('a page that was altered in the store is rejected, as any part of a release', async () => {
  const place = await openWorkspace();
  try {
    for (const name of ['staging', 'other']) place.writeEnvironment(name, {});
    const built = shellRelease({ prerendered: { '/': { html: '<h1>Home</h1>', styles: ['main.css'] } } });
    await place.build(built);
    await place.build(sliceRelease());
    await place.text('deploy', 'shell', 'market', '--env', 'other', '--reason', 'test');
    const key = `${releaseBase('shell', built.version)}release.json`;
    const text = (await place.store.get(key))?.toString() ?? '';
    expect(text).toContain('<h1>Home</h1>');
    const deploy = () =>
      place.slipway('deploy', `shell@${built.version}`, 'market', '--env', 'staging', '--reason', 'test');

    await place.store.remove(key);
    await place.store.create(key, Buffer.from(text.replace('<h1>Home</h1>', '<h1>Evil</h1>')));
    const rejected = await deploy();
    expect(rejected.code).not.toBe(0);
    expect(rejected.error).toContain(key);

    await place.store.remove(key);
    await place.store.create(key, Buffer.from(text));
    expect((await deploy()).code).toBe(0);
  } finally {
    await place.close();
  }
});
