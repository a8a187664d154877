/**
 * An automatic canary, and an alert, from the reports of pages on, with everything real but time: the local server with
 * its collector and database, a folder store with signed revisions, and reports sent as browsers send them. One file,
 * because both need this server.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startBackend } from '@slipway/backend';
import { files, newPlace } from '@slipway/backend/testing';
import { type AutoCanary, createRounds, currentComposition, openTarget, type Target } from '@slipway/cli';
import { openWorkspace, shellRelease, sliceRelease, type WorkspaceWithStore } from '@slipway/cli/testing';
import { type HealthBeacon, type HealthEvent, type HealthGroup, MAX_BEACON_EVENTS } from '@slipway/contracts';
import { httpHealthSource } from '@slipway/health';
import { startAlerts } from '../app/alerts';
import { environmentOf } from '../app/environmentOf';
import { type Server, startServer } from '../server';
import { createLocalHealth } from './localHealth';

const MINUTE = 60_000;
const KEY = 'the key of the readers';
const why = ['--reason', 'a try'];
const stable = sliceRelease();
const canary = sliceRelease({ owner: 'newer-team' });

let database: Awaited<ReturnType<typeof newPlace>>;
let place: WorkspaceWithStore;
let target: Target;
let server: Server;
/** Milliseconds that all clocks are ahead. */
let ahead = 0;

function wait(minutes: number): void {
  ahead += minutes * MINUTE;
  vi.useFakeTimers({ now: vi.getRealSystemTime() + ahead, toFake: ['Date'] });
}

const composition = async () => currentComposition(place.store, 'local');

/** Visits of one view in one report, of which some fail. */
async function report(group: HealthGroup, version: string, views: number, failed: number): Promise<void> {
  const event = { slice: 'market', version, group, route: '/market' };
  const events: HealthEvent[] = [
    ...Array.from({ length: views }, () => ({ ...event, kind: 'view' as const })),
    ...Array.from({ length: views }, (_, visit) => ({
      ...{ ...event, kind: 'visit' as const },
      ...(visit < failed && { failed: true as const }),
    })),
    ...Array.from({ length: failed }, () => ({
      ...event,
      ...{ kind: 'failure' as const, first: true as const, phase: 'render' as const, part: 'page' as const },
    })),
  ];
  const revision = (await composition())?.revision ?? 0;
  while (events.length > 0) {
    const some = events.splice(0, MAX_BEACON_EVENTS);
    const body: HealthBeacon = { v: 1, environment: 'local', revision, sampled: true, events: some };
    const response = await fetch(`${server.origin}/health-events`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(response.status).toBeLessThan(300);
  }
}

beforeAll(async () => {
  place = await openWorkspace();
  place.writeEnvironment('local', { health: {} });
  server = await startServer({
    port: 0,
    headers: () => ({}),
    app: () => Promise.resolve(new Response('the app')),
    health: createLocalHealth({
      environmentOf,
      key: () => KEY,
      interval: 100,
      read: (environment) => currentComposition(place.store, environment),
      log: () => undefined,
    }),
  });
  database = await newPlace('PostgreSQL');
  const starting = startBackend({ ...database, origin: server.origin, log: () => undefined, ...files });
  server.attach(starting);
  await Promise.all([starting, place.build(shellRelease()), place.build(stable)]);
  server.ready();
  await place.text('deploy', 'shell', 'market', '--env', 'local', ...why);
  await place.build(canary);
  await place.text('publish', 'market', '--env', 'local');
  const opened = await openTarget(place.workspace, 'local');
  const { store } = opened;
  target = { ...opened, store: { ...store, now: async () => (await store.now()) + ahead } };
});
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
  await place.close();
  rmSync(database.home, { recursive: true, force: true });
});

test('a canary whose pages fail is aborted from the reports of its visitors', async () => {
  const source = httpHealthSource(server.origin, KEY);
  const auto: AutoCanary = {
    ...{ target, slice: 'market', version: canary.version, candidates: [], steps: [20, 50, 100] },
    ...{ author: 'Ada', reason: 'new plans', source },
  };
  /** A new process each time. */
  const round = () => createRounds(auto).run();
  const received = async () => {
    const now = await target.store.now();
    const query = { environment: 'local', slice: 'market', from: new Date(now - 60 * MINUTE) };
    const rows = await source.minutes({ ...query, to: new Date(now + MINUTE) });
    return rows.reduce((sum, { views }) => sum + views, 0);
  };

  expect(await round()).toMatchObject({ kind: 'started', percent: 20 });
  wait(2);
  for (let visitor = 0; visitor < 3; visitor += 1) await report('stable', stable.version, 80, 0);
  await report('canary', canary.version, 50, 0);
  await vi.waitFor(async () => expect(await received()).toBe(290), 20_000);
  wait(3);
  expect(await round()).toMatchObject({
    kind: 'waiting',
    reasons: expect.arrayContaining(['50 of 200 canary visits in this step']) as string[],
  });

  await report('stable', stable.version, 80, 1);
  await report('canary', canary.version, 50, 30);
  await vi.waitFor(async () => expect(await received()).toBe(420), 20_000);
  wait(3);
  expect(await round()).toMatchObject({
    kind: 'aborted',
    reasons: ['failed visits: 30.00% of 100 with the canary, 0.31% of 320 without'],
  });
  const after = await composition();
  expect(after?.slices['market']).toMatchObject({ version: stable.version });
  expect(after?.slices['market']).not.toHaveProperty('canary');
  await expect(round()).rejects.toThrow(
    /was ended in local in revision 3: canary aborted automatically: failed visits/,
  );
});

test('the server tells the owner of a slice that its pages fail', async () => {
  vi.useRealTimers();
  const messages: unknown[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      messages.push(JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const folder = join(place.workspace.home, 'alerts');
  mkdirSync(folder, { recursive: true });
  const settings = {
    secret: 'a secret that has more than 32 characters',
    owners: { 'market-team': { json: `http://127.0.0.1:${String(port)}/` } },
    allow: ['127.0.0.1'],
  };
  writeFileSync(join(folder, 'local.json'), JSON.stringify(settings), { mode: 0o600 });

  await report('stable', stable.version, 50, 40);
  const source = httpHealthSource(server.origin, KEY);
  await vi.waitFor(async () => {
    const from = new Date(Date.now() - 5 * MINUTE);
    const rows = await source.minutes({ environment: 'local', from, to: new Date() });
    expect(rows.reduce((sum, { failedViews }) => sum + failedViews, 0)).toBe(40);
  }, 20_000);
  vi.stubEnv('SLIPWAY_OWN_STORE', '1');
  const log = vi.fn();
  const { root, workspace } = place;
  const stop = await startAlerts({ root, home: workspace.home, origin: server.origin, key: KEY, log });
  await vi.waitFor(() => {
    expect(messages).toMatchObject([
      { slice: 'market', owner: 'market-team', version: stable.version, kind: 'budget', metric: 'failed' },
    ]);
  }, 20_000);
  await stop();
  vi.unstubAllEnvs();
  expect(log).not.toHaveBeenCalled();
  receiver.close();
});
