/** Stands for `npm ci` in a clone: links to the packages of this checkout, and to the clone's own workspaces. */
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { files, root } from '../../docs/markdown';

const OWN = '@slipway';

export function linkPackages(clone: string): void {
  const folders = files('package.json', '*/package.json').map(dirname);
  for (const folder of folders) {
    const [from, to] = [join(root, folder, 'node_modules'), join(clone, folder, 'node_modules')];
    if (!existsSync(from) || !existsSync(join(clone, folder))) continue;
    mkdirSync(to, { recursive: true });
    // `.cache` is of this checkout.
    for (const name of readdirSync(from).filter((name) => name !== '.cache' && name !== OWN))
      symlinkSync(join(from, name), join(to, name));
    if (!existsSync(join(from, OWN))) continue;
    mkdirSync(join(to, OWN));
    // Relative links: they lead to the workspaces of the clone.
    for (const name of readdirSync(join(from, OWN)))
      symlinkSync(readlinkSync(join(from, OWN, name)), join(to, OWN, name));
  }
}
