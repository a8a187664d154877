/** A deploy is whole or nothing: checked first, the pointer moved last, one winner. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSite } from '@slipway/contracts';
import { type Change, currentComposition, deploy } from './composition';
import { shellRelease, sliceRelease, writeBuild } from './testing/releases';
import { folderStore } from './store/folderStore';
import { revisionBase } from './keys';
import { publish } from './publish';
import type { Store } from './store/store';

let folder: string;
let store: Store;

const change = (overrides: Partial<Change> = {}): Change => ({
  environment: 'staging',
  shell: shellRelease(),
  slices: [sliceRelease()],
  backend: { url: '/', key: 'sb_publishable_test' },
  site: defaultSite,
  author: 'Ada',
  reason: 'a test',
  ...overrides,
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-deploy-'));
  store = folderStore(join(folder, 'store'));
});

describe('publish', () => {
  it('puts every file under the version, and does nothing the second time', async () => {
    const dist = await writeBuild(join(folder, 'dist'), sliceRelease());
    await publish(store, dist);
    await publish(store, dist);
    expect((await store.list('slices/market/00000000000000b1')).sort()).toEqual([
      ...['mf-manifest.json', 'mf-manifest.json.br', 'mf-manifest.json.gz'],
      ...['page.js', 'page.js.br', 'page.js.gz'],
      'release.json',
      ...['remoteEntry.js', 'remoteEntry.js.br', 'remoteEntry.js.gz'],
      ...['slot.js', 'slot.js.br', 'slot.js.gz'],
    ]);
  });

  it('refuses a file that was changed after the build, and writes nothing', async () => {
    const dist = await writeBuild(join(folder, 'dist'), sliceRelease());
    await writeFile(join(dist, 'page.js'), 'altered');
    await expect(publish(store, dist)).rejects.toThrow(/page\.js was changed after the build/);
    expect(await store.list('slices')).toEqual([]);
  });

  it('says what to do where there is no build', async () => {
    await expect(publish(store, join(folder, 'none'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('deploy', () => {
  it('writes a document a route with the composition inlined and its needs preloaded', async () => {
    const composition = await deploy(store, change());
    const base = revisionBase('staging', composition.revision);
    const home = (await store.get(`${base}index.html`))?.toString() ?? '';
    const market = (await store.get(`${base}market.html`))?.toString() ?? '';
    expect(home).toContain('Home &#38; &#60;more&#62; · Slipway');
    expect(home).toContain('/slices/market/00000000000000b1/slot.js');
    expect(home).not.toContain('market/00000000000000b1/page.js"');
    expect(market).toContain('as="script" href="/slices/market/00000000000000b1/page.js" integrity="sha384-');
    expect(market).toContain(
      'as="fetch" href="/slices/market/00000000000000b1/mf-manifest.json" crossorigin',
    );
    expect(await store.get(`${base}404.html`)).toBeDefined();
  });

  it('cannot be ended early by what a person typed as the reason', async () => {
    const composition = await deploy(store, change({ reason: '</script><script>alert(1)</script>' }));
    const html =
      (await store.get(`${revisionBase('staging', composition.revision)}index.html`))?.toString() ?? '';
    expect(html).not.toContain('</script><script>alert');
  });

  it('changes nothing when nothing differs', async () => {
    const first = await deploy(store, change());
    expect(await deploy(store, change({ reason: 'again' }))).toEqual(first);
  });

  it('lets one of two deploy at once; the other is told to look again', async () => {
    await deploy(store, change());
    const both = await Promise.allSettled([
      deploy(store, change({ backend: { url: '/', key: 'one' } })),
      deploy(store, change({ backend: { url: '/', key: 'two' } })),
    ]);
    const refused = both.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'conflict' });
  });

  it('goes on after a deploy that was cut before its pointer moved', async () => {
    await store.create(`${revisionBase('staging', 1)}composition.json`, Buffer.from('{"half":'));
    const composition = await deploy(store, change());
    expect(composition.revision).toBe(2);
    expect(await currentComposition(store, 'staging')).toEqual(composition);
  });

  it.each([
    [
      'a contract the shell does not host',
      [sliceRelease({ contract: 2 })],
      /speaks contract 2, this shell hosts 1/,
    ],
    [
      'a shared package that is too old',
      [sliceRelease({ requires: { react: '^20.0.0' } })],
      /needs react \^20\.0\.0, the shell carries 19\.3\.1/,
    ],
    [
      'a package nobody shares',
      [sliceRelease({ requires: { vue: '^3.0.0' } })],
      /needs vue \^3\.0\.0, which the shell does not share/,
    ],
    [
      'two owners of a route',
      [sliceRelease(), sliceRelease({ id: 'rival', slots: [] })],
      /market and rival both claim the route \/market/,
    ],
    [
      'two fillers of a slot',
      [sliceRelease(), sliceRelease({ id: 'rival', routes: [] })],
      /both claim the slot landing\.featured/,
    ],
    [
      'a slot in a version the page does not speak',
      [sliceRelease({ slots: [{ name: 'landing.featured', version: 2 }] })],
      /in version 2, its page shows version 1/,
    ],
  ])('refuses %s, and writes nothing', async (_what, slices, words) => {
    await expect(deploy(store, change({ slices }))).rejects.toThrow(words);
    expect(await store.list('environments')).toEqual([]);
  });

  it('says every reason at once', async () => {
    const slices = [sliceRelease({ contract: 2, requires: { vue: '^3.0.0' } })];
    await expect(deploy(store, change({ slices }))).rejects.toThrow(/contract 2[^]*vue/);
  });
});
