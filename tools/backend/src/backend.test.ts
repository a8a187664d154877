/** Failed starts: one line with the error and its remedy, and nothing left open or partially written. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, test } from 'vitest';
import { files } from './testing/files';
import { newDatabase, newHome } from './testing/serve';
import { startBackend } from './backend';

const homes: string[] = [];
const home = (options?: { prepared: boolean }) => {
  const folder = newHome(options);
  homes.push(folder);
  return folder;
};
const start = (options: { home: string; databaseUrl?: string; migrationsDir?: string }) =>
  startBackend({ origin: 'http://127.0.0.1', log: () => undefined, ...files, ...options });
const oneLine = (message: RegExp) =>
  expect.objectContaining({ name: 'AppError', message: expect.stringMatching(message) });

/** The migrations and an additional one. */
function migrationsWith(name: string, sql: string): string {
  const folder = join(home({ prepared: false }), 'migrations');
  mkdirSync(folder);
  for (const file of readdirSync(files.migrationsDir))
    copyFileSync(join(files.migrationsDir, file), join(folder, file));
  writeFileSync(join(folder, name), sql);
  return folder;
}

afterEach(() => {
  for (const folder of homes.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('rejects a folder in use', async () => {
  const folder = home();
  const first = await start({ home: folder });
  await expect(start({ home: folder })).rejects.toEqual(
    oneLine(/is in use by process \d+\. Stop npm start \(Ctrl-C\) or that process/),
  );
  await first.close();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test.each<[what: string, damage: (data: string) => void]>([
  [
    'a truncated control file',
    (data) => {
      truncateSync(join(data, 'global/pg_control'), 100);
    },
  ],
  [
    'a missing control file',
    (data) => {
      rmSync(join(data, 'global/pg_control'));
    },
  ],
  [
    'an emptied folder',
    (data) => {
      rmSync(data, { recursive: true });
      mkdirSync(data);
    },
  ],
  [
    'another version',
    (data) => {
      writeFileSync(join(data, 'PG_VERSION'), '12\n');
    },
  ],
])('rejects a corrupt data folder: %s', async (_what, damage) => {
  const folder = home();
  damage(join(folder, 'data'));
  const before = readdirSync(join(folder, 'data'));
  await expect(start({ home: folder })).rejects.toEqual(oneLine(/Nothing was changed\. Move the folder/));
  expect(readdirSync(join(folder, 'data'))).toEqual(before);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('rejects a home that is a file', async () => {
  const file = join(home({ prepared: false }), 'file');
  writeFileSync(file, '');
  await expect(start({ home: file })).rejects.toEqual(oneLine(/file is not writable\. Fix its permissions/));
});

test('discards what a killed first start left, and leaves no data after a failed first migration', async () => {
  const folder = home({ prepared: false });
  mkdirSync(join(folder, 'data.new'));
  writeFileSync(join(folder, 'data.new/PG_VERSION'), '12\n'); // opening it would fail with another error
  const migrationsDir = migrationsWith(
    '20991231000000_wrong.sql',
    'create table public.wrong (id nonsense);',
  );
  await expect(start({ home: folder, migrationsDir })).rejects.toEqual(
    oneLine(/^20991231000000_wrong\.sql:1 failed: type "nonsense" does not exist\. Nothing was changed/),
  );
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('does not serve a table without row-level security', { tags: ['DB-20'] }, async () => {
  const migrationsDir = migrationsWith('20991231000000_open.sql', 'create table public.open (id int);');
  await expect(start({ home: home(), migrationsDir })).rejects.toEqual(
    oneLine(/^Row-level security is disabled for public\.open\. Enable it in a migration/),
  );
});

test('reports an unreachable DATABASE_URL without its password', async () => {
  const attempt = start({
    home: home({ prepared: false }),
    databaseUrl: 'postgres://me:hush@127.0.0.1:9/none',
  });
  await expect(attempt).rejects.toEqual(
    oneLine(/^The database at 127\.0\.0\.1:9\/none \(DATABASE_URL\) cannot be used: .*ECONNREFUSED/),
  );
  await expect(attempt).rejects.not.toEqual(oneLine(/hush/));
});

test('reports a wrong password in DATABASE_URL', async () => {
  const databaseUrl = (await newDatabase()).replace('postgres:postgres@', 'postgres:wrong@');
  await expect(start({ home: home({ prepared: false }), databaseUrl })).rejects.toEqual(
    oneLine(/cannot be used: password authentication failed/),
  );
});

test('migrates and seeds DATABASE_URL once, without a lock or data in the folder', async () => {
  const databaseUrl = await newDatabase();
  const folder = home({ prepared: false });
  const first = await start({ home: folder, databaseUrl });
  const second = await start({ home: folder, databaseUrl });
  expect([first.migrated.seeded, second.migrated]).toEqual([true, { applied: [], seeded: false }]);
  expect(second.publishableKey).toBe(first.publishableKey);
  await Promise.all([first.close(), second.close()]);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('reports the missing privileges of the user in DATABASE_URL', async () => {
  const databaseUrl = await newDatabase();
  const owner = postgres(databaseUrl, { max: 1 });
  await owner.unsafe("create role unprivileged login password 'postgres'");
  await owner.end();
  const attempt = start({
    home: home({ prepared: false }),
    databaseUrl: databaseUrl.replace('postgres:postgres@', 'unprivileged:postgres@'),
  });
  await expect(attempt).rejects.toEqual(
    oneLine(/^The database could not be prepared: (permission denied|must have admin option)/),
  );
});

test('migrates DATABASE_URL once during two concurrent first starts', async () => {
  const databaseUrl = await newDatabase();
  const both = await Promise.all([1, 2].map(() => start({ home: home({ prepared: false }), databaseUrl })));
  expect(both.map(({ migrated }) => migrated.seeded).sort()).toEqual([false, true]);
  await Promise.all(both.map((backend) => backend.close()));
});

test('generates keys with mode 600, and reports a damaged file', async () => {
  const folder = home();
  const path = join(folder, 'keys.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const keys = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  expect(keys['publishable']).toMatch(/^sb_publishable_/);
  expect(keys['secret']).toMatch(/^sb_secret_/);
  expect(keys['jwtSecret']?.length).toBeGreaterThanOrEqual(43);
  writeFileSync(path, '{');
  await expect(start({ home: folder })).rejects.toEqual(
    oneLine(/keys\.json is damaged\. Restore it from a backup, or remove it/),
  );
});
