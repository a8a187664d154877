/** Programs of the machine: finding them, and installing them on Debian. Only Node's modules. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './install.mjs';

/** The path of the first of `names` that is on the PATH. */
export const onPath = (...names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

/**
 * The command that may install packages of Debian, or undefined: as root, or as the user of a hosted runner (`CI`), which has
 * sudo without a password. On a developer's machine, sudo is the developer's.
 */
export function aptGet() {
  if (!onPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const isRunner = process.env.CI === 'true' && spawnSync('sudo', ['-n', 'true']).status === 0;
  return isRunner ? ['sudo', '-n', 'apt-get'] : undefined;
}

export const debianCommand = (name) => `apt-get install ${name}`;

/** Reads the lists of packages. Exits when that fails. */
export function updateDebian() {
  const [command, ...args] = aptGet();
  run(command, [...args, 'update', '-qq'], 'apt-get update failed');
}

/** Installs the first of `names` that this version of Debian has. Exits when the installation fails. */
export function installDebian(...names) {
  updateDebian();
  const isAvailable = (name) => spawnSync('apt-cache', ['show', name]).status === 0;
  const name = names.find(isAvailable) ?? names.at(-1);
  const [command, ...args] = aptGet();
  run(command, [...args, 'install', '-y', '-qq', name], `apt-get could not install ${name}`);
}
