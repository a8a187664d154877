/**
 * Concurrent deploys, rollbacks and approvals: each one takes effect or fails with a conflict, and none is lost. On a
 * folder, and at night on a bucket, whose conditional writes `stores.test.ts` proves.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAppError, type SliceRelease } from '@slipway/contracts';
import { builtRelease, type Candidate } from '../release/candidate';
import { publish } from '../release/publish';
import { settingsOf } from '../environment/settings';
import { approvablePlan } from '../policy/approving';
import type { NamedPlan } from '../policy/plan';
import { testEnvironment } from '../testing/compositions';
import { billingRelease, firstDeploy, openSharedStore, type KeyOwner } from '../testing/trust';
import { shellRelease, sliceRelease, writeBuild } from '../testing/releases';
import { stores } from '../testing/stores';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { deploy } from './deploy';
import { currentComposition, history, readComposition } from './read';
import type { RevisionRecord } from './record';
import { type SelectionEdits, selectionOf } from './selection';

const slices = ['auth', 'market', 'agents', 'deployments', 'billing'];
/** `TEST_TIER=nightly` deploys eight times as often. */
const isNightly = process.env['TEST_TIER'] === 'nightly';
const DEPLOYS = isNightly ? 40 : 5;
const ROLLBACKS = isNightly ? 10 : 3;
const PLANS = isNightly ? 6 : 3;

/** A slice with one route. */
const releaseOf = (id: string, owner: string): SliceRelease =>
  sliceRelease({
    id,
    owner,
    routes: [{ path: `/${id}`, title: id, access: 'public' }],
    slots: [],
    preload: { [`/${id}`]: ['mf-manifest.json', 'page.js'] },
  });

const stableChanges = ({ changes }: RevisionRecord) => changes.filter((change) => change.kind === 'stable');

describe.each(stores)('on %s', (_kind, open) => {
  let place: WorkspaceWithStore;
  beforeAll(async () => {
    place = await openWorkspace(open);
  });
  afterAll(() => place.close());

  const deployAll = (candidates: readonly Candidate[], author: string) =>
    deploy({
      workspace: place.workspace,
      environment: place.workspace.environment('staging'),
      store: place.store,
      candidates,
      edits: { stable: new Map(candidates.map(({ release }) => [release.id, release.version])) },
      author,
      reason: `by ${author}`,
    });

  it(`handles ${String(DEPLOYS)} deploys of five slices and ${String(ROLLBACKS)} rollbacks at once, and the history matches the result`, async () => {
    const build = async (release: SliceRelease | ReturnType<typeof shellRelease>) =>
      builtRelease(await writeBuild(join(place.root, 'builds', `${release.id}-${release.version}`), release));
    const versions = async (owner: string) => Promise.all(slices.map((id) => build(releaseOf(id, owner))));
    await deployAll([await build(shellRelease()), ...(await versions('one'))], 'first');
    await deployAll(await versions('two'), 'second');
    const rollbackTo = await readComposition(place.store, 'staging', 2);
    await deployAll(await versions('three'), 'third');
    const rollBack = (id: string, author: string) =>
      deploy({
        ...{ workspace: place.workspace, environment: place.workspace.environment('staging') },
        ...{ store: place.store, candidates: [], rollbackTo, author, reason: `by ${author}` },
        edits: { stable: new Map([[id, selectionOf(rollbackTo).stable.get(id)]]) },
      });
    const wanted = await Promise.all(
      Array.from({ length: DEPLOYS }, async (_, index) => {
        const candidate = await build(
          releaseOf(slices[index % slices.length] ?? '', `team-${String(index)}`),
        );
        await publish(place.store, candidate);
        return candidate;
      }),
    );

    const began = Date.now();
    const results = await Promise.allSettled([
      ...wanted.map((candidate, index) => deployAll([candidate], `author-${String(index)}`)),
      ...Array.from({ length: ROLLBACKS }, (_, index) =>
        rollBack(slices[index % slices.length] ?? '', `author-${String(DEPLOYS + index)}`),
      ),
    ]);
    const won = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []));
    const rejected = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason as unknown);
    console.log(
      `${String(won.length)} revisions and ${String(rejected.length)} rejected in ${String(Date.now() - began)} ms`,
    );
    expect(won.length).toBeGreaterThanOrEqual(slices.length);
    expect(rejected.filter((error) => !(isAppError(error) && error.code === 'conflict'))).toEqual([]);

    // Replaying the changes of the history gives the current selection, and every successful deploy has one revision.
    const lines = [];
    for await (const line of history(place.store, 'staging')) lines.unshift(line);
    const stable = new Map<string, string | null>();
    for (const { composition, record } of lines) {
      for (const { app, from, to } of stableChanges(record)) {
        expect(stable.get(app) ?? null).toBe(from);
        stable.set(app, to);
      }
      expect(selectionOf(composition).stable).toEqual(stable);
    }
    expect(lines.map(({ record }) => record.author).sort()).toEqual(
      ['first', 'second', 'third', ...won.map((index) => `author-${String(index)}`)].sort(),
    );
    expect(selectionOf(await currentComposition(place.store, 'staging')).stable).toEqual(stable);
    expect([...stable.keys()].sort()).toEqual(['shell', ...slices].sort());
  }, 120_000);

  it('handles approvals and deploys of approved plans at once, and every approval counts', async () => {
    const shared = await openSharedStore(open);
    try {
      const { store, workspace } = shared;
      const environment = workspace.environment('staging');
      await firstDeploy(shared);
      const apply = (count: number, isBreakGlass = false) => {
        const policy = { approvals: { count, by: ['Bea', 'market', 'billing'] }, breakGlass: ['Ada'] };
        const settings = settingsOf(testEnvironment('staging', { policy }));
        return shared.deploy(['Ada'], [], { settings, isBreakGlass });
      };
      await apply(1);
      await apply(2, true); // the first revision under a policy records the documents that plans change
      const team = (index: number) => (index % 2 === 0 ? ('billing' as const) : ('market' as const));
      const planned: { plan: NamedPlan; edits: SelectionEdits }[] = [];
      for (let index = 0; index < PLANS; index += 1) {
        const owner = `team ${String(index)}`;
        const release = team(index) === 'billing' ? billingRelease(owner) : sliceRelease({ owner });
        const { plan } = await shared.deploy(['Ada', team(index)], [release], { isPlan: true });
        if (!plan) throw new Error('no plan');
        planned.push({ plan, edits: { stable: new Map([[release.id, release.version]]) } });
      }
      const approve = async (owner: KeyOwner, { sha256 }: NamedPlan) => {
        const trust = await shared.open([owner], new Date(await store.now()));
        await (await approvablePlan({ workspace, environment, trust }, sha256)).sign();
      };
      await Promise.all(
        planned.flatMap(({ plan }, index) => [approve('Bea', plan), approve(team(index + 1), plan)]),
      );
      const results = await Promise.allSettled(
        planned.map(({ edits }) => shared.deploy(['Ada'], [], { edits })),
      );
      const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(won.map(({ record }) => record.policy?.approvals.length)).toEqual([3, 3]); // with the author's
      expect(
        results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
      ).toEqual(
        Array.from({ length: PLANS - 2 }, () => expect.objectContaining({ code: 'conflict' }) as unknown),
      );
      const state = await shared.verify('staging', new Date(await store.now()));
      expect(state?.composition.revision).toBe(Math.max(...won.map((one) => one.composition.revision)));
      const stable = selectionOf(state?.composition).stable;
      for (const { record } of won)
        for (const { app, to } of record.changes) expect(stable.get(app)).toBe(to);
    } finally {
      await shared.close();
    }
  }, 60_000);
});
