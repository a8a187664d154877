/** Module ids that are the same wherever a commit is built. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRoot, idsOf, nameWithout } from './moduleIds';

test('finds the root of a build by its lock file', () => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-root-'));
  const slice = join(root, 'apps/tiny');
  mkdirSync(slice, { recursive: true });
  expect(buildRoot(slice)).toBe(slice);
  writeFileSync(join(root, 'package-lock.json'), '{}');
  expect(buildRoot(slice)).toBe(root);
  rmSync(root, { recursive: true });
});

test('removes the folder from a name, plain or encoded', () => {
  const shared = (root: string) => `provide module (default) react@19 = ${root}/node_modules/react/index.js`;
  const runtime = (root: string) =>
    `data:text/javascript,${encodeURIComponent(`import x from "${root}/node_modules/x.js"`)}`;
  const concatenated = (root: string) => `${runtime(root)}|${root === '/a/b' ? '1bb3538563c698c5' : 'ff'}`;
  for (const named of [shared, runtime, concatenated]) {
    expect(nameWithout('/a/b', named('/a/b'))).toBe(nameWithout('/deeper/c/d', named('/deeper/c/d')));
    expect(nameWithout('/a/b', named('/a/b'))).not.toContain('a/b');
  }
});

test('derives unique ids from names, in any order', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `module ${String(index)}`);
  const ids = idsOf(names);
  expect(new Set(ids.values()).size).toBe(names.length);
  expect(Math.max(...ids.values())).toBeLessThan(100_000);
  expect([...idsOf(names.toReversed())].sort()).toEqual([...ids].sort());
});
