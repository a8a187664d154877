/** The exported names of each shared library, read from its `index.ts`, and the version bump that a change requires. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import ts from 'typescript';

const libs = join(import.meta.dirname, '../../../libs');

export interface PublicNames {
  version: string;
  /** `<entry>: <name>`, in order: `./overlays: Dialog`. */
  names: string[];
}

interface Package {
  name: string;
  version: string;
  exports: Record<string, unknown>;
}

/** @throws when an entry has an export without names, such as `export *` */
function namesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isExportDeclaration).flatMap(({ exportClause }) => {
    if (!exportClause || !ts.isNamedExports(exportClause))
      throw new Error(`${file}: export each name explicitly`);
    return exportClause.elements.map(({ name }) => name.text);
  });
}

/** Not shared with separately built slices: these run on servers, and `testing` only in tests. */
const unshared = ['gateway', 'health', 'payments', 'server', 'testing'];

/** The names of every library that runs in a page, by package name. */
export function readNames(): Record<string, PublicNames> {
  const found = readdirSync(libs)
    .filter((lib) => !unshared.includes(lib))
    .sort()
    .map((lib): [string, PublicNames] => {
      const text = readFileSync(join(libs, lib, 'package.json'), 'utf8');
      const { name, version, exports } = JSON.parse(text) as Package;
      const names = Object.entries(exports)
        .filter((entry): entry is [string, string] => String(entry[1]).endsWith('/index.ts'))
        .flatMap(([entry, path]) => namesOf(join(libs, lib, path)).map((each) => `${entry}: ${each}`));
      return [name, { version, names: names.sort() }];
    });
  return Object.fromEntries(found);
}

/** Compares the current names with the recorded ones: an empty list, or one message. */
export function checkNames(recorded: PublicNames | undefined, now: PublicNames | undefined): string[] {
  if (!recorded || !now) return ['never recorded'];
  const added = now.names.filter((name) => !recorded.names.includes(name)).join(', ');
  const gone = recorded.names.filter((name) => !now.names.includes(name)).join(', ');
  const least = semver.inc(recorded.version, gone === '' ? 'minor' : 'major') ?? '';
  if (gone !== '') {
    return [
      semver.lt(now.version, least) ? `${least} at least, without: ${gone}` : `not recorded, gone: ${gone}`,
    ];
  }
  if (added !== '') {
    return [semver.lt(now.version, least) ? `${least} at least, for: ${added}` : `not recorded: ${added}`];
  }
  return [];
}
