/** Decides from the contents of the lock file and of npm's record whether packages are missing. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingLinks, missingPackages } from './installed.mjs';

let root = '';

const writeLock = (file: string, packages: object) => {
  writeFileSync(join(root, file), JSON.stringify({ packages }));
};
const react = { version: '19.0.0', integrity: 'sha512-react' };
const lock = {
  '': { name: 'workspace' },
  'apps/billing': { name: '@slipway/billing' },
  'node_modules/@slipway/billing': { resolved: 'apps/billing', link: true },
  'node_modules/fsevents': { version: '2.0.0', integrity: 'sha512-mac', optional: true },
  'node_modules/react': react,
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-installed-'));
  mkdirSync(join(root, 'apps/billing'), { recursive: true });
  mkdirSync(join(root, 'node_modules/react'), { recursive: true });
  writeLock('package-lock.json', lock);
  writeLock('node_modules/.package-lock.json', { 'node_modules/react': react });
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('finds nothing missing when the contents agree, however new the lock file is', () => {
  utimesSync(join(root, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000));
  expect(missingPackages(root)).toEqual([]);
});

test('reports an installation that was cut short', () => {
  rmSync(join(root, 'node_modules/.package-lock.json'));
  expect(missingPackages(root)).toEqual(['node_modules']);
});

test('reports a package whose folder was removed', () => {
  rmSync(join(root, 'node_modules/react'), { recursive: true });
  expect(missingPackages(root)).toEqual(['node_modules/react']);
});

test.each([
  ['version', { ...react, version: '19.1.0' }],
  ['integrity', { ...react, integrity: 'sha512-other' }],
])('reports a package whose %s differs from the lock file', (_what, entry) => {
  writeLock('package-lock.json', { ...lock, 'node_modules/react': entry });
  expect(missingPackages(root)).toEqual(['node_modules/react']);
});

test('ignores optional packages of other platforms', () => {
  expect(missingPackages(root)).not.toContain('node_modules/fsevents');
});

test('reports a workspace package without a link, until it is linked', () => {
  expect(missingLinks(root)).toEqual([{ path: 'node_modules/@slipway/billing', target: 'apps/billing' }]);
  mkdirSync(join(root, 'node_modules/@slipway'));
  symlinkSync('../../apps/billing', join(root, 'node_modules/@slipway/billing'));
  expect(missingLinks(root)).toEqual([]);
});

// npx finds a linked command at once. Without the link, it reads all of node_modules first: two seconds for each command.
test('reports a command of a workspace package without a link, until it is linked', () => {
  writeLock('package-lock.json', {
    ...lock,
    'apps/billing': { name: '@slipway/billing', bin: { bill: 'bin/bill.mjs' } },
  });
  const link = { path: 'node_modules/.bin/bill', target: 'apps/billing/bin/bill.mjs' };
  expect(missingLinks(root)).toContainEqual(link);
  mkdirSync(join(root, 'node_modules/.bin'));
  symlinkSync('../../apps/billing/bin/bill.mjs', join(root, link.path));
  expect(missingLinks(root)).not.toContainEqual(link);
});

test('slipway is a command of its workspace package', () => {
  const workspace = join(import.meta.dirname, '../../..');
  const read = (file: string) => JSON.parse(readFileSync(join(workspace, file), 'utf8')) as { bin?: object };
  expect(read('tools/cli/package.json').bin).toEqual({ slipway: 'bin/slipway.mjs' });
  expect(read('package.json')).not.toHaveProperty('bin');
});
