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
  if (!scripts) writeFileSync(join(folder, 'rspack.config.ts'), '');
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

it('asks for the script of a slice that another tool builds', async () => {
  const folder = slice('unknown-tool', {});
  await expect(buildSlices(place.workspace, ['unknown-tool'])).rejects.toThrow(
    'apps/unknown-tool has no rspack.config.ts, and its package.json no script "build": add that script, such as',
  );
  expect(existsSync(join(folder, 'built-by-rspack-build'))).toBe(false);
});

it('fails with the output of a build that fails', async () => {
  slice('broken', { build: 'echo "src/Page.tsx is wrong" && exit 1' });
  await expect(buildSlices(place.workspace, ['usual', 'broken'])).rejects.toThrow(/src\/Page\.tsx is wrong/);
});

it('with several builds, finishes all of them and names each that fails', async () => {
  slice('broken', { build: 'echo "src/Page.tsx is wrong" && exit 1' });
  slice('worse', { build: 'echo "src/slice.ts is wrong" && exit 1' });
  const slow = slice('slow', { build: 'sleep 0.5 && touch built' });
  const failed = buildSlices(place.workspace, ['broken', 'worse', 'slow']);
  await expect(failed).rejects.toThrow(
    'The build of apps/broken failed:\nsrc/Page.tsx is wrong\n\nThe build of apps/worse failed:\nsrc/slice.ts is wrong',
  );
  expect(existsSync(join(slow, 'built'))).toBe(true);
});

it('names the line of a package that is not JSON, and builds nothing', async () => {
  const good = slice('good');
  const folder = slice('damaged');
  writeFileSync(join(folder, 'package.json'), '{\n  "name": "damaged"\n  "scripts": {}\n}\n');
  await expect(buildSlices(place.workspace, ['good', 'damaged'])).rejects.toThrow(
    /^apps\/damaged\/package\.json:3 is not valid JSON: .*; correct it, then build again$/,
  );
  expect(existsSync(join(good, 'built-by-rspack-build'))).toBe(false);
});

it('reads a package with a byte order mark, as npm does', async () => {
  const folder = slice('marked');
  writeFileSync(join(folder, 'package.json'), '\uFEFF{}');
  await buildSlices(place.workspace, ['marked']);
  expect(existsSync(join(folder, 'built-by-rspack-build'))).toBe(true);
});
