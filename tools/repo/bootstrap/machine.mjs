/** The machine's own programs: where they are, and how one is added. Node's modules only. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './install.mjs';

/** The first of `names` that is on the PATH, as a path. */
export const onPath = (...names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

export const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Ends the process when it fails. */
export function installDebian(name) {
  run('apt-get', ['update', '-qq'], 'apt-get update failed');
  run('apt-get', ['install', '-y', '-qq', name], `apt-get could not install ${name}`);
}
