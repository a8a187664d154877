/** `npm run validate`: everything that must hold before a commit, in one run, with a count at its end. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { root } from './install.mjs';

process.env.SLIPWAY_CHROMIUM ??= chromiumPath();
process.env.NX_DAEMON = 'false';

const steps = [
  ['format', 'npx', ['prettier', '--check', '--log-level=warn', '.']],
  ['lint and types', 'npx', ['nx', 'run-many', '-t', 'lint', 'typecheck', '--outputStyle=static']],
  ['dead code', 'npx', ['knip']],
  [
    'unit and database tests',
    'npx',
    ['nx', 'run-many', '-t', 'test', '--outputStyle=static', '--parallel=2'],
  ],
  ['build', 'npx', ['nx', 'run-many', '-t', 'build', '--outputStyle=static']],
  ['end-to-end tests', 'npm', ['run', 'e2e', '-w', '@slipway/e2e']],
];

/** Where each test run leaves its counts; Nx restores them with a cached run. */
const reports = () =>
  ['apps', 'libs', 'tools', '.'] // '.' has e2e and supabase
    .flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(root, folder, entry.name, 'test-results', 'report.json')),
    )
    .filter((path) => existsSync(path));

/** Vitest's and Playwright's JSON reports, as one kind of count. */
function countsOf(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  return 'stats' in report
    ? {
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        skipped: report.stats.skipped,
      }
    : { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

for (const path of reports()) rmSync(path);

const failedSteps = [];
for (const [name, command, args] of steps) {
  console.log(`\n── ${name}`);
  const began = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: process.env });
  console.log(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
  );
  if (status !== 0) failedSteps.push(name);
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const counts of reports().map(countsOf)) {
  for (const key of Object.keys(total)) total[key] += counts[key];
}
// A step is a check of its own: formatting, lint and types count no tests.
const passed = total.passed + steps.length - failedSteps.length;
const failed = total.failed + failedSteps.length;
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
