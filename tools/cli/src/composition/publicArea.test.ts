/**
 * The public area contains the listed files of the composed releases, with their hashes, and nothing else.
 * On a folder, and at night on a bucket.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtRelease, type Candidate } from '../release/candidate';
import { integrityOf } from '../release/integrity';
import { publish } from '../release/publish';
import { publicBase, publicFolder, releaseBase } from '../store/keys';
import type { Store } from '../store/store';
import { shellRelease, sliceFiles, sliceRelease } from '../testing/releases';
import { stores } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import type { DeployRequest } from './deployRequest';
import { currentComposition, currentRevision } from './read';

const market = sliceRelease();
const published = releaseBase('market', market.version);
const served = publicBase('staging', 'market', market.version);

const isSigned = (key: string) => /\/release\.[0-9a-f]{16}\.signed\.json$/.test(key);

const versionsOf = (candidates: readonly Candidate[]) =>
  candidates.map(({ release: { id, version } }) => [id, version] as const);

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeEach(async () => {
    place = await openWorkspace(open);
  });
  afterEach(() => place.close());

  /** Deploys the shell and Market. */
  const deployMarket = async (overrides: Partial<DeployRequest> = {}) => {
    const candidates = await Promise.all(
      [shellRelease(), market].map(async (release) => builtRelease(await place.build(release))),
    );
    return deploy({
      workspace: place.workspace,
      environment: place.workspace.environment('staging'),
      store: place.store,
      candidates,
      edits: { stable: new Map(versionsOf(candidates)) },
      author: 'Ada',
      reason: 'a test',
      ...overrides,
    });
  };
  const publicKeys = async () => [...(await place.store.sizes(publicFolder('staging'))).keys()].sort();

  it('a release that is only published is in no public area, and a deploy puts exactly the listed files there (D1)', async () => {
    await publish(place.store, await builtRelease(await place.build(market)));
    await place.store.create(`${published}hello.html`, Buffer.from('<script src="hello.js"></script>'));
    expect(await publicKeys()).toEqual([]);

    await deployMarket();
    const ofMarket = (await publicKeys()).filter((key) => key.startsWith(served));
    const files = Object.keys(market.files).flatMap((file) => [file, `${file}.br`, `${file}.gz`]);
    expect(ofMarket.filter((key) => !isSigned(key))).toEqual(files.map((file) => served + file).sort());
    expect(ofMarket.filter(isSigned), 'its signed description, for slipway verify').toHaveLength(1);
    expect((await place.store.get(`${served}page.js`))?.toString()).toBe('page');
  });

  it('a file that was altered after the check stays private, and nothing points to the release (D1)', async () => {
    const altering: Store = {
      ...place.store,
      async copy(from, to, accepts) {
        if (from === `${published}page.js`) {
          await place.store.remove(from);
          await place.store.create(from, Buffer.from('evil'));
        }
        return place.store.copy(from, to, accepts);
      },
    };
    await expect(deployMarket({ store: altering })).rejects.toMatchObject({
      code: 'invalid_input',
      message: `${place.store.address}/${published}page.js is not what the release lists: publish the same build again`,
    });
    expect(await publicKeys()).not.toContain(`${served}page.js`);
    expect(await currentRevision(place.store, 'staging')).toBe(0);
  });

  it('a compressed copy that contains other bytes stays private (D1)', async () => {
    await place.build(market);
    await place.text('publish', 'market', '--env', 'staging');
    await place.store.remove(`${published}page.js.gz`);
    await place.store.create(`${published}page.js.gz`, gzipSync('evil'));
    const candidates = [await builtRelease(await place.build(shellRelease()))];
    const edits = { stable: new Map([...versionsOf(candidates), ['market', market.version]]) };
    await expect(deployMarket({ candidates, edits })).rejects.toThrow(
      /page\.js\.gz is not what the release lists/,
    );
    const keys = await publicKeys();
    expect([`${served}page.js`, `${served}page.js.gz`].filter((key) => keys.includes(key))).toEqual([]);

    await deployMarket(); // its build is here, and repairs the release
    const copy = (await place.store.get(`${served}page.js.gz`)) ?? Buffer.alloc(0);
    expect(gunzipSync(copy).toString()).toBe(sliceFiles['page.js']);
  });

  it('an interrupted copy leaves nothing that a document points to, and the next deploy completes it', async () => {
    let copies = 0;
    const interrupted: Store = {
      ...place.store,
      copy(from, to, accepts) {
        copies += 1;
        return copies > 5 ? Promise.reject(new Error('killed')) : place.store.copy(from, to, accepts);
      },
    };
    await expect(deployMarket({ store: interrupted })).rejects.toThrow('killed');
    expect(await currentComposition(place.store, 'staging')).toBeUndefined();
    expect(await place.store.list('environments/staging/revisions')).toEqual([]);

    await deployMarket();
    const keys = (await publicKeys()).filter((key) => !key.includes('/_rest/') && !isSigned(key));
    expect(keys.length).toBe(3 * 9);
  });

  it('a missing file of a running release is copied again, also when nothing changes', async () => {
    await deployMarket();
    await place.store.remove(`${served}page.js`);
    expect(await deployMarket()).toMatchObject({
      isWritten: false,
      alarms: [`${place.store.address}/${served}page.js was missing: copied again`],
    });
    expect((await place.store.get(`${served}page.js`))?.toString()).toBe('page');
    expect(await deployMarket()).toMatchObject({ isWritten: false, alarms: [] });
  });

  it.each(['market', 'shell'])('a truncated file of %s that runs is copied again, and named', async (id) => {
    const release = id === 'market' ? market : shellRelease();
    const [path = '', file] = Object.entries(release.files)[0] ?? [];
    const key = publicBase('staging', id, release.version) + path;
    await deployMarket();
    const whole = await place.store.get(key);
    await place.store.remove(key);
    await place.store.create(key, Buffer.from('p'));
    expect(await deployMarket()).toMatchObject({
      isWritten: false,
      alarms: [`${place.store.address}/${key} had 1 bytes instead of ${String(file?.size)}: copied again`],
    });
    expect(await place.store.get(key)).toEqual(whole);
  });

  it.each(['.br', '.gz'])(
    'a damaged copy %s is copied again, and named; a whole one stays',
    async (ending) => {
      await deployMarket();
      const [key, other] = [`${served}page.js${ending}`, `${published}slot.js${ending}`];
      const whole = await place.store.get(key);
      const replace = async (name: string, bytes: Buffer | undefined) => {
        await place.store.remove(name);
        if (bytes) await place.store.create(name, bytes);
      };
      // The release itself is damaged there, and visitors have a whole copy.
      await replace(other, Buffer.from('p'));
      for (const [bytes, damage] of [
        [
          whole?.subarray(0, -1),
          `had ${String(Number(whole?.length) - 1)} bytes instead of ${String(whole?.length)}`,
        ],
        [undefined, 'was missing'],
      ] as const) {
        await replace(key, bytes);
        expect(await deployMarket()).toMatchObject({
          isWritten: false,
          alarms: [`${place.store.address}/${key} ${damage}: copied again`],
        });
        expect(await place.store.get(key)).toEqual(whole);
      }
      expect(await deployMarket()).toMatchObject({ alarms: [] });
    },
  );

  it('environments of one store have separate public areas, and a fallback has its description', async () => {
    await deployMarket();
    place.writeEnvironment('production');
    await deployMarket({ environment: place.workspace.environment('production'), candidates: [] });
    const newer = sliceRelease({ owner: 'another-team' });
    const candidates = [await builtRelease(await place.build(newer))];
    await deployMarket({ candidates, edits: { stable: new Map([['market', newer.version]]) } });

    const versions = (environment: string) =>
      place.store.list(`${publicFolder(environment)}/slices/market`).then((names) => names.sort());
    expect(await versions('staging')).toEqual([market.version, newer.version]);
    expect(await versions('production')).toEqual([market.version]);
    const description = (await place.store.get(`${served}release.json`)) ?? Buffer.alloc(0);
    const composition = await currentComposition(place.store, 'staging');
    expect(composition?.slices['market']?.fallback?.release).toBe(integrityOf(description));
    expect(await place.store.get(`${publicBase('production', 'market', market.version)}release.json`)).toBe(
      undefined,
    );
  });
});
