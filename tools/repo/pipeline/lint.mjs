/**
 * ESLint over the whole workspace in one process, with a cache. `--compiler` adds the rules that run React's compiler, as at
 * night.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/install.mjs';

/** Changes with every file that rules read besides the one they check: then the cache is not used. */
function cacheKey() {
  const files = execFileSync(
    'git',
    ['ls-files', 'package-lock.json', 'eslint.config.js', 'tools/repo/lint', '*package.json'],
    { cwd: root, encoding: 'utf8' },
  );
  const hash = createHash('sha256');
  for (const file of files.split('\n').filter(Boolean)) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

const env = {
  ...process.env,
  NX_DAEMON: 'false',
  LINT_WITHOUT_COMPILER: process.argv.includes('--compiler') ? '0' : '1',
};
const options = { cwd: root, encoding: 'utf8', env };

// The rule about module boundaries reads the project graph that Nx leaves behind, and is silent without one.
execFileSync('npx', ['nx', 'show', 'projects'], options);

const cache = ['--cache', '--cache-strategy', 'content', '--cache-location'];
const { status, stdout, stderr } = spawnSync(
  'npx',
  ['eslint', '.', '--max-warnings', '0', ...cache, `node_modules/.cache/slipway/eslint-${cacheKey()}`],
  options,
);
process.stdout.write(stdout + stderr);
const isSkipped = /No cached ProjectGraph/.test(stdout + stderr);
process.exitCode = isSkipped ? 1 : status;
