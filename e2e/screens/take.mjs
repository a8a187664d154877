/**
 * `npm run screens`: takes all pictures into `e2e/test-results/screens`, with contact sheets, and draws those
 * of the documents again, in `docs/screens`. Arguments go to Playwright: `-- -g landing` takes some of them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { drawForDocuments } from './documents.mjs';
import { drawSheets } from './sheets.mjs';

const e2e = join(import.meta.dirname, '..');
const folder = join(e2e, 'test-results/screens');
const options = ['--config', 'playwright.screens.config.ts', '--update-snapshots=all'];
const { status } = spawnSync('npx', ['playwright', 'test', ...options, ...process.argv.slice(2)], {
  cwd: e2e,
  stdio: 'inherit',
  env: { ...process.env, SCREENS: folder },
});
await drawSheets(folder);
await drawForDocuments(folder, join(e2e, '../docs/screens'));
process.exit(status ?? 1);
