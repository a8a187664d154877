import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manifest } from '../fixtures/tiny/slice.manifest';
import { compile } from './testing/compile';
import { sliceConfig } from './config';
import { loadOnUse } from './moduleFederation';

const require = createRequire(import.meta.url);

it('loads a module when one of its exports is read, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-module-'));
  const file = join(folder, 'late.cjs');
  writeFileSync(file, 'globalThis.loads = (globalThis.loads ?? 0) + 1; exports.one = 1; exports.two = 2;');
  const loads = () => (globalThis as { loads?: number }).loads;
  loadOnUse(file, { two: 'known' });
  const late = require(file) as { one: number; two: unknown };
  expect(late.two).toBe('known');
  expect(loads()).toBeUndefined();
  expect([late.one, late.one, (require(file) as { two: unknown }).two]).toEqual([1, 1, 2]);
  expect(loads()).toBe(1);
  loadOnUse(file);
  expect(require(file)).toEqual({ one: 1, two: 2 });
  rmSync(folder, { recursive: true });
});

it("a build of a slice does not load the plugin's part for types", async () => {
  const output = mkdtempSync(join(tmpdir(), 'slipway-build-'));
  const config = sliceConfig(manifest, join(import.meta.dirname, '../fixtures/tiny'));
  await compile({ ...config, output: { ...config.output, path: output } });
  rmSync(output, { recursive: true });
  const loaded = Object.keys(require.cache);
  expect(loaded.filter((file) => file.includes('@module-federation/rspack/'))).not.toEqual([]);
  // Files that both of its entries load.
  expect(loaded.filter((file) => /dts-plugin\/dist\/(?!index\.js|core\.js)/.test(file))).toEqual([]);
});
