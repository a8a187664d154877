/**
 * The database under the gateway is shared, is gone for ten seconds, or has no room left: each answer is on the bill
 * once, and nothing else is.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { newDatabase, newFolder, newHome, type Served, startWire } from '@slipway/backend/testing';
import { callable, type Callable, post, usageOf } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

vi.setConfig({ testTimeout: 180_000 });

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

/** Calls until told to stop; returns how many were answered whole, and every status there was. */
function startCalling(bot: Callable, callers: number) {
  const statuses = new Set<number>();
  let answered = 0;
  let isOver = false;
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const answer = await post(bot.url, bot.key, { message: 'Hello' });
      statuses.add(answer.status);
      await answer.text();
      if (answer.status === 200) answered += 1;
      else await sleep(100);
    }
  });
  return {
    answered: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(calling);
      return { answered, statuses: [...statuses].sort() };
    },
  };
}

const unlimited = (one: Served, person: string) =>
  one.service.from('subscriptions').insert({
    ...{ user_id: person, status: 'active', plan_name: 'Enterprise', price_per_cycle: 99 },
    ...{ billing_cycle: 'monthly', current_period_start: '2026-01-01', current_period_end: '2099-01-01' },
  });

test('two gateways on one database: a call that both are sent is charged once, and the quota is one', async () => {
  const databaseUrl = await newDatabase();
  const first = await served('PostgreSQL', {}, { databaseUrl });
  const second = await served('PostgreSQL', {}, { databaseUrl });
  const bot = await callable(first);
  const elsewhere = second.origin + new URL(bot.url).pathname;
  const call = (url: string, key: string) =>
    post(url, bot.key, { message: 'Hello' }, { headers: { 'idempotency-key': key } });

  const keys = Array.from({ length: 20 }, (_, number) => `call-${String(number)}`);
  const both = await Promise.all(keys.flatMap((key) => [call(bot.url, key), call(elsewhere, key)]));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await messagesOf(bot)).toBe(20);

  // The free plan has 100 messages: 80 are left, for both together.
  const rest = Array.from({ length: 110 }, (_, number) =>
    call(number % 2 === 0 ? bot.url : elsewhere, `more-${String(number)}`),
  );
  const statuses = (await Promise.all(rest)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(80);
  expect(statuses.filter((status) => status === 402)).toHaveLength(30);
  expect(await messagesOf(bot)).toBe(100);
});

test('the database is gone for ten seconds: 503 meanwhile, then as before, and every answer is on the bill once', async () => {
  const database = new URL(await newDatabase());
  const wire = await startWire(Number(database.port));
  undo.push(() => wire.cut());
  const one = await served(
    'PostgreSQL',
    {},
    { databaseUrl: `postgres://postgres:postgres@${new URL(wire.origin).host}${database.pathname}` },
  );
  const bot = await callable(one);
  await unlimited(one, bot.owner.id);
  const calling = startCalling(bot, 4);
  await vi.waitFor(() => {
    expect(calling.answered()).toBeGreaterThan(10);
  }, 30_000);
  await wire.cut();
  await sleep(500); // an answer that was recorded may be under way
  const before = calling.answered();
  await sleep(9_000);
  // Those that waited for their record are waiting still; nobody was answered without one.
  expect(calling.answered()).toBe(before);
  await sleep(500);
  await wire.join();
  await vi.waitFor(() => {
    expect(calling.answered()).toBeGreaterThan(before + 10);
  }, 30_000);
  const { answered, statuses } = await calling.stop();
  expect(statuses).toEqual([200, 503]);
  // What a caller was told could not be recorded may have been, just before the cut: it is then on the bill alone.
  await vi.waitFor(async () => {
    expect(await messagesOf(bot)).toBe(answered);
  }, 10_000);
});

/** A folder with little room. Only root may make one. */
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

test('the disk is full: what cannot be recorded is not answered, and with room again nothing is lost', async ({
  skip,
}) => {
  const small = smallFolder(400);
  if (!small) {
    skip('a folder with little room takes the right to mount one');
    return;
  }
  const home = join(small, 'home');
  cpSync(newHome(), home, { recursive: true });
  const one = await served('PGlite', { recordPatience: 1_000 }, { home });
  const bot = await callable(one);
  await unlimited(one, bot.owner.id);
  const ballast = join(small, 'ballast');
  const calling = startCalling(bot, 2);
  await vi.waitFor(() => {
    expect(calling.answered()).toBeGreaterThan(10);
  }, 30_000);

  const { bavail, bsize } = statfsSync(small);
  try {
    for (let left = bavail; left > 0; left -= 256)
      writeFileSync(ballast, Buffer.alloc(256 * bsize), { flag: 'a' });
  } catch {
    // Now it is full.
  }
  await sleep(5_000);
  const { answered, statuses } = await calling.stop();
  expect(statuses).toEqual([200, 503]);

  rmSync(ballast);
  await one.close();
  undo.pop();
  const after = await served('PGlite', {}, { home });
  const [rows] = await after.backend.database.rows<{ messages: number }>(
    `select count(*)::int as messages from public.usage_tracking
     where deployment_id = '${bot.id}' and usage_type = 'message'`,
  );
  expect(rows?.messages).toBe(answered);
  expect((await post(after.origin + new URL(bot.url).pathname, bot.key, { message: 'Hello' })).status).toBe(
    200,
  );
});
