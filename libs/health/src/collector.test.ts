/**
 * From the report of a page to the records of a reader, over a real database. One file, because all tests share one
 * database.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines, type Served, serve } from '@slipway/backend/testing';
import type { Composition, HealthBeacon } from '@slipway/contracts';
import { type Collector, type CollectorOptions, createCollector } from './collector';
import { databaseHealthSource } from './database';
import { createKnownReleases } from './knownReleases';
import { beacon, CANARY, composition, event, FRAME, STABLE } from './testing/reports';

const client = { address: '192.0.2.7' };
const log = vi.fn();

const post = (body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return new Request('http://app.example/health-events', {
    ...{ method: 'POST', body: text, headers: { 'content-length': length, ...headers } },
  });
};

describe.each(engines)('the collector on %s', (engine) => {
  let served: Served;
  let collector: Collector;
  const database = () => served.backend.database;
  const newCollector = (options: Partial<CollectorOptions> = {}) =>
    (collector = createCollector({
      ...{ database: database(), log, interval: 60_000 },
      known: createKnownReleases((name) => Promise.resolve(name === 'local' ? composition : undefined)),
      ...options,
    }));
  const send = async (body: HealthBeacon) => (await collector.receive(post(body), client)).status;
  const query = () => ({
    environment: 'local',
    from: new Date(Date.now() - 3_600_000),
    to: new Date(Date.now() + 60_000),
  });
  const minutes = () => databaseHealthSource(database()).minutes(query());
  const failures = () => databaseHealthSource(database()).failures(query());

  beforeAll(async () => {
    served = await serve(engine);
  });
  afterAll(() => served.close());
  beforeEach(() => {
    newCollector();
  });
  afterEach(async () => {
    await collector.close();
    await database().run(
      'delete from health.minutes; delete from health.failures; delete from health.exposures',
    );
    log.mockReset();
  });

  test('adds up views, failures, errors and timings by slice, version, group and route', async () => {
    const canary = { version: CANARY, group: 'canary' } as const;
    const failure = {
      kind: 'error',
      phase: 'event',
      code: 'TypeError',
      fingerprint: '0123456789ab',
      frame: FRAME,
    } as const;
    expect(
      await send(
        beacon([
          event(),
          event(canary),
          event({ ...canary, ...failure, first: true }),
          event({ ...canary, ...failure }),
          event({
            ...canary,
            kind: 'failure',
            phase: 'render',
            part: 'page',
            code: 'unexpected',
            first: true,
          }),
          event({ kind: 'vital', name: 'LCP', value: 1000 }),
          event({ kind: 'vital', name: 'CLS', value: 0.25 }),
          event({ kind: 'long-task', value: 80 }),
          event({ kind: 'visit' }),
          event({ kind: 'visit', failed: true, hasError: true }),
        ]),
      ),
    ).toBe(204);
    await collector.flush();
    // A later batch of the same minute is added.
    await send(
      beacon([event(), event({ kind: 'visit' }), event({ kind: 'vital', name: 'LCP', value: 3000 })]),
    );
    await collector.flush();

    const rows = await minutes();
    const sum = (
      group: string,
      field:
        | 'views'
        | 'errors'
        | 'errorViews'
        | 'failedViews'
        | 'visits'
        | 'failedVisits'
        | 'errorVisits'
        | 'lcpCount'
        | 'longTasks',
    ) => rows.filter((row) => row.group === group).reduce((total, row) => total + row[field], 0);
    expect(sum('stable', 'views')).toBe(2);
    expect(sum('stable', 'lcpCount')).toBe(2);
    const visits = (['visits', 'failedVisits', 'errorVisits'] as const).map((field) => sum('stable', field));
    expect(visits).toEqual([3, 1, 1]);
    expect(sum('stable', 'longTasks')).toBe(1);
    expect([sum('canary', 'views'), sum('canary', 'errors'), sum('canary', 'errorViews')]).toEqual([1, 2, 1]);
    expect(sum('canary', 'failedViews')).toBe(1);
    const stable = rows.filter((row) => row.group === 'stable');
    const total = (field: 'lcpSumLog' | 'lcpSumLog2' | 'clsSum') =>
      stable.reduce((all, row) => all + row[field], 0);
    expect(total('lcpSumLog')).toBeCloseTo(Math.log(1000) + Math.log(3000));
    expect(total('lcpSumLog2')).toBeCloseTo(Math.log(1000) ** 2 + Math.log(3000) ** 2);
    expect(total('clsSum')).toBe(0.25);
    expect(stable.flatMap((row) => row.lcpBuckets).reduce((all, count) => all + count, 0)).toBe(2);
    expect(rows[0]).toMatchObject({ environment: 'local', slice: 'billing', route: '/billing' });
    expect(rows[0]?.minute).toMatch(/:00\.000Z$/);
    const [first, second] = await failures();
    expect([first, second]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          version: CANARY,
          phase: 'event',
          frame: FRAME,
          count: 2,
          route: '/billing',
        }),
        expect.objectContaining({ version: CANARY, phase: 'render', part: 'page', frame: null, count: 1 }),
      ]),
    );
  });

  test('compares the variants of a flag by visits, and keeps flags that the environment sets only', async () => {
    const on = { kind: 'visit', flags: { 'billing.graph': true } } as const;
    const off = { kind: 'visit', flags: { 'billing.graph': false, 'invented.flag': true } } as const;
    expect(await send(beacon([event(on), event({ ...on, hasError: true }), event(off)]))).toBe(204);
    await collector.flush();
    await send(beacon([event({ ...off, failed: true }), event({ kind: 'visit' })]));
    await send(beacon([event(on)], { sampled: false }));
    await collector.flush();
    const row = { slice: 'billing', version: STABLE, group: 'stable', flag: 'billing.graph' };
    const hour = expect.stringMatching(/T\d\d:00:00\.000Z$/) as string;
    const from = new Date(Date.now() - 2 * 3_600_000); // the hour that has begun, and the one before
    const found = await databaseHealthSource(database()).exposures({ ...query(), from });
    expect(found).toEqual([
      { ...row, environment: 'local', hour, variant: 'off', visits: 2, failedVisits: 1, errorVisits: 0 },
      { ...row, environment: 'local', hour, variant: 'on', visits: 2, failedVisits: 0, errorVisits: 1 },
    ]);
  });

  test('a visit outside of the sample reports failures only, which change no rate', async () => {
    await send(
      beacon([event({ kind: 'error', first: true, phase: 'timer', code: 'TypeError' })], { sampled: false }),
    );
    await collector.flush();
    expect(await minutes()).toEqual([]);
    expect(await failures()).toMatchObject([{ phase: 'timer', count: 1 }]);
  });

  test('drops releases, groups, routes, frames and environments that were never deployed', async () => {
    await send(
      beacon([
        event({ slice: 'invented' }),
        event({ version: '00000000000000ee' }),
        event({ version: CANARY }),
        event({ group: 'override' }),
        event({ route: '/invented' }),
        event({ kind: 'error', phase: 'event', fingerprint: 'abcdef0123', frame: 'invented.js:1:1' }),
      ]),
    );
    await send(beacon([event()], { environment: 'invented' }));
    await collector.flush();
    expect(await minutes()).toMatchObject([{ slice: 'billing', version: STABLE, views: 0, errors: 1 }]);
    expect(await failures()).toMatchObject([{ frame: null, fingerprint: null }]);
  });

  test('rejects everything that is no report', async () => {
    const status = async (request: Request, environment?: string) =>
      (await collector.receive(request, client, environment)).status;
    expect(await status(post('{'))).toBe(400);
    expect(await status(post({ ...beacon([event()]), more: 1 }))).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, flag) => [`a.b${String(flag)}`, true]));
    expect(await status(post(beacon([event({ kind: 'visit', flags: many })])))).toBe(400);
    expect(await status(post(beacon([event({ kind: 'visit', flags: { 'ada@example.org': true } })])))).toBe(
      400,
    );
    expect(await status(post(beacon([event()]), { 'content-length': '64001' }))).toBe(413);
    expect(await status(post(beacon([event()]), { 'content-encoding': 'gzip' }))).toBe(415);
    expect(await status(new Request('http://app.example/health-events', { method: 'POST' }))).toBe(411);
    expect(await status(new Request('http://app.example/health-events'))).toBe(405);
    expect(await status(post(beacon([event()])), 'production')).toBe(400);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await status(post(beacon([event()]), foreign))).toBe(403);
  });

  test('limits the reports of an address', async () => {
    await collector.close();
    newCollector({ limit: 2 });
    const body = beacon([event()]);
    expect([await send(body), await send(body), await send(body)]).toEqual([204, 204, 429]);
  });

  test('keeps what could not be written, and writes it once', async () => {
    await collector.close();
    let isDown = true;
    newCollector({
      database: {
        rows: (sql, parameters) =>
          isDown ? Promise.reject(new Error('connection refused')) : database().rows(sql, parameters),
      },
    });
    await send(beacon([event()]));
    await collector.flush();
    await send(beacon([event()]));
    isDown = false;
    await collector.close();
    expect((await minutes()).reduce((sum, { views }) => sum + views, 0)).toBe(2);
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('connection refused'));
  });

  test('bounds the kinds of failures of a version', async () => {
    const kinds = Array.from({ length: 100 }, (_, index) =>
      event({ kind: 'error', phase: 'event', fingerprint: (index + 4096).toString(16).padStart(12, '0') }),
    );
    for (let round = 0; round < 4; round += 1) {
      const renamed = kinds.map((each) => ({
        ...each,
        fingerprint: `${String(round)}${each.fingerprint ?? ''}`,
      }));
      await send(beacon(renamed));
    }
    await collector.flush();
    const rows = await failures();
    expect(rows).toHaveLength(201);
    expect(rows.find(({ fingerprint }) => fingerprint === null)?.count).toBe(200);
  });

  test('deletes records after 30 days, and no others', async () => {
    await send(beacon([event(), event({ kind: 'error', phase: 'event' })]));
    await collector.flush();
    const insert = (age: string) => `
      insert into health.minutes (environment, minute, slice, version, "group", route)
      values ('local', now() - interval '${age}', 'billing', '${STABLE}', 'stable', '/billing');
      insert into health.exposures (environment, hour, slice, version, "group", flag, variant)
      values ('local', now() - interval '${age}', 'billing', '${STABLE}', 'stable', 'billing.graph', 'on');
      insert into health.failures
      values ('local', 'billing', '${STABLE}', 'hang', null, null, '${age}', null, '/', now(), now() - interval '${age}', 1);`;
    await database().run(insert('29 days') + insert('31 days'));
    await database().rows('select health.prune()');
    const count = (table: string) => `(select count(*)::int from health.${table}) as ${table}`;
    const [left] = await database().rows<Record<string, number>>(
      `select ${['minutes', 'failures', 'exposures'].map(count).join(', ')}`,
    );
    expect(left).toEqual({ minutes: 2, failures: 2, exposures: 1 });
  });

  test('visitors and users can neither read nor write it', async () => {
    const [grants] = await database().rows<{ allowed: number }>(`
      select count(*)::int as allowed
      from (values ('anon'), ('authenticated')) as roles (role), pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'health' and c.relkind = 'r'
        and (has_schema_privilege(role, n.oid, 'usage') or has_table_privilege(role, c.oid, 'select, insert, update, delete'))`);
    expect(grants).toEqual({ allowed: 0 });
    const { error } = await served.service.schema('health').from('minutes').select();
    expect(error?.code).toMatch(/^PGRST/);
  });
});

test('accepts reports of the compositions before the current one', async () => {
  let current: Composition = composition;
  let time = 0;
  const known = createKnownReleases(
    () => Promise.resolve(current),
    () => time,
  );
  const report = beacon([event()]);
  expect((await known.filter(report)).events).toHaveLength(1);
  current = { ...composition, revision: 4, slices: {} };
  time += 60_000;
  expect((await known.filter(report)).events).toHaveLength(1);
});

test('accepts reports of a release that was deployed two seconds ago', async () => {
  let current: Composition = { ...composition, slices: {} };
  let time = 0;
  const known = createKnownReleases(
    () => Promise.resolve(current),
    () => time,
  );
  expect((await known.filter(beacon([event()]))).events).toEqual([]);
  current = { ...composition, revision: composition.revision + 1 };
  time += 2_000;
  const report = { ...beacon([event()]), revision: current.revision };
  expect((await known.filter(report)).events).toHaveLength(1);
});

test("reports of a developer's release have no version, and only where overrides are allowed", async () => {
  const known = createKnownReleases(() => Promise.resolve({ ...composition, allowOverrides: true }));
  const { events } = await known.filter(beacon([event({ group: 'override', version: 'ffffffffffffffff' })]));
  expect(events).toMatchObject([{ group: 'override', version: '0000000000000000' }]);
});

test('a thousand invented environments do not take the place of one that reports later', async () => {
  const known = createKnownReleases((name) => Promise.resolve(name === 'local' ? composition : undefined));
  for (let number = 0; number < 1_001; number += 1)
    await known.filter({ ...beacon([event()]), environment: `invented-${String(number)}` });
  expect((await known.filter(beacon([event()]))).events).toHaveLength(1);
});
