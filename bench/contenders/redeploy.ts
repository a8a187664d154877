/** Our side of a redeploy: builds the marketplace with another text, and deploys it to the running server's store. */
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { sliceConfig } from '@slipway/build';
import { builtRelease, deploy, findWorkspace, folderStore, settingsOf } from '@slipway/cli';
import { folderOf, slices, withChange } from './config';

export async function redeploy(
  slice: string,
  { root, home, place, origin }: { root: string; home: string; place: string; origin: string },
): Promise<void> {
  const manifest = slices[slice];
  if (!manifest) throw new Error(`No slice ${slice}`);
  const config = withChange(sliceConfig(manifest, folderOf(slice)), slice);
  const path = join(place, 'changed', slice);
  await new Promise<void>((resolve, reject) => {
    rspack({ ...config, output: { ...config.output, path } }, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else resolve();
    });
  });
  const candidate = await builtRelease(path);
  const workspace = findWorkspace(root, { SLIPWAY_HOME: home });
  const environment = { ...workspace.environment('local'), address: origin };
  await deploy({
    ...{ workspace, environment, settings: settingsOf(environment) },
    ...{ store: folderStore(join(home, 'store')), candidates: [candidate] },
    edits: { stable: new Map([[slice, candidate.release.version]]) },
    ...{ author: 'bench', reason: 'another text' },
  });
}
