/** Builds the shell and the slices whose source changed; Nx restores the others from its cache. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { builtState, readBuiltState, writeBuiltState } from './builtState';

/** @throws `invalid_input` when a build fails, after printing its output */
export async function buildStale(root: string, say: (line: string) => void): Promise<void> {
  const before = builtState(root, process.env);
  const last = readBuiltState(root);
  if (last?.sources === before.sources && last.builds === before.builds) return;

  const { code, output } = await runNx(root);
  if (code !== 0) {
    say(output);
    throw new AppError('invalid_input', 'The build failed. See the output above');
  }
  // Record the sources from before the build: the build may lack files that changed during it.
  writeBuiltState(root, { ...before, builds: builtState(root, process.env).builds });
}

/** Without npx, which takes 0.4 s to find it. */
async function runNx(root: string): Promise<{ code: number | null; output: string }> {
  const nx = createRequire(join(root, 'package.json')).resolve('nx');
  const build = spawn(process.execPath, [nx, 'run-many', '-t', 'build', '--outputStyle=static'], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  let output = '';
  for (const stream of [build.stdout, build.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    build.on('error', reject);
    build.on('close', resolve);
  });
  return { code, output };
}
