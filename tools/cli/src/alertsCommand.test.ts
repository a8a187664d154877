/**
 * `slipway alerts` on a real store, with the reports of a collector over HTTP and a receiver of webhooks. One file: all
 * tests share these servers.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createHealthReader, type HealthFailure, type HealthMinute } from '@slipway/health';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { watchAlerts } from './alerts/round';
import { readAlertSettings } from './alerts/settings';
import { openTarget } from './command-line/target';
import { healthMinute, healthSourceOf } from './testing/healthMinutes';
import { shellRelease, sliceRelease } from './testing/releases';
import { blocksOf, sectionOf, wordsOf } from './testing/runbook';
import { billingRelease } from './testing/trust';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from './testing/workspace';

const KEY = 'reader';
const MINUTE = 60_000;
const COMMIT = 'c'.repeat(40);
const why = ['--reason', 'new prices'];
const older = sliceRelease();
const newer = sliceRelease({ commit: COMMIT, owner: 'market-team', nav: [{ path: '/market', label: 'M' }] });

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;
const servers: Server[] = [];
let rows: HealthMinute[];
let failures: HealthFailure[];
let received: { path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }[];
let status: number;
let files: { settings: string; outbox: string };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Views of `minutes` minutes that end `ago` minutes before now. */
function report(version: string, minutes: number, ago: number, views: Partial<HealthMinute>): void {
  for (let at = ago; at < ago + minutes; at += 1) {
    const minute = new Date(Math.floor(Date.now() / MINUTE) * MINUTE - at * MINUTE).toISOString();
    rows.push(healthMinute({ minute, version, ...views, ...visitsOf(views) }));
  }
}

/** Every view is a visit. */
const visitsOf = ({ views = 0, failedViews = 0, errorViews = 0 }: Partial<HealthMinute>) => ({
  visits: views,
  failedVisits: failedViews,
  errorVisits: errorViews,
});

function writeSettings(change: object = {}): void {
  const { url } = receiver;
  const settings = {
    secret: 'a secret that has more than 32 characters',
    owners: { 'market-team': { slack: `${url}/slack`, json: `${url}/json` } },
    allow: ['127.0.0.1'],
    ...change,
  };
  mkdirSync(join(files.settings, '..'), { recursive: true });
  writeFileSync(files.settings, JSON.stringify(settings), { mode: 0o600 });
}
const receiver = { url: '' };
const alerts = () => place.slipway('alerts', '--env', 'staging', '--once');
/** The time of the next attempt of every delivery, moved to now. */
function makeDue(): void {
  const text = readFileSync(files.outbox, 'utf8');
  writeFileSync(files.outbox, text.replaceAll(/"nextAt":\d+/g, '"nextAt":0'));
}

beforeAll(async () => {
  const source = healthSourceOf(
    () => rows,
    () => failures,
  );
  const collector = await listen(createServer(getRequestListener(createHealthReader(source, KEY))));
  receiver.url = await listen(
    createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const parsed = JSON.parse(body) as Record<string, unknown>;
        received.push({ path: request.url ?? '', body: parsed, headers: request.headers });
        response.writeHead(status).end();
      });
    }),
  );
  prepared = await prepareWorkspace(
    async ({ workspace, build, text }) => {
      const folder = join(workspace.home, 'alerts');
      files = { settings: join(folder, 'staging.json'), outbox: join(folder, 'staging.outbox.json') };
      writeSettings();
      await build(shellRelease());
      await build(older);
      await text('deploy', 'shell', 'market', '--env', 'staging', ...why);
      await build(newer);
      await text('deploy', 'market', '--env', 'staging', ...why);
    },
    { SLIPWAY_OWN_STORE: '1', SLIPWAY_HEALTH_URL: collector, SLIPWAY_HEALTH_KEY: KEY },
  );
});
beforeEach(() => {
  [rows, failures, received, status] = [[], [], [], 200];
  place = prepared.reset();
});
afterAll(async () => {
  await prepared.close();
  for (const server of servers) server.close();
});

/** Ten healthy hours of the older release, then failing minutes of the newer one, as if it was deployed just now. */
function failAfterDeploy(): void {
  report(older.version, 600, 1, { views: 10 });
  const minute = new Date(Math.floor(Date.now() / MINUTE) * MINUTE).toISOString();
  const views = { views: 200, failedViews: 60 };
  rows.push(healthMinute({ minute, version: newer.version, ...views, ...visitsOf(views) }));
  failures.push({
    ...{ environment: 'staging', slice: 'market', version: newer.version, route: '/market' },
    ...{ phase: 'render', part: 'page', code: 'TypeError', fingerprint: 'abcdef01', frame: 'page.js:1:20' },
    ...{ firstAt: minute, lastAt: minute, count: 60 },
  });
}

it('tells the owner which release broke, since when, how much, and how to roll back', async () => {
  failAfterDeploy();
  expect(await alerts()).toMatchObject({ code: 0 });
  const rollback = 'slipway rollback market --env staging --to 1 --reason "health alert"';
  const json = received.find(({ path }) => path === '/json');
  expect(json?.body).toMatchObject({
    ...{ schema: 1, type: 'slipway.alert', environment: 'staging', slice: 'market', owner: 'market-team' },
    ...{ version: newer.version, commit: COMMIT, kind: 'deploy', metric: 'failed', rollback },
    now: { views: 200, failed: 60 },
    before: { views: 6000, failed: 0 },
    failures: [{ text: 'TypeError in the page, phase render, at page.js:1:20', count: 60 }],
  });
  expect(json?.headers['x-slipway-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  const slack = received.find(({ path }) => path === '/slack')?.body;
  expect(slack?.['text']).toMatch(
    /^market in staging: more views fail since the deploy of \w{8}: 30\.00% of 200/,
  );
  expect(JSON.stringify(slack?.['blocks'])).toContain(
    JSON.stringify(`Roll back: \`${rollback}\``).slice(1, -1),
  );
  expect(JSON.stringify(slack?.['blocks'])).toContain(COMMIT);
  expect(JSON.stringify(slack?.['blocks'])).toMatch(/deployed \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ by/);

  await place.text(...rollback.split(' ').slice(1, 7), ...why);
  expect((await place.text('status')).split('\n').find((line) => line.startsWith('market'))).toContain(
    older.version.slice(0, 8),
  );
});

it('works as section Alerts of the runbook says: the alert, its rollback, the deploy, a canary of the fix (21.6)', async () => {
  const [[look = '', dryRun = '', back = '', history = '', diff = '', ...others] = [], [canary = ''] = []] =
    blocksOf(sectionOf('Alerts'));
  expect(others).toEqual([]);
  place.writeEnvironment('production');
  writeFileSync(files.settings.replace('staging', 'production'), readFileSync(files.settings), {
    mode: 0o600,
  });
  const billing = [
    billingRelease('money-team'),
    billingRelease('market-team'),
    billingRelease('a-team'),
  ] as const;
  const [good, bad, fix] = billing;
  await place.build(good);
  await place.text('deploy', 'shell', 'billing', '--env', 'production', ...why);
  await place.build(bad);
  await place.text('deploy', 'billing', '--env', 'production', ...why);
  report(good.version, 600, 1, { views: 10 });
  report(bad.version, 1, 0, { views: 200, failedViews: 60 });
  rows = rows.map((row) => ({ ...row, environment: 'production', slice: 'billing' }));

  const run = (line: string) => place.text(...wordsOf(line).slice(2));
  const found = await run(look);
  expect(found).toContain(back.replace('npx ', '').replace('--to 41', '--to 1'));
  expect(await run(dryRun.replace('41', '1'))).toContain(good.version.slice(0, 8));
  expect(await run(back.replace('41', '1'))).toContain('production now runs revision 3');
  expect(await run(history)).toContain('health alert');
  expect(await run(diff.replace('41', '1').replace('42', '2'))).toContain(bad.version.slice(0, 8));

  await place.build(fix);
  await place.text('publish', 'billing', '--env', 'production');
  const start = canary.replace('1a2b3c4d', fix.version.slice(0, 8));
  await place.slipway(...wordsOf(start).slice(2), '--every', '1s', '--max-time', '1s');
  expect(await place.text('status', '--env', 'production')).toMatch(
    new RegExp(`billing canary +${fix.version.slice(0, 8)} 1%`),
  );
});

it('tells the owner of altered files, although no view fails (21.6)', async () => {
  const key = `releases/market/${newer.version}/page.js`;
  await place.store.remove(key);
  await place.store.create(key, Buffer.from('evil'));
  expect((await alerts()).code).toBe(0);
  const json = received.find(({ path }) => path === '/json')?.body;
  expect(json).toMatchObject({ slice: 'market', owner: 'market-team', kind: 'files' });
  expect(json?.['text']).toBe('market in staging: files of its release are missing or altered');
  expect(json?.['difference']).toMatch(
    /page\.js .* was changed after the build: publish the same build again/,
  );
});

it('names the canary when the slice is within its budget without it, and how to abort it', async () => {
  const third = sliceRelease({ commit: 'd'.repeat(40), nav: [{ path: '/market', label: 'Third' }] });
  await place.build(third);
  await place.text('canary', 'market', '--percent', '10', '--env', 'staging', ...why);
  report(newer.version, 600, 1, { views: 100 });
  report(third.version, 4, 1, { views: 200, failedViews: 100, group: 'canary' });
  const abort = 'slipway canary market --env staging --abort --reason "health alert"';
  const { out } = await alerts();
  expect(out).toContain(
    `market in staging: too many views fail for its error budget, with the canary ${third.version.slice(0, 8)}`,
  );
  expect(out).toContain(abort);
  expect(out).not.toContain('slipway rollback');
  const json = received.find(({ path }) => path === '/json')?.body;
  expect(json).toMatchObject({ version: third.version, commit: third.commit, isCanary: true });
  await place.text('canary', 'market', '--env', 'staging', '--abort', ...why);
  expect((await alerts()).out).toContain('0 alerts');
});

it('names a revision without the canary that the release came from', async () => {
  const third = sliceRelease({ commit: 'd'.repeat(40), nav: [{ path: '/market', label: 'Third' }] });
  await place.build(third);
  await place.text('canary', 'market', '--percent', '10', '--env', 'staging', ...why);
  await place.text('canary', 'market', '--finish', '--env', 'staging', ...why);
  report(newer.version, 600, 1, { views: 10 });
  report(third.version, 1, 0, { views: 200, failedViews: 60 });
  expect((await alerts()).out).toContain('slipway rollback market --env staging --to 2 --reason');
});

it('sends an alert once, also after a restart, and tries again what was not accepted', async () => {
  failAfterDeploy();
  status = 503;
  expect((await alerts()).out).toMatch(
    /not sent, and tried again later: the webhook at .* responded with 503/,
  );
  const attempts = received.length;
  expect(attempts).toBeGreaterThan(0);
  await alerts();
  expect(received.length).toBe(attempts); // not due yet
  makeDue();
  status = 200;
  await alerts();
  expect(received.length).toBe(2 * attempts);
  makeDue();
  await alerts();
  expect(received.length).toBe(2 * attempts);
});

it.each<[string, () => void]>([
  [
    'the problem is over',
    () => {
      rows = [];
    },
  ],
  [
    'the collector is down',
    () => {
      rows = new Proxy([], {
        get: () => {
          throw new Error('no database');
        },
      });
    },
  ],
])('sends what an earlier run has found, although %s', async (_, change) => {
  failAfterDeploy();
  status = 500;
  await alerts();
  change();
  writeSettings({ owners: { '*': { json: `${receiver.url}/new` } } });
  [status, received] = [200, []];
  makeDue();
  await alerts();
  expect(received.map(({ path }) => path)).toEqual(['/new']);
});

it('reports a budget that is used too fast, by the budget of the release', async () => {
  const strict = sliceRelease({ budget: { failed: 0.001, errors: 0.001 } });
  await place.build(strict);
  await place.text('deploy', 'market', '--env', 'staging', ...why);
  report(strict.version, 60, 1, { views: 10, errorViews: 0 });
  report(strict.version, 12, 1, { views: 10, errorViews: 1 });
  const { out } = await alerts();
  expect(out).toContain('market in staging: too many views have an error for its error budget');
  expect(out).toMatch(
    /1\.6\d% of 7[12]0 views in an hour: 16\.\d times as fast as the budget of 0\.1% allows/,
  );
});

it('is silent about healthy slices, few failures, and failures that are over', async () => {
  report(newer.version, 300, 1, { views: 10 });
  report(newer.version, 1, 1, { views: 10, failedViews: 3 });
  report(older.version, 10, 1800, { views: 10, failedViews: 5 });
  expect((await alerts()).out).toBe('0 alerts, 0 messages sent');
  expect(received).toEqual([]);
});

it("is silent about failures of a developer's own release", async () => {
  report(newer.version, 300, 1, { views: 10 });
  report('0'.repeat(16), 300, 1, { views: 10, failedViews: 10, group: 'override' });
  expect((await alerts()).out).toBe('0 alerts, 0 messages sent');
});

it.each<[string, () => void, RegExp]>([
  [
    'no settings',
    () => {
      rmSync(files.settings);
    },
    /does not exist: write \{"secret"/,
  ],
  [
    'settings that others may read',
    () => {
      chmodSync(files.settings, 0o644);
    },
    /chmod 600/,
  ],
  [
    'a short secret',
    () => {
      writeSettings({ secret: 'short' });
    },
    /secret: must have 32 characters or more/,
  ],
  [
    'a webhook without https',
    () => {
      writeSettings({ owners: { '*': { json: 'http://hooks.example' } } });
    },
    /must start with https/,
  ],
])('rejects %s', async (_, change, message) => {
  change();
  expect((await alerts()).error).toMatch(message);
  expect(existsSync(files.outbox)).toBe(false);
});

it('reads the receivers again before each round; wrong ones are reported, and nothing is lost', async () => {
  failAfterDeploy();
  status = 500;
  const stop = new AbortController();
  const reported: string[] = [];
  const paths = () => received.splice(0).map(({ path }) => path);
  const request = {
    target: await openTarget(place.workspace, 'staging'),
    source: healthSourceOf(
      () => rows,
      () => failures,
    ),
    readSettings: () => readAlertSettings(files.settings),
  };
  await watchAlerts(request, {
    ...{ every: 1, signal: stop.signal },
    report(round) {
      reported.push(
        round instanceof Error ? round.message : [...paths(), `${String(round.sent)} sent`].join(' '),
      );
      if (reported.length === 1) writeFileSync(files.settings, '{');
      if (reported.length === 2)
        writeSettings({ owners: { '*': { slack: `${receiver.url}/new`, json: `${receiver.url}/new` } } });
      if (reported.length === 3) stop.abort();
      makeDue();
      status = 200;
    },
  });
  expect(reported).toEqual([
    '/slack /json 0 sent',
    `${files.settings} is not valid JSON`,
    '/new /new 2 sent',
  ]);
});

it('names an owner without a receiver', async () => {
  failAfterDeploy();
  writeSettings({ owners: {} });
  expect((await alerts()).out).toContain('no receiver for market-team: add it, or "*", to the owners');
});
