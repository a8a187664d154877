/**
 * The database is shared by two gateways, unreachable for ten seconds, or out of disk space: each completed call is billed
 * once. At night the two that wait for a fault under load: `unreachableDatabase.test.ts` and `killedGateways.test.ts` are
 * the samples.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { newDatabase, newFolder, newHome, newPlace, type Served, startWire } from '@slipway/backend/testing';
import { callable, type Callable, post, usageOf } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

vi.setConfig({ testTimeout: 180_000 });

const isNightly = process.env['TEST_TIER'] === 'nightly';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
const served = async (...options: Parameters<typeof serveGateway>): Promise<Served> => {
  const one = await serveGateway(...options);
  undo.push(() => one.close());
  return one;
};

const messagesOf = async (bot: Callable) =>
  (await usageOf(bot)).filter(({ usage_type }) => usage_type === 'message').length;

/** Calls until `stop`, which returns the number of completed calls and every status that occurred. */
function startCalling(bot: Callable, callers: number) {
  const statuses = new Set<number>();
  let completed = 0;
  let isOver = false;
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const response = await post(bot.url, bot.key, { message: 'Hello' });
      statuses.add(response.status);
      await response.text();
      if (response.status === 200) completed += 1;
      else await sleep(100);
    }
  });
  return {
    completed: () => completed,
    statuses: () => [...statuses],
    async stop() {
      isOver = true;
      await Promise.all(calling);
      return { completed, statuses: [...statuses].sort() };
    },
  };
}

const upgrade = (one: Served, userId: string) =>
  one.service.from('subscriptions').insert({
    ...{ user_id: userId, status: 'active', plan_name: 'Enterprise', price_per_cycle: 99 },
    ...{ billing_cycle: 'monthly', current_period_start: '2026-01-01', current_period_end: '2099-01-01' },
  });

test('two gateways on one database charge a call to both once, and share the quota', async () => {
  const place = await newPlace('PostgreSQL');
  const first = await served('PostgreSQL', {}, place);
  const second = await served('PostgreSQL', {}, place); // the same keys
  const bot = await callable(first);
  const elsewhere = second.origin + new URL(bot.url).pathname;
  const call = (url: string, key: string) =>
    post(url, bot.key, { message: 'Hello' }, { headers: { 'idempotency-key': key } });

  const keys = Array.from({ length: 20 }, (_, number) => `call-${String(number)}`);
  const both = await Promise.all(keys.flatMap((key) => [call(bot.url, key), call(elsewhere, key)]));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await messagesOf(bot)).toBe(20);

  // The free plan has 100 messages, of which 80 remain for both gateways together.
  // Two waves: 110 calls at once wait for a connection longer than the limit on a busy machine.
  const statuses: number[] = [];
  for (const wave of [0, 1]) {
    const calls = Array.from({ length: 55 }, (_, number) =>
      call(number % 2 === 0 ? bot.url : elsewhere, `more-${String(wave)}-${String(number)}`),
    );
    statuses.push(...(await Promise.all(calls)).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(80);
  expect(statuses.filter((status) => status === 402)).toHaveLength(30);
  expect(await messagesOf(bot)).toBe(100);
});

test.runIf(isNightly)(
  'an unreachable database for ten seconds: 503, then recovery, and every completed call is billed once',
  async () => {
    const database = new URL(await newDatabase());
    const wire = await startWire(Number(database.port));
    undo.push(() => wire.cut());
    const one = await served(
      'PostgreSQL',
      {},
      { databaseUrl: `postgres://postgres:postgres@${new URL(wire.origin).host}${database.pathname}` },
    );
    const [bot, other] = [await callable(one), await callable(one)];
    await upgrade(one, bot.owner.id);
    const calling = startCalling(bot, 4);
    await vi.waitFor(() => {
      expect(calling.completed()).toBeGreaterThan(10);
    }, 30_000);
    await wire.cut();
    await sleep(500); // lets responses arrive that were recorded before the cut
    const before = calling.completed();
    await sleep(9_000); // the outage itself
    // A key whose grant is not known yet.
    expect((await post(other.url, other.key, { message: 'Hello' })).status).toBe(503);
    // Calls that wait for their record are still waiting; none completed without one.
    expect(calling.completed()).toBe(before);
    await wire.join();
    await vi.waitFor(() => {
      expect(calling.completed()).toBeGreaterThan(before + 10);
    }, 30_000);
    const { completed, statuses } = await calling.stop();
    // Calls that were running wait for their record, and complete with it.
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // A call can be recorded just before the cut while its caller gets 503: then only the bill has it.
    await vi.waitFor(async () => {
      expect(await messagesOf(bot)).toBe(completed);
    }, 10_000);
  },
);

/** A folder with limited space, or undefined without root privileges. */
function smallFolder(megabytes: number): string | undefined {
  const folder = newFolder('small');
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  undo.push(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test.runIf(isNightly)(
  'a full disk: unrecorded calls do not complete, and nothing is lost afterwards',
  async ({ skip }) => {
    const small = smallFolder(400);
    if (!small) {
      skip('mounting a small file system needs root privileges');
      return;
    }
    const home = join(small, 'home');
    cpSync(newHome(), home, { recursive: true });
    const one = await served('PGlite', { recordPatience: 1_000 }, { home });
    const bot = await callable(one);
    await upgrade(one, bot.owner.id);
    const ballast = join(small, 'ballast');
    const calling = startCalling(bot, 2);
    await vi.waitFor(() => {
      expect(calling.completed()).toBeGreaterThan(10);
    }, 30_000);

    const { bavail, bsize } = statfsSync(small);
    try {
      for (let left = bavail; left > 0; left -= 256)
        writeFileSync(ballast, Buffer.alloc(256 * bsize), { flag: 'a' });
    } catch {
      // The disk is full.
    }
    await vi.waitFor(() => {
      expect(calling.statuses()).toContain(503);
    }, 30_000);
    const { completed, statuses } = await calling.stop();
    expect(statuses).toEqual([200, 503]);

    rmSync(ballast);
    await one.close();
    undo.pop();
    const after = await served('PGlite', {}, { home });
    const [rows] = await after.backend.database.rows<{ messages: number }>(
      `select count(*)::int as messages from public.usage_tracking
     where deployment_id = '${bot.id}' and usage_type = 'message'`,
    );
    // A record may commit after its call has stopped waiting for it: one for each caller at most.
    expect(rows?.messages).toBeGreaterThanOrEqual(completed);
    expect(rows?.messages).toBeLessThanOrEqual(completed + 2);
    expect((await post(after.origin + new URL(bot.url).pathname, bot.key, { message: 'Hello' })).status).toBe(
      200,
    );
  },
);
