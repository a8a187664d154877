/** Reads that a short address makes large. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, type Served, serve } from '../testing/serve';

describe.each(engines)('on %s', (engine) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());

  const read = (path: string, key = served.backend.publishableKey) =>
    fetch(`${served.origin}/rest/v1/${path}`, { headers: { apikey: key } });

  /** From an agent to its creator, to the creator's agents, and so on. */
  const nested = (levels: number, columns = 'id') =>
    Array.from({ length: levels }).reduceRight<string>(
      (inner, _, level) => `${level % 2 === 0 ? 'profiles' : 'agents'}!agents_creator_id_fkey(${inner})`,
      columns,
    );
  const siblings = (count: number) =>
    Array.from({ length: count }, (_, i) => `r${String(i)}:agent_reviews(id)`).join(',');

  test.each([
    ['sixteen levels', `agents?select=id,${nested(16)}`],
    ['five levels', `agents?select=id,${nested(5)}`],
    ['inner joins', `agents?select=id,${nested(5).replaceAll('fkey(', 'fkey!inner(')}`],
    ['of a function', `rpc/search_listings?select=name,agents(${nested(5)})`],
    ['siblings', `agents?select=id,${siblings(12)}`],
  ])('many embedded resources cannot occupy the database: %s', async (_what, path) => {
    for (const key of [served.backend.publishableKey, served.backend.secretKey]) {
      const response = await read(path, key);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'PGRST100', message: 'Up to 10 embedded resources, 3 levels deep, are allowed' },
      ]);
    }
  });

  test.each([
    ['selected', `agents?select=${'readme,'.repeat(500)}id`],
    ['renamed', `agents?select=${Array.from({ length: 26 }, (_, i) => `a${String(i)}:readme`).join(',')}`],
    ['cast', `agents?select=${Array.from({ length: 26 }, (_, i) => `a${String(i)}:readme::text`).join(',')}`],
    ['compared', `agents?select=id&or=(${'description.ilike.*a*,'.repeat(26)}id.is.null)`],
    ['searched', `agents?select=id&or=(${'readme.fts.a,'.repeat(26)}id.is.null)`],
    ['sorted', `agents?select=id&order=${'readme,'.repeat(26)}id`],
  ])('a column that is %s again and again cannot occupy the database', async (_what, path) => {
    const response = await read(path);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST100', message: 'A request may name a column up to 25 times' },
    ]);
  });

  test('three levels of embedded resources are read, with a count too', async () => {
    for (const path of [`agents?select=id,${nested(3)}`, `agents?select=id,${siblings(10)}&limit=1`]) {
      const response = await fetch(`${served.origin}/rest/v1/${path}`, {
        headers: { apikey: served.backend.publishableKey, prefer: 'count=exact' },
      });
      expect([200, 206]).toContain(response.status);
    }
  });
});
