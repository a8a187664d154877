/** The embedded database removes dead rows and keeps the planner's statistics current. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Served, serve } from '../testing/serve';
import { startAutovacuum, vacuumDue } from './autovacuum';
import { freeBytes } from './embedded/diskSpace';

let served: Served;
beforeAll(async () => {
  served = await serve('PGlite');
});
afterAll(() => served.close());

/** Writes, and flushes the statistics, which PostgreSQL otherwise does once per second. */
const write = async (statements: string) => {
  await served.backend.database.run(`${statements}; select pg_stat_force_next_flush()`);
};
const kysely = () => served.backend.database.connection.kysely;
/** The planner's estimate of the calls older than 90 days: without statistics, a third of all. */
const expected = async () => {
  const [line] = await served.backend.database.rows<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    "explain (format json) select id from public.deployment_calls where started_at <= now() - interval '90 days'",
  );
  return line?.['QUERY PLAN'][0].Plan['Plan Rows'];
};

test('vacuums a table that grew, once, and updates its statistics', async () => {
  await vacuumDue(kysely());
  await write(`
    insert into public.deployment_calls (deployment_id, user_id, expires_at)
    select gen_random_uuid(), 'c0000000-0000-4000-8000-000000000001', now() from generate_series(1, 3000);
    update public.deployment_calls set status = 200
  `);
  expect(await expected()).toBeGreaterThan(500);
  expect(await vacuumDue(kysely())).toContain('public.deployment_calls');
  expect(await expected()).toBe(1);
  const [dead] = await served.backend.database.rows(
    "select n_dead_tup::int as dead from pg_stat_user_tables where relname = 'deployment_calls'",
  );
  expect(dead).toEqual({ dead: 0 });
  expect(await vacuumDue(kysely())).not.toContain('public.deployment_calls');
});

test('does not interfere with concurrent requests', async () => {
  const { secretKey } = served.backend;
  await write("update public.deployment_calls set cost = 1; update public.agents set description = 'New'");
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const ask = () =>
    served.backend.fetch(new Request(`${served.origin}/rest/v1/agents?select=id`, { headers }), {
      address: '127.0.0.1',
    });
  const [vacuumed, ...responses] = await Promise.all([
    vacuumDue(kysely()),
    ...Array.from({ length: 20 }, ask),
  ]);
  expect(vacuumed).toContain('public.deployment_calls');
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
});

test('a data folder that was removed is logged, and does not end the process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const removed = mkdtempSync(join(served.home, 'removed-'));
  rmSync(removed, { recursive: true });
  const lines: string[] = [];
  const stop = startAutovacuum(
    kysely(),
    (line) => lines.push(line),
    () => freeBytes(removed) === 0,
  );
  try {
    vi.advanceTimersByTime(60_000);
  } finally {
    vi.useRealTimers();
    await stop();
  }
  expect(lines).toEqual([expect.stringMatching(/^Vacuum failed and will be retried: .*ENOENT.*removed-/)]);
});
