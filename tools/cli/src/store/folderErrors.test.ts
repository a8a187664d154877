/** A folder store on a full disk, which leaves nothing and can still be pruned, and one that a user may only read. */
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileFailures } from '../checks/files';
import { builtRelease } from '../release/candidate';
import { sliceFiles, sliceRelease, writeBuild } from '../testing/releases';
import { folderStore } from './folderStore';

const { readFile, writeFile } = files;
let folder: string;
let failWith: 'ENOSPC' | 'EROFS';

beforeAll(async () => {
  folder = await files.mkdtemp(join(tmpdir(), 'slipway-errors-'));
  files.writeFile = async (path, bytes) => {
    const error = Object.assign(new Error(failWith), { code: failWith });
    if (failWith === 'EROFS') throw error;
    await writeFile(path, ''); // a file can be made on a full disk, and no byte fits into it
    if ((bytes as Uint8Array).length > 0) throw error;
  };
  files.readFile = (() =>
    Promise.reject(
      Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/store/a.js' }),
    )) as unknown as typeof readFile;
  syncBuiltinESMExports();
});
afterAll(async () => {
  Object.assign(files, { readFile, writeFile });
  syncBuiltinESMExports();
  await files.rm(folder, { recursive: true });
});

const write = () => folderStore(folder).create('a.js', Buffer.from('a'));

it('rejects a write to a full disk, says what to do, and leaves no temporary file', async () => {
  failWith = 'ENOSPC';
  await expect(write()).rejects.toMatchObject({
    code: 'unavailable',
    message: `The store ${folder} cannot be written to, because its disk is full (ENOSPC): free some space, such as with slipway prune, then run the command again`,
  });
  expect(await files.readdir(join(folder, '.incoming'))).toEqual([]);
});

it.each(['ENOSPC', 'EROFS'] as const)('says the time, which every reader needs (%s)', async (code) => {
  failWith = code;
  expect(Math.abs((await folderStore(folder).now()) - Date.now())).toBeLessThan(60_000);
});

it('rejects a write to a folder that this user may only read', async () => {
  failWith = 'EROFS';
  await expect(write()).rejects.toMatchObject({ code: 'forbidden' });
});

it('names the file that this user may not read', async () => {
  const rejection = {
    code: 'forbidden',
    message: '/store/a.js cannot be read by this user (EACCES): give this user permission to read it',
  };
  await expect(folderStore(folder).get('a.js')).rejects.toMatchObject(rejection);
  await expect(builtRelease('dist')).rejects.toMatchObject(rejection); // it is built

  // The description can be read, and a file of the build cannot: it is not missing, and building again would not help.
  const dist = join(folder, 'dist');
  const { readFile: rejected, writeFile: failing } = files;
  Object.assign(files, { readFile, writeFile });
  syncBuiltinESMExports();
  await writeBuild(dist, sliceRelease(), sliceFiles);
  const build = await builtRelease(dist);
  Object.assign(files, { readFile: rejected, writeFile: failing });
  syncBuiltinESMExports();
  await expect(fileFailures(build, true)).rejects.toMatchObject(rejection);
});
