/** `npm start` of this checkout, for benchmarks of its server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Starts it with the demo user. Resolves when the server is ready. @throws when it ends before that */
export async function startApp(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn('node', [join(root, 'tools/repo/bootstrap/start.mjs')], {
    cwd: root,
    env: { ...process.env, SLIPWAY_DEMO: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (String(text).includes('Slipway is ready')) resolve();
    });
    child.on('exit', () => {
      reject(new Error('The server did not start'));
    });
  });
  return child;
}
