/** PostgreSQL ends connections: when it restarts, when an operator says so, when a proxy between gives up. */
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

const isExpected = (status: number) => status === 200 || status === 503;

/** Ends every connection to this database but the one that says so. */
const endConnections = () =>
  operator.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `);

test('requests whose connection is ended are refused with 503, and the server goes on', async () => {
  const statuses = new Set<number>();
  let isOver = false;
  const asking = async () => {
    while (!isOver) {
      statuses.add((await served.visitor.from('agents').select('id').limit(1)).status);
    }
  };
  const askers = Array.from({ length: 8 }, asking);
  for (let round = 0; round < 10; round += 1) {
    await sleep(50);
    await endConnections();
  }
  isOver = true;
  await Promise.all(askers);
  expect(statuses).toContain(200);
  expect([...statuses].filter((status) => !isExpected(status))).toEqual([]);
  for (let round = 0; round < 20; round += 1) {
    expect((await served.visitor.from('agents').select('id').limit(1)).status).toBe(200);
  }
});

test('what a request was allowed to see stays what it may see when its connection is ended half-way', async () => {
  const person = await served.person();
  const seen = new Set<number>();
  let isOver = false;
  const asking = async () => {
    while (!isOver) {
      const { data } = await person.client.from('usage_tracking').select('id').limit(5);
      seen.add(data?.length ?? 0);
    }
  };
  const askers = Array.from({ length: 8 }, asking);
  for (let round = 0; round < 20; round += 1) {
    await sleep(20);
    await endConnections();
  }
  isOver = true;
  await Promise.all(askers);
  expect([...seen]).toEqual([0]);
});
