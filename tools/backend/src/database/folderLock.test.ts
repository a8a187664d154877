import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder } from '../testing/folder';
import { lockFolder } from './folderLock';

let folder: string;
const lock = () => join(folder, 'lock');

beforeEach(() => {
  folder = newFolder('lock');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The number of a process that has just ended. */
const deadProcess = () =>
  new Promise<number>((resolve) => {
    const child = fork('-e', [], { execArgv: ['-e', ''], stdio: 'ignore' });
    child.on('exit', () => {
      resolve(child.pid ?? 0);
    });
  });

test('a folder is held by one at a time', async () => {
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    code: 'conflict',
    message: `${folder} is in use by process ${process.pid}. Stop that process, or give this one another folder in SLIPWAY_HOME`,
  });
  release();
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock of a dead process is taken over', async () => {
  writeFileSync(lock(), JSON.stringify({ pid: await deadProcess(), began: null }));
  const release = await lockFolder(folder);
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
  release();
});

test.skipIf(!existsSync('/proc/self/stat'))(
  'a later process with the same number does not keep it',
  async () => {
    writeFileSync(lock(), JSON.stringify({ pid: process.pid, began: '1' }));
    (await lockFolder(folder))();
  },
);

test('a damaged lock is taken over', async () => {
  writeFileSync(lock(), '');
  (await lockFolder(folder))();
});

test('of many that find a stale lock at once, one wins', async () => {
  const pid = await deadProcess();
  for (let round = 0; round < 10; round += 1) {
    writeFileSync(lock(), JSON.stringify({ pid, began: null }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    winners.forEach((winner) => {
      winner.value();
    });
  }
});
