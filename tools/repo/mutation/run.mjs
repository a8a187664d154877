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

const root = join(import.meta.dirname, '../../..');
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

/** Projects, and the files of each whose tests must notice a change. Text, pages and generated code are excluded. */
const targets = {
  'libs/session': ['src/**/*.ts'],
  'libs/platform': ['src/**/*.{ts,tsx}'],
  'libs/gateway': ['src/**/*.ts'],
  'libs/data': ['src/**/*.ts'],
  'libs/log': ['src/**/*.ts'],
  'libs/state': ['src/**/*.ts'],
  'libs/keys': ['src/**/*.ts'],
  'libs/contracts': ['src/**/*.ts'],
  'tools/cli': ['src/{composition,checks,release,store,environment}/**/*.ts'],
  'apps/shell': ['src/data/**/*.ts'],
  'apps/auth': ['src/{data,rules}/**/*.ts'],
  'apps/marketplace': ['src/data/**/*.ts'],
  'apps/agents': ['src/data/**/*.ts'],
  'apps/deployments': ['src/data/**/*.ts'],
  'apps/billing': ['src/data/**/*.ts'],
};
const excluded = [
  '**/*.test.*',
  '**/testing/**',
  '**/tests/**',
  '**/messages.ts',
  '**/index.ts',
  '**/*.types.ts',
].map((pattern) => `!${pattern}`);

const UNIT = 'vitest.unit.config.ts';
const reportFile = (project) => join(root, project, 'test-results/mutation.json');
const incrementalFile = (project) => join(root, project, 'test-results/mutation-incremental.json');

/** Runs Stryker in a project. Returns false when it could not finish. */
function mutate(project, mutate) {
  const config = {
    mutate: [...mutate, ...excluded],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // A project whose tests include slow database tests has a configuration with only its unit tests.
    vitest: { configFile: existsSync(join(root, project, UNIT)) ? UNIT : 'vitest.config.ts', related: true },
    coverageAnalysis: 'perTest',
    // Text is not behavior: tests of messages would only repeat them.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignoreStatic: true,
    inPlace: true,
    concurrency: 2,
    timeoutMS: 10_000,
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

/** Counts of a project's report; a mutant that times out was noticed. */
function countsOf(project) {
  const { files } = JSON.parse(readFileSync(reportFile(project), 'utf8'));
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  return {
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
  };
}

const wanted = process.argv.slice(2).map((name) => name.replace(/\/$/, ''));
const unknown = wanted.filter((name) => !(name in targets));
if (unknown.length > 0) {
  console.error(
    `mutation: unknown project ${unknown.join(', ')}: choose from ${Object.keys(targets).join(', ')}`,
  );
  process.exit(2);
}
const failed = Object.entries(targets)
  .filter(([project]) => wanted.length === 0 || wanted.includes(project))
  .filter(([project, patterns]) => !mutate(project, patterns))
  .map(([project]) => project);

const LEAST_SCORE = 80;
const rows = Object.keys(targets)
  .filter((project) => existsSync(reportFile(project)))
  .map((project) => {
    const { killed, survived, uncovered } = countsOf(project);
    const total = killed + survived + uncovered;
    return { project, killed, survived, uncovered, score: total === 0 ? 100 : (100 * killed) / total };
  });
writeFileSync(
  join(root, 'docs/mutation.md'),
  [
    '# Mutation report',
    '',
    'Written by `npm run mutation`: small changes to the code (Stryker, without string literals), and how many of them a unit or database test notices.',
    '',
    '| project | killed | survived | without a test | score |',
    '| --- | --: | --: | --: | --: |',
    ...rows.map(
      ({ project, killed, survived, uncovered, score }) =>
        `| \`${project}\` | ${killed} | ${survived} | ${uncovered} | ${score.toFixed(0)} % |`,
    ),
    '',
  ].join('\n'),
);
spawnSync('npx', ['prettier', '--write', '--log-level=warn', 'docs/mutation.md'], { cwd: root });

const low = rows.filter(({ score }) => score < LEAST_SCORE).map(({ project }) => project);
if (failed.length > 0) console.error(`mutation: Stryker failed in ${failed.join(', ')}`);
if (low.length > 0) console.error(`mutation: below ${LEAST_SCORE} %: ${low.join(', ')}`);
process.exitCode = failed.length + low.length > 0 ? 1 : 0;
