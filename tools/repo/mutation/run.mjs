/**
 * `npm run mutation -- [projects or parts]`: changes the code in small ways and counts how many changes a unit or
 * database test notices. Writes `docs/mutation.md`. All projects take more than an hour, so it belongs to the nightly tests.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rowOf, scoreOf, writeReport } from './report.mjs';
import { excluded, targets, testFiles } from './targets.mjs';
import { makeWorkCopy } from './workCopy.mjs';

const root = join(import.meta.dirname, '../../..');
const wanted = process.argv.slice(2).map((name) => name.replace(/\/$/, ''));
const parts = Object.entries(targets).flatMap(([project, groups]) =>
  Object.entries(groups).map(([part, patterns]) => ({
    project,
    part,
    patterns,
    name: `${project}:${part}`,
  })),
);
const isWanted = ({ project, name }) => wanted.includes(project) || wanted.includes(name);
const unknown = wanted.filter((name) => !parts.some((part) => [part.project, part.name].includes(name)));
if (unknown.length > 0) {
  const choice = [...Object.keys(targets), ...parts.map(({ name }) => name)].join(', ');
  console.error(`mutation: unknown project or part ${unknown.join(', ')}: choose from ${choice}`);
  process.exit(2);
}

const copy = makeWorkCopy(root);
const CONFIG = 'test-results/vitest.mutation.config.mjs';

/** The text of Vitest's configuration for a part: the project's, with only the tests of this part, in one thread. */
function vitestConfig({ project, name }) {
  // A project whose tests include slow database tests has a configuration with only its unit tests.
  const unit = 'vitest.unit.config.ts';
  const base = existsSync(join(root, project, unit)) ? unit : 'vitest.config.ts';
  const only = testFiles[name] ? `include: ${JSON.stringify(testFiles[name])},` : '';
  const here = join(copy, 'tools/repo/mutation');
  return `import base from '../${base}';
import { failedFiles } from '${here}/failedFiles.mjs';
import { warmWorker } from '${here}/warmWorker.mjs';
const { plugins = [], test } = base;
export default {
  ...base,
  plugins: [...plugins, warmWorker],
  test: {
    ...test,
    execArgv: [], // threads cannot have flags of V8
    reporters: [failedFiles],
    setupFiles: [...[test.setupFiles ?? []].flat(), '${here}/freshModules.mjs'],
    ${only}
  },
};
`;
}

/** A folder for the files of tests, in memory where the system has one: tests of stores write thousands of small files. */
const MEMORY = '/dev/shm';
const places = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'slipway-mutation-tests-'));
// As root, a test's PostgreSQL runs as another user, who reads its files there.
chmodSync(places, 0o755);
process.on('exit', () => rmSync(places, { recursive: true, force: true }));

const resultFile = ({ project, part }, suffix = '') =>
  join(root, project, `test-results/mutation-${part}${suffix}.json`);

/** Runs Stryker on a part. Returns false when it could not finish. */
function mutate(target) {
  const { project, patterns, name } = target;
  const config = {
    mutate: [...patterns, ...excluded.map((pattern) => `!${pattern}`)],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // A test of a script that a document loads imports it by a name that only runs: no module refers to it.
    vitest: { configFile: CONFIG, related: !testFiles[name] },
    coverageAnalysis: 'perTest',
    // Text is not behavior: tests of messages would only repeat them.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Otherwise Stryker runs only the tests that load a module for a change that is active from then on.
    ignoreStatic: false,
    inPlace: true,
    concurrency: Number(process.env.MUTATION_WORKERS || 2),
    // A timeout counts as noticed, so it must be longer than a test may wait (`patience` in vitest.shared.ts).
    timeoutMS: 30_000,
    timeoutFactor: 3,
    incremental: true,
    incrementalFile: resultFile(target, '-incremental'),
    tempDirName: 'test-results/.stryker',
    reporters: ['json', 'clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    jsonReporter: { fileName: resultFile(target) },
  };
  const folder = join(copy, project);
  for (const place of [root, copy]) mkdirSync(join(place, project, 'test-results'), { recursive: true });
  writeFileSync(join(folder, CONFIG), vitestConfig(target));
  writeFileSync(join(folder, 'test-results/stryker.config.json'), JSON.stringify(config));
  const { status } = spawnSync('npx', ['stryker', 'run', 'test-results/stryker.config.json'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: places },
  });
  return status === 0;
}

const LEAST_SCORE = 80;
const failed = [];
const low = [];
for (const target of parts.filter((part) => wanted.length === 0 || isWanted(part))) {
  if (!mutate(target)) {
    failed.push(target.name);
    continue;
  }
  const row = rowOf(target.project, target.part, JSON.parse(readFileSync(resultFile(target), 'utf8')));
  // After each part, because a run of all of them takes more than an hour.
  writeReport(root, [row]);
  if (scoreOf(row) < LEAST_SCORE) low.push(target.name);
}
if (failed.length > 0) console.error(`mutation: Stryker failed in ${failed.join(', ')}`);
if (low.length > 0) console.error(`mutation: below ${LEAST_SCORE} %: ${low.join(', ')}`);
process.exitCode = failed.length + low.length > 0 ? 1 : 0;
