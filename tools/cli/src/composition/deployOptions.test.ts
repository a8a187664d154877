/** The effects of dry runs, plans, emergencies, settings, canaries and rollbacks on a deploy. One file: all tests share one store. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShellRelease, SliceRelease } from '@slipway/contracts';
import { builtRelease } from '../release/candidate';
import { settingsOf } from '../environment/settings';
import { publicBase, releaseBase, revisionBase } from '../store/keys';
import { testEnvironment } from '../testing/compositions';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  firstDeploy,
  marketRelease,
  openSharedStore,
  type KeyOwner,
  type SharedStore,
} from '../testing/trust';
import { publish } from '../release/publish';
import { proofKey } from '../trust/paths';
import { publishSigned } from '../trust/publishing';
import type { DeployRequest } from './deployRequest';
import { currentRevision, readComposition } from './read';
import { selectionOf } from './selection';

type Release = ShellRelease | SliceRelease;
const everyone = ['Ada', 'platform', 'market', 'billing'] as const;

let shared: SharedStore;
let versions = 0;
beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
});
afterAll(() => shared.close());

const nextBilling = () => billingRelease(`billing ${String((versions += 1))}`);
const run = (
  releases: readonly Release[],
  request: Partial<DeployRequest> = {},
  who: readonly KeyOwner[] = everyone,
) => shared.deploy(who, releases, { claimTimeout: 100, ...request });
const apply = (fields: object = {}, request: Partial<DeployRequest> = {}, who?: readonly KeyOwner[]) =>
  run([], { settings: settingsOf(testEnvironment('staging', fields)), ...request }, who);
const state = async () => {
  const verified = await shared.verify('staging', new Date(await shared.store.now()));
  if (!verified) throw new Error('staging runs nothing');
  return verified;
};
const current = async () => (await state()).composition;
const isPublished = async ({ id, version }: SliceRelease) =>
  (await shared.store.get(`${releaseBase(id, version)}page.js`)) !== undefined;
const rejected = (message: RegExp) => ({
  ...{ code: 'slice_incompatible', message: expect.stringMatching(message) as string },
});

/** Puts a ticket of a killed deploy into the queue. Returns what the queue contains after `work`. */
const ticket = '1.00000000-0000-4000-8000-000000000000.1';
async function queueAfter(work: () => Promise<unknown>): Promise<string[]> {
  await shared.store.create(`turns/staging/${ticket}`, Buffer.from('deploy'));
  await work();
  return shared.store.list('turns/staging').finally(() => shared.store.remove('turns/staging'));
}

it('a deploy proves its revision, and falls back to the release before', async () => {
  const before = (await current()).slices['billing'];
  const { composition } = await run([nextBilling()]);
  expect(composition.slices['billing']?.fallback?.version).toBe(before?.version);
  const proof = await shared.store.get(proofKey('staging'));
  expect(proof?.toString()).toContain(`${revisionBase('staging', composition.revision)}composition.json`);
});

it('a deploy takes its turn after one that was killed', async () => {
  expect(await queueAfter(() => run([nextBilling()]))).toEqual([]);
});

describe('a dry run', () => {
  it('names the next revision, and publishes nothing', async () => {
    const before = await current();
    const release = nextBilling();
    const planned = await run([release], { isDryRun: true });
    expect(planned).toMatchObject({ isWritten: false, missing: 0, rejections: [] });
    expect(planned).toMatchObject({ alarms: [], sharedCosts: [], oldContracts: [] });
    expect(planned.composition.revision).toBe(before.revision + 1);
    expect(planned.record.changes.map(({ app }) => app)).toEqual(['billing']);
    expect(await isPublished(release)).toBe(false);
    expect(await current()).toEqual(before);
  });

  it('does not wait for its turn', async () => {
    expect(await queueAfter(() => run([nextBilling()], { isDryRun: true }))).toEqual([ticket]);
  });

  it('without a change repairs nothing', async () => {
    const { billing } = (await current()).slices;
    const file = `${publicBase('staging', 'billing', billing?.version ?? '')}page.js`;
    await shared.store.remove(file);
    const unchanged = { edits: {} };
    expect(await run([], { ...unchanged, isDryRun: true })).toMatchObject({ isWritten: false });
    expect(await shared.store.get(file)).toBeUndefined();
    await run([], unchanged);
    expect(await shared.store.get(file)).toBeDefined();
  });

  it('checks the signature of a published release, and needs none of a build', async () => {
    const release = nextBilling();
    await run([release], { isDryRun: true }, []);
    await publishSigned(await shared.open(['billing']), await builtRelease(await shared.build(release)));
    const key = releaseBase('billing', release.version);
    const names = await shared.store.list(key.slice(0, -1));
    const signed = names.find((name) => name.endsWith('.signed.json')) ?? '';
    const edits = { stable: new Map([['billing', release.version]]) };
    await shared.altered({ [key + signed]: undefined }, async () => {
      await expect(run([], { edits, isDryRun: true })).rejects.toMatchObject({ code: 'slice_untrusted' });
    });
  });
});

describe('under a policy', () => {
  const policy = { approvals: { count: 1, by: ['Bea'] }, breakGlass: ['Bea'] };
  const wanted = /needs 1 approval of Bea/;
  beforeAll(() => apply({ policy }));
  afterAll(() => apply({}, { isBreakGlass: true }, ['Bea']));

  it('a deploy is rejected before it publishes anything, and a dry run says why', async () => {
    const release = nextBilling();
    await expect(run([release])).rejects.toMatchObject(rejected(wanted));
    expect(await isPublished(release)).toBe(false);
    const { rejections } = await run([nextBilling()], { isDryRun: true });
    expect(rejections).toEqual([expect.stringMatching(wanted)]);
  });

  it('a plan is written for others to approve: its releases are published, and nothing runs', async () => {
    const before = await current();
    const release = nextBilling();
    const planned = await run([release], { isPlan: true });
    expect(planned).toMatchObject({ isWritten: false, missing: 0, record: { author: 'Ada' } });
    expect(planned.plan?.plan.composition).toEqual(planned.composition);
    expect(planned.composition.slices['billing']?.version).toBe(release.version);
    expect(await isPublished(release)).toBe(true);
    expect(await current()).toEqual(before);
  });

  it('a plan does not wait for its turn', async () => {
    expect(await queueAfter(() => run([nextBilling()], { isPlan: true }))).toEqual([ticket]);
  });

  it('an emergency needs no approval, for those whom the policy lists', async () => {
    const emergency = { isBreakGlass: true, reason: 'outage' };
    await expect(run([nextBilling()], emergency)).rejects.toMatchObject({
      code: expect.any(String) as string,
    });
    expect(await run([nextBilling()], emergency, ['Bea', 'billing'])).toMatchObject({ isWritten: true });
    expect((await state()).record).toMatchObject({ reason: 'outage', policy: { isBreakGlass: true } });
  });
});

describe('a spent error budget', () => {
  const budget = { errorBudget: {}, breakGlass: ['Bea'] };
  beforeAll(() => apply({ policy: budget }));
  afterAll(() => apply({}, { isBreakGlass: true }, ['Bea']));

  it('rejects another release of the slice, and not a rollback', async () => {
    const readRates = () => Promise.resolve({ views: 100, failed: 50, errors: 0 });
    const spent = rejected(/billing has spent its error budget/);
    await expect(run([nextBilling()], { readRates })).rejects.toMatchObject(spent);
    const rollbackTo = await readComposition(shared.store, 'staging', 1);
    const edits = { base: selectionOf(rollbackTo) };
    const planned = await run([], { rollbackTo, edits, readRates, isDryRun: true });
    expect(planned.record.changes.map(({ app }) => app)).toContain('billing');
    expect(planned.rejections).toEqual([]);
  });
});

describe('a minimum time in another environment', () => {
  const policy = { minimumTime: [{ environment: 'production', minutes: 60 }], breakGlass: ['Bea'] };
  const early = /staging requires 60 minutes in production/;
  beforeAll(() => apply({ policy }));
  afterAll(() => apply({}, { isBreakGlass: true }, ['Bea']));

  it.each([{}, { isDryRun: true }, { withoutMinimumTime: true }, { isBreakGlass: false }])(
    'is required with %j',
    async (request) => {
      await expect(run([nextBilling()], request)).rejects.toMatchObject(rejected(early));
    },
  );

  it('is not required of a dry run that asks for it, nor in an emergency', async () => {
    const ahead = { isDryRun: true, withoutMinimumTime: true };
    expect(await run([nextBilling()], ahead)).toMatchObject({ isWritten: false });
    const emergency = await run([nextBilling()], { isBreakGlass: true }, ['Bea', 'billing']);
    expect(emergency).toMatchObject({ isWritten: true });
  });
});

describe('settings', () => {
  it('get the number of their revision, which later deploys keep', async () => {
    const { composition } = await apply({ allowOverrides: true });
    expect(composition).toMatchObject({ allowOverrides: true, settings: composition.revision });
    const next = (await run([nextBilling()])).composition;
    expect(next).toMatchObject({ allowOverrides: true, settings: composition.settings });
    expect(await apply({ allowOverrides: true })).toMatchObject({ isWritten: false });
  });

  it('are rejected for a release that they list and the store does not have', async () => {
    const overrides = ['billing@ffffffffffffffff'];
    await expect(apply({ overrides })).rejects.toMatchObject(rejected(/overrides lists billing@f+, and/));
  });

  it('of an earlier composition are used again', async () => {
    const before = await current();
    await apply({ allowOverrides: !before.allowOverrides });
    const restoreSettingsOf = await readComposition(shared.store, 'staging', before.revision);
    const { composition } = await run([], { edits: {}, restoreSettingsOf });
    expect(composition).toMatchObject({ allowOverrides: before.allowOverrides, settings: before.settings });
    await state();
  });
});

describe('a canary', () => {
  const requires = { react: '^19.3.0', '@slipway/platform': '^1.2.0' };
  const canaryOf = (release: Release, percent: number) => ({
    edits: { canaries: new Map([[release.id, { version: release.version, percent }]]) },
  });
  const older = shellRelease({ provides: { react: '19.3.1', '@slipway/platform': '1.1.0' } });
  const onOlder = () => run([older], { isDryRun: true });

  const canary = sliceRelease({ ...billingRelease('canary'), version: '', requires });
  beforeAll(() => run([canary], canaryOf(canary, 10)));

  it('runs beside the release that everyone else has, which does not change under it', async () => {
    expect((await current()).slices['billing']?.canary).toMatchObject({
      percent: 10,
      release: { version: canary.version },
    });
    await expect(run([nextBilling()])).rejects.toMatchObject(rejected(/billing has a canary in staging/));
    const first = await readComposition(shared.store, 'staging', 1);
    const rollback = { rollbackTo: first, edits: { base: selectionOf(first) }, isDryRun: true };
    expect((await run([], rollback)).composition.slices['billing']?.canary).toBeUndefined();
    const version = first.slices['billing']?.version;
    const ofSlice = { ...rollback, edits: { stable: new Map([['billing', version]]) } };
    expect((await run([], ofSlice)).composition.slices['billing']?.version).toBe(version);
  });

  it('is checked as long as it has visitors', async () => {
    await expect(onOlder()).rejects.toMatchObject(rejected(/billing needs @slipway\/platform/));
    await run([], canaryOf(canary, 0));
    expect(await onOlder()).toMatchObject({ isWritten: false });
  });

  it.each<[string, Release]>([
    ['slice', marketRelease('unsigned')],
    ['shell', shellRelease({ contracts: [1, 2] })],
  ])('of a %s is rejected without the signature of its team', async (_which, release) => {
    await publish(shared.store, await builtRelease(await shared.build(release)));
    await expect(run([], canaryOf(release, 10))).rejects.toMatchObject({ code: 'slice_untrusted' });
  });

  it('of the shell runs beside the stable shell', async () => {
    const shellWith = (contracts: number[]) =>
      shellRelease({ contracts, chooser: 'before-paint.js', handlesStart: true });
    const [stable, newer] = [shellWith([1]), shellWith([1, 3])];
    await run([stable]);
    const { composition } = await run([newer], canaryOf(newer, 20));
    expect(composition.shell).toMatchObject({
      version: stable.version,
      canary: { percent: 20, release: { version: newer.version } },
    });
  });
});

it('a rollback to a composition that is not in the signed history is rejected', async () => {
  const first = await readComposition(shared.store, 'staging', 1);
  const forged = { ...first, allowOverrides: true, revision: 1 };
  const request = { rollbackTo: forged, edits: { base: selectionOf(forged) } };
  await expect(run([], request)).rejects.toMatchObject({ code: 'slice_untrusted' });
});

it('progress names the app whose files are sent', async () => {
  const apps = new Set<string>();
  const release = marketRelease('progress');
  await run([release], { onProgress: (app) => apps.add(app) });
  expect([...apps]).toEqual(['market']);
});

it('a revision that misses signatures does not run, and the next one does not build on it', async () => {
  const environment = shared.workspace.environment('production');
  const { missing, isWritten } = await firstDeploy(shared, 'production', ['Ada']);
  expect([missing, isWritten]).toEqual([1, true]);
  expect(await currentRevision(shared.store, environment.name)).toBe(0);
  const releases = [shellRelease(), marketRelease()];
  const signed = await run(releases, { environment }, [...everyone, 'Bea']);
  expect(signed).toMatchObject({ missing: 0, before: undefined, composition: { revision: 2 } });
  expect(await currentRevision(shared.store, environment.name)).toBe(2);
});
