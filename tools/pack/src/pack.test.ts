/** The packages as a registry gets them: what a team's compiler and Node find in them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pack } from './index';

const place = mkdtempSync(join(tmpdir(), 'slipway-packed-'));
/** Folders of the extracted packages. */
const folders: string[] = [];

beforeAll(async () => {
  for (const tarball of await pack(join(place, 'tarballs'))) {
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
  type?: string;
  license?: string;
  exports?: Record<string, Record<string, string>>;
  bin?: Record<string, string>;
  dependencies?: Record<string, string>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const filesBelow = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));

test('every file that a manifest names is in the package', () => {
  expect(folders.length).toBeGreaterThan(10);
  const missing = folders.flatMap((folder) => {
    const { exports = {}, bin = {} } = manifestOf(folder);
    const named = [...Object.values(exports).flatMap((entry) => Object.values(entry)), ...Object.values(bin)];
    expect(named.length).toBeGreaterThan(0);
    return named.map((path) => resolve(folder, path)).filter((path) => !existsSync(path));
  });
  expect(missing).toEqual([]);
});

test('types come first in each entry, and no dependency is a path', () => {
  for (const folder of folders) {
    const { type, license, exports = {}, dependencies = {} } = manifestOf(folder);
    expect({ type, license }).toEqual({ type: 'module', license: 'MIT' });
    for (const entry of Object.values(exports)) expect(Object.keys(entry)[0]).toBe('types');
    expect(Object.values(dependencies).filter((range) => !/^[\^~]?\d/.test(range))).toEqual([]);
  }
});

test.each([
  ['Node', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ['a bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
])('every declaration finds its imports as %s resolves them', (_what, module, moduleResolution) => {
  let found = 0;
  const unresolved = folders.flatMap((folder) =>
    filesBelow(folder, '.d.ts').flatMap((file) =>
      ts
        .preProcessFile(readFileSync(file, 'utf8'), true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .filter(({ fileName }) => {
          found += 1;
          const options = { module, moduleResolution };
          const mode = ts.ModuleKind.ESNext;
          return !ts.resolveModuleName(fileName, file, options, ts.sys, undefined, undefined, mode)
            .resolvedModule;
        })
        .map(({ fileName }) => `${file}: ${fileName}`),
    ),
  );
  expect(unresolved).toEqual([]);
  expect(found).toBeGreaterThan(100);
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
