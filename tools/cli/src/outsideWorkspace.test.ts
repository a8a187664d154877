/** A slice outside of a workspace: given by its path, with environments from `SLIPWAY_ENVIRONMENTS`. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isPath } from './command-line/slices';
import { findWorkspace } from './environment/workspace';
import { sliceRelease, writeBuild } from './testing/releases';
import { openFolderStore } from './testing/stores';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

let place: WorkspaceWithStore;
let folder: string;

beforeEach(async () => {
  place = await openWorkspace();
  folder = mkdtempSync(join(tmpdir(), 'slipway-elsewhere-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await place.close();
});

it.each([
  ['billing', false],
  ['billing@1a2b3c4d', false],
  ['./billing', true],
  ['.', true],
  ['..', true],
])('tells whether %s is a path: %s', (argument, expected) => {
  expect(isPath(argument)).toBe(expected);
});

it.each(['rspack.config.ts', 'rspack.config.mjs', 'rspack.config.cjs'])(
  'publishes the build of a slice with %s',
  async (config) => {
    await writeBuild(join(folder, 'dist'), sliceRelease());
    writeFileSync(join(folder, config), '');
    expect(await place.slipway('publish', folder, '--env', 'staging')).toMatchObject({ code: 0, error: '' });
    expect(await place.store.list('releases/market')).toEqual([sliceRelease().version]);
  },
);

it('explains why a folder cannot be published', async () => {
  const none = await place.slipway('publish', folder, '--env', 'staging');
  expect(none).toMatchObject({ code: 3 });
  expect(none.error).toMatch(/the path names no folder with a slice.manifest or rspack.config file$/);
  writeFileSync(join(folder, 'rspack.config.mjs'), '');
  const unbuilt = await place.slipway('publish', folder, '--env', 'staging');
  expect(unbuilt).toMatchObject({ code: 3 });
  expect(unbuilt.error).toMatch(/is not built: run slipway build/);
});

it('names files in the folder that SLIPWAY_ENVIRONMENTS names', async () => {
  const other = await openWorkspace(openFolderStore, {
    SLIPWAY_OWN_STORE: '1',
    SLIPWAY_ENVIRONMENTS: 'other',
  });
  cpSync(join(other.root, 'environments'), join(other.root, 'other'), { recursive: true });
  expect(await other.text('env', 'set', 'staging', 'indexed', 'false')).toContain(
    'slipway env apply other/staging.json --env staging',
  );
  expect(await other.failure('env', 'set', 'staging', 'indexed', '1')).toMatch(
    /^slipway: other\/staging\.json: indexed: /,
  );
  const create = ['--store', '/x', '--address', 'next', '--backend', '/', '--key', 'sb_publishable_x'];
  expect(await other.failure('env', 'create', 'next', ...create)).toMatch(
    /^slipway: other\/next\.json: address: /,
  );
  await other.close();
});

it('accepts any folder as a workspace when SLIPWAY_ENVIRONMENTS is set', () => {
  expect(() => findWorkspace(folder, {})).toThrow(
    /is not in a Slipway workspace: .* set SLIPWAY_ENVIRONMENTS/,
  );
  const workspace = findWorkspace(folder, { SLIPWAY_ENVIRONMENTS: join(place.root, 'environments') });
  expect(workspace.root).toBe(folder);
  expect(workspace.names()).toEqual(['staging']);
});
