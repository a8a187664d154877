/** A server supervises the canaries of an environment whose settings have steps: it aborts and raises by itself (18.5). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '@slipway/contracts';
import type { HealthMinute } from '@slipway/health';
import { createAlertFinder } from '../alerts/evaluate';
import { alertLines, slackBody } from '../alerts/message';
import { isDue, readOutbox, updateOutbox } from '../alerts/outbox';
import { createAlertRounds } from '../alerts/round';
import { alertFiles } from '../alerts/settings';
import { openTarget, type Target } from '../command-line/target';
import { currentComposition, readCurrent } from '../composition/read';
import { readProposals } from '../console/proposals';
import { healthMinute, healthSourceOf } from '../testing/healthMinutes';
import { shellRelease, sliceRelease } from '../testing/releases';
import { openWorkspace, type WorkspaceWithStore } from '../testing/workspace';
import { canaryState } from './state';
import { createCanaryTurns } from './watch';
import { signerOf } from '../trust/signer';

const MINUTE = 60_000;
const stable = sliceRelease().version;
const newer = sliceRelease({ owner: 'newer-team' });
const why = ['--env', 'staging', '--reason', 'a try'];

let place: WorkspaceWithStore;
let target: Target;
let rows: HealthMinute[];

beforeEach(async () => {
  rows = [];
  place = await openWorkspace();
});
afterEach(() => place.close());

/** A canary at 5% under settings with `fields`, and eight minutes of reports of which the store's clock knows. */
async function start(fields: object, failedVisits: number, shell = shellRelease()) {
  place.writeEnvironment('staging', fields);
  await place.build(shell);
  await place.build(sliceRelease());
  await place.text('deploy', 'shell', 'market', ...why);
  await place.build(newer);
  await place.text('canary', 'market', '--percent', '5', ...why);
  const opened = await openTarget(place.workspace, 'staging');
  const first = Math.ceil((await opened.store.now()) / MINUTE) * MINUTE;
  for (let at = 0; at < 8; at += 1) {
    const minute = new Date(first + at * MINUTE).toISOString();
    rows.push(
      healthMinute({ minute, version: newer.version, group: 'canary', visits: 60, failedVisits }),
      healthMinute({ minute, version: stable, group: 'stable', visits: 1_140 }),
    );
  }
  const { store } = opened;
  target = { ...opened, store: { ...store, now: async () => (await store.now()) + 10 * MINUTE } };
}
const turn = (options: { proposes?: boolean } = {}) =>
  createCanaryTurns({
    ...options,
    ...{ target, source: healthSourceOf(() => rows), author: 'the server' },
    rules: { visits: 100, minutes: 5, finalVisits: { min: 300, max: 300 }, maxLag: 5 },
  })();
const canary = async () => (await currentComposition(place.store, 'staging'))?.slices['market']?.canary;

it('aborts a canary that is worse, and has nothing to do then', async () => {
  await start({ canaries: { steps: [5, 25, 100] } }, 30);
  expect(await turn()).toMatchObject([{ slice: 'market', result: { kind: 'aborted' } }]);
  expect(await canary()).toBeUndefined();
  expect((await readCurrent(place.store, 'staging'))?.record.reason).toMatch(
    /^canary aborted automatically: /,
  );
  expect(await turn()).toEqual([]);
});

it('ends one by itself where changes want approvals', async () => {
  const steps = { canaries: { steps: [5, 25, 100] } };
  await start(steps, 30, shellRelease({ chooser: 'before-paint.js', handlesStart: true }));
  const policy = { approvals: { count: 1, by: ['Bea'] } };
  place.writeEnvironment('staging', { ...steps, policy });
  await place.text('env', 'apply', ...why);
  expect(await turn()).toMatchObject([{ slice: 'market', result: { kind: 'aborted' } }]);
  expect(await canary()).toMatchObject({ percent: 0 });
  expect(await turn()).toEqual([]);
  const state = await canaryState(target, 'market', newer.version);
  expect(state).toMatchObject({
    kind: 'absent',
    aborted: { reason: expect.stringMatching(/^canary aborted/) as string },
  });
});

it('proposes a step for which it has no key', async () => {
  await start({ canaries: { steps: [5, 25, 100] } }, 0);
  const { workspace } = target;
  const noKeys = signerOf([]);
  target = {
    ...target,
    workspace: { ...workspace, trust: { ...workspace.trust, isOwn: () => false, signer: () => noKeys } },
  };
  const [taken] = await turn({ proposes: true });
  expect(taken?.result).toMatchObject({
    kind: 'proposed',
    percent: 5,
    reasons: expect.arrayContaining([
      'slipway canary market --env staging --percent 25 --reason "judged"',
    ]) as unknown,
  });
});

it('proposes the same step to users: in the console, and in an alert that is sent once it has lasted', async () => {
  await start({ canaries: { steps: [5, 25, 100] } }, 30);
  const source = healthSourceOf(() => rows);
  const [proposal] = await readProposals(target, source);
  expect(proposal).toMatchObject({
    ...{ slice: 'market', version: newer.version, percent: 5 },
    action: { kind: 'abort', environment: 'staging', slice: 'market' },
    reason: expect.stringMatching(/^the canary is worse: failed visits:? .*%/) as string,
  });
  const found = (await createAlertFinder(target, source)()).filter(({ kind }) => kind === 'canary');
  const command = 'slipway canary market --env staging --abort --reason "judged"';
  expect(found).toMatchObject([
    { owner: 'newer-team', version: newer.version, proposal: { next: 0, command } },
  ]);
  const [alert] = found;
  expect(alert && alertLines(alert).join('\n')).toMatch(/is worse, and was not aborted\n.*failed visits/);
  expect(JSON.stringify(alert && slackBody(alert))).toContain('--abort');

  const waiting = updateOutbox({}, found, () => ['slack'], 0);
  const [entry] = Object.values(waiting);
  expect(entry?.deliveries.map((delivery) => isDue(delivery, 4 * MINUTE))).toEqual([false]);
  expect(entry?.deliveries.map((delivery) => isDue(delivery, 5 * MINUTE))).toEqual([true]);
  expect(await turn()).toMatchObject([{ result: { kind: 'aborted' } }]);
  expect(await readProposals(target, source)).toEqual([]);
  expect(updateOutbox(waiting, [], () => ['slack'], MINUTE)).toEqual({});
});

it('keeps a waiting alert about a step in a round that could not read the reports', async () => {
  await start({ canaries: { steps: [5, 25, 100] } }, 30);
  let isDown = false;
  const source = healthSourceOf(() => {
    if (isDown) throw new AppError('unavailable', 'The collector cannot be reached');
    return rows;
  });
  const owners = { '*': { json: 'https://alerts.example/' } };
  const readSettings = () => ({ secret: 'a secret that has more than 32 characters', owners, allow: [] });
  const round = createAlertRounds({ target, source, readSettings });
  const { outbox } = alertFiles(target.workspace.home, 'staging');
  await round();
  const waiting = readOutbox(outbox);
  expect(Object.values(waiting)).toMatchObject([
    { alert: { kind: 'canary' }, deliveries: [{ attempts: 0 }] },
  ]);
  isDown = true;
  await expect(round()).rejects.toThrow('The collector cannot be reached');
  expect(readOutbox(outbox)).toEqual(waiting);
});

it('proposes nothing before it is decided, and says what is missing', async () => {
  await start({ canaries: { steps: [5, 25, 100] } }, 0);
  rows = rows.slice(0, 4);
  const proposals = await readProposals(
    target,
    healthSourceOf(() => rows),
  );
  expect(proposals).toMatchObject([{ percent: 5, action: null }]);
  expect(proposals[0]?.reasons.join()).toMatch(/visits in this step/);
  expect(await readProposals(target, undefined)).toEqual([]);
});

it('raises a healthy one to the next step', async () => {
  await start({ canaries: { steps: [5, 25, 100] } }, 0);
  expect(await turn()).toMatchObject([{ result: { kind: 'raised', percent: 25 } }]);
  expect(await canary()).toMatchObject({ percent: 25 });
});

it('changes no canary of another environment, and reports what it may not do', async () => {
  await start({}, 30);
  expect(await turn()).toEqual([]);
  const freezes = [{ from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', reason: 'holidays' }];
  place.writeEnvironment('staging', { canaries: { steps: [5, 100] }, policy: { freezes } });
  await place.text('env', 'apply', ...why);
  const [taken] = await turn();
  expect(taken?.result).toBeInstanceOf(Error);
  expect(String(taken?.result)).toMatch(/the abort was rejected: staging is frozen/);
  expect(await canary()).toMatchObject({ percent: 5 });
});
