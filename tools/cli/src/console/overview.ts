/** The releases of every environment: `slipway status` with the fields of compositions and settings that the console shows too. */
import type { Composition } from '@slipway/contracts';
import { shellOwner } from '../alerts/alert';
import type { Terminal } from '../command-line/command';
import status from '../commands/status';
import { readCurrent } from '../composition/read';
import { compositionSettings } from '../composition/settings';
import { grantsOf } from '../composition/thirdParties';
import type { Workspace } from '../environment/workspace';
import type { EnvironmentStatus, OverrideTarget, Overview, OverviewEnvironment } from './api';
import type { Runner } from './runner';

/** The releases that pages of the environment run for a link; `applyOverrides.ts` of the platform has the same rule. */
function overridesOf({ slices, overrides, allowOverrides }: Composition): OverviewEnvironment['overrides'] {
  if (!overrides && !allowOverrides) return {};
  const targets = (slice: string): OverrideTarget[] => {
    const { canary, fallback } = slices[slice] ?? {};
    const found: OverrideTarget[] = [
      // One that was ended stays listed for a while.
      ...(canary && canary.percent > 0 ? [{ kind: 'canary' as const, version: canary.release.version }] : []),
      ...(fallback ? [{ kind: 'fallback' as const, version: fallback.version }] : []),
      ...(overrides?.[slice] ?? []).map(({ version }) => ({ kind: 'listed' as const, version })),
    ];
    return found.filter(({ version }, index) => found.findIndex((one) => one.version === version) === index);
  };
  const all = [...new Set([...Object.keys(slices), ...Object.keys(overrides ?? {})])];
  return Object.fromEntries(all.map((slice) => [slice, targets(slice)]));
}

async function withDetails(workspace: Workspace, one: EnvironmentStatus): Promise<OverviewEnvironment> {
  const environment = workspace.environment(one.environment);
  const basic = { ...one, address: environment.address, isPreview: one.environment.includes('/') };
  const unknown = { ...basic, createdAt: null, approvals: null };
  const nothing = {
    ...{ ...unknown, hasCanarySteps: false, allowOverrides: false },
    ...{ overrides: {}, grants: [], owners: {}, routes: {} },
  };
  if (one.error !== null) return nothing;
  const store = await workspace.store(environment);
  const current = await readCurrent(store, environment.name);
  if (!current) return nothing;
  const { composition } = current;
  const stored = await compositionSettings(store, composition);
  const { policy, canaries, allowOverrides = false } = stored?.settings ?? {};
  const slices = Object.entries(composition.slices);
  return {
    ...basic,
    createdAt: composition.createdAt,
    approvals: policy?.approvals ? { count: policy.approvals.count, by: policy.approvals.by } : null,
    hasCanarySteps: canaries !== undefined,
    allowOverrides,
    overrides: overridesOf(composition),
    grants: grantsOf(composition, stored?.settings),
    owners: { shell: shellOwner, ...Object.fromEntries(slices.map(([id, { owner }]) => [id, owner])) },
    routes: Object.fromEntries(slices.map(([id, { routes }]) => [id, routes.map(({ path }) => path)])),
  };
}

/** `only`: the environment that the console was started for. */
export async function readOverview(
  terminal: Terminal,
  runner: Runner,
  { isReadOnly, only }: { isReadOnly: boolean; only: string | undefined },
): Promise<Overview> {
  const workspace = terminal.workspace();
  const args = only === undefined ? [] : ['--env', only];
  const listed = await runner.read<EnvironmentStatus[]>('status', status, args);
  const environments = await Promise.all(listed.map((one) => withDetails(workspace, one)));
  return { isReadOnly, environments };
}
