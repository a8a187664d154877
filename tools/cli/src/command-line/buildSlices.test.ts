import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { buildSlices } from './buildSlices';

let place: WorkspaceWithStore;
beforeAll(async () => {
  place = await openWorkspace();
  const programs = join(place.root, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'rspack'), '#!/bin/sh\ntouch "built-by-rspack-$1"\n');
  chmodSync(join(programs, 'rspack'), 0o755);
});
afterAll(() => place.close());

function slice(name: string, scripts?: object): string {
  const folder = join(place.root, 'apps', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'slice.manifest.ts'), '');
  if (scripts) writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, scripts }));
  return folder;
}

it('starts Rspack itself, and npm for a package with another build', async () => {
  const usual = slice('usual', { build: 'rspack build' });
  const bare = slice('bare');
  const own = slice('own', { build: 'touch built-by-own-script' });
  const prepared = slice('prepared', { prebuild: 'touch prepared', build: 'rspack build' });
  await buildSlices(place.workspace, ['usual', bare, 'own', 'prepared']);
  expect(existsSync(join(usual, 'built-by-rspack-build'))).toBe(true);
  expect(existsSync(join(bare, 'built-by-rspack-build'))).toBe(true);
  expect(existsSync(join(own, 'built-by-own-script'))).toBe(true);
  expect(existsSync(join(own, 'built-by-rspack-build'))).toBe(false);
  expect(existsSync(join(prepared, 'prepared'))).toBe(true);
});

it('fails with the output of a build that fails', async () => {
  slice('broken', { build: 'echo "src/Page.tsx is wrong" && exit 1' });
  await expect(buildSlices(place.workspace, ['usual', 'broken'])).rejects.toThrow(/src\/Page\.tsx is wrong/);
});
