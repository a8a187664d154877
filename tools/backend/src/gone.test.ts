/** What nobody waits for any more is not looked up, and what writes is never cut. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { engines, type Person, type Served, serve } from './testing/serve';

/** A busy machine takes longer than the second that is usual. */
const BUSY = { timeout: 10_000 };

describe.each(engines)('a request that was given up on %s', (engine) => {
  let served: Served;
  let person: Person;
  beforeAll(async () => {
    served = await serve(engine);
    person = await served.person();
  });
  afterAll(() => served.close());

  const ask = (path: string, body?: object) =>
    served.backend.fetch(
      new Request(`${served.origin}/rest/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: served.backend.secretKey, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      { address: '127.0.0.1', gone: AbortSignal.abort() },
    );

  test('reads nothing, by whatever method it asks; and writes all the same', async () => {
    expect((await ask('agents?select=id')).status).toBe(500);
    expect((await ask('rpc/search_listings', { q: 'bot' })).status).toBe(500);
    const row = { name: 'Kept', category: 'sales', creator_id: person.id };
    expect((await ask('agents', row)).status).toBe(201);
    const { data } = await served.service.from('agents').select('name').eq('creator_id', person.id);
    expect(data).toEqual([{ name: 'Kept' }]);
    // Nobody after it is refused for it.
    for (let round = 0; round < 20; round += 1) {
      expect((await served.visitor.from('agents').select('id').limit(1)).status).toBe(200);
    }
  });

  // PGlite works in this process: while it does, nobody can be heard to leave.
  test.runIf(engine === 'PostgreSQL')(
    'stops in the middle of its question, and nobody else does',
    async () => {
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
        // Everything that asks for a listing waits from here on.
        await operator.query('begin; lock table public.agent_listings in access exclusive mode');
        const leaving = new AbortController();
        const left = Array.from({ length: 4 }, async () =>
          served.visitor.rpc('search_listings', { q: 'bot' }).abortSignal(leaving.signal),
        );
        const stayed = Array.from({ length: 3 }, async () =>
          served.visitor.rpc('search_listings', { q: 'bot' }),
        );
        await vi.waitFor(async () => {
          expect(await waiting()).toBe(7);
        }, BUSY);
        leaving.abort();
        await vi.waitFor(async () => {
          expect(await waiting()).toBe(3);
        }, BUSY);
        await operator.query('commit');
        expect((await Promise.all(stayed)).map(({ status }) => status)).toEqual([200, 200, 200]);
        expect((await Promise.all(left)).map(({ error }) => error?.message)).toEqual(
          Array.from({ length: 4 }, () => expect.stringMatching(/abort/i) as string),
        );
        const after = await Promise.all(
          Array.from({ length: 30 }, async () => served.visitor.rpc('search_listings', { q: 'bot' })),
        );
        expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
      } finally {
        await operator.end();
      }
    },
  );
});
