/**
 * `npm run screens`: takes all pictures into `e2e/test-results/screens`, with contact sheets, and draws those
 * of the documents again, in `docs/screens`. `-- --by-state` adds sheets of each state. Other arguments go to Playwright:
 * `-- -g landing` takes some of them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { drawForDocuments } from './documents.mjs';
import { drawSheets } from './sheets.mjs';
import { drawStateSheets } from './stateSheets.mjs';

const e2e = join(import.meta.dirname, '..');
const folder = join(e2e, 'test-results/screens');
const options = ['--config', 'playwright.screens.config.ts', '--update-snapshots=all'];
const given = process.argv.slice(2);
const byState = given.includes('--by-state');
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', ...options, ...given.filter((each) => each !== '--by-state')],
  {
    cwd: e2e,
    stdio: 'inherit',
    env: { ...process.env, SCREENS: folder },
  },
);
await drawSheets(folder);
if (byState) await drawStateSheets(folder);
await drawForDocuments(folder, join(e2e, '../docs/screens'));
process.exit(status ?? 1);
