/**
 * The server from outside: health, headers, limits and unknown paths.
 * One file, because every test uses the same running server.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Backend, startBackend } from '@slipway/backend';
import { createMetrics } from '@slipway/server';
import { type Server, startServer } from './server';
import { clientOf, files, newHome, PASSWORD } from '@slipway/backend/testing';

const headers = () => ({
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
});
const app = (asked: Request) =>
  new URL(asked.url).pathname === '/broken'
    ? Promise.reject(new Error('broken'))
    : Promise.resolve(new Response('the app', { headers: { 'x-content-type-options': 'own' } }));

const metrics = createMetrics();
let server: Server;
let backend: Backend;
const home = newHome();
let isClosed = false;
const get = (path: string, init?: RequestInit) => fetch(server.origin + path, init);

beforeAll(async () => {
  server = await startServer({ port: 0, headers, app, metrics });
  const before = await Promise.all(
    ['/healthz', '/', '/rest/v1/agents'].map(async (path) => (await get(path)).status),
  );
  expect(before).toEqual([503, 503, 503]);
  const starting = startBackend({
    home,
    origin: server.origin,
    responseTime: 0,
    log: () => undefined,
    onSecurityEvent: metrics.securityEvent,
    rates: { signIn: { burst: 6, period: 3600 } },
    ...files,
  });
  server.attach(starting);
  backend = await starting;
  expect((await get('/healthz')).status).toBe(503);
  server.ready();
});
afterAll(async () => {
  if (!isClosed) await server.close();
  rmSync(home, { recursive: true, force: true });
});

test('/healthz returns ok', async () => {
  const answer = await get('/healthz');
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});

test('measures requests, rejections, security events and the database, and serves no metrics itself', async () => {
  const asked = { apikey: backend.publishableKey };
  expect((await get('/rest/v1/deployments', { headers: asked })).status).toBe(401);
  const text = await metrics.text();
  expect(text).toMatch(/slipway_http_requests_total\{route="rest_table",method="GET",status="401"\} [1-9]/);
  expect(text).toMatch(/slipway_refusals_total\{route="rest_table",rule="authentication"\} [1-9]/);
  expect(text).toMatch(/slipway_security_events_total\{type="request_refused"\} [1-9]/);
  expect(text).toContain('slipway_database_connections{state="open"} 1');
  expect(await (await get('/metrics')).text()).not.toContain('slipway_http');
});

test('compresses responses of the data API, not of the auth service', async () => {
  const asked = { apikey: backend.publishableKey, 'accept-encoding': 'gzip' };
  const plain = await get('/rest/v1/agents?select=*', {
    headers: { ...asked, 'accept-encoding': 'identity' },
  });
  const rows = await plain.text();
  expect(plain.headers.get('content-encoding')).toBeNull();
  const compressed = await get('/rest/v1/agents?select=*', { headers: asked });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(compressed.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(await compressed.text()).toBe(rows);
  const settings = await get('/auth/v1/settings', { headers: asked });
  expect([settings.status, settings.headers.get('content-encoding')]).toEqual([200, null]);
});

test('reports a port in use', async () => {
  const port = Number(new URL(server.origin).port);
  await expect(startServer({ port, headers, app })).rejects.toMatchObject({
    code: 'conflict',
    message: `Port ${String(port)} is already in use. Stop the other process, or set PORT to use another port: PORT=4300 npm start`,
  });
});

test.each([
  '/',
  '/healthz',
  '/rest/v1/agents',
  '/rest/v1/nothing',
  '/auth/v1/settings',
  '/broken',
  '/v1/agents/none',
  '/auth/none',
])('%s has the security headers and no CORS headers', async (path) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined); // for /broken
  const answer = await get(path, {
    headers: { origin: 'https://elsewhere.example', apikey: backend.publishableKey },
  });
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe(path === '/' ? 'own' : 'nosniff');
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  await answer.text();
});

test.each([
  ['/rest/v1/nothing', 404],
  ['/rest/v2/agents', 404],
  ['/rest/', 404],
  ['/auth/none', 404],
  ['/auth/v1/none', 404],
  ['/rest/v1/agents/1', 404],
  ['/rest/v1/rpc/none', 404],
  ['/_system/config', 200], // the app's: the library's own endpoints are not mounted
])('GET %s returns %i, with and without a key', async (path, status) => {
  const answer = await get(path, { headers: { apikey: backend.publishableKey } });
  expect([answer.status, (await get(path)).status]).toEqual([status, status]);
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  expect(isJson).toBe(status === 404);
  await answer.text();
});

test('survives a malformed path', async () => {
  expect(
    (await get('/rest/v1/%E0%A4%A', { headers: { apikey: backend.publishableKey } })).status,
  ).toBeGreaterThanOrEqual(400);
  expect((await get('/healthz')).status).toBe(200);
});

test('returns 401 without a valid key', async () => {
  expect((await get('/rest/v1/agents')).status).toBe(401);
  expect((await get('/rest/v1/agents', { headers: { apikey: 'sb_publishable_wrong' } })).status).toBe(401);
});

describe('bodies', () => {
  const post = (body: BodyInit, extra: object = {}) =>
    get('/rest/v1/agents', {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body,
      ...extra,
    });

  test('are accepted up to 256 KB', async () => {
    expect((await post(JSON.stringify({ name: 'x'.repeat(250_000) }))).status).toBe(401);
  });
  test('are rejected with 413 above 256 KB, with or without a content length', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(270_000) });
    const said = await post(large);
    expect([said.status, await said.json()]).toMatchObject([
      413,
      { message: 'The body of a write is larger than 256 KB' },
    ]);
    const stream = new Blob([large]).stream();
    expect((await post(stream, { duplex: 'half' })).status).toBe(413);
  });
});

test('limits sign-ins per address', async () => {
  const client = clientOf(server.origin, backend.publishableKey);
  const wrong = () =>
    client.auth.signInWithPassword({ email: 'new@example.com', password: 'wrong-Password-1' });
  const results = [];
  for (let attempt = 0; attempt < 7; attempt += 1) results.push((await wrong()).error);
  expect(results[0]).toMatchObject({ status: 400, message: 'Invalid login credentials' });
  expect(results.at(-1)).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});

test('does not mail a link to another origin', async () => {
  const { mailbox } = backend;
  const before = mailbox.list().length;
  await backend.fetch(
    new Request(`${server.origin}/auth/v1/signup?redirect_to=https%3A%2F%2Fevil.example`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'other@example.com', password: PASSWORD }),
    }),
    { address: 'another' },
  );
  expect(mailbox.list()).toHaveLength(before + 1);
  expect(mailbox.list()[0]?.text).not.toContain('evil');
});

// The last one: it closes the server that all others use.
test('close lets a request finish and releases the folder', async () => {
  const received = vi.spyOn(backend, 'fetch');
  const response = get('/rest/v1/agents?select=id', { headers: { apikey: backend.publishableKey } });
  await vi.waitFor(() => {
    expect(received).toHaveBeenCalled();
  });
  expect(existsSync(join(home, 'lock'))).toBe(true);
  const closing = server.close();
  expect((await response).status).toBe(200);
  await closing;
  isClosed = true;
  await expect(get('/healthz')).rejects.toThrow();
  expect(existsSync(join(home, 'lock'))).toBe(false);
});
