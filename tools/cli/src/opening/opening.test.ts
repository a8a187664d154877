/** `slipway open`: an old revision of a real store, over HTTP requests. One file: its tests share one store. */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { publicFolder, releaseBase, revisionBase } from '../store/keys';
import { shellRelease, sliceRelease } from '../testing/releases';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { openRevision } from './oldRevision';
import { type Opened, openedRoutes } from './routes';
import { openTrust } from '../trust/open';
import { verifyRevision } from '../trust/revisions';
import { verifyFile } from '../trust/statements';

const why = ['--reason', 'a test'];
const staging = ['--env', 'staging'];
const newer = sliceRelease({ owner: 'newer-team' });
const OLD = sliceRelease().version;
const NEW = newer.version;
const origin = 'http://127.0.0.1:4300';

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;
/** The environment's address, with a backend on its origin. */
let live: Server;
let requests: string[];

beforeAll(async () => {
  live = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('[]');
  });
  await new Promise<void>((resolve) => live.listen(0, '127.0.0.1', resolve));
  prepared = await prepareWorkspace(async ({ writeEnvironment, build, text }) => {
    writeEnvironment('staging', {
      address: `http://127.0.0.1:${String((live.address() as AddressInfo).port)}`,
      backend: { url: '/', publishableKey: 'sb_publishable_test' },
    });
    await build(shellRelease());
    await build(sliceRelease());
    await text('deploy', 'shell', 'market', ...staging, ...why);
    await build(newer);
    await text('deploy', 'market', ...staging, ...why);
    await text('deploy', 'market', ...staging, '--without-fallback', ...why);
  });
});
beforeEach(() => {
  requests = [];
  place = prepared.reset();
});
afterAll(async () => {
  live.close();
  await prepared.close();
});

const serve = async (number: number) => {
  const revision = await openRevision(place.store, 'staging', number);
  const { address } = place.workspace.environment('staging');
  const environment = place.workspace.environment('staging');
  const trust = await openTrust({ options: place.workspace.trust, store: place.store, environment });
  const { statement } = await verifyRevision(trust, 'staging', number);
  const verify: Opened['verify'] = (key, bytes) => verifyFile(statement, key, bytes);
  const from = { environment: 'staging', address, origin };
  const routes = openedRoutes({ store: place.store, revision, verify, ...from });
  return async (path: string, init?: RequestInit) => routes.fetch(new Request(origin + path, init));
};

it('serves the script from which a page reads where its other slices are, unless it was altered', async () => {
  const get = await serve(1);
  const key = `${revisionBase('staging', 1)}slipway-revision.js`;
  const response = await get('/slipway-revision.js');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const text = await response.text();
  expect(text).toBe(String(await place.store.get(key)));
  const [, path] = /"path":"(\/slices\/_rest\/[^"]+)"/.exec(text) ?? [];
  expect((await get(path ?? '/')).status).toBe(200);
  await place.store.remove(key);
  expect((await get('/slipway-revision.js')).status).toBe(404);
  await place.store.create(key, Buffer.from(`${text}altered()`));
  expect((await get('/slipway-revision.js')).status).toBe(502);
});

it('serves the documents as they were written, and files that the environment no longer has', async () => {
  await place.store.remove(publicFolder('staging'));
  const get = await serve(1);
  for (const [path, name, status] of [
    ['/', 'index.html', 200],
    ['/market', 'market.html', 200],
    ['/market/', 'market.html', 200],
    ['/missing', '404.html', 404],
  ] as const) {
    const response = await get(path);
    expect(response.status, path).toBe(status);
    const written = await place.store.get(`${revisionBase('staging', 1)}${name}`);
    expect(Buffer.from(await response.arrayBuffer()), path).toEqual(written);
    expect(response.headers.get('content-security-policy')).toMatch(/require-trusted-types-for/);
  }
  const file = await get(`/slices/market/${OLD}/page.js`);
  expect([file.status, await file.text()]).toEqual([200, 'page']);
  expect(file.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(await (await get('/slipway.json')).json()).toMatchObject({ revision: 1 });
});

it('serves no other release and no other key of the store', async () => {
  const get = await serve(1);
  for (const path of [
    `/slices/market/${NEW}/page.js`,
    `/slices/market/${OLD}/../../../environments/staging/current.json`,
    `/slices/market/${OLD}/page.js.br`,
    '/environments/staging/current.json',
  ]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

it('forwards reading and sign-in to the backend, and rejects requests that write', async () => {
  const get = await serve(1);
  expect((await get('/rest/v1/agents?select=*')).status).toBe(200);
  expect((await get('/auth/v1/token?grant_type=password', { method: 'POST', body: '{}' })).status).toBe(200);
  expect((await get('/rest/v1/rpc/search_agents', { method: 'POST', body: '{}' })).status).toBe(200);
  for (const [method, path] of [
    ['POST', '/rest/v1/agents'],
    ['PATCH', '/rest/v1/agents'],
    ['POST', '/auth/v1/signup'],
    ['POST', '/v1/chat/completions'],
    ['POST', '/market'],
  ] as const) {
    const response = await get(path, { method, body: '{}' });
    expect(response.status, `${method} ${path}`).toBe(405);
  }
  expect(requests).toEqual([
    'GET /rest/v1/agents?select=*',
    'POST /auth/v1/token?grant_type=password',
    'POST /rest/v1/rpc/search_agents',
  ]);
});

it('sends the policy that a document was written with, which may be older', async () => {
  const revision = await openRevision(place.store, 'staging', 1);
  const older =
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; trusted-types older">';
  const routes = openedRoutes({
    ...{ store: place.store, revision, environment: 'staging', address: origin, origin },
    verify: () => Buffer.from(older),
  });
  const { headers } = await routes.fetch(new Request(`${origin}/market`));
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; trusted-types older; frame-ancestors 'none'",
  );
  expect(headers.has('integrity-policy')).toBe(false);
});

it('serves no document and no file that was altered after the start', async () => {
  const get = await serve(1);
  const alter = (key: string) => {
    const path = join(place.address, key);
    rmSync(path); // a hard link may share its bytes
    writeFileSync(path, 'altered');
  };
  alter(`${revisionBase('staging', 1)}market.html`);
  alter(`${releaseBase('market', OLD)}page.js`);
  for (const path of ['/market', `/slices/market/${OLD}/page.js`]) {
    const response = await get(path);
    expect(response.status, path).toBe(502);
    expect(await response.text()).not.toBe('altered');
  }
  const { code, error } = await place.slipway('open', ...staging, '--revision', '1');
  expect(code).not.toBe(0);
  expect(error).toMatch(/page\.js .* bytes instead of/);
});

it('rejects requests for another host', async () => {
  const revision = await openRevision(place.store, 'staging', 1);
  const routes = openedRoutes({
    ...{ store: place.store, revision, environment: 'staging', address: origin, origin },
    verify: (_key, bytes) => bytes ?? Buffer.alloc(0),
  });
  expect((await routes.fetch(new Request('http://evil.example:4300/'))).status).toBe(403);
});

it('runs until it is interrupted', async () => {
  const printed = vi.spyOn(place.terminal, 'print');
  expect(await place.text('open', ...staging, '--revision', '1')).toBe('Stopped');
  expect(printed.mock.calls[0]?.[0].text).toMatch(
    /^Revision 1 of staging, from \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ: http/,
  );
  printed.mockRestore();
  expect(await place.text('open', ...staging, '--revision', '1', '--json')).toBe('{"event":"stopped"}');
});

it('names what prune removed, a damaged file, and an unknown revision', async () => {
  const open = (revision: string) => place.slipway('open', ...staging, '--revision', revision);
  expect(await open('9')).toMatchObject({ code: 3 });
  expect(await open('last')).toMatchObject({ code: 2 });
  await place.store.remove(`${releaseBase('market', OLD)}page.js`);
  expect(await open('1')).toMatchObject({ code: 7, error: expect.stringMatching(/page\.js .* is missing/) });
  await place.store.remove(`${revisionBase('staging', 1)}market.html`);
  await place.store.remove(releaseBase('market', OLD).slice(0, -1));
  const { code, error } = await open('1');
  expect(code).toBe(3);
  expect(error).toMatch(
    /revision 1 of staging cannot be opened, because prune removed the release market [0-9a-f]{8}, the document of \/market/,
  );
});
