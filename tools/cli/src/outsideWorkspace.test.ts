/** A slice whose folder is in no workspace: named by its path, with environments from a folder that is named. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isPath } from './command-line/slices';
import { findWorkspace } from './environment/workspace';
import { sliceRelease, writeBuild } from './testing/releases';
import { type StoreForTest, storeKinds } from './testing/stores';
import { testWorkspace, type TestWorkspace } from './testing/workspace';

let opened: StoreForTest;
let place: TestWorkspace;
let folder: string;

beforeEach(async () => {
  const [, open] = storeKinds[0] ?? [];
  if (!open) throw new Error('The first kind of store is a folder');
  opened = await open();
  place = testWorkspace(opened.address);
  folder = mkdtempSync(join(tmpdir(), 'slipway-elsewhere-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  place.remove();
  await opened.close();
});

it.each([
  ['billing', false],
  ['billing@1a2b3c4d', false],
  ['./billing', true],
  ['.', true],
  ['..', true],
])('%s is a path: %s', (word, is) => {
  expect(isPath(word)).toBe(is);
});

it.each(['rspack.config.ts', 'rspack.config.mjs', 'rspack.config.cjs'])(
  'publishes what %s built',
  async (config) => {
    await writeBuild(join(folder, 'dist'), sliceRelease());
    writeFileSync(join(folder, config), '');
    expect(await place.slipway('publish', folder, '--env', 'staging')).toMatchObject({ code: 0, error: '' });
    expect(await opened.store.list('slices/market')).toEqual([sliceRelease().version]);
  },
);

it('says what a folder lacks', async () => {
  const none = await place.slipway('publish', folder, '--env', 'staging');
  expect(none).toMatchObject({ code: 3 });
  expect(none.error).toMatch(/it has no Rspack configuration$/);
  writeFileSync(join(folder, 'rspack.config.mjs'), '');
  const unbuilt = await place.slipway('publish', folder, '--env', 'staging');
  expect(unbuilt).toMatchObject({ code: 3 });
  expect(unbuilt.error).toMatch(/is not built: run slipway build/);
});

it('every folder is a workspace where the environments are named', () => {
  expect(() => findWorkspace(folder, {})).toThrow(/is in no Slipway workspace: .* SLIPWAY_ENVIRONMENTS$/);
  const workspace = findWorkspace(folder, { SLIPWAY_ENVIRONMENTS: join(place.root, 'environments') });
  expect(workspace.root).toBe(folder);
  expect(workspace.names()).toEqual(['staging']);
});
