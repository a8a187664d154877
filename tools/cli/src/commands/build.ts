/** `slipway build <slice…>`: builds slices. Unchanged slices come from Nx's cache. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { dryRun, slipwayCommand } from '../command-line/command';
import { buildOf, isPath, sliceFolder } from '../command-line/slices';
import { shortVersion } from '../command-line/text';

/** Runs a program in `folder`: the one installed there, else the workspace's. @throws `invalid_input` with its output */
async function run(root: string, folder: string, command: string, args: string[]): Promise<void> {
  const installed = join(folder, 'node_modules/.bin', command);
  const child = spawn(existsSync(installed) ? installed : join(root, 'node_modules/.bin', command), args, {
    cwd: folder,
    env: { ...process.env, NX_DAEMON: 'false', FORCE_COLOR: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new AppError('invalid_input', `The build failed:\n${output.trim()}`);
}

export default slipwayCommand({
  meta: { name: 'slipway build', description: 'Build slices' },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'Slices under apps/, or paths to slices in other folders',
    },
    ...dryRun,
  },
  takesMany: true,
  examples: [
    'slipway build marketplace',
    'slipway build marketplace auth',
    'slipway build ./e2e/fixtures/notes',
  ],
  async run({ _: slices, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const folders = slices.map((slice) => sliceFolder(workspace, slice));
    if (isDryRun) return { text: `Would build ${slices.join(', ')}`, data: { folders } };

    const inApps = slices.filter((slice) => !isPath(slice));
    if (inApps.length > 0) {
      const args = ['run-many', '-t', 'build', '-p', inApps.join(','), '--outputStyle=static'];
      await run(workspace.root, workspace.root, 'nx', args);
    }
    for (const [index, slice] of slices.entries()) {
      if (!inApps.includes(slice)) await run(workspace.root, folders[index] ?? '', 'rspack', ['build']);
    }
    const releases = await Promise.all(
      slices.map(async (slice) => (await buildOf(workspace, slice)).release),
    );
    return {
      text: releases.map(({ id, version }) => `Built ${id} ${shortVersion(version)}`).join('\n'),
      data: releases.map(({ id, version, commit }) => ({ id, version, commit })),
    };
  },
});
