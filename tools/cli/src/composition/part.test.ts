/** The part of a composition in a document, and the documents that a deploy leaves as they are. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Composition, parseComposition } from '@slipway/contracts';
import { revisionBase } from '../store/keys';
import { shellRelease, sliceRelease } from '../testing/releases';
import { stores } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { builtRelease } from '../release/candidate';
import { deploy } from './deploy';
import { isPartOf } from './part';
import { restFile } from './restFile';

const shell = shellRelease({ links: ['/market', '/none'] });
const market = sliceRelease();
const other = (owner: string) =>
  sliceRelease({
    ...{ id: 'notes', owner, slots: [] },
    routes: [{ path: '/notes', title: 'Notes', access: 'public' }],
    preload: { '/notes': ['page.js'] },
  });

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeEach(async () => {
    place = await openWorkspace(open);
    await deployAll(shell, market, other('a'));
  });
  afterEach(() => place.close());

  async function deployAll(...releases: (typeof shell | typeof market)[]) {
    const candidates = await Promise.all(
      releases.map(async (release) => builtRelease(await place.build(release))),
    );
    return deploy({
      ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
      ...{ store: place.store, candidates, author: 'Ada', reason: 'a test' },
      edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
    });
  }
  const read = async (revision: number, name: string) =>
    (await place.store.get(`${revisionBase('staging', revision)}${name}`))?.toString() ?? '';
  const inlined = (html: string) =>
    parseComposition(JSON.parse(/id="slipway-composition">([^<]*)</.exec(html)?.[1] ?? ''));

  it('a document inlines the slices of its page and of its slots, and lists the pages that the shell links to', async () => {
    const home = inlined(await read(1, 'index.html'));
    expect(Object.keys(home.slices)).toEqual(['market']); // it fills a slot of the page
    const notes = inlined(await read(1, 'notes.html'));
    expect(Object.keys(notes.slices)).toEqual(['notes']);
    expect(notes.rest?.routes).toEqual([{ ...market.routes[0], slice: 'market' }]);
    expect(inlined(await read(1, '404.html')).slices).toEqual({});
  });

  it('a document leaves the slice of a slot that a user opens to the rest, and names those of the others', async () => {
    const showing = (name: string) =>
      sliceRelease({
        ...{ id: 'notes', slots: [] },
        routes: [{ path: '/notes', title: 'Notes', access: 'public', shows: [{ name, version: 1 }] }],
        preload: { '/notes': ['page.js'] },
      });
    const inlinedWith = async (name: string) => {
      const slots = [{ name, version: 1 }];
      const filling = sliceRelease({ slots, preload: { '/market': ['page.js'], [name]: ['slot.js'] } });
      const { revision } = (await deployAll(shell, filling, showing(name))).composition;
      return Object.keys(inlined(await read(revision, 'notes.html')).slices);
    };
    expect(await inlinedWith('agent.playground')).toEqual(['notes']);
    expect(await inlinedWith('landing.featured')).toEqual(['market', 'notes']);
  });

  it('only the document of / names the file with the rest, which is the composition', async () => {
    const composed = Buffer.from(await read(1, 'composition.json'));
    const { file } = inlined(await read(1, 'index.html')).rest ?? {};
    expect(file).toEqual(restFile(1, composed));
    expect(inlined(await read(1, 'notes.html')).rest).not.toHaveProperty('file');
    expect(await place.store.get(`environments/staging/public${file?.path ?? ''}`)).toEqual(composed);
  });

  it('a deploy of one slice leaves the documents of the others as they are', async () => {
    await deployAll(other('b'));
    for (const name of ['market.html', '404.html', 'market.html.br', 'market.html.gz'])
      expect((await read(2, name)) === (await read(1, name)), name).toBe(true);
    for (const name of ['index.html', 'notes.html'])
      expect((await read(2, name)) === (await read(1, name)), name).toBe(false);
    expect(inlined(await read(2, 'notes.html')).slices['notes']?.version).toBe(other('b').version);
  });

  it('a document of the revision before that was altered is written again', async () => {
    const key = `${revisionBase('staging', 1)}market.html`;
    const altered = (await read(1, 'market.html')).replace('"revision":1', '"revision":0');
    await place.store.remove(key);
    await place.store.create(key, Buffer.from(altered));
    await deployAll(other('b'));
    expect(inlined(await read(2, 'market.html')).revision).toBe(2);
  });

  it('the composition in a document has to be a part of the composition', async () => {
    const composition = JSON.parse(await read(1, 'composition.json')) as Composition;
    const file = restFile(1, Buffer.from(await read(1, 'composition.json')));
    const html = await read(1, 'index.html');
    const evil = restFile(1, Buffer.from('{}'));
    expect(isPartOf('index.html', html, composition, file)).toBe(true);
    expect(isPartOf('index.html', html, composition, evil)).toBe(false);
    expect(isPartOf('index.html', html.replace(file.path, evil.path), composition, file)).toBe(false);
    expect(isPartOf('index.html', html.replaceAll('market-team', 'evil-team'), composition, file)).toBe(
      false,
    );
  });
});
