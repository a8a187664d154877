/** Aborts queries whose client has disconnected. Writes are never aborted. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { engines, type TestUser, type Served, serve } from './testing/serve';

/** A busy machine needs more than the default of one second. */
const BUSY = { timeout: 10_000 };

describe.each(engines)('a request of a disconnected client on %s', (engine) => {
  let served: Served;
  let user: TestUser;
  beforeAll(async () => {
    served = await serve(engine);
    user = await served.user();
  });
  afterAll(() => served.close());

  const ask = (path: string, body?: object) =>
    served.backend.fetch(
      new Request(`${served.origin}/rest/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: served.backend.secretKey, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      { address: '127.0.0.1', signal: AbortSignal.abort() },
    );

  test('does not read, by GET or by POST, but writes', async () => {
    expect((await ask('agents?select=id')).status).toBe(500);
    expect((await ask('rpc/search_listings', { q: 'bot' })).status).toBe(500);
    const row = { name: 'Kept', category: 'sales', creator_id: user.id };
    expect((await ask('agents', row)).status).toBe(201);
    const { data } = await served.service.from('agents').select('name').eq('creator_id', user.id);
    expect(data).toEqual([{ name: 'Kept' }]);
    // Later requests on the same connections succeed.
    for (let round = 0; round < 20; round += 1) {
      expect((await served.visitor.from('agents').select('id').limit(1)).status).toBe(200);
    }
  });

  // PGlite cannot cancel a statement: the watchdog ends it at its timeout.
  test.runIf(engine === 'PostgreSQL')('cancels its statement, and no other', async () => {
    const [{ name } = { name: '' }] = await served.backend.database.rows<{ name: string }>(
      'select current_database() as name',
    );
    const operator = new pg.Client(`${inject('postgresServer')}/${name}`);
    await operator.connect();
    const waiting = async () => {
      const { rows } = await operator.query(
        "select 1 from pg_locks where not granted and relation = 'public.agent_listings'::regclass",
      );
      return rows.length;
    };
    try {
      // From here on, every search waits for the lock.
      await operator.query('begin; lock table public.agent_listings in access exclusive mode');
      const controller = new AbortController();
      // The service role waits longest for a lock: ten seconds.
      const aborted = Array.from({ length: 4 }, async () =>
        served.service.rpc('search_listings', { q: 'bot' }).abortSignal(controller.signal),
      );
      const others = Array.from({ length: 3 }, async () =>
        served.service.rpc('search_listings', { q: 'bot' }),
      );
      await vi.waitFor(async () => {
        expect(await waiting()).toBe(7);
      }, BUSY);
      controller.abort();
      await vi.waitFor(async () => {
        expect(await waiting()).toBe(3);
      }, BUSY);
      await operator.query('commit');
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await Promise.all(aborted)).map(({ error }) => error?.message)).toEqual(
        Array.from({ length: 4 }, () => expect.stringMatching(/abort/i) as string),
      );
      const after = await Promise.all(
        Array.from({ length: 30 }, async () => served.visitor.rpc('search_listings', { q: 'bot' })),
      );
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await operator.end();
    }
  });
});
