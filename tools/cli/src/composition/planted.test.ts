/**
 * Files that an attacker with write access puts where a deploy will write: none of them is served. On a folder, and at
 * night on a bucket.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { publish } from '../release/publish';
import { builtRelease } from '../release/candidate';
import { publicBase, publicFolder, releaseBase, revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { shellRelease, sliceRelease } from '../testing/releases';
import { stores } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import type { DeployRequest } from './deployRequest';

const EVIL = brotliCompressSync('<script>evil</script>');
const shell = shellRelease();
const market = sliceRelease();
const served = publicBase('staging', 'market', market.version);

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeEach(async () => {
    place = await openWorkspace(open);
  });
  afterEach(() => place.close());

  const deployAll = async (request: Partial<DeployRequest> = {}, release = market) => {
    const candidates = await Promise.all(
      [shell, release].map(async (one) => builtRelease(await place.build(one))),
    );
    return deploy({
      ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
      ...{ store: place.store, candidates, author: 'Ada', reason: 'a test' },
      edits: { stable: new Map(candidates.map((one) => [one.release.id, one.release.version])) },
      ...request,
    });
  };
  const plant = (key: string) => place.store.create(key, EVIL);
  const documents = async (revision: number) => {
    const base = revisionBase('staging', revision);
    const copy = (await place.store.get(`${base}index.html.br`)) ?? Buffer.alloc(0);
    return {
      keys: [...(await place.store.sizes(base.slice(0, -1))).keys()].map((key) => key.slice(base.length)),
      isOwn: brotliDecompressSync(copy).equals((await place.store.get(`${base}index.html`)) ?? copy),
    };
  };

  it('documents in the folder of the next revision are replaced, and others removed', async () => {
    // A folder that is there earlier counts as a claimed number, which no deploy takes.
    const names = ['index.html', 'index.html.br', 'login.html', 'statement.json', 'deep/page.html'];
    const racing: Store = {
      ...place.store,
      async create(key, bytes, options) {
        const base = revisionBase('staging', 1);
        if (key === `${base}composition.json`) for (const name of names) await plant(base + name);
        await place.store.create(key, bytes, options);
      },
    };
    expect((await deployAll({ store: racing })).composition.revision).toBe(1);
    const { keys, isOwn } = await documents(1);
    expect(isOwn).toBe(true);
    expect(keys.filter((key) => /login|deep/.test(key))).toEqual([]);
  });

  it('a copy that appears while the documents are written takes the number with it', async () => {
    const racing: Store = {
      ...place.store,
      async create(key, bytes, options) {
        if (key === `${revisionBase('staging', 1)}index.html`) await plant(`${key}.br`);
        await place.store.create(key, bytes, options);
      },
    };
    const { composition } = await deployAll({ store: racing, claimTimeout: 0 });
    expect(composition.revision).toBe(2);
    expect((await documents(2)).isOwn).toBe(true);
  });

  it('a compressed copy in the public area is removed where the release has none', async () => {
    await publish(place.store, await builtRelease(await place.build(market)));
    await place.store.remove(`${releaseBase('market', market.version)}page.js.br`);
    await plant(`${served}page.js.br`);
    await deployAll();
    await plant(`${served}release.json.br`); // the description comes when the release becomes a fallback
    await deployAll({}, sliceRelease({ owner: 'another-team' }));
    const keys = [...(await place.store.sizes(publicFolder('staging'))).keys()];
    expect(keys).toContain(`${served}release.json`);
    expect(
      keys.filter((key) => /(?:page\.js|release\.json)\.br$/.test(key) && key.startsWith(served)),
    ).toEqual([]);
  });
});
