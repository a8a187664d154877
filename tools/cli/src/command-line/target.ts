/** The environment that a command works on, with its store. */
import { join, relative } from 'node:path';
import { AppError, type Composition } from '@slipway/contracts';
import { currentComposition, currentRevision } from '../composition/read';
import type { Environment } from '../environment/environment';
import { rejectFamily } from '../environment/previews';
import type { Workspace } from '../environment/workspace';
import type { Store } from '../store/store';
import { verifiedState } from '../trust/deploying';
import { openTrust } from '../trust/open';

export interface Target {
  workspace: Workspace;
  environment: Environment;
  store: Store;
  /** The environment as the user names it, such as `preview/pr-123`. */
  named: string;
}

/** @throws `not_found` for an unknown environment, `invalid_input` for a family of previews */
export async function openTarget(workspace: Workspace, name: string): Promise<Target> {
  const environment = workspace.environment(name);
  rejectFamily(environment);
  return { workspace, environment, store: await workspace.store(environment), named: workspace.named(name) };
}

/** The composition that the environment runs. @throws `not_found` before its first deploy, `invalid_input` */
export async function runningComposition({
  environment,
  store,
  named,
}: Pick<Target, 'environment' | 'store' | 'named'>): Promise<Composition> {
  const composition = await currentComposition(store, environment.name);
  if (!composition) throw new AppError('not_found', `${named} runs nothing yet: deploy to it first`);
  return composition;
}

/** The composition that another environment takes over, or undefined. @throws `slice_untrusted` */
export async function verifiedComposition({
  workspace,
  environment,
  store,
}: Pick<Target, 'workspace' | 'environment' | 'store'>): Promise<Composition | undefined> {
  if ((await currentRevision(store, environment.name)) === 0) return undefined;
  const trust = await openTrust({ options: workspace.trust, store, environment });
  return (await verifiedState(trust, environment.name))?.composition;
}

/** The file of an environment, or of a preview's family, relative to the workspace if it is inside. */
export function environmentFile({ workspace, named }: Pick<Target, 'workspace' | 'named'>): string {
  const path = join(workspace.folder, `${workspace.named(named).split('/')[0] ?? ''}.json`);
  const shown = relative(workspace.root, path);
  return shown.startsWith('..') ? path : shown;
}
