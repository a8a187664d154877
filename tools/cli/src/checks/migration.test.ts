/** The migrations of a backend against those that slices need. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sliceRelease } from '../testing/releases';
import { migrationFailures } from './migration';

let server: Server;
let origin: string;
let status = 200;
let requests: { path: string; method: string; key: unknown }[];

beforeEach(async () => {
  requests = [];
  status = 200;
  server = createServer(({ url = '', method = '', headers }: IncomingMessage, response) => {
    requests.push({ path: url, method, key: headers['apikey'] });
    response.writeHead(status).end('"20261122000200"');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(() => {
  server.close();
});

const slice = (id: string, migration: string | null) => sliceRelease({ id, migration });
const failures = (...migrations: (string | null)[]) =>
  migrationFailures(
    migrations.map((migration, index) => slice(`slice${String(index)}`, migration)),
    { url: origin, key: 'sb_publishable_x' },
    'http://127.0.0.1:9',
  );

it('accepts slices whose migrations the backend has', async () => {
  expect(await failures('20261122000200', '20261122000100', null)).toEqual([]);
  expect(requests).toEqual([
    { path: '/rest/v1/rpc/schema_version', method: 'POST', key: 'sb_publishable_x' },
  ]);
});

it('names each slice that needs a newer migration', async () => {
  expect(await failures('20261122000201', '20261122000200')).toEqual([
    `slice0 needs migration 20261122000201, and the backend ${origin} has 20261122000200: migrate it first`,
  ]);
});

it('sends no request when no slice needs a migration', async () => {
  expect(await failures(null)).toEqual([]);
  expect(requests).toEqual([]);
});

it('uses the address of the app for a backend on its origin', async () => {
  const backend = { url: '/', key: 'x' };
  expect(await migrationFailures([slice('a', '20261122000200')], backend, origin)).toEqual([]);
  expect(requests).toHaveLength(1);
});

it('names the key when the backend rejects it', async () => {
  status = 401;
  expect(await failures('20261122000200')).toEqual([
    `The backend ${origin} rejects the publishable key (status 401), so the migrations for slice0 cannot be checked: correct "backend.publishableKey"`,
  ]);
});

it('reports a backend that responds with an error', async () => {
  status = 503;
  expect(await failures('1', '2')).toEqual([
    `The backend ${origin} responded with status 503, so the migrations for slice0, slice1 cannot be checked: start it (npm start, if it is embedded), or correct "backend"`,
  ]);
});

it('reports a backend that cannot be reached', async () => {
  const [failure] = await migrationFailures(
    [slice('a', '1')],
    { url: 'http://127.0.0.1:9', key: 'x' },
    origin,
  );
  expect(failure).toMatch(/^The backend http:\/\/127\.0\.0\.1:9 cannot be reached \(\w+/);
});
