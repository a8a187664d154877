/**
 * `slipway canary --auto` as CI runs it: the command, a bucket with its own clock, and the reports of a collector over
 * HTTP. Each command is a new run, as after a kill: it continues where the bucket says.
 */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createHealthReader, type HealthMinute } from '@slipway/health';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentComposition, readCurrent } from './composition/read';
import { openStore } from './store/openStore';
import { healthMinute, healthSourceOf } from './testing/healthMinutes';
import { s3Credentials, type S3Server, startS3Server } from './testing/s3Server';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

const MINUTE = 60_000;
const KEY = 'reader';
const STABLE = sliceRelease().version;
const newer = sliceRelease({ owner: 'newer-team' });
const why = ['--reason', 'new plans'];

let bucket: S3Server;
let collector: Server;
let place: WorkspaceWithStore;
let rows: HealthMinute[];

/** Reports of eight minutes, with `failedVisits` of 60 canary visits a minute, beside those of the stable release. */
async function report(failedVisits: number, stableVisits = 400): Promise<void> {
  const { store } = await open();
  // The next minute. The bucket's clock has whole seconds: at second 0, the canary may have begun within this minute.
  const start = (Math.floor((await store.now()) / MINUTE) + 1) * MINUTE;
  for (let at = 0; at < 8; at += 1) {
    const minute = new Date(start + at * MINUTE).toISOString();
    rows.push(
      healthMinute({ minute, version: newer.version, group: 'canary', visits: 60, failedVisits }),
      healthMinute({ minute, version: STABLE, group: 'stable', visits: stableVisits, failedVisits: 1 }),
    );
  }
  bucket.advance(10 * MINUTE);
}

async function open() {
  const address = `s3://${bucket.bucket}/store?endpoint=${bucket.endpoint}`;
  return { store: await openStore(address, '/'), address, close: () => bucket.close() };
}
const usual = { '--auto': '10,50,100', '--every': '1s' };
const auto = (...argv: string[]) => {
  const rest = Object.entries(usual).filter(([name]) => !argv.includes(name));
  return place.slipway(
    ...['canary', 'market', '--env', 'staging', ...rest.flat(), '--max-time', '1s'],
    ...['--step-visits', '100', '--step-time', '5m', ...why, ...argv],
  );
};
const market = async () => (await currentComposition((await open()).store, 'staging'))?.slices['market'];

beforeEach(async () => {
  rows = [];
  Object.assign(process.env, s3Credentials);
  bucket = await startS3Server();
  const reader = createHealthReader(
    healthSourceOf(() => rows),
    KEY,
  );
  collector = createServer(getRequestListener(reader));
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  place = await openWorkspace(open, {
    SLIPWAY_OWN_STORE: '1',
    SLIPWAY_HEALTH_URL: `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}`,
    SLIPWAY_HEALTH_KEY: KEY,
  });
  await place.build(shellRelease());
  await place.build(sliceRelease());
  await place.text('deploy', 'shell', 'market', '--env', 'staging', ...why);
  await place.build(newer);
});
afterEach(async () => {
  await place.close();
  await new Promise((resolve) => collector.close(resolve));
});

it('starts a build, raises it, and finishes it, in as many runs as it takes', async () => {
  expect(await auto()).toMatchObject({
    code: 7,
    error: 'slipway: --max-time is over, and the canary stays as it is: repeat the command to continue',
  });
  expect(await market()).toMatchObject({ version: STABLE, canary: { percent: 10 } });

  await report(0);
  expect(await auto()).toMatchObject({ code: 7 });
  expect(await market()).toMatchObject({ canary: { percent: 50 } });

  await report(0, 60);
  await report(0, 60);
  expect(await auto()).toMatchObject({
    code: 7,
    error: expect.stringMatching(/1,440 of 6,000 canary visits/),
  });
  for (let part = 0; part < 10; part += 1) await report(0, 60);
  expect(await auto()).toMatchObject({ code: 0, error: '' });
  expect(await market()).toMatchObject({ version: newer.version });
});

it('says at its start that the build is older than its source', async () => {
  const app = join(place.root, 'apps/market');
  mkdirSync(join(app, 'src'));
  writeFileSync(join(app, 'src/Page.tsx'), '');
  const later = Date.now() / 1000 + 90;
  utimesSync(join(app, 'src/Page.tsx'), later, later);
  const print = vi.spyOn(place.terminal, 'print');
  expect(await auto()).toMatchObject({ code: 7 });
  const [first, second] = print.mock.calls.map(([{ text }]) => text);
  expect(first).toMatch(/^src\/Page\.tsx of market is newer than its build/);
  expect(second).toMatch(/^market \S+ started at 10%/);
});

it('aborts with exit code 5 and the reason, in the output and in the history', async () => {
  await auto();
  await report(30);
  const reason = /failed visits: 50\.00% of 480 with the canary, 0\.25% of 3,200 without/;
  expect(await auto()).toMatchObject({ code: 5, error: expect.stringMatching(reason) });
  expect(await market()).not.toHaveProperty('canary');
  expect((await readCurrent((await open()).store, 'staging'))?.record.reason).toMatch(reason);
  expect(await auto()).toMatchObject({ code: 4 });
});

it('prints a judgment with --dry-run, and says what is wrong with its arguments', async () => {
  expect(await auto('--dry-run')).toMatchObject({ code: 3 });
  await auto();
  await report(30);
  expect((await auto('--dry-run')).out).toMatch(/: abort\n {2}failed visits: 50/);
  expect(await auto('--plan')).toMatchObject({ code: 2 });
  expect(await auto('--auto', '50,10,100')).toMatchObject({
    code: 2,
    error:
      'slipway: --auto 50,10,100 must be ascending whole numbers from 1 that end with 100, such as 1,5,25,100',
  });
  expect(await auto('--every', 'soon')).toMatchObject({ code: 2 });
  expect(await auto('--percent', '5')).toMatchObject({ code: 2 });
});
