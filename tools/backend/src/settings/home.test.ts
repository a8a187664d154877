/** The modes of the home folder, which has the keys and all data. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBackend } from '../backend';
import { files } from '../testing/files';
import { newHome } from '../testing/serve';

const umask = process.umask(0);
let home: string;
beforeEach(() => {
  process.umask(0);
  home = newHome();
});
afterEach(() => {
  process.umask(umask);
  rmSync(home, { recursive: true, force: true });
});

/** Paths below the home that a user other than its owner may read, without those in the release store. */
const exposed = (folder = home): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const own = (stat.mode & 0o077) === 0 ? [] : [path];
    return stat.isDirectory() && path !== join(home, 'store') ? [...own, ...exposed(path)] : own;
  });

test('files are 600 and folders 700 with umask 000, also from before (LOW: file modes)', async () => {
  chmodSync(home, 0o755);
  chmodSync(join(home, 'keys.json'), 0o644);
  chmodSync(join(home, 'data'), 0o755);
  mkdirSync(join(home, 'logs'));
  writeFileSync(join(home, 'logs', 'server.log'), '');
  mkdirSync(join(home, 'store'));
  writeFileSync(join(home, 'store', 'current.json'), '{}');
  expect(exposed()).toContain(join(home, 'keys.json'));

  const backend = await startBackend({ home, origin: 'http://127.0.0.1', log: () => undefined, ...files });
  expect(lstatSync(home).mode & 0o777).toBe(0o700);
  expect(exposed().filter((path) => path !== join(home, 'store'))).toEqual([]);
  expect(lstatSync(join(home, 'store', 'current.json')).mode & 0o777).toBe(0o666);
  await backend.close();
});
