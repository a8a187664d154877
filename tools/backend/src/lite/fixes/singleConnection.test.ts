/** Concurrent requests have separate transactions, although PGlite has one connection. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines, type Served, serve } from '../../testing/serve';

describe.each(bothEngines)('concurrent requests on %s', (engine) => {
  let served: Served;
  /** Calls the backend directly: over HTTP, requests rarely arrive in the same tick. */
  const ask = (key: string, path: string, body?: object) =>
    served.backend.fetch(
      new Request(`${served.origin}/rest/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: key, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      { address: '127.0.0.1' },
    );
  const count = async (key: string) =>
    ((await (await ask(key, 'profiles?select=id')).json()) as unknown[]).length;

  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  test('run with their own role', async () => {
    const { publishableKey, secretKey } = served.backend;
    const [visitor, server] = [await count(publishableKey), await count(secretKey)];
    expect(server).toBeGreaterThan(visitor);
    for (let round = 0; round < 5; round += 1) {
      expect(await Promise.all([count(publishableKey), count(secretKey)])).toEqual([visitor, server]);
      expect(await Promise.all([count(secretKey), count(publishableKey)])).toEqual([server, visitor]);
    }
  });

  test('are not rolled back by the failure of another', async () => {
    const { database, secretKey } = served.backend;
    const agent = { name: 'Kept', category: 'sales', creator_id: 'c0000000-0000-4000-8000-000000000001' };
    const add = async (row: object) => (await ask(secretKey, 'agents', row)).status;
    expect(await Promise.all([add(agent), add({ ...agent, category: 'none' }), add(agent)])).toEqual([
      201, 400, 201,
    ]);
    expect(await database.rows("select name from public.agents where name = 'Kept'")).toHaveLength(2);
  });
});
