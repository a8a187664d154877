/** `slipway deploy --build`: builds slices, and in parallel loads and reads everything else that the deploy needs. */
import { rejectFamily } from '../environment/previews';
import { buildSlices } from './buildSlices';
import type { Output, Terminal } from './command';
import type { DeployOptions } from './deployOptions';
import { isName, isPath } from './slices';

/** The options were checked with `checkDeployOptions`. */
export async function buildAndDeploy(
  slices: readonly string[],
  options: DeployOptions,
  terminal: Terminal,
): Promise<Output> {
  const workspace = terminal.workspace();
  rejectFamily(workspace.environment(options.env));
  const sources = slices.filter((slice) => isPath(slice) || isName(slice));
  const building = buildSlices(workspace, sources);
  building.catch(() => undefined); // the deploy waits for it
  const { deploySlices } = await import('./deploySlices');
  return deploySlices(slices, options, terminal, building);
}
