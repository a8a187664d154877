/**
 * Statements that end at their timeout, or keep others waiting: a few of them stop their caller, and no other one. The
 * replays need the database with one connection.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { openPglite } from '../database/database';
import { type Accounts, ORIGIN, startAccounts } from '../testing/accounts';
import { newPlace } from '../testing/serve';
import { createTimeoutLimits } from './timeoutLimits';

vi.setConfig({ testTimeout: 120_000 });

const caller = { key: '192.0.2.1', isUser: false };
const limits = () => createTimeoutLimits({ timeout: { burst: 2, period: 60 } });
const timedOut = { code: '57014', message: 'canceling statement due to statement timeout' };
const gone = AbortSignal.abort();

test.each([
  ['a timeout', { databaseError: timedOut }, true],
  ['a timeout after the client had gone', { databaseError: timedOut, signal: gone }, true],
  [
    'a search that the client gave up',
    { databaseError: { code: '57014', message: 'canceling statement due to user request' }, signal: gone },
    false,
  ],
  ['a slow read that kept others waiting', { isSlow: true }, true],
  ['another error', { databaseError: { code: '22P02', message: 'invalid' } }, false],
  ['no error', {}, false],
])('%s', async (_what, request, isCounted) => {
  const { check, count } = limits();
  for (let times = 0; times < 2; times += 1) await count(caller, request);
  expect((await check(caller)) > 0).toBe(isCounted);
  expect(await check({ ...caller, key: '192.0.2.2' })).toBe(0);
});

let accounts: Accounts;
beforeAll(async () => {
  const place = await newPlace('PGlite');
  const database = await openPglite(join(place.home, 'data'));
  // A watchdog adds a second.
  await database.run("alter role anon set statement_timeout = '300ms'");
  await database.run(`create function public.read_slowly() returns integer language sql stable as
    'select 1 from pg_sleep(1.6)'`);
  await database.run(`
    set session_replication_role = replica;
    insert into public.agents (name, category, creator_id, is_public, status, readme)
    select 'Long ' || i, 'sales', 'c0000000-0000-4000-8000-000000000001', true, 'active',
      (select left(string_agg(md5(i::text || j), ' '), 20000) from generate_series(1, 700) j)
    from generate_series(1, 100) i;
    reset session_replication_role`);
  await database.close();
  accounts = await startAccounts('PGlite', {}, place);
});
afterAll(() => accounts.close());

const read = (address: string, path = 'agents?select=id&limit=1') =>
  accounts.backend.fetch(
    new Request(`${ORIGIN}/rest/v1/${path}`, { headers: { apikey: accounts.backend.publishableKey } }),
    { address },
  );

test('three slow reads stop their address, also those that wait, and others are served (C1)', async () => {
  const slow = `agents?select=id&or=(${'readme.fts.word,'.repeat(24)}id.is.null)`;
  const attacks = Array.from({ length: 8 }, async () => (await read('198.51.100.7', slow)).json());
  const codes = ((await Promise.all(attacks)) as { code: string }[]).map(({ code }) => code);
  expect(codes.filter((code) => code === '57014')).toHaveLength(3);
  // On a busy machine, some wait too long before.
  expect(codes.every((code) => ['57014', 'PT429', 'PGRST003'].includes(code))).toBe(true);

  const rejected = await read('198.51.100.7');
  expect([rejected.status, await rejected.json()]).toMatchObject([
    429,
    { code: 'PT429', message: 'Too many slow requests. Wait some minutes and try again' },
  ]);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(200);
  expect((await read('198.51.100.8')).status).toBe(200);
});

test('reads that end before their timeout stop their caller when others wait', async () => {
  const { access_token } = await accounts.account('slow@example.com');
  const { publishableKey } = accounts.backend;
  const readSlowly = async () => {
    const headers = { apikey: publishableKey, authorization: `Bearer ${access_token}` };
    const request = new Request(`${ORIGIN}/rest/v1/rpc/read_slowly`, { headers });
    return (await accounts.backend.fetch(request, { address: '198.51.100.9' })).status;
  };
  const whileOthersRead = async () => {
    let isOver = false;
    const status = readSlowly().finally(() => (isOver = true));
    while (!isOver) expect((await read('198.51.100.8')).status).toBe(200);
    return status;
  };
  expect(await readSlowly()).toBe(200);
  const statuses: number[] = [];
  for (let times = 0; times < 4; times += 1) statuses.push(await whileOthersRead());
  expect(statuses).toEqual([200, 200, 200, 429]);
});
