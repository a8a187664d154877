/** Installs the packages of the lock file when some are missing. Runs before node_modules exists: only Node's modules. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingLinks, missingPackages } from './installed.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

const OLDEST_NODE = [20, 19];

/** Prints the reason and exits. */
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

/** Runs a program in the workspace and shows its output. Exits when the program fails. */
export function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: process.env });
  if (error) fail(`${failure}: ${error.message}`);
  if (status !== 0) fail(failure);
}

/**
 * Announces an installation and its reason. With `SLIPWAY_NO_INSTALL=1` it exits with the command to run instead.
 * @param {{ name: string, reason: string, command: string }} installation
 */
export function announceInstall({ name, reason, command }) {
  if (process.env.SLIPWAY_NO_INSTALL === '1') {
    fail(`${name}: ${reason}. SLIPWAY_NO_INSTALL is set, so run this yourself: ${command}`);
  }
  console.log(`Installing ${name}: ${reason} (${command}) …`);
}

/** A copy of the workspace may share the node_modules of another: npm would follow the link and remove what is there. */
const sharesModules = (folder) =>
  lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Links a new workspace package into node_modules, as `npm install` would. */
export function linkWorkspaces(folder = root) {
  if (!existsSync(join(folder, 'node_modules')) || sharesModules(folder)) return;
  for (const { path, target } of missingLinks(folder)) {
    const link = join(folder, path);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(folder, target)), link, 'junction');
  }
}

/**
 * Why `npm ci` is needed; undefined when it is not. Compares contents, not dates: a checkout or a generated slice changes
 * the date of the lock file.
 */
function installReason() {
  const missing = missingPackages(root);
  if (missing.length === 0) return undefined;
  if (missing[0] === 'node_modules') return 'node_modules is missing or incomplete';
  const examples = missing.slice(0, 3).join(', ');
  return `${String(missing.length)} are missing or differ from package-lock.json, such as ${examples}`;
}

/** Exits when packages are missing: for a program that installs nothing. */
export function requirePackages() {
  const reason = installReason();
  if (reason) fail(`npm packages: ${reason}. Run npm ci`);
}

export function installPackages() {
  const reason = installReason();
  if (reason && sharesModules(root))
    fail(`npm packages: ${reason}. node_modules is a link, whose target npm ci would empty: run it there`);
  if (reason) {
    announceInstall({ name: 'npm packages', reason, command: 'npm ci' });
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'npm ci failed: see its message above');
  }
  linkWorkspaces();
}
