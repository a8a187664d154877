/** Damage of a store: who is stopped by it, who is notified, and how the same build, or a written pointer, repairs it. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { pointerKey, RELEASES } from './store/keys';
import { shellRelease, sliceFiles, sliceRelease } from './testing/releases';
import { stores } from './testing/stores';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const market = sliceRelease();
const base = `${RELEASES}/market/${market.version}/`;
const ROUTES = [{ path: '/notes', title: 'Notes', access: 'public' as const }];
const notes = (owner: string) =>
  sliceRelease({ id: 'notes', owner, routes: ROUTES, slots: [], preload: { '/notes': ['page.js'] } });
const because = ['--reason', 'a test'];

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeEach(async () => {
    place = await openWorkspace(open);
    for (const release of [shellRelease(), market, notes('one')]) await place.build(release);
    await place.text('deploy', 'shell', 'market', 'notes', '--env', 'staging', ...because);
  });
  afterEach(() => place.close());

  const alter = async (key: string, text?: string) => {
    await place.store.remove(key);
    if (text !== undefined) await place.store.create(key, Buffer.from(text));
  };

  it('a damaged file of one slice stops no deploy of another, and names its owner (21.6)', async () => {
    await alter(`${base}page.js`);
    await alter(`${base}slot.js`, 'longer than before, and not signed');
    await place.build(notes('two'));
    const text = await place.text('deploy', 'notes', '--env', 'staging', ...because);
    expect(text).toContain('staging now runs revision 2');
    expect(text).toMatch(/^market: page\.js .* is missing: .*its owner is market-team/m);
    expect(text).toMatch(/^market: slot\.js .* has 34 bytes instead of/m);

    // Another environment would serve the file for the first time.
    place.writeEnvironment('other');
    const other = ['--env', 'other', ...because];
    expect(await place.failure('deploy', 'shell', `market@${market.version}`, ...other)).toMatch(
      /market: page\.js .* is missing/,
    );
  });

  it('metadata that does not verify stops every deploy (21.6)', async () => {
    const text = (await place.store.get(`${base}release.json`))?.toString() ?? '';
    await alter(`${base}release.json`, text.replace('market-team', 'other-team'));
    await place.build(notes('two'));
    expect(await place.failure('deploy', 'notes', '--env', 'staging', ...because)).toMatch(/market/);
  });

  it('without its pointer, an environment is not taken for a new one; the written number repairs it', async () => {
    await place.build(notes('two'));
    await place.text('deploy', 'notes', '--env', 'staging', ...because);
    await alter(pointerKey('staging'));
    const keys = async () => [...(await place.store.sizes('environments')).keys()].sort();
    const before = await keys();
    for (const command of [
      ['deploy', 'shell', 'market', 'notes', '--env', 'staging', ...because],
      ['rollback', '--env', 'staging', ...because],
      ['env', 'apply', '--env', 'staging', ...because],
      ['history', '--env', 'staging'],
      ['prune', '--env', 'staging'],
      ['doctor', '--env', 'staging'],
    ]) {
      expect(await place.failure(...command), command.join(' ')).toMatch(
        /staging has revision 2 and no current\.json: the pointer was removed.* such as \{"revision":2\}/,
      );
    }
    expect(await keys()).toEqual(before);

    await place.store.swap(pointerKey('staging'), undefined, '{"revision":2}');
    const text = await place.text('rollback', 'notes', '--env', 'staging', ...because);
    expect(text).toContain('staging now runs revision 3');
  });

  it('has only run its first revision, and is no new environment without its pointer either', async () => {
    await alter(pointerKey('staging'));
    expect(await place.failure('deploy', 'shell', 'market', 'notes', '--env', 'staging', ...because)).toMatch(
      /staging has revision 1 and no current\.json.* such as \{"revision":1\}, then run slipway doctor/,
    );
    // As an editor or echo writes it.
    await place.store.swap(pointerKey('staging'), undefined, '{ "revision": 1 }\n');
    await place.build(notes('two'));
    expect(await place.text('deploy', 'notes', '--env', 'staging', ...because)).toContain(
      'staging now runs revision 2',
    );
  });

  it.each([
    ['a missing file', 'page.js', undefined],
    ['an altered file of the same size', 'page.js', 'pace'],
    ['an altered compressed copy', 'page.js.gz', 'no gzip'],
    ['an altered description', 'release.json', '{"kind":"slice"}'],
    ['an altered signature', 'release.signed.json', '{}'],
  ])(
    'publish repairs %s from the same build, and another deploy serves it (21.6)',
    async (_what, name, text) => {
      await alter(base + name, text);
      const published = await place.text('publish', 'market', '--env', 'staging');
      expect(published).toMatch(/published to|already in/);
      expect((await place.store.get(`${base}page.js`))?.toString()).toBe(sliceFiles['page.js']);
      expect(gunzipSync((await place.store.get(`${base}page.js.gz`)) ?? '').toString()).toBe(
        sliceFiles['page.js'],
      );
      place.writeEnvironment('other');
      const other = ['--env', 'other', ...because];
      expect(await place.text('deploy', 'shell', `market@${market.version}`, ...other)).toContain(
        'other now runs revision 1',
      );
      expect(await place.text('publish', 'market', '--env', 'staging')).toContain('is already in');
    },
  );
});

describe('the build of a slice', () => {
  let place: WorkspaceWithStore;
  beforeEach(async () => {
    place = await openWorkspace();
    for (const release of [shellRelease(), market]) await place.build(release);
  });
  afterEach(() => place.close());

  test('a deploy of a build that is older than its source reports it (21.1)', async () => {
    const app = join(place.root, 'apps/market');
    const deploy = () => place.text('deploy', 'shell', 'market', '--env', 'staging', ...because);
    expect(await deploy()).not.toContain('newer');
    mkdirSync(join(app, 'src'));
    for (const [name, seconds] of [
      ['src/Page.tsx', 60],
      ['src/Page.test.tsx', 90],
      ['vitest.config.ts', 90],
    ] as const) {
      writeFileSync(join(app, name), '');
      utimesSync(join(app, name), Date.now() / 1000, Date.now() / 1000 + seconds);
    }
    const notice =
      'src/Page.tsx of market is newer than its build, which does not have that change: run slipway build market, then the same command again';
    expect(await deploy()).toContain(notice);
    expect(await place.json('deploy', 'market', '--env', 'staging', ...because)).toMatchObject({
      notices: [notice],
    });
    await place.build(sliceRelease({ owner: 'another-team' }));
    const later = Date.now() / 1000 + 90;
    utimesSync(join(app, 'src/Page.tsx'), later, later);
    const canary = ['canary', 'market', '--env', 'staging', '--percent', '5', '--dry-run'];
    expect(await place.text(...canary)).toContain(notice);
  });

  test('an unknown slice is answered with the slices, not with other apps (21.1)', async () => {
    mkdirSync(join(place.root, 'apps/gateway'));
    writeFileSync(join(place.root, 'apps/gateway/package.json'), '{}');
    for (const name of ['gateway', 'bilingual'])
      expect(await place.failure('deploy', name, '--env', 'staging', ...because)).toMatch(
        new RegExp(`There is no slice ${name}: apps/ has market, shell; `),
      );
  });
});
