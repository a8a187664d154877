/**
 * The embedded database in its thread: the watchdog, restarts, and a full disk (findings C1, H9). One file, because two
 * tests share a database, which takes seconds to open.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { startBackend } from '../../backend';
import { currentRequest, runInRequest } from '../../lite/currentRequest';
import { files } from '../../testing/files';
import { newHome } from '../../testing/serve';
import { type Database, openPglite } from '../database';
import { EmbeddedPostgres } from './embeddedPostgres';

vi.setConfig({ testTimeout: 180_000 });

const isNightly = process.env['TEST_TIER'] === 'nightly';

const forever = 'select count(*) from generate_series(1, 1000000000000)';

async function open() {
  const home = newHome();
  const log: string[] = [];
  const database = await openPglite(join(home, 'data'), (line) => log.push(line));
  const close = async () => {
    await database.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { database, log, close };
}

/** For one test. */
async function opened(): Promise<Database> {
  const { database, close } = await open();
  onTestFinished(close);
  return database;
}

/** As a request of a role with this timeout. */
const inRequest = <T>(statementTimeout: number, work: () => Promise<T>) =>
  runInRequest({ statementTimeout }, work);

/** Opening one takes longer than a test. */
let shared: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  shared = await open();
});
afterAll(() => shared.close());

test('its buffers take 32 MB of memory, not the 128 of the default', async () => {
  const rows = await shared.database.rows("select current_setting('shared_buffers') as size");
  expect(rows).toEqual([{ size: '32MB' }]);
});

test('a query without end does not block the process, and the next one runs (C1)', async () => {
  const { database, log } = shared;
  await database.run('create table public.kept (id int)');
  await database.run('insert into public.kept values (1)');
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const stuck = inRequest(1_000, () => database.rows(forever));
  const waiting = inRequest(1_000, () => database.rows('select id from public.kept'));
  await expect(stuck).rejects.toMatchObject({ code: '57014' });
  // The acknowledged write is there after the restart.
  expect(await waiting).toEqual([{ id: 1 }]);
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(1_500);
  expect(log).toEqual(['A statement took longer than 2 s: the database restarts']);
});

test('a transaction never continues after a restart with other rights (C1)', async () => {
  const { database } = shared;
  let next = '';
  const work = inRequest(1, () =>
    database.transaction(async (executor) => {
      await executor.run('set local role anon');
      await executor.rows(forever).catch(() => undefined);
      // The next thread needs a second to start, for which this transaction does not wait.
      const statement = executor.rows('select 1').then(
        () => 'done',
        () => 'failed',
      );
      next = await Promise.race([statement, sleep(100, 'waits')]);
      return executor.rows('select current_user::text as name');
    }),
  );
  await expect(work).rejects.toMatchObject({ code: '57P01' });
  expect(next).toBe('failed');
  expect(await database.rows('select current_user::text as name')).toEqual([{ name: 'postgres' }]);
});

// At night, because each round restarts the database. Sample: the first test keeps a write.
test('the statements of a closed database fail, those that run and later ones', async () => {
  const { database, close } = await open();
  const closed = { code: '57P01', message: 'terminating connection: the database is closed' };
  const running = expect(database.rows(forever)).rejects.toMatchObject(closed);
  await sleep(100); // the thread runs it
  await close();
  await running;
  await expect(database.rows('select 1')).rejects.toMatchObject(closed);
  await expect(database.transaction(({ rows }) => rows('select 1'))).rejects.toMatchObject(closed);
});

test.runIf(isNightly)('keeps every acknowledged write of threads that were ended', async () => {
  const database = await opened();
  await database.run('create table public.kept (id serial, round int)');
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    for (let write = 0; write < 5; write += 1)
      await database.run(`insert into public.kept (round) values (${String(round)})`);
    const stuck = inRequest(1, () => database.rows(forever));
    await expect(stuck).rejects.toMatchObject({ code: '57014' });
  }
  expect(await database.rows('select count(*)::int as kept from public.kept')).toEqual([
    { kept: 5 * rounds },
  ]);
});

// At night, because it writes more than 200 MB.
test.runIf(isNightly)('keeps the write-ahead log small', async () => {
  const database = await opened();
  await database.run('create table public.filled (text text)');
  for (let round = 0; round < 60; round += 1) {
    await database.run(
      'insert into public.filled select repeat(md5(random()::text), 60) from generate_series(1, 2000)',
    );
  }
  const [log] = await database.rows(
    "select count(*)::int as segments from pg_ls_waldir() where name !~ '[.]'",
  );
  expect(log?.['segments']).toBeLessThan(10);
});

// At night: most tests of PGlite close one.
test.runIf(isNightly)('a closed database leaves no thread behind', async () => {
  const home = newHome();
  const embedded = new EmbeddedPostgres(join(home, 'data'), () => undefined);
  await embedded.opened();
  await embedded.close();
  expect(currentRequest()).toBeUndefined();
  rmSync(home, { recursive: true, force: true });
});

/** A file system of this size; only root can mount one. */
function smallDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test('a full disk rejects writes, keeps reads, and recovers without a restart (H9)', async ({ skip }) => {
  const disk = smallDisk(200);
  if (!disk) {
    skip('mounting a small file system needs root');
    return;
  }
  const home = join(disk, 'home');
  cpSync(inject('preparedHome'), home, { recursive: true });
  const log: string[] = [];
  const origin = 'http://127.0.0.1';
  const backend = await startBackend({ home, origin, log: (line) => log.push(line), ...files });
  const ask = (path: string, body?: object) =>
    backend.fetch(
      new Request(`${origin}/rest/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      { address: '127.0.0.1' },
    );
  const creator = 'c0000000-0000-4000-8000-000000000001';
  const write = (name: string) =>
    ask('agents', { name, category: 'sales', creator_id: creator, description: 'x'.repeat(400) });

  const acknowledged: string[] = [];
  const fillers: string[] = [];
  const rounds = isNightly ? 2 : 1;
  for (let round = 0; round < rounds; round += 1) {
    // Another program fills the disk while writes arrive.
    let rejected: Response | undefined;
    for (let block = 0; !rejected && block < 100; block += 1) {
      const name = `Agent ${String(round)}-${String(block)}`;
      const response = await write(name);
      if (response.status === 201) acknowledged.push(name);
      else rejected = response;
      if (!rejected) {
        const filler = join(disk, `filler-${String(round)}-${String(block)}`);
        fillers.push(filler);
        try {
          writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024));
        } catch {
          // Not one byte is free now.
        }
      }
    }
    expect([rejected?.status, rejected?.headers.get('retry-after'), await rejected?.json()]).toMatchObject([
      507,
      '30',
      { code: '53100' },
    ]);
    for (let count = 0; count < 20; count += 1) {
      expect((await ask('agents?select=id&limit=1')).status).toBe(200);
      expect((await write('Rejected')).status).toBe(507);
    }
    for (const filler of fillers.splice(0)) rmSync(filler, { force: true });
    expect((await write(`After ${String(round)}`)).status).toBe(201);
    acknowledged.push(`After ${String(round)}`);
  }
  const lines = log.filter((line) => line.startsWith('The disk of'));
  expect(lines).toHaveLength(2 * rounds);
  expect(lines[0]).toContain(home);
  expect(lines[0]).toContain('Free at least 32 MB');

  await backend.close();
  const database = await openPglite(join(home, 'data'));
  const rows = await database.rows<{ name: string }>('select name from public.agents');
  const kept = new Set(rows.map(({ name }) => name));
  await database.close();
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(4);
});
