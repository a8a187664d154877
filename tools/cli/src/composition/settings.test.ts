/**
 * Settings belong to the environment: they are in its store, each composition names its revision, and a deploy from a
 * checkout with another file changes none of them (D4). The attacks use two real checkouts of one store.
 * One file: all tests share the two checkouts.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSite, parseComposition } from '@slipway/contracts';
import { shortVersion } from '../command-line/text';
import { pointerKey, revisionBase, settingsKey } from '../store/keys';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openFolderStore, stores } from '../testing/stores';
import {
  openWorkspace,
  type TestWorkspace,
  testWorkspace,
  type WorkspaceWithStore,
} from '../testing/workspace';
import { signedReleaseKey, statementKey } from '../trust/paths';
import { currentComposition } from './read';
import { readSettings } from './settings';

const why = ['--reason', 'a test'];
const staging = ['--env', 'staging'];
const file = 'environments/staging.json';
const siteOf = (name: string) => ({ name, owner: 'Dock Ltd', callUrl: 'https://cal.example.com/dock' });
const dock = { site: siteOf('Dock'), allowOverrides: false, pageBudget: 900_000 };
const harbor = { site: siteOf('Harbor'), allowOverrides: true };

let place: WorkspaceWithStore;
/** Another team's checkout, with an older or altered file. */
let other: TestWorkspace;

const open = async (kind = openFolderStore) => {
  place = await openWorkspace(kind);
  // Two checkouts of one machine: they share its signing keys.
  other = testWorkspace(place.address, { SLIPWAY_OWN_STORE: '1', SLIPWAY_HOME: place.workspace.home });
  place.writeEnvironment('staging', dock);
  other.writeEnvironment('staging', harbor);
  for (const workspace of [place, other]) {
    await workspace.build(shellRelease());
    await workspace.build(sliceRelease());
  }
  await place.text('deploy', 'shell', ...staging, ...why);
};
const current = async () => {
  const composition = await currentComposition(place.store, 'staging');
  if (!composition) throw new Error('staging runs nothing');
  return composition;
};
const newer = (digit: number) => other.build(sliceRelease({ owner: `team-${String(digit)}` }));

afterEach(async () => {
  other.remove();
  await place.close();
});

describe.each(stores)('on %s', (_kind, kind) => {
  beforeEach(() => open(kind));

  it('a deploy carries no settings from its checkout, and says that its file differs (D4)', async () => {
    const out = await other.text('deploy', 'market', ...staging, ...why);
    expect(out).toBe(
      [
        'staging now runs revision 2',
        `  market none → ${shortVersion(sliceRelease().version)}`,
        `${file} differs from the current settings, revision 1 (allowOverrides, pageBudget, site). To keep these settings, correct the file; to replace them, run slipway env apply ${file} --env staging`,
      ].join('\n'),
    );
    expect(await current()).toMatchObject({ site: dock.site, allowOverrides: false, settings: 1 });
    expect((await readSettings(place.store, 'staging', 1)).settings).toMatchObject(dock);
    await newer(1);
    await other.text('canary', 'market', ...staging, '--percent', '10', ...why);
    await other.text('canary', 'market', ...staging, '--abort', ...why);
    await other.text('rollback', 'market', ...staging, '--to', '2', ...why);
    expect(await current()).toMatchObject({ site: dock.site, allowOverrides: false, settings: 1 });
  });

  it('applies a file as a new revision of the settings and of the composition, and shows the difference', async () => {
    place.writeEnvironment('staging', { ...dock, site: siteOf('Harbor') });
    const lines = '  site.name "Dock" → "Harbor"';
    const apply = ['env', 'apply', join(place.root, file), ...staging];
    expect(await place.text(...apply, '--dry-run')).toBe(
      `staging would run revision 2 (dry run, nothing was written)\n${lines}`,
    );
    expect(await place.store.get(settingsKey('staging', 2))).toBeUndefined();
    expect(await place.text(...apply, ...why)).toBe(`staging now runs revision 2\n${lines}`);
    expect(await current()).toMatchObject({ site: siteOf('Harbor'), settings: 2 });
    expect(await readSettings(place.store, 'staging', 2)).toMatchObject({
      environment: 'staging',
      revision: 2,
      author: 'Ada',
      reason: 'a test',
    });
    expect(await place.text(...apply, ...why)).toMatch(/^Nothing to do: staging already runs this/);
    expect(await place.text('diff', 'staging@1', 'staging')).toMatch(/^site +differs$/m);
    expect(await place.json('diff', 'staging@1', 'staging')).toMatchObject({
      settingsChanges: expect.arrayContaining([
        expect.objectContaining({ field: 'site.name', from: 'Dock' }),
      ]) as [],
    });
  });

  it('a rollback of the set restores its settings; --keep-settings and one slice keep the present ones (D4)', async () => {
    await place.text('deploy', 'market', ...staging, ...why);
    await other.text('env', 'apply', ...staging, ...why);
    await newer(1);
    await other.text('deploy', 'market', ...staging, ...why);
    await place.text('rollback', 'market', ...staging, '--to', '2', ...why);
    expect(await current()).toMatchObject({ revision: 5, site: harbor.site, settings: 3 });
    await place.text('rollback', ...staging, '--to', '2', '--keep-settings', ...why, '--dry-run');
    expect(await place.text('rollback', ...staging, '--to', '2', ...why)).toMatch(
      /^staging now runs revision 6\n {2}allowOverrides true → false\n {2}pageBudget unset → 900000\n {2}site\.name "Harbor" → "Dock"$/,
    );
    expect(await current()).toMatchObject({ site: dock.site, allowOverrides: false, settings: 1 });
    expect(await place.text('rollback', ...staging, '--to', '4', '--keep-settings', ...why)).toMatch(
      /market/,
    );
    expect(await current()).toMatchObject({ revision: 7, site: dock.site, settings: 1 });
  });
});

describe('on a folder', () => {
  beforeEach(() => open());

  it('checks a deploy with the current settings, not with those of the checkout (D4)', async () => {
    place.writeEnvironment('production', {
      policy: { minimumTime: [{ environment: 'staging', minutes: 30 }] },
    });
    await place.text('deploy', 'shell', '--env', 'staging', ...why);
    const first = await place.failure('promote', '--all', '--from', 'staging', '--to', 'production', ...why);
    expect(first).toMatch(/requires 30 minutes/);
    // The first deploy of an environment takes the file, so it is made by its owner: here without a policy.
    place.writeEnvironment('production', { policy: {} });
    await place.text('promote', '--all', '--from', 'staging', '--to', 'production', ...why);
    place.writeEnvironment('production', {
      policy: { minimumTime: [{ environment: 'staging', minutes: 30 }] },
    });
    await place.text('env', 'apply', '--env', 'production', ...why);
    other.writeEnvironment('production', { policy: {} });
    const rejected = await other.failure('deploy', 'market', '--env', 'production', ...why);
    expect(rejected).toMatch(
      /production requires 30 minutes in staging, and market [0-9a-f]{8} has run there for 0/,
    );
  });

  it('shows the current settings, and what differs from the file', async () => {
    const notice = `${file} differs from the current settings, revision 1 (allowOverrides, pageBudget, site). To keep these settings, correct the file; to replace them, run slipway env apply ${file} --env staging`;
    expect(await other.json('env', 'show', 'staging')).toMatchObject({
      ...dock,
      name: 'staging',
      address: 'https://staging.example',
      settings: { revision: 1, author: 'Ada', reason: 'a test' },
      notice,
    });
    expect(await other.text('status')).toContain(notice);
    expect(await place.text('status')).not.toContain('differs');
    expect(await place.text('env', 'show', 'staging')).toMatch(
      /^Settings of revision 1, .*Z, Ada: a test\n\{/,
    );
    place.writeEnvironment('new', {});
    expect(await place.text('env', 'show', 'new')).toMatch(
      /^environments\/new\.json, which is not applied yet\n/,
    );
  });

  it('one of two concurrent changes of the settings fails, and a concurrent deploy keeps them', async () => {
    place.writeEnvironment('staging', { ...dock, site: siteOf('Quay') });
    await newer(1);
    const [quay, shore, deployed] = await Promise.all([
      place.slipway('env', 'apply', ...staging, ...why),
      other.slipway('env', 'apply', ...staging, ...why),
      other.slipway('deploy', 'market', ...staging, ...why),
    ]);
    expect(deployed.code).toBe(0);
    expect([quay.code, shore.code].sort()).toEqual([0, 4]);
    expect(quay.error + shore.error).toMatch(/Ada has just changed the settings of staging \(revision \d\)/);
    const { site, slices, settings } = await current();
    expect(site.name).toBe(quay.code === 0 ? 'Quay' : 'Harbor');
    expect(Object.keys(slices)).toEqual(['market']);
    expect((await readSettings(place.store, 'staging', settings ?? 0)).settings.site).toEqual(site);
  });

  it('applies the file to an environment from before settings, and reports it', async () => {
    // As an earlier version wrote it, before compositions were stored compressed and before there were signatures.
    const key = join(place.address, revisionBase('staging', 1), 'composition.json');
    const { settings, ...older } = parseComposition(
      JSON.parse(gunzipSync(readFileSync(`${key}.gz`)).toString()),
    );
    expect(settings).toBe(1);
    rmSync(`${key}.gz`);
    writeFileSync(key, JSON.stringify(older));
    rmSync(join(place.address, 'environments/staging/settings'), { recursive: true });
    rmSync(join(place.address, statementKey('staging', 1)));
    rmSync(join(place.address, signedReleaseKey('shell', shellRelease().version)));
    rmSync(join(place.address, 'trust'), { recursive: true });
    rmSync(join(place.workspace.home, 'trust'), { recursive: true });

    expect(await place.text('deploy', 'market', ...staging, ...why)).toMatch(
      /settings applied from environments\/staging\.json: staging had none/,
    );
    expect((await current()).settings).toBe(2);
    expect(await place.text('rollback', ...staging, ...why)).toMatch(
      /revision 1 has no settings: the present ones stay/,
    );
  });

  it('rejects a file of another environment, a missing one, and an environment that runs nothing', async () => {
    mkdirSync(join(place.root, 'files'));
    place.writeEnvironment('production', {});
    const path = join(place.root, 'environments/production.json');
    expect(await place.failure('env', 'apply', path, ...staging, ...why)).toMatch(
      /describes production, and --env names staging: pass the file of staging/,
    );
    expect((await place.slipway('env', 'apply', 'missing.json', ...staging, ...why)).code).toBe(3);
    expect(await place.failure('env', 'apply', path, '--env', 'production', ...why)).toMatch(
      /production runs nothing yet: its first deploy applies environments\/production\.json/,
    );
  });

  it('stops a deploy when the current settings are missing, until a file is applied', async () => {
    rmSync(join(place.address, settingsKey('staging', 1)));
    const { code, error } = await other.slipway('deploy', 'market', ...staging, ...why);
    expect(code).toBe(3);
    expect(error).toMatch(/has no environments\/staging\/settings\/1\.json.* run slipway env apply/);
    expect(await place.store.get(pointerKey('staging'))).toEqual(Buffer.from('{"revision":1}'));
    await place.text('env', 'apply', ...staging, ...why);
    await other.text('deploy', 'market', ...staging, ...why);
    expect(await current()).toMatchObject({ site: dock.site, settings: 2 });
  });

  it('env set applies to an environment of this machine, and names the command for any other', async () => {
    const set = ['env', 'set', 'staging', 'site.name', 'Pier'];
    expect(await place.text(...set, '--dry-run')).toMatch(
      /^Would set site\.name of staging to Pier \(dry run, nothing was written\)\. To apply it: slipway env apply /,
    );
    expect(await place.text(...set)).toMatch(/Apply it: slipway env apply environments\/staging\.json/);
    expect((await current()).site.name).toBe('Dock');
    place.writeEnvironment('staging', { ...dock, backend: 'embedded' });
    expect(await place.text(...set, '--dry-run')).toBe(
      'Would set site.name of staging to Pier (dry run, nothing was written). staging would run revision 2',
    );
    expect((await current()).site.name).toBe('Dock');
    expect(await place.text(...set)).toBe('Set site.name of staging to Pier. staging now runs revision 2');
    expect((await current()).site.name).toBe('Pier');
  });

  it('env set of the address writes it in a revision, as its dry run says', async () => {
    place.writeEnvironment('staging', { ...dock, backend: 'embedded' });
    const set = ['env', 'set', 'staging', 'address', 'https://pier.example'];
    expect(await place.text(...set, '--dry-run')).toMatch(/staging would run revision 2$/);
    expect(await place.text(...set)).toMatch(/staging now runs revision 2$/);
    expect(await current()).toMatchObject({ address: 'https://pier.example' });
  });

  it('env set of the store has nothing to apply, there and back', async () => {
    place.writeEnvironment('staging', { ...dock, backend: 'embedded' });
    const set = ['env', 'set', 'staging', 'store'];
    expect(await place.text(...set, './other', '--dry-run')).toBe(
      'Would set store of staging to ./other (dry run, nothing was written). Commands would use it then. Releases and history are not copied',
    );
    expect(await place.text(...set, './other')).toBe(
      'Set store of staging to ./other. Commands use it from now on. Releases and history are not copied',
    );
    expect(await place.failure(...set, 'ftp://x')).toMatch(/store: ftp:\/\/x must be a folder or s3/);
    await place.text(...set, place.address);
    expect((await current()).revision).toBe(1);
  });

  it('two env set at once: both count, or one fails with a conflict', async () => {
    place.writeEnvironment('staging', { ...dock, backend: 'embedded' });
    const [one, other] = await Promise.all([
      place.slipway('env', 'set', 'staging', 'site.name', 'Pier'),
      place.slipway('env', 'set', 'staging', 'pageBudget', '800000'),
    ]);
    const [isName, isBudget] = [one.code === 0, other.code === 0];
    expect([one, other].filter(({ code }) => code !== 0).map(({ error }) => error)).toEqual(
      isName && isBudget
        ? []
        : [expect.stringMatching(/staging\.json was changed in the meantime|just changed the settings of/)],
    );
    const written = JSON.parse(readFileSync(join(place.root, file), 'utf8')) as typeof dock;
    const { settings } = await readSettings(place.store, 'staging', (await current()).settings ?? 0);
    for (const found of [written, settings])
      expect(found).toMatchObject({
        site: { name: isName ? 'Pier' : 'Dock' },
        pageBudget: isBudget ? 800_000 : 900_000,
      });
  });

  it('env set of one text of the site keeps the others as they are by default', async () => {
    const { site: _, ...rest } = dock;
    place.writeEnvironment('staging', { ...rest, backend: 'embedded' });
    await place.text('env', 'set', 'staging', 'site.name', 'Pier');
    expect((await current()).site).toEqual({ ...defaultSite, name: 'Pier' });
    expect(await place.failure('env', 'set', 'staging', 'site.nme', 'Pier')).toMatch(
      /staging\.json: site\.nme: is not a known field/,
    );
  });

  it('env set leaves the file as it was when the environment rejects the value', async () => {
    place.writeEnvironment('staging', { ...dock, backend: 'embedded' });
    const path = join(place.root, file);
    const before = readFileSync(path, 'utf8');
    const set = ['env', 'set', 'staging', 'pageBudget', '1'];
    expect(await place.failure(...set)).toMatch(/the budget is 1 kB/);
    expect(await place.failure(...set, '--dry-run')).toMatch(/the budget is 1 kB/);
    expect(await place.failure(...set.slice(0, -1), '-5')).toMatch(/pageBudget: must be 1 or more/);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('env hosting says that a checkout has other settings than those that it writes', async () => {
    place.writeEnvironment('staging', { ...dock, hosting: { folder: '/srv/other' } });
    expect(await place.text('env', 'hosting', 'staging', '--dry-run')).toMatch(
      /\nenvironments\/staging\.json differs from the current settings, revision 1 \(hosting\)/,
    );
  });

  it('a preview keeps the settings of its creation, until a file is applied', async () => {
    const address = 'https://{id}.example';
    place.writeEnvironment('preview', { ...dock, address, keepDays: 3 });
    other.writeEnvironment('preview', { ...harbor, address, keepDays: 9 });
    const preview = ['--env', 'preview/pr-1'];
    await place.text('deploy', 'market', ...preview, '--base', 'staging', ...why);
    const settings = () => place.json('env', 'show', 'preview/pr-1');
    await newer(1);
    expect(await other.text('deploy', 'market', ...preview, ...why)).toMatch(
      /environments\/preview\.json differs from the current settings, revision 1 .* --env preview\/pr-1$/,
    );
    expect(await settings()).toMatchObject({ ...dock, keepDays: 3, address: 'https://pr-1.example' });
    await other.text('env', 'apply', join(other.root, 'environments/preview.json'), ...preview, ...why);
    expect(await settings()).toMatchObject({ ...harbor, keepDays: 9, address: 'https://pr-1.example' });
  });
});
