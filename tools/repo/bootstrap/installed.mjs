/** Compares node_modules with the lock file. Only Node's modules. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readPackages = (path) => Object.entries(JSON.parse(readFileSync(path, 'utf8')).packages);

const isInModules = ([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/');

/**
 * The packages of the lock file that are not installed in that version, by path.
 * `['node_modules']` when npm's own record is missing: npm writes it last, so that installation was cut short.
 */
export function missingPackages(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return ['node_modules'];
  const installed = new Map(readPackages(record));
  return (
    readPackages(join(root, 'package-lock.json'))
      .filter(isInModules)
      // Links are cheap: `linkWorkspaces` makes them.
      .filter(([, { link }]) => !link)
      .filter(([path, { version, integrity, optional, devOptional }]) => {
        const found = installed.get(path);
        // npm leaves out optional packages of other platforms.
        if (!found) return !(optional || devOptional);
        return found.version !== version || found.integrity !== integrity || !existsSync(join(root, path));
      })
      .map(([path]) => path)
  );
}

/** Whether something is at this path, a broken link included. */
const isThere = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The workspace packages, and their commands, that the lock file links into node_modules and that are not linked. */
export const missingLinks = (root) => {
  const packages = readPackages(join(root, 'package-lock.json'));
  const links = packages
    .filter(([, { link }]) => link)
    .map(([path, { resolved }]) => ({ path, target: resolved }));
  const commands = packages
    .filter((entry) => entry[0] !== '' && !isInModules(entry))
    .flatMap(([folder, { bin = {} }]) =>
      Object.entries(bin).map(([name, file]) => ({
        path: `node_modules/.bin/${name}`,
        target: `${folder}/${file}`,
      })),
    );
  return [...links, ...commands].filter(({ path }) => !isThere(join(root, path)));
};
