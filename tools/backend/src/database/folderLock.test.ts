/** The lock of a data folder, and its takeover from processes that have ended. */
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder } from '../testing/folder.mjs';
import { lockFolder } from './folderLock';

let folder: string;
const lock = () => join(folder, 'lock');

beforeEach(() => {
  folder = newFolder('lock');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The id of a process that has just ended. */
const deadProcess = () =>
  new Promise<number>((resolve) => {
    const child = fork('-e', [], { execArgv: ['-e', ''], stdio: 'ignore' });
    child.on('exit', () => {
      resolve(child.pid ?? 0);
    });
  });

test('allows one holder at a time', async () => {
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    code: 'conflict',
    message: `${folder} is in use by process ${process.pid}. Stop npm start (Ctrl-C) or that process, or set SLIPWAY_HOME to another folder`,
  });
  release();
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

/** Locks the folder as this process, which no other one can until the lock is released. */
async function takeOver(): Promise<void> {
  const release = await lockFolder(folder);
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
  await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'conflict' });
  release();
}

test('takes over the lock of a process that has ended', async () => {
  writeFileSync(lock(), JSON.stringify({ pid: await deadProcess(), began: null }));
  await takeOver();
});

test.skipIf(!existsSync('/proc/self/stat'))('takes over a lock whose process id was reused', async () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.pid, began: '1' }));
  await takeOver();
});

test('takes over a damaged lock', async () => {
  writeFileSync(lock(), '');
  await takeOver();
});

test('gives a stale lock to one of several concurrent callers', async () => {
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
