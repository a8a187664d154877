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
import { lockFolder } from './database/folderLock';
import { files } from './testing/files';
import { newDatabase, newHome, newPlace } from './testing/serve';
import { startBackend } from './backend';

const isNightly = process.env['TEST_TIER'] === 'nightly';

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

/** A folder with one migration. */
function oneMigration(name: string, sql: string): string {
  const folder = join(home({ prepared: false }), 'migrations');
  mkdirSync(folder);
  writeFileSync(join(folder, name), sql);
  return folder;
}

/** The migrations and an additional one. */
function migrationsWith(name: string, sql: string): string {
  const folder = oneMigration(name, sql);
  for (const file of readdirSync(files.migrationsDir))
    copyFileSync(join(files.migrationsDir, file), join(folder, file));
  return folder;
}

afterEach(() => {
  for (const folder of homes.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('rejects a folder in use', async () => {
  const folder = home();
  const unlock = await lockFolder(folder);
  await expect(start({ home: folder })).rejects.toEqual(
    oneLine(/is in use by process \d+\. Stop npm start \(Ctrl-C\) or that process/),
  );
  unlock();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

/** At night all, because each starts PGlite. */
const damages: [what: string, damage: (data: string) => void][] = [
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
];
test.each(isNightly ? damages : damages.slice(0, 1))(
  'rejects a corrupt data folder: %s',
  async (_what, damage) => {
    const folder = home();
    damage(join(folder, 'data'));
    const before = readdirSync(join(folder, 'data'));
    await expect(start({ home: folder })).rejects.toEqual(oneLine(/Nothing was changed\. Move the folder/));
    expect(readdirSync(join(folder, 'data'))).toEqual(before);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  },
);

test.each(['file', 'file/below'])('rejects the home %s, where a file is', async (name) => {
  const folder = home({ prepared: false });
  writeFileSync(join(folder, 'file'), '');
  await expect(start({ home: join(folder, name) })).rejects.toEqual(
    oneLine(/a file is in its place\. Remove/),
  );
});

// At night, because PGlite creates a cluster. Sample: the home that all tests copy is a first start.
test.runIf(isNightly)(
  'discards what a killed first start left, and leaves no data after a failed first migration',
  async () => {
    const folder = home({ prepared: false });
    mkdirSync(join(folder, 'data.new'));
    writeFileSync(join(folder, 'data.new/PG_VERSION'), '12\n'); // opening it would fail with another error
    // Only this one: applying all others to PGlite takes ten times as long.
    const migrationsDir = oneMigration(
      '20991231000000_wrong.sql',
      'create table public.wrong (id nonsense);',
    );
    await expect(start({ home: folder, migrationsDir })).rejects.toEqual(
      oneLine(/^20991231000000_wrong\.sql:1 failed: type "nonsense" does not exist\. Nothing was changed/),
    );
    expect(readdirSync(folder)).toEqual(['keys.json']);
  },
);

test('does not serve a table without row-level security', { tags: ['DB-20'] }, async () => {
  const migrationsDir = migrationsWith('20991231000000_open.sql', 'create table public.open (id int);');
  const place = await newPlace('PostgreSQL');
  homes.push(place.home);
  await expect(start({ ...place, migrationsDir })).rejects.toEqual(
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

test('migrates and seeds DATABASE_URL once during two concurrent first starts and a later one, without a lock or data in the folder', async () => {
  const databaseUrl = await newDatabase();
  const [folder, other] = [home({ prepared: false }), home({ prepared: false })];
  const first = await Promise.all([folder, other].map((own) => start({ home: own, databaseUrl })));
  expect(first.map(({ migrated }) => migrated.seeded).sort()).toEqual([false, true]);
  const later = await start({ home: folder, databaseUrl });
  expect(later.migrated).toEqual({ applied: [], seeded: false });
  expect(later.publishableKey).toBe(first[0]?.publishableKey);
  await Promise.all([...first, later].map((backend) => backend.close()));
  expect(readdirSync(folder)).toEqual(['keys.json']);
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
