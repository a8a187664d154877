/**
 * Automatic canaries on a real folder store, whose clock the tests move. Reports come from a source that answers as a
 * collector does. Each round starts from what the store says, as after a restart. One file: all tests start from one
 * workspace.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '@slipway/contracts';
import type { HealthMinute } from '@slipway/health';
import { openTarget, type Target } from '../command-line/target';
import { currentComposition, readCurrent } from '../composition/read';
import { healthMinute, healthSourceOf } from '../testing/healthMinutes';
import { shellRelease, sliceRelease } from '../testing/releases';
import { type PreparedWorkspace, prepareWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { type AutoCanary, createRounds, type Round } from './round';
import { superviseCanary } from './supervise';

const MINUTE = 60_000;
const STABLE = sliceRelease().version;
const newer = sliceRelease({ owner: 'newer-team' });
const NEWER = newer.version;
const why = ['--reason', 'a try'];

let prepared: PreparedWorkspace;
let place: WorkspaceWithStore;
let target: Target;
let rows: HealthMinute[];
/** Milliseconds that the store's clock is ahead of the real one. */
let ahead: number;
/** While set, the collector does not answer. */
let outage: AppError | undefined;

const now = () => target.store.now();

/** Reports of `minutes` minutes, after which it is that much later. */
async function pass(
  minutes: number,
  canary: Partial<HealthMinute>,
  stable: Partial<HealthMinute> = { visits: 300 },
) {
  const start = Math.ceil((await now()) / MINUTE) * MINUTE;
  for (let at = 0; at < minutes; at += 1) {
    const minute = new Date(start + at * MINUTE).toISOString();
    rows.push(
      healthMinute({ minute, version: NEWER, group: 'canary', ...canary }),
      healthMinute({ minute, version: STABLE, group: 'stable', ...stable }),
    );
  }
  ahead += (minutes + 2) * MINUTE;
}

const auto = (changes: Partial<AutoCanary> = {}): AutoCanary => ({
  ...{ target, slice: 'market', version: NEWER, candidates: [], steps: [5, 25, 100] },
  ...{ author: 'Ada', reason: 'new plans' },
  source: {
    minutes: (query) => (outage ? Promise.reject(outage) : healthSourceOf(() => rows).minutes(query)),
    failures: () => Promise.resolve([]),
    exposures: () => Promise.resolve([]),
  },
  rules: { visits: 100, minutes: 5, finalVisits: { min: 300, max: 300 }, maxLag: 5 },
  ...changes,
});
/** A round of a new process. */
const round = (changes?: Partial<AutoCanary>): Promise<Round> => createRounds(auto(changes)).run();
const market = async () => (await currentComposition(place.store, 'staging'))?.slices['market'];
const reason = async () => (await readCurrent(place.store, 'staging'))?.record.reason;

beforeAll(async () => {
  prepared = await prepareWorkspace(async ({ build, text }) => {
    await build(shellRelease());
    await build(sliceRelease());
    await text('deploy', 'shell', 'market', '--env', 'staging', ...why);
    await build(newer);
    await text('publish', 'market', '--env', 'staging');
  });
});
beforeEach(async () => {
  [rows, ahead, outage] = [[], 0, undefined];
  place = prepared.reset();
  const opened = await openTarget(place.workspace, 'staging');
  const { store } = opened;
  target = { ...opened, store: { ...store, now: async () => (await store.now()) + ahead } };
});
afterAll(() => prepared.close());

it('raises a healthy canary step by step, and gives it to everyone', async () => {
  expect(await round()).toMatchObject({ kind: 'started', percent: 5 });
  expect(await round()).toMatchObject({
    kind: 'waiting',
    reasons: [
      'no reports of a whole minute yet, which takes up to three minutes; later: no page of this slice was opened, or no collector runs',
    ],
  });
  await pass(10, { visits: 20 });
  expect(await round()).toMatchObject({ kind: 'raised', percent: 25 });
  expect(await market()).toMatchObject({ version: STABLE, canary: { percent: 25 } });
  expect(await round()).toMatchObject({ kind: 'waiting', percent: 25 });

  // Another slice's deploy does not begin the step again.
  await place.build(sliceRelease({ id: 'other', routes: [], slots: [] }));
  await pass(4, { visits: 100 });
  await place.text('deploy', 'other', '--env', 'staging', ...why);
  expect(await round()).toMatchObject({ kind: 'finished', percent: 100 });
  expect(await market()).toMatchObject({ version: NEWER });
  expect(await market()).not.toHaveProperty('canary');
  expect(await reason()).toMatch(
    /^new plans \(25% passed; no difference found; .*failed visits: 0% of 600 with/,
  );
  expect(await round()).toMatchObject({ kind: 'finished' });
});

it('aborts a canary that fails more often, says why in the history, and does not start it again', async () => {
  await round();
  await pass(3, { visits: 20, failedVisits: 12 });
  expect(await round()).toMatchObject({ kind: 'aborted', percent: 0 });
  expect(await market()).toMatchObject({ version: STABLE });
  expect(await market()).not.toHaveProperty('canary');
  expect(await reason()).toBe(
    'canary aborted automatically: failed visits: 60.00% of 60 with the canary, 0% of 900 without',
  );
  await expect(round()).rejects.toThrow(
    /^The canary market \w{8} was ended in staging in revision 3: canary aborted automatically: .* start it with --percent/,
  );
});

it('aborts at any share, also one that no step has, and one that was started by hand', async () => {
  await place.text('canary', 'market', '--percent', '40', '--env', 'staging', ...why);
  await pass(8, { visits: 200, errorVisits: 20 }, { visits: 300, errorVisits: 3 });
  expect(await round()).toMatchObject({
    kind: 'aborted',
    reasons: [expect.stringMatching(/^visits with an error: 10\.00% of 1,600/)],
  });
});

it('waits while the collector is down or lags, and continues afterwards', async () => {
  await round();
  await pass(10, { visits: 20 });
  outage = new AppError('unavailable', 'The collector at https://app.example cannot be reached');
  expect(await round()).toMatchObject({ kind: 'waiting', reasons: [outage.message] });
  outage = undefined;
  ahead += 30 * MINUTE;
  expect(await round()).toMatchObject({
    kind: 'waiting',
    reasons: [expect.stringMatching(/^the newest report is 3\d minutes old$/)],
  });
  await pass(3, { visits: 20 });
  expect(await round()).toMatchObject({ kind: 'raised' });
});

it('waits while a freeze forbids the next step, and reports an abort that it forbids', async () => {
  await round();
  await pass(10, { visits: 20 });
  const freeze = {
    reason: 'year end',
    from: new Date((await now()) - 1000).toISOString(),
    to: new Date((await now()) + 86_400_000).toISOString(),
  };
  place.writeEnvironment('staging', { policy: { freezes: [freeze] } });
  await place.text('env', 'apply', '--env', 'staging', ...why);
  expect(await round()).toMatchObject({
    kind: 'waiting',
    percent: 5,
    reasons: [expect.stringMatching(/staging is frozen/)],
  });
  await pass(3, { visits: 20, failedVisits: 12 });
  await expect(round()).rejects.toThrow(
    /market \w{8} is worse and still runs for 5% of visitors, because the abort was rejected: staging is frozen/,
  );
});

it('stops when the canary is ended by hand', async () => {
  const rounds = createRounds(auto());
  await rounds.run();
  await place.text('canary', 'market', '--abort', '--env', 'staging', ...why);
  await expect(rounds.run()).rejects.toThrow(/was ended in staging in revision 3: a try/);
});

it('does no harm when two processes run it', async () => {
  const both = () => Promise.all([round(), round()]);
  await both();
  expect(await market()).toMatchObject({ canary: { percent: 5, release: { version: NEWER } } });
  await pass(10, { visits: 20 });
  await both();
  expect(await market()).toMatchObject({ canary: { percent: 25, release: { version: NEWER } } });
  await pass(3, { visits: 100, failedVisits: 60 });
  const ended = await both();
  expect(ended.map(({ kind }) => kind)).toContain('aborted');
  expect(await market()).not.toHaveProperty('canary');
});

it('judges without changing anything', async () => {
  await round();
  await pass(3, { visits: 20, failedVisits: 12 });
  expect(await createRounds(auto()).judge()).toMatchObject({ verdict: 'abort' });
  expect(await market()).toMatchObject({ canary: { percent: 5 } });
});

it('runs to its end in a loop, and stops at its time limit', async () => {
  const seen: string[] = [];
  const last = await superviseCanary(auto(), {
    ...{ every: 1, limit: 50 },
    report: ({ kind }) => seen.push(kind),
  });
  expect(seen[0]).toBe('started');
  expect(last.kind).not.toBe('finished');
  await pass(3, { visits: 20, failedVisits: 12 });
  const ended = await superviseCanary(auto(), { every: 1, report: () => undefined });
  expect(ended.kind).toBe('aborted');
});
