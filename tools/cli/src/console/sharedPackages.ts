/** The packages that the shells provide to all slices: the list from which the page picks one. */
import { isAppError } from '@slipway/contracts';
import { readCurrent } from '../composition/read';
import type { Workspace } from '../environment/workspace';
import { publishedRelease } from '../release/candidate';
import { packageOf } from '../release/packages';

async function providedIn(workspace: Workspace, name: string): Promise<string[]> {
  const environment = workspace.environment(name);
  const store = await workspace.store(environment);
  const current = await readCurrent(store, environment.name);
  if (!current) return [];
  const { release } = await publishedRelease(store, 'shell', current.composition.shell.version);
  return release.kind === 'shell' ? Object.keys(release.provides).map(packageOf) : [];
}

/** Sorted. Environments whose shell cannot be read are left out: other pages say why. */
export async function sharedPackages(
  workspace: Workspace,
  environments: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    environments.map((name) =>
      providedIn(workspace, name).catch((error: unknown) => {
        if (isAppError(error)) return [];
        throw error;
      }),
    ),
  );
  return [...new Set(found.flat())].sort();
}
