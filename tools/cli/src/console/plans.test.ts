/**
 * A change that needs approvals, from two consoles: one user plans it, another approves it, the first carries it out. One
 * file: its tests continue one history.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Terminal } from '../command-line/command';
import { currentRevision } from '../composition/read';
import { settingsOf } from '../environment/settings';
import { testEnvironment } from '../testing/compositions';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  firstDeploy,
  openSharedStore,
  type KeyOwner,
  type SharedStore,
} from '../testing/trust';
import { signApprovals } from '../policy/approvals';
import { recentPlans, writePlan } from '../policy/plan';
import type { Action, Overview, PendingPlan, Preview } from './api';
import { consoleRoutes } from './routes';

const HOST = '127.0.0.1:4399';
const headers = {
  ...{ host: HOST, origin: `http://${HOST}`, authorization: 'Bearer key' },
  'content-type': 'application/json',
};

let shared: SharedStore;

beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  await firstDeploy(shared);
  await shared.deploy(['Ada', 'billing'], [billingRelease('the plans team')]);
  const policy = { approvals: { count: 1, by: ['Ada', 'Bea'] } };
  await shared.deploy(['Ada'], [], { settings: settingsOf(testEnvironment('staging', { policy })) });
});
afterAll(() => shared.close());

/** The console on the machine of this user. */
async function consoleOf(owner: KeyOwner) {
  await shared.as([owner], 'status'); // puts the key there
  const terminal: Terminal = {
    ...{ env: {}, workspace: () => shared.workspace, isInteractive: false },
    ask: () => Promise.reject(new Error('The terminal is not interactive')),
    progress: () => undefined,
    print: () => undefined,
    interrupted: () => Promise.resolve(),
  };
  const routes = consoleRoutes({
    terminal,
    access: { hosts: [HOST], origins: [`http://${HOST}`], token: 'key' },
    pages: () => new Response('the page'),
    ...{ isReadOnly: false, only: undefined, healthSource: () => undefined },
    openRevisions: { open: () => Promise.reject(new Error('not in this test')) },
  });
  const send = async (path: string, body: object) => {
    const response = await routes.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const get = async (path: string): Promise<unknown> => (await routes.request(path, { headers })).json();
  const preview = async (action: Action) => (await send('/api/preview', action)).body as Preview;
  return {
    preview,
    async run(action: Action, isPlan = false) {
      const { before, changes, settings } = await preview(action);
      const confirmed = { before, changes, settings };
      return send('/api/run', { id: randomUUID(), action, reason: 'totals are wrong', isPlan, confirmed });
    },
    async bypassed() {
      const { environments } = (await get('/api/overview')) as Overview;
      return environments.find(({ environment }) => environment === 'staging')?.breakGlass;
    },
    plans: () => get('/api/plans?environment=staging') as Promise<PendingPlan[]>,
  };
}

it('is planned, approved by another user, and carried out', async () => {
  const rollback: Action = { kind: 'rollback', environment: 'staging', to: 1, slices: ['billing'] };
  const ada = await consoleOf('Ada');
  expect(await ada.preview(rollback)).toMatchObject({
    rejections: [
      'staging needs 1 approval of Ada, Bea, not older than 24 h and not of the author, and has 0: write a plan, and ask them to approve it',
    ],
    canPlan: true,
  });
  expect((await ada.run(rollback)).status).toBe(422);
  expect(await ada.run(rollback, true)).toMatchObject({ status: 200, body: { revision: null } });
  const [plan] = await ada.plans();
  expect(plan).toMatchObject({
    author: 'Ada',
    reason: 'totals are wrong',
    approvals: [],
    wanted: 1,
    ...{ isOwn: true, canApprove: false, action: rollback },
  });
  const id = plan?.plan.slice(0, 12) ?? '';
  expect(await ada.preview(rollback)).toMatchObject({
    rejections: [expect.stringContaining(`and has 0: plan ${id} waits for them in History`)],
    canPlan: false,
  });
  const approve: Action = { kind: 'approve', environment: 'staging', plan: id };
  expect(await ada.preview(approve)).toMatchObject({ error: { code: 'forbidden' } });

  const bea = await consoleOf('Bea');
  expect(await bea.plans()).toMatchObject([{ isOwn: false, canApprove: true }]);
  expect(await bea.preview(approve)).toMatchObject({
    command: `npx slipway approve staging ${approve.plan}`,
    changes: [{ app: 'billing' }],
    approved: { author: 'Ada', reason: 'totals are wrong' },
  });
  expect(await bea.run(approve)).toMatchObject({ status: 200, body: { revision: null } });
  expect(await bea.plans()).toMatchObject([{ approvals: [{ by: 'Bea' }], canApprove: false }]);

  const again = await consoleOf('Ada');
  expect((await again.preview(rollback)).rejections).toEqual([]);
  expect(await again.run(rollback)).toMatchObject({ status: 200, body: { revision: 4 } });
  expect(await again.plans()).toEqual([]);
});

it('names the releases that it deploys, and counts no approval that has expired', async () => {
  const ada = await consoleOf('Ada');
  const version = billingRelease('the plans team').version;
  const deploy: Action = { kind: 'deploy', environment: 'staging', releases: [`billing@${version}`] };
  expect((await ada.run(deploy, true)).status).toBe(200);
  const [plan] = await ada.plans();
  expect(plan?.action).toEqual(deploy);
  const trust = await shared.open(['Bea']);
  const approval = { environment: 'staging', subject: plan?.plan ?? '', hours: 0 };
  await signApprovals(trust, trust.signer.keyIds, approval);
  const bea = await consoleOf('Bea');
  expect(await bea.plans()).toMatchObject([{ approvals: [], canApprove: true }]);
  await bea.run({ kind: 'approve', environment: 'staging', plan: plan?.plan ?? '' });
  const again = await consoleOf('Ada');
  expect(await again.plans()).toMatchObject([{ approvals: [{ by: 'Bea' }] }]);
  expect(await again.run(deploy)).toMatchObject({ status: 200, body: { revision: 5 } });
});

it('offers no action on another environment, and no approval, whatever a plan says', async () => {
  const ada = await consoleOf('Ada');
  await ada.run({ kind: 'rollback', environment: 'staging', to: 1, slices: ['billing'] }, true);
  const [named] = await recentPlans(shared.store, 'staging', 5).then((plans) =>
    plans.filter(({ plan }) => plan.base.revision === 5),
  );
  if (!named) throw new Error('no plan was written');
  const elsewhere = { kind: 'abort', environment: 'production', slice: 'billing' };
  const approve = { kind: 'approve', environment: 'staging', plan: named.sha256.slice(0, 12) };
  const acknowledge = { kind: 'acknowledge', environment: 'staging', revision: 1 };
  const unknown = { kind: 'drop', environment: 'staging' };
  for (const action of [elsewhere, approve, acknowledge, unknown, undefined])
    await writePlan(shared.store, { ...named.plan, action });
  const actions = (await ada.plans()).map(({ action }) => action?.kind ?? null).sort();
  expect(actions).toEqual([null, null, null, null, null, 'rollback']);
});

it('of settings is carried out from the file of the environment', async () => {
  const policy = { approvals: { count: 1, by: ['Ada', 'Bea'] } };
  shared.writeEnvironment('staging', { policy, allowOverrides: true });
  const planned = await shared.as(
    ['Ada'],
    ...['env', 'apply', '--env', 'staging', '--reason', 'links of testers', '--plan'],
  );
  expect(planned).toMatchObject({ code: 0, error: '' });
  const bea = await consoleOf('Bea');
  const plan = (await bea.plans()).find(({ reason }) => reason === 'links of testers');
  const action: Action = { kind: 'settings', environment: 'staging' };
  expect(plan).toMatchObject({ canApprove: true, action });
  await bea.run({ kind: 'approve', environment: 'staging', plan: plan?.plan ?? '' });
  const ada = await consoleOf('Ada');
  expect(await ada.preview(action)).toMatchObject({
    command: 'npx slipway env apply --env staging',
    rejections: [],
    settings: expect.arrayContaining([expect.objectContaining({ field: 'allowOverrides', to: true })]) as [],
  });
  expect((await ada.run(action)).status).toBe(200);
  // A file that says something else than the approved plan needs another one.
  shared.writeEnvironment('staging', { policy, allowOverrides: false });
  expect(await ada.preview(action)).toMatchObject({ canPlan: true });
});

it('that bypassed the policy is acknowledged by another user', async () => {
  const policy = { approvals: { count: 1, by: ['Bea'] }, breakGlass: ['Ada'] };
  shared.writeEnvironment('staging', { policy });
  const why = ['--env', 'staging', '--reason', 'an outage'];
  await shared.as(['Ada'], 'env', 'apply', ...why, '--plan');
  const bea = await consoleOf('Bea');
  const plan = (await bea.plans()).find(({ reason }) => reason === 'an outage');
  await bea.run({ kind: 'approve', environment: 'staging', plan: plan?.plan ?? '' });
  await shared.as(['Ada'], 'env', 'apply', ...why);
  await shared.as(['Ada'], 'rollback', 'billing', '--to', '1', '--break-glass', ...why);
  const revision = await currentRevision(shared.store, 'staging');
  const acknowledge: Action = { kind: 'acknowledge', environment: 'staging', revision };
  const ada = await consoleOf('Ada');
  expect(await ada.bypassed()).toMatchObject([{ revision, author: 'Ada', canAcknowledge: false }]);
  expect(await ada.preview(acknowledge)).toMatchObject({ error: { code: 'forbidden' } });

  const other = await consoleOf('Bea');
  expect(await other.bypassed()).toMatchObject([{ revision, canAcknowledge: true }]);
  expect(await other.preview(acknowledge)).toMatchObject({
    command: `npx slipway approve staging --revision ${String(revision)}`,
    changes: [{ app: 'billing' }],
    approved: { author: 'Ada', reason: 'an outage' },
  });
  await other.run(acknowledge);
  expect(await other.bypassed()).toEqual([]);
});
