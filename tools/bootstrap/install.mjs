/** Installs the packages when they are not those of the lock file. Runs before node_modules exists: Node's modules only. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

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

/** The lock file and the Node that native packages were chosen for. */
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

export function installPackages() {
  const stamp = join(root, 'node_modules', '.slipway-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return;
  console.log('Installing packages (once; about a minute) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci failed: see its message above');
  writeFileSync(stamp, wanted());
}
