/** Installs the packages when they are not those of the lock file. Runs before node_modules exists: Node's modules only. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

const OLDEST_NODE = [20, 19];

/** Prints why and ends the process. */
export function fail(message) {
  console.error(`slipway: ${message}`);
  process.exit(1);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.join('.')} or newer (20, 22 or 24)`,
  );
}

/** Runs a program in the workspace with its output shown. Ends this process when it fails. */
export function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: process.env });
  if (error) fail(`${failure}: ${error.message}`);
  if (status !== 0) fail(failure);
}

/** npm writes its own record last, so an install that was cut, or is older than the lock file, does not count. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

export function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages (about a minute) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci failed: see its message above');
}
