/** PostgreSQL ends connections while calls are answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Served } from '@slipway/backend/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { callable, post, usageOf } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

let served: Served;
let operator: pg.Client;
beforeAll(async () => {
  served = await serveGateway('PostgreSQL');
  const [here] = await served.backend.database.rows<{ name: string }>('select current_database() as name');
  operator = new pg.Client(`${inject('postgresServer')}/${here?.name ?? ''}`);
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await served.close();
});

const isExpected = (status: number) => status === 200 || status === 503;

/** Ends every connection to this database but the one that says so. */
const endConnections = () =>
  operator.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `);

test('every call that was answered is on the bill once', async () => {
  const bot = await callable(served);
  await served.service.from('subscriptions').insert({
    ...{ user_id: bot.owner.id, status: 'active', plan_name: 'Enterprise', price_per_cycle: 99 },
    ...{ billing_cycle: 'monthly', current_period_start: '2026-01-01', current_period_end: '2099-01-01' },
  });
  const statuses = new Set<number>();
  let answered = 0;
  let isOver = false;
  const calling = async () => {
    while (!isOver) {
      const answer = await post(bot.url, bot.key, { message: 'Hello' });
      statuses.add(answer.status);
      await answer.text();
      if (answer.status === 200) answered += 1;
    }
  };
  const callers = Array.from({ length: 4 }, calling);
  for (let round = 0; round < 10; round += 1) {
    await sleep(100);
    await endConnections();
  }
  isOver = true;
  await Promise.all(callers);
  expect(answered).toBeGreaterThan(0);
  expect([...statuses].filter((status) => !isExpected(status))).toEqual([]);
  // A call whose first record failed after all is recorded again.
  await vi.waitFor(async () => {
    const usage = await usageOf(bot);
    expect(usage.filter(({ usage_type }) => usage_type === 'message')).toHaveLength(answered);
  });
});
