import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRoot, idsOf, nameWithout } from './moduleIds';

test('the root of a build is the folder of its lock file', () => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-root-'));
  const slice = join(root, 'apps/tiny');
  mkdirSync(slice, { recursive: true });
  expect(buildRoot(slice)).toBe(slice);
  writeFileSync(join(root, 'package-lock.json'), '{}');
  expect(buildRoot(slice)).toBe(root);
  rmSync(root, { recursive: true });
});

test('a name has no folder in it, plain or encoded', () => {
  const shared = (root: string) => `provide module (default) react@19 = ${root}/node_modules/react/index.js`;
  const runtime = (root: string) =>
    `data:text/javascript,${encodeURIComponent(`import x from "${root}/node_modules/x.js"`)}`;
  for (const named of [shared, runtime]) {
    expect(nameWithout('/a/b', named('/a/b'))).toBe(nameWithout('/deeper/c/d', named('/deeper/c/d')));
    expect(nameWithout('/a/b', named('/a/b'))).not.toContain('a/b');
  }
});

test('ids follow from the names, not from their order, and no two are one', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `module ${String(index)}`);
  const ids = idsOf(names);
  expect(new Set(ids.values()).size).toBe(names.length);
  expect(Math.max(...ids.values())).toBeLessThan(100_000);
  expect([...idsOf(names.toReversed())].sort()).toEqual([...ids].sort());
});
