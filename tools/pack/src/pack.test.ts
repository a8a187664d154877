/**
 * The packages as a registry gets them: what a team's compiler and Node find in them. `npm test` packs three; at night all, with
 * which a slice is built: that compiles the types of every library.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pack } from './index';
import { published } from './published';

const root = join(import.meta.dirname, '../../..');
const isNightly = process.env['TEST_TIER'] === 'nightly';
const sample = ['libs/contracts', 'libs/server', 'libs/health'];
const COMMITS = 4711;
const packed = isNightly ? published : published.filter(({ folder }) => sample.includes(folder));
const place = mkdtempSync(join(tmpdir(), 'slipway-packed-'));
let tarballs: string[] = [];
/** Folders of the extracted packages, in the same order. */
const folders: string[] = [];

beforeAll(async () => {
  tarballs = await pack(join(place, 'tarballs'), packed, COMMITS);
  for (const tarball of tarballs) {
    const folder = join(place, String(folders.length));
    mkdirSync(folder);
    execFileSync('tar', ['--extract', '--file', tarball, '--strip-components=1', '--directory', folder]);
    folders.push(folder);
  }
}, 600_000);
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

interface Manifest {
  name: string;
  version: string;
  type?: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const bytesOf = (file: string) => {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};
const filesBelow = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));

test('publint finds nothing in any package', async () => {
  expect(tarballs).toHaveLength(isNightly ? published.length : sample.length);
  for (const tarball of tarballs) {
    const { messages } = await publint({ pack: { tarball: bytesOf(tarball) }, strict: true });
    expect(messages, tarball).toEqual([]);
  }
});

/** ES modules only, for Node 20.19 and later (decision 076). */
const intended = new Set(['node10:NoResolution', 'node16-cjs:CJSResolvesToESM']);

// At night, because it loads TypeScript twice.
test.runIf(isNightly)(
  'every compiler resolves the types of every entry, and of the modules that it imports',
  async () => {
    const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
    const problems: string[] = [];
    for (const tarball of tarballs) {
      const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(bytesOf(tarball))));
      // A package with only a command has no entry, and so no types.
      if (analysis.types === false) {
        expect(manifestOf(folders[tarballs.indexOf(tarball)] ?? '')).not.toHaveProperty('exports');
        continue;
      }
      for (const problem of analysis.problems) {
        const kind = `${'resolutionKind' in problem ? problem.resolutionKind : 'every'}:${problem.kind}`;
        if (!intended.has(kind)) problems.push(`${analysis.packageName}: ${kind}`);
      }
    }
    expect(problems).toEqual([]);
  },
);

test('each package is an ES module under the license, and no dependency is a path', () => {
  for (const folder of folders) {
    const { type, license, dependencies = {} } = manifestOf(folder);
    expect({ type, license }).toEqual({ type: 'module', license: 'MIT' });
    expect(Object.values(dependencies).filter((range) => !/^[\^~]?\d/.test(range))).toEqual([]);
  }
});

test('packages with code have the number of commits as their patch version, and need that of each other', () => {
  const manifests = new Map(folders.map(manifestOf).map((manifest) => [manifest.name, manifest] as const));
  const rangeOf = (name: string) => `^${manifests.get(name)?.version ?? ''}`;
  // No shell provides it, so its version is in no contract; the command of one commit reads what its schemas accept.
  expect(manifests.get('@slipway/contracts')?.version).toMatch(/^2\.\d+\.4711$/);
  const health = manifests.get('@slipway/health');
  expect(health?.version).toMatch(/^\d+\.\d+\.4711$/);
  expect(health?.dependencies).toMatchObject({
    '@slipway/server': rangeOf('@slipway/server'),
    '@slipway/contracts': rangeOf('@slipway/contracts'),
  });
});

test('every module of the code finds its own files', () => {
  const missing = folders.flatMap((folder) =>
    filesBelow(folder, '.mjs').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^'"\n]*['"](\.[^'"]+)['"]/gm)]
        .map(([, request = '']) => resolve(file, '..', request))
        .filter((path) => !existsSync(path)),
    ),
  );
  expect(missing).toEqual([]);
});

/** The same as `npm install`, without the network: the extracted packages, and links to all others. */
function installPacked(): void {
  const modules = join(place, 'node_modules');
  const others = join(root, 'node_modules');
  mkdirSync(join(modules, '@slipway'), { recursive: true });
  for (const name of readdirSync(others).filter((one) => one !== '@slipway' && !one.startsWith('.')))
    symlinkSync(join(others, name), join(modules, name));
  for (const [index, folder] of folders.entries()) {
    symlinkSync(folder, join(modules, manifestOf(folder).name));
    const own = join(root, packed[index]?.folder ?? '', 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, 'node_modules'));
  }
}

const viteConfig = `import { slipway } from '@slipway/vite';
import { manifest } from './slice.manifest';
export default { plugins: [slipway(manifest, import.meta.dirname)] };
`;

const rspack = '@rspack/cli/bin/rspack.js';
const vite = 'vite/bin/vite.js';

/** Builds the example in this folder; returns its release. */
function build(slice: string, tool = rspack) {
  const isSource = (path: string) => !/\/(?:node_modules|dist)$/.test(path);
  cpSync(join(root, 'examples/foreign-slice'), slice, { recursive: true, filter: isSource });
  if (tool === vite) writeFileSync(join(slice, 'vite.config.ts'), viteConfig);
  // The federation plugin does nothing in a process of Vitest.
  const isOfTest = (name: string) => /^(?:npm_|VITEST|NODE_ENV$)/.test(name);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfTest(name)));
  const program = join(root, 'node_modules', tool);
  execFileSync(process.execPath, [program, 'build'], { cwd: slice, env, stdio: 'pipe' });
  return JSON.parse(readFileSync(join(slice, 'dist/release.json'), 'utf8')) as {
    id: string;
    requires: object;
    version: string;
    files: object;
  };
}

test.runIf(isNightly)(
  'a slice from outside is built with only the packages, to the same bytes in any folder',
  () => {
    installPacked();
    const release = build(join(place, 'whats-new'));
    expect(release.id).toBe('whats-new');
    expect(Object.keys(release.requires).sort()).toEqual([
      ...['@slipway/data', '@slipway/design-system', '@slipway/platform', '@slipway/session'],
      ...['@tanstack/react-query', 'react/jsx-runtime'],
    ]);
    const { version, files } = build(join(place, 'much/deeper/in/another folder'));
    expect({ version, files }).toEqual({ version: release.version, files: release.files });
    // The names of what it imports from the shell come from declarations: the packages have no code.
    const byVite = build(join(place, 'by-vite'), vite);
    expect(Object.keys(byVite.requires)).toEqual(expect.arrayContaining(['@slipway/platform']));
  },
  120_000,
);
