/** Programs of the machine: finding them, and installing them on Debian. Only Node's modules. */
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

/** Exits when the installation fails. */
export function installDebian(name) {
  run('apt-get', ['update', '-qq'], 'apt-get update failed');
  run('apt-get', ['install', '-y', '-qq', name], `apt-get could not install ${name}`);
}
