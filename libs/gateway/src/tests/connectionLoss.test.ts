/** PostgreSQL closes connections during calls: after a restart, an administrator's command or a proxy timeout. */
import type { Served } from '@slipway/backend/testing';
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

/** Milliseconds that a busy machine may need. */
const BUSY = 20_000;

const isExpected = (status: number) => status === 200 || status === 503;

/** Closes every connection to this database except the operator's. */
const closeConnections = () =>
  operator.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `);

test('bills every completed call once', async () => {
  const bot = await callable(served);
  await served.service.from('subscriptions').insert({
    ...{ user_id: bot.owner.id, status: 'active', plan_name: 'Enterprise', price_per_cycle: 99 },
    ...{ billing_cycle: 'monthly', current_period_start: '2026-01-01', current_period_end: '2099-01-01' },
  });
  const statuses = new Set<number>();
  let completed = 0;
  let isOver = false;
  const calling = async () => {
    while (!isOver) {
      const response = await post(bot.url, bot.key, { message: 'Hello' });
      statuses.add(response.status);
      await response.text();
      if (response.status === 200) completed += 1;
    }
  };
  const callers = Array.from({ length: 4 }, calling);
  for (let round = 0; round < 10; round += 1) {
    const before = completed;
    await vi.waitFor(() => {
      expect(completed).toBeGreaterThan(before);
    }, BUSY);
    await closeConnections();
  }
  isOver = true;
  await Promise.all(callers);
  expect([...statuses].filter((status) => !isExpected(status))).toEqual([]);
  // A record that failed is retried in the background.
  await vi.waitFor(async () => {
    const usage = await usageOf(bot);
    expect(usage.filter(({ usage_type }) => usage_type === 'message')).toHaveLength(completed);
  }, BUSY);
});
