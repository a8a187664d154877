/** Builds slices, each with the tool of its folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import pLimit from 'p-limit';
import { AppError, isAppError } from '@slipway/contracts';
import type { Workspace } from '../environment/workspace';
import { parseJsonFile } from '../environment/jsonFile';
import { runBuild } from '../release/runBuild';
import { sliceFolder } from './slices';

/**
 * Builds without Nx, which takes longer to read the workspace than Rspack takes to build a slice. Nx's cache is for
 * builds of everything.
 * @throws `not_found`; `invalid_input` with the output of each build that failed, after all others have ended
 */
export async function buildSlices(workspace: Workspace, slices: readonly string[]): Promise<void> {
  const { root } = workspace;
  const folders = new Set(slices.map((slice) => sliceFolder(workspace, slice)));
  const builds = [...folders].map((folder) => ({ folder, command: buildCommand(root, folder) }));
  const limit = pLimit(availableParallelism());
  const failures = await limit.map(builds, ({ folder, command }) =>
    runBuild(root, folder, ...command).then(
      () => [],
      (error: unknown) => {
        if (isAppError(error)) return [error];
        throw error;
      },
    ),
  );
  const [first, ...others] = failures.flat();
  if (!first) return;
  if (others.length === 0) throw first;
  throw new AppError(first.code, [first, ...others].map(({ message }) => message).join('\n\n'));
}

/**
 * Rspack, unless the slice's package has another script `build`, such as `vite build`. npm takes half a second to start one.
 * @throws `invalid_input` for a folder with neither: Rspack's message would be about its own defaults
 */
function buildCommand(root: string, folder: string): [program: string, args: string[]] {
  const scripts = scriptsIn(root, join(folder, 'package.json'));
  if (
    scripts['build'] === undefined &&
    !readdirSync(folder).some((name) => name.startsWith('rspack.config.'))
  )
    throw new AppError(
      'invalid_input',
      `${relative(root, folder) || root} has no rspack.config.ts, and its package.json no script "build": add that script, such as "build": "vite build"`,
    );
  const { build = RSPACK, prebuild, postbuild } = scripts;
  return build === RSPACK && !prebuild && !postbuild
    ? ['rspack', ['build']]
    : ['npm', ['run', '--silent', 'build']];
}

/** The scripts of a package. @throws `invalid_input` with the place of what is wrong */
function scriptsIn(root: string, file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  const title = relative(root, file);
  const content = parseJsonFile(readFileSync(file, 'utf8'), title, 'correct it, then build again');
  return (content as { scripts?: Record<string, string> } | null)?.scripts ?? {};
}

const RSPACK = 'rspack build';
