/**
 * The parts of workflows that cannot run in a test, with the reason: steps by their whole script, and programs.
 * `execution.test.ts` compares them with the files, and `wholeRun.test.ts` runs every step that is not here.
 */
import { join } from 'node:path';

interface Replaced {
  reason: string;
  /** A script that runs in its place; none by default. */
  instead?: string;
}

export const INSTALL = 'npm ci --no-audit --no-fund';

export const replaced: ReadonlyMap<string, Replaced> = new Map<string, Replaced>([
  [
    INSTALL,
    { reason: 'it takes a minute for each job: one job at night runs it, the others link to this checkout' },
  ],
  [
    'npx playwright install --with-deps chromium',
    {
      reason: 'it installs packages of the system',
      instead: 'npx playwright install --dry-run chromium',
    },
  ],
  ['npm test', { reason: 'it runs this test' }],
  [
    'npm run test:nightly',
    // The base of `screens:compare` on main.
    { reason: 'it runs this test', instead: 'git rev-parse --verify HEAD~1' },
  ],
]);

/**
 * Programs that stand for those that cannot run here, first in the path of every step. `docker` needs a container
 * runtime: `tools/repo/lint/containers.test.ts` builds and starts what the Containerfiles describe.
 */
export const programs = join(import.meta.dirname, 'programs');
