/** Builds the shell and the slices whose source changed; Nx restores the others from its cache. */
import { spawn } from 'node:child_process';
import { AppError } from '@slipway/contracts';

/** @throws `invalid_input` when a build fails, after printing its output */
export async function buildStale(root: string, say: (line: string) => void): Promise<void> {
  const args = ['nx', 'run-many', '-t', 'build', '--outputStyle=static'];
  const build = spawn('npx', args, {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', FORCE_COLOR: '0' },
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
  if (code !== 0) {
    say(output);
    throw new AppError('invalid_input', 'The build failed. See the output above');
  }
}
