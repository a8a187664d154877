/** Commands of the trust on a full disk, and where this user may not write: they name the file and exit as a deploy does. */
import fs from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';

const { writeFileSync } = fs;
const { writeFile } = files;
let place: WorkspaceWithStore;

beforeEach(async () => {
  place = await openWorkspace();
});
afterEach(async () => {
  fs.writeFileSync = writeFileSync;
  files.writeFile = writeFile;
  syncBuiltinESMExports();
  await place.close();
});

const failWith = (code: string) => {
  const error = Object.assign(new Error(code), { code });
  fs.writeFileSync = (path) => {
    writeFileSync(path, ''); // a file can be made on a full disk, and no byte fits into it
    throw error;
  };
  files.writeFile = async (path, bytes) => {
    await writeFile(path, '');
    if ((bytes as Uint8Array).length > 0) throw error;
  };
  syncBuiltinESMExports();
};

it('a key: names the file, and leaves none', async () => {
  const folder = join(place.root, 'keys');
  failWith('ENOSPC');
  expect(await place.slipway('trust', 'key', '--out', join(folder, 'ada.pem'))).toEqual({
    ...{ code: 7, out: '' },
    error: `slipway: ${join(folder, 'ada.pem')} cannot be written, because its disk is full (ENOSPC)`,
  });
  expect(fs.readdirSync(folder)).toEqual([]);
});

it('a key: names the file below a path that is no folder', async () => {
  const file = join(place.root, 'nx.json', 'ada.pem');
  expect(await place.slipway('trust', 'key', '--out', file)).toEqual({
    ...{ code: 6, out: '' },
    error: expect.stringMatching(
      /^slipway: \S+ada\.pem cannot be written, because a part of its path is a file \((?:EEXIST|ENOTDIR)\)$/,
    ) as string,
  });
});

it.each([
  ['ENOSPC', 7, 'its disk is full'],
  ['EROFS', 6, 'its file system is read-only'],
])('new timestamps (%s): exits with %i', async (code, exitCode, reason) => {
  place.writeEnvironment('production');
  await place.build(shellRelease());
  await place.build(sliceRelease());
  for (const name of ['staging', 'production'])
    await place.text('deploy', 'shell', 'market', '--env', name, '--reason', 'a test');
  failWith(code);
  const renewed = await place.slipway('trust', 'renew', '--env', 'staging');
  expect(renewed).toMatchObject({ code: exitCode, out: '' });
  expect(renewed.error).toMatch(
    new RegExp(`^slipway: The store .* because ${reason} \\(${code}\\): [^\\n]+$`),
  );
});
