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

export const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export const debianCommand = (name) => `apt-get install ${name}`;

/** Installs the first of `names` that this version of Debian has. Exits when the installation fails. */
export function installDebian(...names) {
  run('apt-get', ['update', '-qq'], 'apt-get update failed');
  const isAvailable = (name) => spawnSync('apt-cache', ['show', name]).status === 0;
  const name = names.find(isAvailable) ?? names.at(-1);
  run('apt-get', ['install', '-y', '-qq', name], `apt-get could not install ${name}`);
}
