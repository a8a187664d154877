import { expect, test } from 'vitest';
import { affectedSpecs } from './changes.mjs';

test('a change to slices and documents runs the specs of those slices and the smoke tests', () => {
  expect(affectedSpecs(['apps/billing/src/slice.ts', 'README.md'])).toEqual([
    'smoke',
    'billing',
    'documents',
  ]);
  expect(affectedSpecs(['apps/auth/src/a.ts', 'apps/auth/src/b.ts'])).toEqual(['smoke', 'accounts']);
  expect(affectedSpecs(['e2e/specs/frame/frame.spec.ts', 'docs/dev.md'])).toEqual([
    'smoke',
    'frame',
    'documents',
  ]);
  expect(affectedSpecs([])).toEqual(['smoke']);
});

test('any other change runs every spec', () => {
  for (const file of [
    'apps/shell/src/main.tsx',
    'libs/data/src/client.ts',
    'e2e/support/test.ts',
    'package.json',
  ]) {
    expect(affectedSpecs(['apps/billing/src/slice.ts', file])).toBeUndefined();
  }
});
