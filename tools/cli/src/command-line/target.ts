/** The environment that a command works on, with its store. */
import type { Environment } from '../environment/environment';
import { rejectFamily } from '../environment/previews';
import type { Workspace } from '../environment/workspace';
import type { Store } from '../store/store';

export interface Target {
  workspace: Workspace;
  environment: Environment;
  store: Store;
}

/** @throws `not_found` for an unknown environment, `invalid_input` for a family of previews */
export async function openTarget(workspace: Workspace, name: string): Promise<Target> {
  const environment = workspace.environment(name);
  rejectFamily(environment);
  return { workspace, environment, store: await workspace.store(environment) };
}
