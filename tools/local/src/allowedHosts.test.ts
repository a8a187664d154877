/** Which Host headers the server accepts: DNS rebinding, and addresses that a caller makes up. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBackend } from '@slipway/backend';
import { files, newPlace } from '@slipway/backend/testing';
import { type Server, startServer } from './server';
import { rawRequest } from './testing/rawRequest';

const app = () => Promise.resolve(new Response('the app'));
let place: Awaited<ReturnType<typeof newPlace>>;
let server: Server;

beforeAll(async () => {
  server = await startServer({ port: 0, headers: () => ({}), app, publicUrl: 'https://shop.example' });
  place = await newPlace('PostgreSQL');
  const starting = startBackend({ ...place, origin: 'https://shop.example', log: () => undefined, ...files });
  server.attach(starting);
  await starting;
  server.ready();
});
afterAll(async () => {
  await server.close();
  rmSync(place.home, { recursive: true, force: true });
});

describe('a request for another host', () => {
  const hosts = [
    'evil.example',
    'shop.example.evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.example',
    'a.b.localhost',
    '0.0.0.0',
    '192.0.2.7:80',
    '[::1]:4200',
  ];
  const paths = [
    '/',
    '/slipway.json',
    '/slices/x.js',
    '/rest/v1/agents',
    '/auth/v1/settings',
    '/v1/openapi.json',
    '/v1/agents/none',
    '/_mail',
    '/nothing',
  ];

  test.each(hosts)('%s is rejected with 421 on every path (LOW: Host header)', async (host) => {
    for (const path of paths) {
      const { status, body } = await rawRequest(server.origin, path, { host, accept: 'text/html' });
      expect([path, status]).toEqual([path, 421]);
      expect(body).toBe('This server is not responsible for this host. Set PUBLIC_URL to its address\n');
    }
    expect((await rawRequest(server.origin, '/rest/v1/agents', { host }, 'POST')).status).toBe(421);
  });

  test('is rejected when only the request line names it', async () => {
    const { host } = new URL(server.origin);
    expect((await rawRequest(server.origin, 'http://evil.example/', { host })).status).toBe(421);
  });

  test('gets the state of the server, for load balancers', async () => {
    const { status, body } = await rawRequest(server.origin, '/healthz', { host: '10.0.0.7:4200' });
    expect([status, body]).toEqual([200, '{"status":"ok"}']);
  });
});

test.each(['shop.example', 'shop.example:443', '127.0.0.1', 'localhost:4200', 'review.localhost:4200'])(
  'a request for %s is served',
  async (host) => {
    expect((await rawRequest(server.origin, '/', { host })).body).toBe('the app');
  },
);

test.each(['shop.example', 'localhost:4200', 'review.localhost:4200'])(
  'documents of the gateway name PUBLIC_URL, whatever %s says (LOW: Host header)',
  async (host) => {
    const { body } = await rawRequest(server.origin, '/v1/openapi.json', { host });
    expect((JSON.parse(body) as { servers: unknown }).servers).toEqual([{ url: 'https://shop.example' }]);
    const page = await rawRequest(server.origin, '/v1/agents/helper', { host, accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.body).toContain('https://shop.example/v1/agents/helper');
    expect(page.body).not.toContain('localhost');
  },
);
