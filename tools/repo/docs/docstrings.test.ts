/** Every public name has a description, from which `npm run api` makes the reference (21.7). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { undescribedNames } from './docstrings';
import { root } from './markdown';

test('every name that a slice can import is described (21.7)', () => {
  expect(undescribedNames()).toEqual([]);
});

test('a name without a description is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-names-'));
  writeFileSync(
    join(folder, 'index.ts'),
    "export { described, plain } from './names';\n/** Two. */\nexport function own() {}\nexport interface Bare {}\nexport const other = 1;\nexport * from './names';\n",
  );
  writeFileSync(
    join(folder, 'names.ts'),
    '/** A head. */\n\n/** One. */\nexport const described = 1;\nexport const plain = 2;\n',
  );
  const entry = relative(root, join(folder, 'index.ts'));
  expect(undescribedNames([entry])).toEqual(
    ['plain', 'Bare', 'other', '*'].map((name) => `${entry}: ${name}`),
  );
  rmSync(folder, { recursive: true });
});

// It compiles all libraries: ten seconds.
test.runIf(process.env['TEST_TIER'] === 'nightly')(
  'the reference is written without a warning (21.7)',
  { timeout: 240_000 },
  async () => {
    const { writeApiReference } = await import('./apiReference');
    const folder = mkdtempSync(join(tmpdir(), 'slipway-api-'));
    try {
      expect(await writeApiReference(folder)).toEqual([]);
      expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('@slipway/design-system/overlays');
      const platform = readFileSync(join(folder, '@slipway/platform.md'), 'utf8');
      expect(platform).toMatch(/### QueryPanel\(\)[\s\S]*?The four states of a query/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
