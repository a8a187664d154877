/** Documents with the same inputs, and only those, have the same text. One file: each change is compared with the same composition. */
import { describe, expect, it } from 'vitest';
import type { Composition, ShellRelease, SliceRelease } from '@slipway/contracts';
import { sliceToCompose, testComposition } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import type { SliceToCompose } from './compose';
import { type DocumentSource, documentSources } from './document';
import { isSameButNumbers } from './part';
import { restFile } from './restFile';

const access = 'public' as const;
const links = ['/market'];
const entry = ['mf-manifest.json', 'remoteEntry.js'];
const markup = { html: '<h1>Market</h1>', styles: [] };

/** A page that shows a slot, one inside a page of another slice, and one beside them. */
const fields: Record<string, Partial<SliceRelease>> = {
  hub: { routes: [{ path: '/hub', title: 'Hub', access }], slots: [], preload: { '/hub': entry } },
  market: { nav: [{ path: '/market', label: 'Market' }], prerendered: { '/market': markup } },
  notes: {
    routes: [
      { path: '/notes/:id', title: 'Note', access, parent: '/hub' },
      { path: '/show', title: 'Show', access, shows: [{ name: 'landing.featured', version: 1 }] },
    ],
    slots: [],
    redirects: [{ from: '/memos', to: '/show' }],
    preload: { '/notes/:id': entry, '/show': entry },
  },
  other: { routes: [{ path: '/other', title: 'Other', access }], slots: [], preload: { '/other': entry } },
};

interface Setup {
  slices?: Record<string, Partial<SliceRelease> | undefined>;
  extras?: Record<string, Partial<SliceToCompose>>;
  shell?: Partial<ShellRelease>;
  composition?: Partial<Composition>;
}

function sourcesOf(setup: Setup, revision: number): Map<string, DocumentSource> {
  const all = Object.entries({ ...fields, ...setup.slices }).flatMap(([id, some]) =>
    some ? [sliceRelease({ id, ...fields[id], ...some })] : [],
  );
  const shell = shellRelease({
    links,
    prerenderedFrame: { html: '<nav></nav>', styles: [] },
    ...setup.shell,
  });
  const composition = testComposition(
    all.map((release) => sliceToCompose(release, setup.extras?.[release.id])),
    {
      address: 'https://app.example',
      ...setup.composition,
      revision,
      createdAt: `2026-11-2${String(revision)}T09:00:00.000Z`,
    },
    shell,
  );
  const rest = restFile(revision, Buffer.from(JSON.stringify(composition)));
  return new Map(documentSources(composition, [shell], all, rest).map((source) => [source.name, source]));
}

const first = sourcesOf({}, 1);

/** The documents whose inputs differ from those of the first composition. */
const changedBy = (setup: Setup): string[] => {
  const second = sourcesOf(setup, 2);
  return [...second.values()]
    .filter(({ inputs }) => inputs !== undefined)
    .filter(({ name, inputs }) => first.get(name)?.inputs !== inputs)
    .map(({ name }) => name)
    .sort();
};

const canary = { percent: 5, release: sliceRelease({ id: 'other', ...fields['other'], owner: 'next' }) };
const origin = 'https://maps.example';
const changes: [string, Setup][] = [
  ['nothing', {}],
  ['a new release', { slices: { market: { ...fields['market'], owner: 'next' } } }],
  ['a new release of a parent', { slices: { hub: { ...fields['hub'], owner: 'next' } } }],
  [
    'another parent of a parent',
    {
      slices: {
        hub: { routes: [{ path: '/hub', title: 'Hub', access, parent: '/other' }] },
      },
    },
  ],
  [
    'a slice that preloads for the page of another',
    {
      slices: { other: { preload: { '/other': entry, '/show': ['page.js'] } } },
    },
  ],
  [
    'a canary that preloads for the page of another',
    {
      slices: { other: { preload: { '/other': entry, '/show': ['page.js'] } } },
      extras: { other: { canary } },
    },
  ],
  ['a canary', { extras: { other: { canary } } }],
  [
    'a fallback',
    {
      extras: { other: { fallback: { version: 'a1', base: '/slices/other/a1/', release: 'sha384-a' } } },
    },
  ],
  [
    'a prerendered page',
    {
      slices: {
        market: { ...fields['market'], prerendered: { '/market': { ...markup, html: '<h1>New</h1>' } } },
      },
    },
  ],
  ['no filling of a slot', { slices: { market: { ...fields['market'], slots: [] } } }],
  ['another navigation', { slices: { other: { nav: [{ path: '/other', label: 'Other' }] } } }],
  ['no redirect', { slices: { notes: { redirects: [] } } }],
  ['another target of a redirect', { slices: { notes: { redirects: [{ from: '/memos', to: '/other' }] } } }],
  ['another slice', { slices: { more: { routes: [{ path: '/more', title: 'More', access }], slots: [] } } }],
  ['no slice', { slices: { other: undefined } }],
  ['another title', { slices: { other: { routes: [{ path: '/other', title: 'Title', access }] } } }],
  ['another shell', { shell: { pages: { '/': ['page.js'], '404': [] } } }],
  ['other links', { shell: { links: ['/market', '/other'] } }],
  [
    'another name',
    { composition: { site: { name: 'Name', owner: 'Owner', callUrl: 'https://cal.example' } } },
  ],
  ['another backend', { composition: { backend: { url: '/', key: 'k' } } }],
  ['another address', { composition: { address: 'https://other.example' } }],
  ['a third party', { composition: { thirdParties: { other: { connect: [origin] } } } }],
  ['configuration', { composition: { config: { other: { limit: 1 } } } }],
];

describe.each(changes)('after %s', (_what, setup) => {
  it('documents with the same inputs, and only those, have the same text', () => {
    let compared = 0;
    for (const { name, inputs, render } of sourcesOf(setup, 2).values()) {
      const before = first.get(name);
      if (inputs === undefined || before?.inputs === undefined) continue;
      expect(isSameButNumbers(before.render(), render()), name).toBe(before.inputs === inputs);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(0);
  });
});

it('a slice that is deployed changes the documents that show it, and no other', () => {
  expect(changedBy({})).toEqual([]);
  expect(changedBy({ slices: { other: { owner: 'next' } } })).toEqual(['other.html']);
  expect(changedBy({ slices: { market: { ...fields['market'], owner: 'next' } } })).toEqual([
    ...['market.html', 'memos.html', 'show.html'],
  ]);
});

it('the document with the newest number has no inputs, and none has with a shell that cannot fetch the rest', () => {
  expect(first.get('index.html')?.inputs).toBeUndefined();
  expect(first.get('other.html')?.inputs).toBeDefined();
  const older = [...sourcesOf({ shell: { links: undefined } }, 2).values()];
  expect(older.filter(({ inputs }) => inputs !== undefined)).toEqual([]);
});
