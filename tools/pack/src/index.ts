/** Packs the published packages into tarballs for a registry. */
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
import { dirname, join, relative } from 'node:path';
import { writeCode } from './code';
import { importedPackages, reachedFrom, withExtensions, writeDeclarations } from './declarations';
import { type Published, published } from './published';

const root = join(import.meta.dirname, '../../..');

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

/** Peer dependencies: a slice installs these itself, in the shell's version, or as its own build tool. */
const peers = ['react', '@tanstack/react-query', 'vite', 'webpack'];

/**
 * Of packages without code: our Vite plugin reads the names of their exports in the declarations, which the federation
 * plugin needs to write imports from the shell. No other tool knows the condition, so none takes declarations for code.
 */
const SHELL_CONDITION = 'slipway-shell';

/** The path of a source's output in the package, without its extension. */
const built = (source: string) => source.replace(/^src\//, './dist/').replace(/\.ts$/, '');

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The published version of each package that counts commits, when there are `commits`. */
function countedVersions(commits: number | undefined): ReadonlyMap<string, string> {
  if (commits === undefined) return new Map();
  const manifests = published.filter(({ runs }) => runs).map(({ folder }) => manifestIn(folder));
  return new Map(
    manifests.map(({ name, version }) => [name, version.replace(/\d+$/, String(commits))] as const),
  );
}

/** The `package.json` to publish: without scripts, without paths into the workspace. `used` are the packages it imports. */
function manifestOf(
  item: Published,
  used: ReadonlySet<string>,
  counted: ReadonlyMap<string, string>,
): object {
  const source = manifestIn(item.folder);
  // Code may use a package without importing it: Rspack's command, a loader's helpers.
  const needed = Object.entries(source.dependencies ?? {}).filter(([name]) => item.runs || used.has(name));
  const isPeer = ([name]: [string, string]) => peers.includes(name);
  // The code of one commit calls the code of the same commit.
  const rangeOf = (name: string, range: string) =>
    counted.has(name) ? `^${counted.get(name) ?? ''}` : range;
  const exported = Object.entries(item.entries).map(([entry, path]) => [
    entry,
    {
      types: `${built(path)}.d.ts`,
      ...(item.runs ? { default: `${built(path)}.mjs` } : { [SHELL_CONDITION]: `${built(path)}.d.ts` }),
    },
  ]);
  return {
    name: source.name,
    version: counted.get(source.name) ?? source.version,
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.19' },
    files: ['dist'],
    sideEffects: false,
    ...(exported.length > 0 && { exports: Object.fromEntries(exported) }),
    ...(item.command && { bin: { [item.command.name]: `dist/${item.command.name}.mjs` } }),
    dependencies: Object.fromEntries(
      needed.filter((one) => !isPeer(one)).map(([name, range]) => [name, rangeOf(name, range)]),
    ),
    ...(needed.some(isPeer) && {
      peerDependencies: Object.fromEntries(
        needed.filter(isPeer).map(([name, version]) => [name, `^${version}`]),
      ),
    }),
  };
}

/** Assembles a package in `folder`. `declarations` is the folder of all declarations. */
async function stage(
  item: Published,
  declarations: string,
  folder: string,
  counted: ReadonlyMap<string, string>,
): Promise<void> {
  const from = join(declarations, item.folder);
  const dist = join(folder, 'dist');
  const sources = Object.values(item.entries);
  const reached = reachedFrom(sources.map((source) => join(from, source.replace(/\.ts$/, '.d.ts'))));
  for (const file of reached) {
    const path = join(dist, relative(join(from, 'src'), file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withExtensions(file));
  }
  if (item.runs) {
    const source = join(root, item.folder, 'src');
    // Other files, such as templates, are read at run time from beside their module.
    cpSync(source, dist, {
      recursive: true,
      filter: (path) => statSync(path).isDirectory() || !/\.[cm]?tsx?$|\.mjs$/.test(path),
    });
    const { name, version } = manifestIn(item.folder);
    const modules = [...sources, ...(item.named ?? [])];
    await writeCode(join(root, item.folder), modules, dist, counted.get(name) ?? version);
  }
  if (item.command) {
    const file = join(dist, `${item.command.name}.mjs`);
    writeFileSync(
      file,
      `#!/usr/bin/env node\nimport { main } from './${item.command.module}.mjs';\nprocess.exitCode = await main(process.argv.slice(2));\n`,
    );
    chmodSync(file, 0o755);
  }
  const manifest = manifestOf(item, new Set(reached.flatMap(importedPackages)), counted);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Returns the paths of the tarballs in `out`, one for every package of `items`. Replaces existing ones. `commits` is the
 * patch version of those that count them; without it, versions are those of the checkout.
 */
export async function pack(
  out: string,
  items: readonly Published[] = published,
  commits?: number,
): Promise<string[]> {
  const counted = countedVersions(commits);
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'slipway-pack-'));
  try {
    const declarations = join(work, 'declarations');
    writeDeclarations(
      root,
      items.flatMap((item) => Object.values(item.entries).map((path) => join(item.folder, path))),
      declarations,
    );
    for (const item of items) {
      const folder = join(work, item.folder);
      mkdirSync(join(folder, 'dist'), { recursive: true });
      await stage(item, declarations, folder, counted);
    }
    const folders = items.map(({ folder }) => `./${folder}`);
    const output = execFileSync('npm', ['pack', ...folders, '--json', '--pack-destination', out], {
      cwd: work,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const packed = JSON.parse(output) as { filename: string }[];
    return packed.map(({ filename }) => join(out, filename));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
