/** `slipway status --package`: which environments run which version of an npm package, from signed releases only. */
import { isAppError } from '@slipway/contracts';
import { type SharedCost, sharedCostLines, sharedCosts } from '../checks/sharedCosts';
import { describedReleases } from '../composition/fallback';
import { currentRevision } from '../composition/read';
import { type ReleaseRef, selectionOf } from '../composition/selection';
import type { Environment } from '../environment/environment';
import type { Workspace } from '../environment/workspace';
import { isSlice, publishedRelease } from '../release/candidate';
import { packageUse, type PackageUse } from '../release/packages';
import { readOnce } from '../store/readOnce';
import type { Store } from '../store/store';
import { verifiedState } from '../trust/deploying';
import { openTrust } from '../trust/open';
import type { Output } from './command';
import { nothingRuns, shortVersion, table } from './text';

interface Use extends PackageUse {
  app: string;
  /** Who gets this release: everyone, a share, or a browser that could not load the other one. */
  kind: 'stable' | 'canary' | 'fallback' | 'override';
  release: string;
}

interface EnvironmentUses {
  environment: string;
  revision: number | null;
  /** Why it could not be read. */
  error: string | null;
  uses: Use[];
  /** The copies that its slices share, if any. */
  shared: SharedCost[];
}

/** @throws `slice_untrusted` when the revision, or a release in it, has no valid signature */
async function verifiedComposition(workspace: Workspace, environment: Environment, store: Store) {
  if ((await currentRevision(store, environment.name)) === 0) return undefined;
  const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true });
  return (await verifiedState(trust, environment.name))?.composition;
}

async function usesIn(workspace: Workspace, name: string, packageName: string): Promise<EnvironmentUses> {
  try {
    const environment = workspace.environment(name);
    const store = readOnce(await workspace.store(environment)); // reads the bytes that it verifies
    const composition = await verifiedComposition(workspace, environment, store);
    const { stable, canaries } = selectionOf(composition);
    const useOf = async (kind: Use['kind'], { id, version }: ReleaseRef): Promise<Use> => {
      const use = await packageUse(await publishedRelease(store, id, version), packageName);
      return { app: id, kind, release: version, ...use };
    };
    const uses = await Promise.all([
      ...[...stable].map(([id, version]) => useOf('stable', { id, version })),
      ...[...canaries].map(([id, { version }]) => useOf('canary', { id, version })),
      ...(composition ? describedReleases(composition) : []).map((one) => useOf(one.kind, one)),
    ]);
    const running = await Promise.all(
      [...stable, ...[...canaries].map(([id, { version }]) => [id, version] as const)].map(([id, version]) =>
        publishedRelease(store, id, version),
      ),
    );
    const shared = (await sharedCosts(running.filter(isSlice))).filter((one) => one.package === packageName);
    return { environment: name, revision: composition?.revision ?? null, error: null, uses, shared };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { environment: name, revision: null, error: error.message, uses: [], shared: [] };
  }
}

const isUse = ({ bundled, range, isKnown }: Use) => bundled.length > 0 || range !== null || !isKnown;

const useText = ({ bundled, range, isKnown }: Use) =>
  [
    ...bundled.map(({ version, hasCode }) => (hasCode ? version : `${version} (none of its code)`)),
    ...(range === null ? [] : [`${range} of the shell`]),
    ...(isKnown ? [] : ['unknown']),
  ].join(', ');

/** Environments and previews in this order. One that cannot be read is shown with its error. */
export async function packageStatus(
  workspace: Workspace,
  environments: readonly string[],
  packageName: string,
): Promise<Output> {
  const all = await Promise.all(environments.map((name) => usesIn(workspace, name, packageName)));
  const data = all.map(({ uses, shared, ...rest }) => ({
    ...{ ...rest, package: packageName, uses: uses.filter(isUse) },
    shared,
    /** The cost of several versions, as a sentence. */
    costs: sharedCostLines(shared),
  }));
  const rows = data.flatMap(({ environment, uses }) =>
    uses.map((use) => [
      environment,
      use.kind === 'stable' ? use.app : `${use.app} ${use.kind}`,
      shortVersion(use.release),
      useText(use),
    ]),
  );
  const hasUnknown = data.some(({ uses }) => uses.some(({ isKnown }) => !isKnown));
  const failed = data.flatMap(({ environment, error }) =>
    error === null ? [] : [`\n${environment} could not be read: ${error}`],
  );
  const isEmpty = data.every(({ revision, error }) => revision === null && error === null);
  const text = [
    rows.length === 0
      ? isEmpty
        ? nothingRuns(environments)
        : `No release that an environment runs has ${packageName}`
      : table([['', '', 'release', packageName], ...rows]),
    ...(hasUnknown
      ? ['\nunknown: the release has no bill of materials. Build it with sliceConfig, or ask its owner']
      : []),
    ...data.flatMap(({ environment, costs }) => costs.map((line) => `\n${environment}: ${line}`)),
    ...failed,
  ].join('\n');
  return { text, data, ...(failed.length > 0 && { failure: 'unavailable' as const }) };
}
