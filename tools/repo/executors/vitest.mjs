/** `nx test <project>`: `vitest run` in the project's folder. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Resolves to the exit code. */
export const runVitest = (root, folder, args = [], env = {}) =>
  new Promise((resolve, reject) => {
    const bin = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [bin, 'run', ...args], {
      cwd: join(root, folder),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', resolve);
  });

// eslint-disable-next-line no-restricted-syntax -- Nx takes the default export
export default async function vitest(_options, { root, projectName, projectsConfigurations }) {
  const code = await runVitest(root, projectsConfigurations.projects[projectName].root);
  return { success: code === 0 };
}
