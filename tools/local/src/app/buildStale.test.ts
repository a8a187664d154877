import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildStale } from './buildStale';
import { projectFolders } from './builtState';

let root: string;
/** Whole seconds, which a file system keeps exactly. */
const DATE = new Date('2026-01-01');
const said: string[] = [];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** How often Nx was asked. The one of these tests copies the source of a slice. */
const asked = () => readFileSync(join(root, 'node_modules/asked'), 'utf8').length;
const nx = `
const { appendFileSync, copyFileSync } = require('node:fs');
appendFileSync('node_modules/asked', '.');
copyFileSync('apps/one/slice.ts', 'apps/one/dist/slice.js');
`;

const start = () => buildStale(root, (line) => said.push(line));

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'slipway-build-'));
  said.length = 0;
  write('package.json', JSON.stringify({ workspaces: ['apps/*', 'e2e'] }));
  write('nx.json', JSON.stringify({ targetDefaults: { build: { inputs: ['source', { env: 'COMMIT' }] } } }));
  write('e2e/package.json', '{}');
  write('apps/one/slice.ts', 'first');
  utimesSync(join(root, 'apps/one/slice.ts'), DATE, DATE);
  write('apps/one/dist/release.json', '{}');
  write('node_modules/nx/index.js', nx);
  write('node_modules/.package-lock.json', '{}');
  await start();
  await start();
  expect(asked()).toBe(1);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  rmSync(root, { recursive: true });
});

test.each<[string, () => void]>([
  ['another source', () => write('apps/one/slice.ts', 'second')],
  [
    'a source of the same size and date',
    () => {
      const path = join(root, 'apps/one/slice.ts');
      writeFileSync(path, 'FIRST');
      utimesSync(path, DATE, DATE);
    },
  ],
  ['a new file', () => write('apps/one/src/new.ts', '')],
  ['a new project', () => write('apps/two/package.json', '{}')],
  ['a removed file', () => rmSync(join(root, 'e2e/package.json'))],
  ['a removed project', () => rmSync(join(root, 'e2e'), { recursive: true })],
  ['a removed build', () => rmSync(join(root, 'apps/one/dist'), { recursive: true })],
  ['an altered build', () => write('apps/one/dist/slice.js', 'altered')],
  ['another file at the root', () => write('tsconfig.base.json', '{}')],
  ['other packages', () => write('node_modules/.package-lock.json', '{ }')],
  ['another variable of builds', () => vi.stubEnv('COMMIT', 'abc')],
  [
    'another version of Node',
    () => vi.stubGlobal('process', Object.create(process, { version: { value: 'v20.19.0-other' } })),
  ],
  ['a damaged record', () => write('.nx/slipway-builds.json', '{')],
])('%s asks Nx, once', async (_, change) => {
  change();
  mkdirSync(join(root, 'apps/one/dist'), { recursive: true });
  await start();
  expect(asked()).toBe(2);
  expect(readFileSync(join(root, 'apps/one/dist/slice.js'), 'utf8')).toBe(
    readFileSync(join(root, 'apps/one/slice.ts'), 'utf8'),
  );
  await start();
  expect(asked()).toBe(2);
});

test('results of tests and other variables do not ask Nx', async () => {
  write('apps/one/test-results/report.json', '{}');
  write('apps/one/node_modules/.cache/x', '');
  vi.stubEnv('OTHER', 'abc');
  await start();
  expect(asked()).toBe(1);
});

test('a source that changes during the build asks Nx again', async () => {
  write('node_modules/nx/index.js', `${nx}\nappendFileSync('apps/one/slice.ts', '!');`);
  appendFileSync(join(root, 'apps/one/slice.ts'), '?');
  await start();
  write('node_modules/nx/index.js', nx);
  await start();
  expect(asked()).toBe(3);
  expect(readFileSync(join(root, 'apps/one/dist/slice.js'), 'utf8')).toBe('first?!');
});

test('a build that fails shows its output, and is asked for again', async () => {
  write('node_modules/nx/index.js', `${nx}\nconsole.log('wrong type'); process.exitCode = 1;`);
  write('apps/one/slice.ts', 'second');
  for (const times of [2, 3]) {
    await expect(start()).rejects.toThrow('The build failed. See the output above');
    expect(asked()).toBe(times);
  }
  expect(said.join()).toContain('wrong type');
});

test('the files that Nx reads for a build are in projects or at the root', () => {
  const workspace = join(import.meta.dirname, '../../../..');
  const folders = projectFolders(workspace);
  const text = readFileSync(join(workspace, 'nx.json'), 'utf8');
  const { namedInputs, targetDefaults } = JSON.parse(text) as {
    namedInputs: Record<string, unknown[]>;
    targetDefaults: { build: { inputs: unknown[] } };
  };
  const inputs = [...targetDefaults.build.inputs, ...Object.values(namedInputs).flat()];
  const unknown = inputs.filter((input) => {
    if (typeof input !== 'string') return !/^\{"(env|runtime":"node --version)"/.test(JSON.stringify(input));
    const [, path] = /^!?\{workspaceRoot\}\/(.*)$/.exec(input) ?? [];
    return path?.includes('/') && !folders.includes(path.replace(/\/.*$/, ''));
  });
  expect(unknown).toEqual([]);
});
