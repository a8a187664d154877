/** A slice that Vite builds has the check of its catalogs: text in another file would be shown as ICU syntax. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SliceManifest } from '@slipway/contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { build } from 'vite';
import { slipway } from './index';

const manifest: SliceManifest = {
  ...{ id: 'notes', owner: 'notes-team', contract: 2, slots: [], nav: [] },
  routes: [{ path: '/notes', title: 'Notes', access: 'public' }],
};
const sandboxed: SliceManifest = { ...manifest, isolation: 'sandbox' };

/** In the repository, whose packages it uses. */
let directory: string;
beforeAll(() => {
  // With them, the federation plugin does nothing.
  vi.stubEnv('VITEST', undefined);
  vi.stubEnv('NODE_ENV', 'production');
  const results = join(import.meta.dirname, '../test-results');
  mkdirSync(results, { recursive: true });
  directory = mkdtempSync(join(results, 'slice-'));
  mkdirSync(join(directory, 'src'));
  writeFileSync(join(directory, 'src/slice.ts'), 'export default {};');
  writeFileSync(join(directory, 'src/texts.ts'), "export const t = defineMessages({ found: '{count}' });");
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

it.each([
  ['in the page', manifest],
  ['in a frame', sandboxed],
])('rejects a catalog that it would not compile, of a slice %s', async (_where, slice) => {
  const built = build({
    ...{ root: directory, configFile: false, logLevel: 'silent' },
    plugins: [slipway(slice, directory)],
  });
  await expect(built).rejects.toThrow(/src\/texts\.ts: a catalog is a messages\.ts: move it to one/);
});
