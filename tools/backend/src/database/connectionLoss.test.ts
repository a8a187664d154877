/** PostgreSQL closes connections during requests: after a restart, an administrator's command or a proxy timeout. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Served, serve } from '../testing/serve';

let served: Served;
let operator: pg.Client;
beforeAll(async () => {
  served = await serve('PostgreSQL');
  const [here] = await served.backend.database.rows<{ name: string }>('select current_database() as name');
  operator = new pg.Client(`${inject('postgresServer')}/${here?.name ?? ''}`);
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await served.close();
});

const isNightly = process.env['TEST_TIER'] === 'nightly';

const isExpected = (status: number) => status === 200 || status === 503;

/** Closes every connection to this database except the operator's. */
const closeConnections = () =>
  operator.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `);

test('responds with 503 to a request that loses its connection, and recovers', async () => {
  const statuses = new Set<number>();
  let isOver = false;
  const request = async () => {
    while (!isOver) {
      statuses.add((await served.visitor.from('agents').select('id').limit(1)).status);
    }
  };
  const clients = Array.from({ length: 8 }, request);
  for (let round = 0; round < (isNightly ? 10 : 3); round += 1) {
    await sleep(50);
    await closeConnections();
  }
  isOver = true;
  await Promise.all(clients);
  expect(statuses).toContain(200);
  expect([...statuses].filter((status) => !isExpected(status))).toEqual([]);
  for (let round = 0; round < 20; round += 1) {
    expect((await served.visitor.from('agents').select('id').limit(1)).status).toBe(200);
  }
});

test('never continues a request with other rights after it loses its connection', async () => {
  const user = await served.user();
  const seen = new Set<number>();
  let isOver = false;
  const request = async () => {
    while (!isOver) {
      const { data } = await user.client.from('usage_tracking').select('id').limit(5);
      seen.add(data?.length ?? 0);
    }
  };
  const clients = Array.from({ length: 8 }, request);
  for (let round = 0; round < (isNightly ? 20 : 5); round += 1) {
    await sleep(20);
    await closeConnections();
  }
  isOver = true;
  await Promise.all(clients);
  expect([...seen]).toEqual([0]);
});
