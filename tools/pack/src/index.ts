/** Packs the published contract into tarballs, as a registry takes them. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { writeCode } from './code';
import { importedPackages, reachedFrom, writeDeclarations } from './declarations';
import { type Published, published } from './published';

const root = join(import.meta.dirname, '../../..');

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

/** Whoever has React in a page has these by themselves, in the version of the shell. */
const peers = ['react', '@tanstack/react-query'];

/** A source as it is named in the package, without its ending. */
const built = (source: string) => source.replace(/^src\//, './dist/').replace(/\.ts$/, '');

/** The manifest of a package as it is published: no scripts, no path into the workspace. `used` are the packages it imports. */
function manifestOf(item: Published, used: ReadonlySet<string>): object {
  const source = JSON.parse(readFileSync(join(root, item.folder, 'package.json'), 'utf8')) as Manifest;
  // What runs may name a package without importing it: Rspack's command, a loader's helpers.
  const needed = Object.entries(source.dependencies ?? {}).filter(([name]) => item.runs || used.has(name));
  const isPeer = ([name]: [string, string]) => peers.includes(name);
  const exported = Object.entries(item.entries).map(([entry, path]) => [
    entry,
    { types: `${built(path)}.d.ts`, ...(item.runs && { default: `${built(path)}.mjs` }) },
  ]);
  return {
    name: source.name,
    version: source.version,
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.19' },
    files: ['dist'],
    sideEffects: false,
    ...(exported.length > 0 && { exports: Object.fromEntries(exported) }),
    ...(item.command && { bin: { [item.command.name]: `dist/${item.command.name}.mjs` } }),
    dependencies: Object.fromEntries(needed.filter((one) => !isPeer(one))),
    ...(needed.some(isPeer) && {
      peerDependencies: Object.fromEntries(
        needed.filter(isPeer).map(([name, version]) => [name, `^${version}`]),
      ),
    }),
  };
}

/** Makes the package in `folder`, from the declarations of all. */
async function stage(item: Published, declarations: string, folder: string): Promise<void> {
  const from = join(declarations, item.folder);
  const dist = join(folder, 'dist');
  const sources = Object.values(item.entries);
  const reached = reachedFrom(sources.map((source) => join(from, source.replace(/\.ts$/, '.d.ts'))));
  for (const file of reached) cpSync(file, join(dist, relative(join(from, 'src'), file)));
  if (item.runs) {
    const source = join(root, item.folder, 'src');
    // What is no module is read while it runs, from beside the module that wants it: a template.
    cpSync(source, dist, {
      recursive: true,
      filter: (path) => statSync(path).isDirectory() || !/\.[cm]?tsx?$|\.mjs$/.test(path),
    });
    await writeCode(join(root, item.folder), [...sources, ...(item.named ?? [])], dist);
  }
  if (item.command) {
    const file = join(dist, `${item.command.name}.mjs`);
    writeFileSync(
      file,
      `#!/usr/bin/env node\nimport { main } from './${item.command.module}.mjs';\nprocess.exitCode = await main(process.argv.slice(2));\n`,
    );
    chmodSync(file, 0o755);
  }
  const manifest = manifestOf(item, new Set(reached.flatMap(importedPackages)));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Returns the paths of the tarballs in `out`, one for every published package. What is there already is replaced. */
export async function pack(out: string): Promise<string[]> {
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'slipway-pack-'));
  try {
    const declarations = join(work, 'declarations');
    writeDeclarations(
      root,
      published.flatMap((item) => Object.values(item.entries).map((path) => join(item.folder, path))),
      declarations,
    );
    const tarballs: string[] = [];
    for (const item of published) {
      const folder = join(work, item.folder);
      mkdirSync(join(folder, 'dist'), { recursive: true });
      await stage(item, declarations, folder);
      const said = execFileSync('npm', ['pack', '--json', '--pack-destination', out], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [{ filename }] = JSON.parse(said) as [{ filename: string }];
      tarballs.push(join(out, filename));
    }
    return tarballs;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
