/** Builds slices: those under `apps/` with Nx, which has unchanged ones in its cache, others with their own tool. */
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../environment/workspace';
import { runBuild } from '../release/runBuild';
import { isPath, sliceFolder } from './slices';

/** @throws `not_found`, `invalid_input` with the output of a build that fails */
export async function buildSlices(workspace: Workspace, slices: readonly string[]): Promise<void> {
  const folders = slices.map((slice) => sliceFolder(workspace, slice));
  const inApps = slices.filter((slice) => !isPath(slice));
  if (inApps.length > 0) {
    const args = ['run-many', '-t', 'build', '-p', inApps.join(','), '--outputStyle=static'];
    await runBuild(workspace.root, workspace.root, 'nx', args);
  }
  for (const [index, slice] of slices.entries()) {
    if (!inApps.includes(slice)) await runBuild(workspace.root, folders[index] ?? '', 'rspack', ['build']);
  }
  // Nx leaves the files of an unchanged build as they are: it is now known to be that of the present source.
  const now = new Date();
  for (const folder of folders) utimesSync(join(folder, 'dist/release.json'), now, now);
}
