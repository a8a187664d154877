/**
 * `npm run screens:compare`: takes all pictures of the commit that this branch began from, then compares those of this
 * checkout with them. No picture has to be committed, and both come from the same machine, fonts and browser. On main, the
 * base is the commit before. Differences are in `e2e/test-results/artifacts`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const e2e = join(import.meta.dirname, '..');
const root = join(e2e, '..');
const folder = join(e2e, 'test-results/screens-before');
const base = join(e2e, 'test-results/base');

const git = (...argv) => execFileSync('git', argv, { cwd: root, encoding: 'utf8' }).trim();

function baseCommit() {
  const head = git('rev-parse', 'HEAD');
  const main = ['origin/main', 'main'].find(
    (name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }).status === 0,
  );
  const fork = main ? git('merge-base', 'HEAD', main) : head;
  return fork === head ? git('rev-parse', 'HEAD~1') : fork;
}

function run(cwd, command, ...argv) {
  const { status } = spawnSync(command, argv, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, SCREENS: folder },
  });
  return status ?? 1;
}

const take = ['playwright', 'test', '--config', 'playwright.screens.config.ts'];

rmSync(folder, { recursive: true, force: true });
if (existsSync(base)) git('worktree', 'remove', '--force', base);
git('worktree', 'add', '--detach', base, process.argv[2] ?? baseCommit());
try {
  if (run(base, 'npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts') !== 0) process.exit(1);
  run(join(base, 'e2e'), 'npx', ...take, '--update-snapshots=all');
} finally {
  git('worktree', 'remove', '--force', base);
}
if (!existsSync(folder)) throw new Error('The base has taken no pictures: see the output above');
process.exit(run(e2e, 'npx', ...take, '--update-snapshots=none'));
