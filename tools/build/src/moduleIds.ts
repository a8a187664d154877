/**
 * Derives the id of every module from its name without the folder of the build, so that a commit gives the same bytes
 * wherever it is built. Rspack's ids also depend on the folder when federation names a module by a text that contains an
 * absolute path (decision 021).
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compiler, RspackPluginInstance } from '@rspack/core';

export const locks = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];

/** The nearest folder at or above `directory` with a lock file, which pins the versions of a build; without one, `directory`. */
export function buildRoot(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (locks.some((lock) => existsSync(join(folder, lock)))) return folder;
    if (dirname(folder) === folder) return directory;
  }
}

/**
 * An identifier without `root`, also where it is encoded in a `data:` URL. When such a module is concatenated with others,
 * its identifier ends with a hash of a text that contains the folder.
 */
export const nameWithout = (root: string, identifier: string): string =>
  identifier
    .replaceAll(root, '')
    .replaceAll(encodeURIComponent(root), '')
    .replace(/^(data:.*)\|[0-9a-f]+$/, '$1');

/** Possible ids per module: enough that few collide, and few enough that ids stay short. */
const IDS_PER_MODULE = 20;

/** Names to ids. The same names give the same ids in any order. */
export function idsOf(names: readonly string[]): Map<string, number> {
  const range = 10 ** Math.max(3, Math.ceil(Math.log10(names.length * IDS_PER_MODULE)));
  const taken = new Set<number>();
  const ids = new Map<string, number>();
  for (const name of [...new Set(names)].sort()) {
    let id = createHash('sha256').update(name).digest().readUInt32BE() % range;
    while (taken.has(id)) id = (id + 1) % range;
    taken.add(id);
    ids.set(name, id);
  }
  return ids;
}

/** The modules that the hook passes; Rspack's type lacks these properties. */
interface UnnumberedModule {
  readonly identifier: string;
  id: number | null;
}

export class ModuleIdsPlugin implements RspackPluginInstance {
  private readonly root: string;

  constructor(directory: string) {
    this.root = buildRoot(directory);
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ModuleIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('ModuleIdsPlugin', (modules) => {
        const named = [...(modules as Iterable<unknown> as Iterable<UnnumberedModule>)].map(
          (module) => [module, nameWithout(this.root, module.identifier)] as const,
        );
        const ids = idsOf(named.map(([, name]) => name));
        for (const [module, name] of named) module.id = ids.get(name) ?? null;
      });
    });
  }
}
