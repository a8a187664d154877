/** Builds slices, each with the tool of its folder. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Workspace } from '../environment/workspace';
import { runBuild } from '../release/runBuild';
import { sliceFolder } from './slices';

/**
 * Without Nx, which takes longer to read the workspace than Rspack takes to build a slice. Its cache is for builds of everything.
 * @throws `not_found`, `invalid_input` with the output of the first build that fails
 */
export async function buildSlices(workspace: Workspace, slices: readonly string[]): Promise<void> {
  const folders = new Set(slices.map((slice) => sliceFolder(workspace, slice)));
  const limit = pLimit(availableParallelism());
  await limit.map(folders, (folder) => runBuild(workspace.root, folder, ...buildCommand(folder)));
}

/** Rspack, unless the slice's package has another script `build`, such as `vite build`. npm takes half a second to start one. */
function buildCommand(folder: string): [program: string, args: string[]] {
  const file = join(folder, 'package.json');
  const { scripts = {} } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> })
    : {};
  const { build = RSPACK, prebuild, postbuild } = scripts;
  return build === RSPACK && !prebuild && !postbuild
    ? ['rspack', ['build']]
    : ['npm', ['run', '--silent', 'build']];
}

const RSPACK = 'rspack build';
