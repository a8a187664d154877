/**
 * The console's routes against a real folder store with signed metadata: what they read, what an action does, and who may
 * call them. One file: all tests share one store with two environments.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hono } from 'hono';
import { releaseVersion } from '@slipway/build/release-version';
import { AppError } from '@slipway/contracts';
import type { HealthSource } from '@slipway/health';
import type { Terminal } from '../command-line/command';
import { PROVENANCE } from '../release/evidence';
import { statementOf, withEvidence } from '../testing/evidence';
import { healthMinute } from '../testing/healthMinutes';
import { shellRelease, sliceRelease } from '../testing/releases';
import type { Environment } from '../environment/environment';
import { revisionBase } from '../store/keys';
import type { Store } from '../store/store';
import { statementKey } from '../trust/paths';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import type { Action, Health, Overview, Preview, SliceInfo } from './api';
import { consoleRoutes } from './routes';
import { readSlice } from './sliceInfo';

const HOST = '127.0.0.1:4399';
const ORIGIN = `http://${HOST}`;
const TOKEN = 'a-token-of-this-session';

let place: WorkspaceWithStore;
let routes: Hono;
let readOnly: Hono;
let health: HealthSource | undefined;
/** The two releases of the slice `billing`, oldest first. */
const versions: string[] = [];

const billing = (owner: string) =>
  sliceRelease({
    ...{ id: 'billing', owner, slots: [], preload: { '/billing': ['page.js'] } },
    routes: [{ path: '/billing', title: 'Billing', access: 'public' }],
  });

const terminal = (): Terminal => ({
  env: { SLIPWAY_AUTHOR: 'Bea', SLIPWAY_OWN_STORE: '1' },
  workspace: () => place.workspace,
  isInteractive: false,
  ask: () => Promise.reject(new Error('The terminal is not interactive')),
  progress: () => undefined,
  print: () => undefined,
  interrupted: () => Promise.resolve(),
});

const routesFor = (isReadOnly: boolean, only?: string) =>
  consoleRoutes({
    terminal: terminal(),
    access: { hosts: [HOST], origins: [ORIGIN], token: TOKEN },
    pages: () => new Response('the page', { headers: { 'content-type': 'text/html' } }),
    isReadOnly,
    only,
    healthSource: () => health,
    openRevisions: { open: () => Promise.reject(new Error('not in this test')) },
  });

const basic = { host: HOST, authorization: `Bearer ${TOKEN}` };
const writing = { ...basic, origin: ORIGIN, 'content-type': 'application/json' };

async function get<Data>(path: string, app = routes): Promise<Data> {
  const response = await app.request(path, { headers: basic });
  expect(response.status).toBe(200);
  return (await response.json()) as Data;
}
const send = async (path: string, body: unknown, app = routes, headers: HeadersInit = writing) =>
  app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
const messageOf = async (response: Response) =>
  ((await response.json()) as { error: { message: string } }).error.message;

beforeAll(async () => {
  place = await openWorkspace();
  place.writeEnvironment('production');
  await place.build(shellRelease());
  for (const owner of ['team one', 'team two']) {
    await place.build(billing(owner));
    versions.push(billing(owner).version);
    const apps = owner === 'team one' ? ['shell', 'billing'] : ['billing'];
    await place.text('deploy', ...apps, '--env', 'staging', '--reason', owner);
  }
  await place.text('promote', '--all', '--from', 'staging', '--to', 'production', '--reason', 'both');
  routes = routesFor(false);
  readOnly = routesFor(true);
});
afterAll(() => place.close());

describe('who may call it', () => {
  it('only a request with the token', async () => {
    expect((await routes.request('/api/overview', { headers: { host: HOST } })).status).toBe(401);
    const wrong = { host: HOST, authorization: `Bearer ${TOKEN.replace('a', 'b')}` };
    expect((await routes.request('/api/overview', { headers: wrong })).status).toBe(401);
  });

  it('no page that reached it by another name (DNS rebinding)', async () => {
    for (const path of ['/', '/api/overview']) {
      const headers = { ...basic, host: 'evil.example:4399' };
      expect((await routes.request(path, { headers })).status).toBe(421);
    }
  });

  it('no page of another origin, with or without the token (CSRF)', async () => {
    const action: Action = { kind: 'rollback', environment: 'staging', to: 1, slices: [] };
    const attempts: Record<string, string>[] = [
      { ...writing, origin: 'https://evil.example' },
      { ...writing, origin: 'null' },
      { ...writing, 'sec-fetch-site': 'cross-site' },
      { ...writing, 'sec-fetch-site': 'same-site' },
      { host: HOST, authorization: writing.authorization, 'content-type': 'application/json' },
    ];
    for (const headers of attempts)
      expect((await send('/api/preview', action, routes, headers)).status).toBe(403);
    for (const type of ['text/plain', 'application/json-patch+json']) {
      const form = { ...writing, 'content-type': type };
      expect((await send('/api/preview', action, routes, form)).status).toBe(400);
    }
    // Pages are only read.
    expect((await send('/', action)).status).toBe(400);
  });

  it('no script but its own, and no frame', async () => {
    const page = await routes.request('/', { headers: { host: HOST } });
    expect(await page.text()).toBe('the page');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self';.*frame-ancestors 'none'/);
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
    const error = await routes.request('/api/overview', { headers: { host: HOST } });
    expect(error.headers.get('content-security-policy')).toBe(policy);
  });
});

describe('what it reads', () => {
  it('the overview: environments, releases, routes', async () => {
    const { isReadOnly, environments } = await get<Overview>('/api/overview');
    expect(isReadOnly).toBe(false);
    const production = environments.find(({ environment }) => environment === 'production');
    expect(production).toMatchObject({
      ...{
        revision: 1,
        error: null,
        routes: { billing: ['/billing'] },
        owners: { shell: 'shell', billing: 'team two' },
      },
    });
    expect(production?.parts.map(({ app, version }) => [app, version])).toEqual([
      ['billing', versions[1]],
      ['shell', shellRelease().version],
    ]);
  });

  it('a slice: its releases, where they run, and the revisions that changed it', async () => {
    const { releases, deploys } = await get<SliceInfo>('/api/slices/billing');
    expect(releases.map(({ version, owner }) => [version, owner]).sort()).toEqual(
      [
        [versions[0], 'team one'],
        [versions[1], 'team two'],
      ].sort(),
    );
    expect(releases.find(({ version }) => version === versions[1])?.runs).toContainEqual({
      environment: 'production',
      kind: 'stable',
    });
    expect(deploys.map(({ environment, revision, reason }) => [environment, revision, reason])).toEqual([
      ['production', 1, 'both'],
      ['staging', 2, 'team two'],
      ['staging', 1, 'team one'],
    ]);
  });

  it('a slice, without a look at the signatures of revisions that did not change it', async () => {
    const read: string[] = [];
    const counting = (store: Store): Store => ({
      ...store,
      get: (key) => {
        read.push(key);
        return store.get(key);
      },
    });
    const { workspace } = place;
    const workspaceOf = {
      ...workspace,
      store: async (environment: Environment) => counting(await workspace.store(environment)),
    };
    const { deploys } = await readSlice(
      { workspace: workspaceOf, commits: (hash) => Promise.resolve({ hash, author: null, subject: null }) },
      'shell',
      ['staging'],
    );
    expect(deploys.map(({ revision, author }) => [revision, author])).toEqual([[1, 'Ada']]);
    const statements = read.filter((key) => key.endsWith('/statement.json'));
    expect(statements).toEqual([statementKey('staging', 1)]);
  });

  it('tells a release with uncommitted changes from one of the same commit without', async () => {
    for (const isClean of [true, false]) {
      const release = sliceRelease({
        id: 'notes',
        commit: 'c'.repeat(40),
        owner: `clean: ${String(isClean)}`,
      });
      const statement = statementOf(release, isClean);
      const built = withEvidence(release, statement);
      writeFileSync(
        join(await place.build({ ...built, version: releaseVersion(built) }), PROVENANCE),
        statement,
      );
      await place.text('publish', 'notes', '--env', 'staging');
    }
    const { releases } = await get<SliceInfo>('/api/slices/notes');
    const shown = releases.map(({ owner, hasUncommittedChanges }) => [owner, hasUncommittedChanges]);
    expect(Object.fromEntries(shown)).toEqual({ 'clean: true': false, 'clean: false': true });
  });

  it('history, a time, differences and packages', async () => {
    const [newest] = await get<{ revision: number; at: string; author: string }[]>(
      '/api/history?environment=staging&limit=1',
    );
    expect(newest).toMatchObject({ revision: 2, author: 'Ada' });
    const at = encodeURIComponent(newest?.at ?? '');
    expect(await get(`/api/moment?environment=staging&at=${at}`)).toMatchObject({ revision: 2 });
    expect(await get('/api/diff?one=staging@1&other=staging')).toMatchObject({
      changes: [{ app: 'billing', from: versions[0], to: versions[1] }],
    });
    expect(await get('/api/packages')).toContain('react');
    expect(await get('/api/package?name=markdown-to-jsx')).toMatchObject([
      { environment: 'production', uses: [{ app: 'shell' }, { app: 'billing' }] },
      { environment: 'staging' },
    ]);
    expect(await get('/api/plans?environment=staging')).toEqual([]);
    expect(await get('/api/proposals?environment=staging')).toEqual([]);
  });

  it('only the environment that it was started for', async () => {
    const one = routesFor(false, 'staging');
    const { environments } = await get<Overview>('/api/overview', one);
    expect(environments.map(({ environment }) => environment)).toEqual(['staging']);
    const other = await one.request('/api/history?environment=production', { headers: basic });
    expect(other.status).toBe(404);
    const action: Action = { kind: 'promote', from: 'staging', to: 'production', slices: [] };
    expect((await send('/api/preview', action, one)).status).toBe(404);
  });
});

describe('health', () => {
  const path = '/api/health?environment=production&slice=billing&hours=1';
  const of = async (source: HealthSource | undefined) => {
    health = source;
    return get<Health>(path);
  };

  it('says in place that no collector is configured', async () => {
    expect(await of(undefined)).toMatchObject({ state: 'absent', rows: [], points: [] });
  });

  it('says in place that the collector is down', async () => {
    const down = () => Promise.reject(new AppError('unavailable', 'The collector cannot be reached'));
    expect(await of({ minutes: down, failures: down, exposures: down })).toMatchObject({
      state: 'down',
      message: 'The collector cannot be reached',
    });
  });

  it('adds up releases and periods', async () => {
    const minute = new Date(Date.now() - 5 * 60_000).toISOString();
    const fields = { environment: 'production', slice: 'billing', route: '/billing', minute };
    const rows = [
      healthMinute({ ...fields, version: versions[1], views: 30, failedViews: 15, lcpBuckets: [0, 30] }),
      healthMinute({ ...fields, version: versions[1], views: 10, failedViews: 1 }),
      healthMinute({ ...fields, version: versions[0], views: 5 }),
    ];
    const found = await of({
      minutes: () => Promise.resolve(rows),
      failures: () => Promise.resolve([]),
      exposures: () => Promise.resolve([]),
    });
    expect(found.rows).toMatchObject([
      { version: versions[1], views: 40, failureRate: 0.4, errorRate: 0, inp: null },
      { version: versions[0], views: 5, failureRate: 0, failingRoutes: [] },
    ]);
    expect(found.rows[0]?.failingRoutes).toEqual([{ route: '/billing', failedViews: 16 }]);
    expect(found.rows.map(({ lastAt }) => lastAt)).toEqual([minute, minute]);
    expect(found.rowsSince).toEqual([]);
    expect(found.points).toHaveLength(60);
    expect(found.points.filter(({ views }) => views > 0)).toMatchObject([
      { views: 45, failureRate: 16 / 45 },
    ]);
    const rates = found.series.map(({ version, failureRates }) => [
      version,
      failureRates.filter((rate) => rate !== null),
    ]);
    expect(rates).toEqual([
      [versions[1], [0.4]],
      [versions[0], [0]],
    ]);
  });

  it('counts the views since a change from the first full minute after it', async () => {
    const start = Math.floor(Date.now() / 60_000) * 60_000;
    const at = (minutesAgo: number, seconds = 0) =>
      new Date(start - minutesAgo * 60_000 + seconds * 1000).toISOString();
    const fields = { environment: 'production', slice: 'billing', route: '/billing', version: versions[1] };
    const rows = [
      healthMinute({ ...fields, minute: at(6), views: 40 }),
      healthMinute({ ...fields, minute: at(4), views: 12, failedViews: 3 }),
    ];
    health = {
      minutes: () => Promise.resolve(rows),
      failures: () => Promise.resolve([]),
      exposures: () => Promise.resolve([]),
    };
    const since = async (time: string) => (await get<Health>(`${path}&since=${time}`)).rowsSince;
    expect(await since(at(6, 30))).toMatchObject([{ views: 12, failureRate: 0.25 }]);
    expect(await since(at(4, 30))).toEqual([]);
    const wrong = await routes.request(`${path}&since=yesterday`, { headers: basic });
    expect(wrong.status).toBe(400);
  });
});

describe('actions', () => {
  const rollback: Action = { kind: 'rollback', environment: 'staging', to: 1, slices: ['billing'] };
  const previewOf = async (action: Action) => (await (await send('/api/preview', action)).json()) as Preview;
  const run = (
    action: Action,
    { before, changes, settings }: Preview,
    { app = routes, id = randomUUID() as string } = {},
  ) =>
    send(
      '/api/run',
      { id, action, reason: "it's broken", isPlan: false, confirmed: { before, changes, settings } },
      app,
    );

  it('show what they change, with the command that does the same', async () => {
    expect(await previewOf(rollback)).toMatchObject({
      command: 'npx slipway rollback billing --env staging --to 1',
      before: 2,
      changes: [{ app: 'billing', from: versions[1], to: versions[0] }],
      rejections: [],
    });
    expect(await previewOf({ kind: 'promote', from: 'staging', to: 'production', slices: [] })).toMatchObject(
      { changes: [] },
    );
  });

  it('run on this machine only: behind a proxy the console is read-only, over https', async () => {
    const proxied = ['--origin', 'https://console.example.com', '--port', '4400'];
    expect(await place.failure('console', ...proxied)).toContain('--origin needs --read-only');
    const plain = await place.failure('console', '--read-only', '--origin', 'http://console.example.com');
    expect(plain).toContain('must be an https origin');
  });

  it('do nothing in a read-only console', async () => {
    const preview = await previewOf(rollback);
    const rejected = await run(rollback, preview, { app: readOnly });
    expect(rejected.status).toBe(403);
    expect((await send('/api/preview', rollback, readOnly)).status).toBe(200);
    expect(await get<{ revision: number }[]>('/api/history?environment=staging')).toHaveLength(2);
  });

  it.each([
    ['an option as a slice', { ...rollback, slices: ['--break-glass'] }],
    ['a path as a slice', { kind: 'canary', environment: 'staging', slice: '../evil', percent: 5 }],
    ['an option as an environment', { ...rollback, environment: '--to' }],
    ['another field', { ...rollback, breakGlass: true }],
    ['no action', null],
  ])('reject %s', async (_what, action) => {
    expect((await send('/api/preview', action)).status).toBe(400);
  });

  it('do only what was confirmed, and sign it as the command does', async () => {
    const preview = await previewOf(rollback);
    const other = await run(rollback, { ...preview, changes: [] });
    expect(other.status).toBe(409);
    expect(await messageOf(other)).toMatch(/staging has changed in the meantime/);

    // A response that is lost: the page sends the request again, with the same id.
    const id = randomUUID();
    const answers = await Promise.all([run(rollback, preview, { id }), run(rollback, preview, { id })]);
    for (const done of [...answers, await run(rollback, preview, { id })])
      expect(await done.json()).toMatchObject({
        revision: 3,
        text: expect.stringContaining('now runs revision 3') as string,
      });
    expect(await run(rollback, preview)).toMatchObject({ status: 409 });
    const [newest] = await place.json<{ author: string; reason: string; changes: unknown[] }[]>(
      ...['history', '--env', 'staging', '--limit', '1'],
    );
    expect(newest).toMatchObject({ author: 'Bea', reason: "it's broken", changes: preview.changes });
  });

  it('start, raise and abort a canary', async () => {
    const start: Action = {
      ...{ kind: 'canary', environment: 'staging', slice: 'billing', percent: 5 },
      version: versions[1],
    };
    const steps: Action[] = [
      start,
      { kind: 'canary', environment: 'staging', slice: 'billing', of: versions[1], percent: 25 },
      { kind: 'abort', environment: 'staging', slice: 'billing', version: versions[1] },
    ];
    for (const step of steps) expect((await run(step, await previewOf(step))).status).toBe(200);
    const [, ...later] = steps;
    for (const step of later) expect((await send('/api/preview', step)).status, 'it has ended').not.toBe(200);
    const entries = await place.json<{ changes: { kind: string; to: { percent: number } | null }[] }[]>(
      ...['history', '--env', 'staging', '--limit', '3'],
    );
    expect(entries.map(({ changes }) => changes[0]?.to?.percent ?? null)).toEqual([null, 25, 5]);
  });
});

it('lists the releases that a link can run, where the settings allow overrides', async () => {
  const overridesIn = async (name: string) => {
    const { environments } = await get<Overview>('/api/overview');
    return environments.find(({ environment }) => environment === name)?.overrides;
  };
  expect(await overridesIn('production')).toEqual({});
  const [listed = ''] = versions;
  place.writeEnvironment('review', { overrides: [`billing@${listed}`] });
  await place.text('deploy', 'shell', 'billing', '--env', 'review', '--reason', 'a review');
  expect(await overridesIn('review')).toEqual({ billing: [{ kind: 'listed', version: listed }] });
});

it('shows the slices of the others, and what is damaged, when an environment cannot be read', async () => {
  const key = `${revisionBase('production', 1)}composition.json`;
  const bytes = (await place.store.get(key)) ?? Buffer.alloc(0);
  await place.store.remove(key);
  await place.store.create(key, Buffer.from('not JSON'));
  const { environments } = await get<Overview>('/api/overview');
  const broken = environments.findIndex(({ error }) => error !== null);
  expect(environments[broken]).toMatchObject({ environment: 'production', parts: [] });
  expect(environments[broken + 1]?.parts.map(({ isDrift }) => isDrift)).toEqual([false, false]);
  const { deploys } = await get<SliceInfo>('/api/slices/billing');
  expect(new Set(deploys.map(({ environment }) => environment))).toEqual(new Set(['review', 'staging']));
  expect(await get('/api/history?environment=production')).toMatchObject([
    { revision: 1, damage: expect.stringContaining('was altered') as string },
  ]);
  await place.store.remove(key);
  await place.store.create(key, bytes);
});
