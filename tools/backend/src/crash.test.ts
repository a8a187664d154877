/**
 * `kill -9` during writes and during the first start, at night. Sample: `embeddedPostgres.test.ts` ends the database's thread
 * after a write.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { programOf } from '@slipway/server/compiled';
import { files } from './testing/files';
import { newHome } from './testing/serve';
import { startBackend } from './backend';

const isNightly = process.env['TEST_TIER'] === 'nightly';
const kills = 100;
/** Acknowledged writes before each kill, in turn. */
const writes = [40, 7, 23];

vi.setConfig({ testTimeout: kills * 60_000 }); // starts several processes, on busy machines

const writer = fileURLToPath(new URL('./testing/writer.ts', import.meta.url));

const startWriter = (home: string, from: number) =>
  spawn(process.execPath, ['--liftoff-only', ...programOf(writer), home, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const reopened = (home: string) =>
  startBackend({ home, origin: 'http://127.0.0.1', log: () => undefined, ...files });

test.runIf(isNightly)('keeps every acknowledged write', async () => {
  const home = newHome();
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const after = writes[round % writes.length];
    const child = startWriter(home, round * 1000);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'started') continue;
      acknowledged.push(`Agent ${line}`);
      if (++seen === after) child.kill('SIGKILL'); // the loop still reads the buffered output
    }
    await exited; // the folder is locked until the process has ended
  }
  const backend = await reopened(home);
  const rows = await backend.database.rows<{ name: string }>(
    "select name from public.agents where name like 'Agent %'",
  );
  const kept = new Set(rows.map(({ name }) => name));
  await backend.close();
  rmSync(home, { recursive: true, force: true });
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills * 23);
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
});

test.runIf(isNightly)(
  'starts after a first start that was killed, which leaves no partial data',
  async () => {
    const home = newHome({ prepared: false });
    const child = startWriter(home, 0);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    await vi.waitUntil(() => existsSync(join(home, 'data.new/PG_VERSION')), { timeout: 60_000, interval: 5 });
    child.kill('SIGKILL');
    await exited;
    expect(existsSync(join(home, 'data'))).toBe(false);

    const backend = await reopened(home);
    expect(backend.migrated.seeded).toBe(true);
    expect(existsSync(join(home, 'data.new'))).toBe(false);
    await backend.close();
    rmSync(home, { recursive: true, force: true });
  },
);
