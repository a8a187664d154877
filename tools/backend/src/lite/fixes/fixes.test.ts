/** Each fix of `@supabase/lite`, over HTTP where its symptom shows: a test here fails without its fix. At night on PGlite. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openPglite } from '../../database/database';
import { addAgent, deploy } from '../../testing/deployments';
import { openPostgres } from '../../database/postgres';
import { type Engine, newPlace, PASSWORD, type TestUser, type Served } from '../../testing/serve';
import { cacheSchema } from './cachedSchema';
import { withErrorStatus } from './errorStatus';

const engine: Engine = process.env['TEST_TIER'] === 'nightly' ? 'PGlite' : 'PostgreSQL';
let place: Awaited<ReturnType<typeof newPlace>>;
const printed = vi.fn();
const consoleNames = ['error', 'warn', 'info', 'log'] as const;
const original = consoleNames.map((name) => [name, console[name]] as const);
let served: Served;
let owner: TestUser;
let grantsOfMigrations: unknown;

const grantsOf = async (database: Database) =>
  (
    await database.rows(
      "select string_agg(relacl::text, ' ' order by oid) as grants from pg_class where relnamespace = 'public'::regnamespace",
    )
  )[0]?.['grants'];

beforeAll(async () => {
  place = await newPlace(engine);
  const { home, databaseUrl } = place;
  const database = await (databaseUrl ? openPostgres(databaseUrl) : openPglite(join(home, 'data')));
  await database.run(`
    create function public.request_settings() returns jsonb language sql stable as $$
      select jsonb_build_object(
        'headers', current_setting('request.headers')::jsonb,
        'method', current_setting('request.method'),
        'path', current_setting('request.path')
      )
    $$;
    create function public.as_integer(value numeric) returns bigint language sql immutable as 'select value::bigint'`);
  grantsOfMigrations = await grantsOf(database);
  await database.close();
  // Not spies: Vitest restores spies before each test.
  for (const name of consoleNames) console[name] = printed;
  vi.resetModules(); // `quietConsole` changes the console once for the files of a process
  const { serve } = await import('../../testing/serve');
  served = await serve(engine, place);
  owner = await served.creator();
});
afterAll(async () => {
  await served.close();
  for (const [name, print] of original) console[name] = print;
  rmSync(place.home, { recursive: true, force: true });
});

/** An insert that a check constraint rejects. */
const insertInvalid = () =>
  served.service.from('agents').insert({ name: 'private', category: 'none', creator_id: owner.id });

test('errorStatus: a constraint error has PostgREST’s status, without the row', async () => {
  const { status, error } = await insertInvalid();
  expect(status).toBe(400);
  expect(error).toMatchObject({ code: '23514', details: null });
});

test('errorStatus: a number that an integer cannot be is the client’s error', async () => {
  const { status, error } = await served.visitor.rpc('as_integer' as never, { value: 'NaN' } as never);
  expect([status, error?.code]).toEqual([400, '0A000']);
});

test('errorStatus: a word that a search index cannot have is the client’s error', async () => {
  const search = 'a'.repeat(5_000);
  const { status, error } = await owner.client.from('agent_listings').insert({ search } as never);
  expect([status, error?.code]).toEqual([413, '54000']);
});

test.each([
  ['fts', '!'],
  ['wfts', '-'],
])('errorStatus: a search (%s) with thousands of operators is the client’s error', async (operator, sign) => {
  const { status, error } = await served.visitor
    .from('agents')
    .select('id')
    .filter('readme', operator, `${sign.repeat(5000)}a`);
  expect([status, error?.code]).toEqual([400, 'PGRST100']);
});

test('errorStatus: a deadlock may succeed when it is tried again', async () => {
  const failed = () => new Response('{}', { status: 500 });
  const response = await withErrorStatus(failed(), { code: '40P01', message: 'deadlock detected' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});

test('errorStatus: a body with too many levels for the library is the client’s error', async () => {
  const overflow = { code: 'SUP', message: 'RangeError: Maximum call stack size exceeded' };
  const response = await withErrorStatus(Response.json(overflow, { status: 500 }), undefined);
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'PGRST102' }),
  ]);
});

test('quietConsole: a rejected statement is not printed', async () => {
  printed.mockClear();
  await insertInvalid();
  expect(printed).not.toHaveBeenCalled();
});

test('quietConsole: output outside of requests is kept', () => {
  printed.mockClear();
  console.error('outside');
  expect(printed).toHaveBeenCalledWith('outside');
});

test('errorWarnings: a warning that is an error is emitted', async () => {
  const warned = once(process, 'warning');
  const warning = Object.assign(new Error('too many listeners'), { name: 'MaxListenersExceededWarning' });
  process.emitWarning(warning);
  expect(await warned).toEqual([warning]);
});

test('singleObject: an insert with an embedded table returns one object', async () => {
  const { data } = await deploy(owner, { name: 'single', agent_id: await addAgent(owner) });
  expect(Array.isArray(data)).toBe(false);
  expect(data).toMatchObject({ name: 'single', agent: { name: 'Agent' } });
});

test.each([
  ['the app’s origin', '/dashboard', true],
  ['another origin', 'https://evil.example/', false],
])('mailRedirect: a link to %s', async (_origin, target, isMailed) => {
  const redirect = new URL(target, served.origin).href;
  const email = `redirect-${String(isMailed)}@example.com`;
  await served.visitor.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: redirect } });
  const mail = served.backend.mailbox.list().find(({ to }) => to === email);
  expect(mail?.text.includes(encodeURIComponent(redirect))).toBe(isMailed);
  expect(mail?.html.includes(encodeURIComponent(redirect))).toBe(isMailed);
});

test('requestSettings: the address is the socket’s, not the client’s claim', async () => {
  const response = await fetch(`${served.origin}/rest/v1/rpc/request_settings`, {
    method: 'POST',
    headers: {
      apikey: served.backend.publishableKey,
      'x-forwarded-for': '203.0.113.9',
      'user-agent': 'a browser',
    },
  });
  expect(await response.json()).toEqual({
    headers: { 'x-forwarded-for': '127.0.0.1', 'user-agent': 'a browser' },
    method: 'POST',
    path: '/rpc/request_settings',
  });
});

test('keptGrants: requests do not change the grants of the migrations', async () => {
  expect((await served.visitor.from('agents').select('id').limit(1)).status).toBe(200);
  expect(await grantsOf(served.backend.database)).toBe(grantsOfMigrations);
});

test('pgValues: times are ISO-8601 and numerics are numbers', async () => {
  const id = await addAgent(owner, { pricing_model: 'per_message', price_per_message: 0.25 });
  const { data } = await owner.client
    .from('agents')
    .select('created_at, price_per_message')
    .eq('id', id)
    .single();
  expect(data).toEqual({
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/) as string,
    price_per_message: 0.25,
  });
});

describe('cachedSchema', () => {
  type Connection = Parameters<typeof cacheSchema>[0]['connection'];
  /** Only what the fix reads of a connection. */
  const connectionWith = (introspect: () => Promise<{ tables: object[] }>) =>
    ({ connection: { introspect } as unknown as Connection }) as const;

  test('reads the schema once', async () => {
    const introspect = vi.fn(() => Promise.resolve({ tables: [{}] }));
    const database = connectionWith(introspect);
    await cacheSchema(database);
    await database.connection.introspect();
    expect(introspect).toHaveBeenCalledTimes(1);
  });

  test('does not start with an empty schema', async () => {
    await expect(cacheSchema(connectionWith(() => Promise.resolve({ tables: [] })))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('is applied to a served database', async () => {
    const { connection } = served.backend.database;
    expect(await connection.introspect()).toBe(await connection.introspect());
  });
});
