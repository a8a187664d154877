/** The service as a separate process: reports over HTTP, records in PostgreSQL, metrics to an OTLP endpoint, and shutdown. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPlace, type Served, serve } from '@slipway/backend/testing';
import type { Composition, HealthBeacon } from '@slipway/contracts';
import { httpHealthSource } from '@slipway/health';
import { closeServer, listen, LOCALHOST } from '@slipway/server';
import { programOf } from '@slipway/server/compiled';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const KEY = 'a-key-of-thirty-two-characters-0';
const VERSION = '00000000000000f1';

const composition: Composition = {
  ...{ schema: 1, environment: 'production', revision: 7, createdAt: '2026-11-25T09:00:00.000Z' },
  site: { name: 'Slipway', owner: 'Slipway', callUrl: 'https://cal.slipway.example/founder' },
  shell: { version: VERSION, base: `/slices/shell/${VERSION}/` },
  ...{ slices: {}, backend: { url: '/', key: 'sb_publishable_x' }, allowOverrides: false, deterrent: true },
  health: { url: '/health-events', sample: 1, routes: ['/'] },
};
const report: HealthBeacon = {
  ...{ v: 1, environment: 'production', revision: 7, sampled: true },
  events: [
    { slice: 'shell', version: VERSION, group: 'stable', route: '/', kind: 'view' },
    { slice: 'shell', version: VERSION, group: 'stable', route: '/', kind: 'vital', name: 'LCP', value: 900 },
  ],
};

let served: Served;
let other: Server;
let child: ChildProcess;
let exited: Promise<unknown>;
let origin = '';
/** Bodies that the OTLP endpoint received. */
let exported = '';

/** The app, which serves its composition, and the OTLP endpoint. */
async function startOther(): Promise<string> {
  other = createServer((request, response) => {
    if (request.url === '/slipway.json') {
      response.end(JSON.stringify(composition));
      return;
    }
    request.on('data', (part) => (exported += String(part))).on('end', () => response.end('{}'));
  });
  return `http://${LOCALHOST}:${String(await listen(other, { port: 0, host: LOCALHOST, remedy: '' }))}`;
}

beforeAll(async () => {
  const place = await newPlace('PostgreSQL');
  served = await serve('PostgreSQL', place);
  const app = await startOther();
  child = spawn(process.execPath, programOf(main), {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env['PATH'], PORT: '0', DATABASE_URL: place.databaseUrl, SLIPWAY_HEALTH_KEY: KEY },
      ...{ HEALTH_ENVIRONMENTS: `production=${app}`, OTEL_EXPORTER_OTLP_ENDPOINT: app },
    },
  });
  exited = new Promise((resolve) => child.once('exit', resolve));
  if (!child.stdout) throw new Error('The process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line) as { port?: number };
    if (port === undefined) continue;
    origin = `http://${LOCALHOST}:${String(port)}`;
    break;
  }
});
afterAll(async () => {
  child.kill('SIGKILL');
  await closeServer(other, 0);
  await served.close();
});

const send = (headers: Record<string, string> = {}) =>
  fetch(`${origin}/health-events`, { method: 'POST', body: JSON.stringify(report), headers });

test('is healthy and ready', async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});

test('returns records only to readers with the key', async () => {
  const query = { environment: 'production', from: new Date(Date.now() - 60_000), to: new Date() };
  await expect(httpHealthSource(origin, 'wrong').minutes(query)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await expect(httpHealthSource(origin, KEY).minutes({ ...query, from: new Date(0) })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('at most 31 days apart') as string,
  });
  expect(await httpHealthSource(origin, KEY).failures(query)).toEqual([]);
});

test('rejects reports that a page of another site sends', async () => {
  expect((await send({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('writes and exports the rest after SIGTERM, then exits', async () => {
  expect((await send()).status).toBe(204);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  const rows = await served.backend.database.rows(
    'select views::int, lcp_count::int, route from health.minutes',
  );
  expect(rows).toEqual([{ views: 1, lcp_count: 1, route: '/' }]);
  expect(exported).toContain('slipway.page.views');
  expect(exported).toContain('slipway.page.lcp');
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
});
