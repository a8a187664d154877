/** Files and policies of environments, and paths that name nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_POLICY, folderStore, publicFolder, RELEASES } from '@slipway/cli';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '../server';
import { composedApp } from './composedApp';
import { environmentOf } from './environmentOf';

const folder = mkdtempSync(join(tmpdir(), 'slipway-app-'));
const store = folderStore(folder);
const html = '<script src="hello.js"></script>';
const file = '/slices/probe/deadbeefdeadbeef/hello';
let server: Server;

/** As in `slipway deploy`, without the releases. */
async function run(environment: string, allowOverrides: boolean, page: string): Promise<void> {
  const composition = {
    ...{ schema: 1, environment, revision: 1, createdAt: '2026-11-22T10:00:00.000Z' },
    ...{ shell: { version: '00000000000000a1', base: '/slices/shell/00000000000000a1/' }, slices: {} },
    ...{ backend: { url: '/', key: 'sb_publishable_x' }, allowOverrides },
  };
  const base = `environments/${environment}/revisions/1/`;
  await store.create(`${base}composition.json`, Buffer.from(JSON.stringify(composition)));
  await store.create(`${base}index.html`, Buffer.from(page));
  await store.create(`${base}404.html`, Buffer.from('not found'));
  await store.swap(`environments/${environment}/current.json`, undefined, '{"revision":1}');
}

beforeAll(async () => {
  await run('local', false, 'home');
  await run('preview-pr-1', true, 'preview');
  for (const ending of ['.html', '.js', '.svg']) {
    // Published and never deployed; and what a store of an earlier version may still have.
    for (const key of [RELEASES + file.replace('/slices', '') + ending, file.slice(1) + ending]) {
      await store.create(key, Buffer.from(html));
    }
    await store.create(`${publicFolder('preview-pr-1')}${file}${ending}`, Buffer.from(html));
  }
  const headers = () => ({ 'content-security-policy': "default-src 'self'" });
  server = await startServer({ port: 0, headers, app: composedApp(store, environmentOf) });
  server.ready();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** `host` selects the environment, as a browser does for a name below localhost. */
const get = (path: string, host = '127.0.0.1') =>
  composedApp(store, environmentOf)(new Request(`http://${host}${path}`));
const policy = (response: Response) => response.headers.get('content-security-policy') ?? '';

test('a row of slashes in a path is read once: from each of them, it would take minutes', async () => {
  expect((await get(`/marketplace${'/'.repeat(500_000)}x`)).status).toBe(404);
});

test.each(['.html', '.js', '.svg'])(
  'a release that was only published is not served: hello%s (D1)',
  async (ending) => {
    for (const path of [file, file.replace('/slices', '/releases'), `/releases/..${file}`]) {
      expect((await fetch(server.origin + path + ending)).status).toBe(404);
    }
  },
);

test('an environment serves its own public area and not that of another one (D1)', async () => {
  expect((await get(`${file}.js`, 'pr-1.localhost')).status).toBe(200);
  expect((await get(`${file}.js`)).status).toBe(404);
  expect((await get(`/../preview-pr-1/public${file}.js`)).status).toBe(404);
});

test('a file of a release is never a page: it has the policy that runs nothing (D1)', async () => {
  for (const ending of ['.js', '.svg']) {
    expect(policy(await get(file + ending, 'pr-1.localhost'))).toBe(FILE_POLICY);
  }
  expect(policy(await fetch(`${server.origin}/slices/none.js`))).toBe(FILE_POLICY);
  expect(policy(await fetch(`${server.origin}/slices/none.js`, { method: 'POST' }))).toBe(FILE_POLICY);
});

test('each environment has the policy of its composition (D11)', async () => {
  const preview = await get('/', 'pr-1.localhost');
  expect(await preview.text()).toBe('preview');
  expect(policy(preview)).toContain('http://localhost:*');
  const local = await fetch(server.origin);
  expect(await local.text()).toBe('home');
  expect(policy(local)).toContain("script-src 'self';");
  expect(policy(local)).not.toContain('localhost');
});

test('a deploy changes the policy of the next response (D11)', async () => {
  const served = composedApp(store, () => 'changing');
  const policyNow = async () => policy(await served(new Request('http://127.0.0.1/')));
  await run('changing', false, 'one');
  expect(await policyNow()).not.toContain('localhost');
  const first = await store.get('environments/changing/revisions/1/composition.json');
  const second = { ...(JSON.parse(String(first)) as object), revision: 2, allowOverrides: true };
  const key = 'environments/changing/revisions/2/composition.json';
  await store.create(key, Buffer.from(JSON.stringify(second)));
  await store.swap('environments/changing/current.json', '{"revision":1}', '{"revision":2}');
  expect(await policyNow()).toContain('http://localhost:*');
});

test.each([
  ['a null byte', '/slices/%00'],
  ['a null byte in a file', '/slices/agents/%00.js'],
  ['5,000 characters', `/slices/${'a'.repeat(5000)}`],
  ['5,000 characters of a page', `/${'a'.repeat(5000)}`],
  ['a malformed escape', '/slices/%E0%A4%A'],
])('%s gets 404', async (_what, path) => {
  expect((await get(path)).status).toBe(404);
});

test('only the service worker may import a script without a hash', async () => {
  await store.create('environments/local/revisions/1/slipway-worker.js', Buffer.from('self.slipway={};'));
  const policyOf = async (path: string) => (await get(path)).headers.get('integrity-policy');
  expect(await policyOf('/slipway-worker.js')).toBe('blocked-destinations=()');
  expect(await policyOf('/')).toBeNull(); // the server adds that of all responses
});

test('a document that did not change is not sent again', async () => {
  const first = await get('/');
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[0-9a-f]{32}"$/)]);
  const ask = (host: string) =>
    composedApp(store, environmentOf)(new Request(`http://${host}/`, { headers: { 'if-none-match': etag } }));
  const again = await ask('127.0.0.1');
  expect([again.status, await again.text(), policy(again)]).toEqual([304, '', policy(first)]);
  expect((await ask('pr-1.localhost')).status).toBe(200);
});
