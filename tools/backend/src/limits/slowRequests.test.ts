/** Requests that would occupy the database: regular expressions, slow statements, many at once (finding C1). */
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPglite } from '../database/database';
import { addAgent } from '../testing/deployments';
import {
  type At,
  type Engine,
  engines,
  newPlace,
  newHome,
  type TestUser,
  type Served,
  serve,
} from '../testing/serve';

vi.setConfig({ testTimeout: 120_000 });

/** Functions that visitors may call: one does not end, and uses no processor time; one shows the current timeouts. */
const functions = `
create function public.run_forever() returns bigint language sql volatile as $$
  select count(*) from (select pg_sleep(3600)) as slept
$$;
create function public.current_timeouts() returns text[] language sql volatile as $$
  select array[current_setting('statement_timeout'), current_setting('lock_timeout'),
    current_setting('idle_in_transaction_session_timeout')]
$$;
`;

async function placeWithFunctions(engine: Engine): Promise<At> {
  if (engine === 'PostgreSQL') {
    const place = await newPlace(engine);
    const sql = postgres(place.databaseUrl ?? '', { max: 1 });
    await sql.unsafe(functions);
    await sql.end();
    return place;
  }
  const home = newHome();
  const database = await openPglite(join(home, 'data'));
  await database.run(functions);
  await database.close();
  return { home };
}

describe.each(engines)('on %s', (engine) => {
  let served: Served;
  let user: TestUser;
  beforeAll(async () => {
    served = await serve(engine, await placeWithFunctions(engine));
    user = await served.user();
    await addAgent(user, { description: 'a'.repeat(999) });
  });
  afterAll(() => served.close());

  const read = (path: string, key = served.backend.publishableKey) =>
    fetch(`${served.origin}/rest/v1/${path}`, { headers: { apikey: key } });

  const bomb = encodeURIComponent('^(a*)(a*)(a*)\\1\\2\\3$');
  test.each([
    `agents?select=id&description=match.${bomb}`,
    `agents?select=id&description=imatch.${bomb}`,
    `agents?select=id&description=not.match.${bomb}`,
    `agents?select=id&description=match(any).{${bomb}}`,
    `agents?select=id&description=imatch(all).{${bomb}}`,
    `agents?select=id&or=(name.eq.x,description.match.${encodeURIComponent('"^(a*)(a*)(a*)\\\\1\\\\2\\\\3$"')})`,
    `agents?select=id&and=(description.not.match.x,or(name.eq.x,description.imatch.y))`,
    `agents?select=id&not.or=(description.match.x,name.eq.y)`,
    `agents?select=id,agent_reviews(id)&agent_reviews.comment=match.${bomb}`,
    `agents?select=id,agent_reviews!inner(id)&agent_reviews.or=(comment.match.x,comment.imatch.y)`,
    `agents?select=id&%64escription=%6Datch.${bomb}`,
  ])('a pattern cannot freeze the server (C1): %s', async (path) => {
    for (const key of [served.backend.publishableKey, served.backend.secretKey]) {
      const response = await read(path, key);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'PGRST100', message: 'Regular-expression operators (match, imatch) are not allowed' },
      ]);
    }
  });

  test('a pattern in a write is rejected too (C1)', async () => {
    const response = await fetch(`${served.origin}/rest/v1/agents?description=match.x`, {
      method: 'PATCH',
      headers: { apikey: served.backend.secretKey, 'content-type': 'application/json' },
      body: '{"name":"changed"}',
    });
    expect(response.status).toBe(400);
  });

  test('text that looks like an operator is no pattern', async () => {
    for (const path of [
      'agents?select=id&name=eq.match.~x',
      "agents?select=id&name=ilike.*~*'*",
      'agents?select=tilde:name&limit=1',
      'agents?select=id&tags=cs.{~}',
      'rpc/search_listings?q=~match',
    ]) {
      expect((await read(path)).status).toBe(200);
    }
  });

  test.runIf(engine === 'PostgreSQL')(
    'a slow statement of a visitor ends after three seconds, and of a user after eight (C1)',
    async () => {
      const began = performance.now();
      const timed = async (client: TestUser['client']) => {
        const response = await client.rpc('run_forever');
        return { response, took: performance.now() - began };
      };
      const [visitor, member] = await Promise.all([timed(served.visitor), timed(user.client)]);
      for (const { response } of [visitor, member])
        expect(response).toMatchObject({ status: 504, error: { code: '57014' } });
      expect(visitor.took).toBeGreaterThan(2_500);
      expect(visitor.took).toBeLessThan(7_900);
      expect(member.took).toBeGreaterThan(7_500);
      expect((await read('agents?select=id&limit=1')).status).toBe(200);
    },
  );

  test.runIf(engine === 'PostgreSQL')('each role has its timeouts (C1)', async () => {
    expect((await served.visitor.rpc('current_timeouts')).data).toEqual(['3s', '2s', '10s']);
    expect((await user.client.rpc('current_timeouts')).data).toEqual(['8s', '5s', '15s']);
    expect((await served.service.rpc('current_timeouts')).data).toEqual(['30s', '10s', '1min']);
    // The settings end with the transaction: the next use of the connection has none.
    const [own] = await served.backend.database.rows("select current_setting('statement_timeout') as value");
    expect(own).toEqual({ value: '0' });
  });

  test.runIf(engine === 'PostgreSQL')('ten slow requests delay the others, and fail none (C1)', async () => {
    const slow = Array.from({ length: 10 }, () => read('rpc/run_forever'));
    const others = await Promise.all(Array.from({ length: 10 }, () => read('agents?select=id&limit=1')));
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    for (const { status } of await Promise.all(slow)) expect(status).toBe(504);
  });

  test.runIf(engine === 'PostgreSQL')(
    'says when to come back while every connection is busy (C1)',
    async () => {
      const slow = Array.from({ length: 30 }, () => read('rpc/run_forever'));
      const late = await read('agents?select=id&limit=1');
      expect([late.status, late.headers.get('retry-after'), await late.json()]).toMatchObject([
        504,
        '2',
        { code: 'PGRST003' },
      ]);
      const signIn = await served.visitor.auth.signInWithPassword({
        email: 'x@example.com',
        password: 'Wrong-1',
      });
      expect(signIn.error?.status).toBeGreaterThanOrEqual(400);
      for (const response of await Promise.all(slow)) {
        expect(response.status).toBe(504);
        expect(await response.json()).toMatchObject({
          code: expect.stringMatching(/^(57014|PGRST003)$/) as string,
        });
      }
    },
  );
});
