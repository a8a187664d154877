/** The contenders of `bench/pages.ts` build from today's sources, and show the data of every page. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { controlPort, root } from '../../support/server';
import { nightly, test } from '../../support/test';

test.describe.configure({ timeout: 600_000 });

nightly('the app, a monolith, stock federation and single-spa show every page (23)', async () => {
  // The app and each contender have a port, below the first port of a next run.
  const port = String(controlPort + 1);
  await promisify(execFile)('npx', ['tsx', 'bench/pages.ts', '--check', '--port', port], { cwd: root });
});
