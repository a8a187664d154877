/** `slipway build <slice…>`: builds slices; what did not change comes from Nx's cache. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { buildOf, isPath, sliceFolder } from '../command-line/slices';
import { short } from '../command-line/text';

/** Runs a program of `folder`, or of the workspace, in `folder`. @throws `invalid_input` with what it said when it failed */
async function run(root: string, folder: string, command: string, args: string[]): Promise<void> {
  const own = join(folder, 'node_modules/.bin', command);
  const child = spawn(existsSync(own) ? own : join(root, 'node_modules/.bin', command), args, {
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
      description: 'Folders under apps/, or paths to slices elsewhere',
    },
    'dry-run': { type: 'boolean', default: false, description: 'Say what would be built' },
  },
  takesMany: true,
  examples: [
    'slipway build marketplace',
    'slipway build marketplace auth',
    'slipway build ./e2e/fixtures/notes',
  ],
  async run({ _: words, 'dry-run': isDryRun }, terminal) {
    const workspace = terminal.workspace();
    const folders = words.map((word) => sliceFolder(workspace, word));
    if (isDryRun) return { text: `Would build ${words.join(', ')}`, data: { folders } };

    const inApps = words.filter((word) => !isPath(word));
    if (inApps.length > 0) {
      const args = ['run-many', '-t', 'build', '-p', inApps.join(','), '--outputStyle=static'];
      await run(workspace.root, workspace.root, 'nx', args);
    }
    for (const [index, word] of words.entries()) {
      if (!inApps.includes(word)) await run(workspace.root, folders[index] ?? '', 'rspack', ['build']);
    }
    const releases = await Promise.all(words.map(async (word) => (await buildOf(workspace, word)).release));
    return {
      text: releases.map(({ id, version }) => `${id} ${short(version)} is built`).join('\n'),
      data: releases.map(({ id, version, commit }) => ({ id, version, commit })),
    };
  },
});
