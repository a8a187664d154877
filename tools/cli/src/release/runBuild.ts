/** Runs a build tool in the folder of a slice. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipway/contracts';
import { buildFailure } from './buildFailure';

/** Runs a program in `folder`: the one installed there, else that in `root`. @throws `invalid_input` with the message of `buildFailure` */
export async function runBuild(
  root: string,
  folder: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const installed = [folder, root].map((place) => join(place, 'node_modules/.bin', command));
  const child = spawn(installed.find((path) => existsSync(path)) ?? command, args, {
    cwd: folder,
    env: { ...env, NX_DAEMON: 'false', NO_COLOR: '1', FORCE_COLOR: undefined },
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
  if (code === 0) return;
  throw new AppError('invalid_input', buildFailure(output, root, folder));
}
