/** The releases of every environment: `slipway status` with the fields of compositions and settings that the console shows too. */
import type { Terminal } from '../command-line/command';
import status from '../commands/status';
import { readCurrent } from '../composition/read';
import { compositionSettings } from '../composition/settings';
import { grantsOf } from '../composition/thirdParties';
import type { Workspace } from '../environment/workspace';
import type { EnvironmentStatus, Overview, OverviewEnvironment } from './api';
import type { Runner } from './runner';

async function withDetails(workspace: Workspace, one: EnvironmentStatus): Promise<OverviewEnvironment> {
  const environment = workspace.environment(one.environment);
  const basic = { ...one, address: environment.address, isPreview: one.environment.includes('/') };
  const unknown = { ...basic, createdAt: null, approvals: null, allowOverrides: false };
  const nothing = { ...unknown, grants: [], routes: {} };
  if (one.error !== null) return nothing;
  const store = await workspace.store(environment);
  const current = await readCurrent(store, environment.name);
  if (!current) return nothing;
  const { composition } = current;
  const stored = await compositionSettings(store, composition);
  const { policy, allowOverrides = false } = stored?.settings ?? {};
  const slices = Object.entries(composition.slices);
  return {
    ...basic,
    createdAt: composition.createdAt,
    approvals: policy?.approvals ? { count: policy.approvals.count, by: policy.approvals.by } : null,
    allowOverrides,
    grants: grantsOf(composition, stored?.settings),
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
