/**
 * `npm run mutation [projects]`: changes the code in small ways and counts how many changes a unit or database test
 * notices. Writes `docs/mutation.md`. Takes hours for all projects, so it belongs to the nightly tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rowOf, scoreOf, writeReport } from './report.mjs';
import { excluded, targets } from './targets.mjs';

const root = join(import.meta.dirname, '../../..');
const wanted = process.argv.slice(2).map((name) => name.replace(/\/$/, ''));
const unknown = wanted.filter((name) => !(name in targets));
if (unknown.length > 0) {
  console.error(
    `mutation: unknown project ${unknown.join(', ')}: choose from ${Object.keys(targets).join(', ')}`,
  );
  process.exit(2);
}

/** Stryker changes files in place, so it works on a copy. */
const copy = mkdtempSync(join(tmpdir(), 'slipway-mutation-'));
const tracked = execFileSync('git', ['ls-files', '-z', '--', ':!docs/screens'], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of tracked.split('\0').filter((path) => path && existsSync(join(root, path)))) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
/** Packages of which a project needs another version than the root. */
const nested = ['apps', 'libs', 'tools'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(group, name, 'node_modules')),
);
for (const folder of nested.filter(
  (path) => existsSync(join(root, path)) && existsSync(join(copy, dirname(path))),
)) {
  symlinkSync(join(root, folder), join(copy, folder));
}
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));

const UNIT = 'vitest.unit.config.ts';
const reportFile = (project) => join(root, project, 'test-results/mutation.json');
const incrementalFile = (project) => join(root, project, 'test-results/mutation-incremental.json');

/** Runs Stryker in a project. Returns false when it could not finish. */
function mutate(project, patterns) {
  const config = {
    mutate: [...patterns, ...excluded.map((pattern) => `!${pattern}`)],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // A project whose tests include slow database tests has a configuration with only its unit tests.
    vitest: { configFile: existsSync(join(root, project, UNIT)) ? UNIT : 'vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    // Text is not behavior: tests of messages would only repeat them.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Otherwise Stryker runs only the tests that load a module for a change that is active from then on.
    ignoreStatic: false,
    inPlace: true,
    concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
    // Long, for a machine that does other work too: a timeout counts as noticed.
    timeoutMS: 60_000,
    timeoutFactor: 3,
    incremental: true,
    incrementalFile: incrementalFile(project),
    tempDirName: 'test-results/.stryker',
    reporters: ['json', 'clear-text'],
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    jsonReporter: { fileName: reportFile(project) },
  };
  const folder = join(copy, project);
  for (const place of [root, copy]) mkdirSync(join(place, project, 'test-results'), { recursive: true });
  const file = join(folder, 'test-results/stryker.config.json');
  writeFileSync(file, JSON.stringify(config));
  const { status } = spawnSync('npx', ['stryker', 'run', 'test-results/stryker.config.json'], {
    cwd: folder,
    stdio: 'inherit',
  });
  return status === 0;
}

const LEAST_SCORE = 80;
const failed = [];
const low = [];
for (const [project, patterns] of Object.entries(targets)) {
  if (wanted.length > 0 && !wanted.includes(project)) continue;
  if (!mutate(project, patterns)) {
    failed.push(project);
    continue;
  }
  const row = rowOf(project, JSON.parse(readFileSync(reportFile(project), 'utf8')));
  // After each project, because a run of all of them takes hours.
  writeReport(root, [row]);
  if (scoreOf(row) < LEAST_SCORE) low.push(project);
}
if (failed.length > 0) console.error(`mutation: Stryker failed in ${failed.join(', ')}`);
if (low.length > 0) console.error(`mutation: below ${LEAST_SCORE} %: ${low.join(', ')}`);
process.exitCode = failed.length + low.length > 0 ? 1 : 0;
