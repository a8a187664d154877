/**
 * Canaries under a policy with approvals, in a real folder store: starting one needs an approval, ending it needs none, and
 * nothing else can be done in the name of an end. `forge` writes revisions as an altered command
 * line would. One file: the forgeries alter one history.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { canOrder, endCanary } from '../composition/endCanary';
import { latestClaimedRevision, storeRevision } from '../composition/write';
import { settingsOf } from '../environment/settings';
import { pointerKey, revisionBase, settingsKey } from '../store/keys';
import { testEnvironment } from '../testing/compositions';
import { shellRelease } from '../testing/releases';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  keys,
  marketRelease,
  openSharedStore,
  type KeyOwner,
  type SharedStore,
} from '../testing/trust';
import { readerOf, signStatement } from '../trust/statements';
import { approvablePlan } from './approving';
import { inRevision, offlineIn, orderRecord, withoutShares } from './order';

const policy = { approvals: { count: 1, by: ['Bea'] } };
const shellWith = (contracts: number[]) =>
  shellRelease({
    ...{ contracts, chooser: 'before-paint.js', worker: 'before-paint.js' },
    handlesStart: true,
  });
const newerShell = shellWith([1, 3]);
const newerBilling = billingRelease('billing, the next');
const anyone = ['Ada', 'billing', 'platform'] as const;

let shared: SharedStore;
let home: string;
const verify = async (at = home) => shared.verify('staging', undefined, at);
const composition = async (): Promise<Composition> => {
  const state = await verify(shared.freshHome());
  if (!state) throw new Error('nothing runs');
  return state.composition;
};
const give = (id: string, release: typeof newerShell | typeof newerBilling, percent: number) => ({
  edits: { canaries: new Map([[id, { version: release.version, percent }]]) },
});

/** Starts a canary as the policy wants it. */
async function start(id: string, release: typeof newerShell | typeof newerBilling, percent = 10) {
  const change = give(id, release, percent);
  await expect(shared.deploy(anyone, [release], change)).rejects.toMatchObject({
    code: 'slice_incompatible',
    message: expect.stringMatching(/needs 1 approval of Bea/) as string,
  });
  const { plan } = await shared.deploy(anyone, [release], { ...change, isPlan: true });
  const trust = await shared.open(['Bea'], new Date(await shared.store.now()), home);
  const environment = shared.workspace.environment('staging');
  const shown = await approvablePlan({ trust, environment, workspace: shared.workspace }, plan?.sha256 ?? '');
  await shown.sign();
  await shared.deploy(anyone, [release], change);
}

const targetOf = (who: readonly KeyOwner[]) => ({
  workspace: { ...shared.workspace, trust: shared.trustOf(who) },
  environment: shared.workspace.environment('staging'),
  store: { ...shared.store },
  named: 'staging',
});
const end = async (who: readonly KeyOwner[], app: string) =>
  endCanary(targetOf(who), app, { author: 'x', reason: 'worse' });

interface Parts {
  composition: Composition;
  documents: Map<string, Buffer>;
  record: { reason: string; changes: unknown[] };
  expires: string | undefined;
}

/** Writes an order that `tamper` has changed, and points to it while `attack` runs. */
async function forge(
  who: KeyOwner,
  tamper: (parts: Parts) => void,
  attack: () => Promise<void>,
): Promise<void> {
  const { store } = shared;
  const now = new Date(await store.now());
  const trust = await shared.open([who], now, home);
  const state = await verify();
  if (!state) throw new Error('nothing runs');
  const { statement } = state;
  const read = readerOf(store, statement);
  const text = await read('composition.json');
  const from = JSON.parse(text) as Composition;
  const revision = 1 + (await latestClaimedRevision(store, 'staging'));
  const parts: Parts = {
    composition: {
      ...(withoutShares(text, ['billing']) as unknown as Composition),
      ...{ revision, createdAt: now.toISOString() },
    },
    documents: new Map(),
    record: { reason: '', changes: [] },
    expires: undefined,
  };
  tamper(parts); // the composition
  const to = parts.composition;
  const base = revisionBase('staging', from.revision);
  const names = Object.keys(statement.document.signed.targets)
    .filter((key) => key.startsWith(base) && !/(?:composition|record)\.json$/.test(key))
    .map((key) => key.slice(base.length));
  const offline = await offlineIn(to, read);
  for (const name of names)
    parts.documents.set(name, Buffer.from(inRevision(name, await read(name), { to, offline })));
  const record = orderRecord(state, to, { author: who, reason: 'forged' });
  parts.record = record;
  tamper(parts); // the rest
  await store.create(`${revisionBase('staging', revision)}composition.json`, Buffer.from(JSON.stringify(to)));
  const key = settingsKey('staging', to.settings ?? 0);
  const settings = { key, bytes: await shared.bytes(key) };
  await storeRevision(store, {
    ...{ composition: to, record, documents: [...parts.documents] },
    sign: (files) =>
      signStatement(
        trust.chain,
        trust.signer,
        {
          ...{ environment: 'staging', revision, createdAt: to.createdAt, previous: statement },
          ...{ files: [...files, settings], isOrder: true },
        },
        now,
      ),
  });
  try {
    await attack();
  } finally {
    await store.swap(
      pointerKey('staging'),
      JSON.stringify({ revision }),
      JSON.stringify({ revision: from.revision }),
      revisionBase('staging', from.revision),
    );
  }
}

beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  home = shared.freshHome();
  const first = [shellWith([1]), marketRelease(), billingRelease()];
  await shared.deploy([...anyone, 'market'], first);
  // Its documents offer the shell before.
  await shared.deploy(anyone, [shellWith([1, 2])]);
  const stranger = keys.stranger.key.keyVal['public'] ?? '';
  const added = await shared.as(
    ['admin'],
    ...['trust', 'add', stranger, '--name', 'judge', '--ender', '--env', 'staging'],
  );
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/canary-enders-staging/) as string });
  const settings = settingsOf(testEnvironment('staging', { policy }));
  await shared.deploy(anyone, [], { settings });
});
afterAll(() => shared.close());

it('rejects an unapproved canary of the shell, and ends an approved one without an approval', async () => {
  await start('shell', newerShell);
  expect((await composition()).shell).toMatchObject({
    canary: { percent: 10, release: { version: newerShell.version } },
    fallback: { version: shellWith([1]).version },
  });
  expect(await canOrder(targetOf([]), await composition())).toBe(true);
  const { record } = await end(['Ada'], 'shell');
  expect(record.changes).toEqual([
    { kind: 'canary', app: 'shell', from: { version: newerShell.version, percent: 10 }, to: null },
  ]);
  expect((await composition()).shell.canary?.percent).toBe(0);
});

describe('a key that may only end canaries', () => {
  beforeAll(async () => {
    await start('billing', newerBilling);
  });

  it('cannot deploy, and cannot start or raise a canary', async () => {
    const forbidden = { code: 'forbidden' };
    await expect(shared.deploy(['stranger'], [])).rejects.toMatchObject(forbidden);
    await expect(
      shared.deploy(['stranger', 'billing'], [newerBilling], give('billing', newerBilling, 50)),
    ).rejects.toMatchObject(forbidden);
  });

  it.each<[string, (parts: Parts) => void, RegExp]>([
    ['another setting', ({ composition: to }) => (to.allowOverrides = true), /changes more than the share/],
    [
      'a larger share',
      ({ composition: to }) => {
        const { canary } = to.slices['billing'] ?? {};
        if (canary) canary.percent = 90;
      },
      /changes more than the share/,
    ],
    [
      'another release for everyone',
      ({ composition: to }) => {
        const { billing } = to.slices;
        if (billing?.canary) Object.assign(billing, billing.canary.release);
      },
      /changes more than the share/,
    ],
    [
      'a release without a canary',
      ({ composition: to }) => {
        delete to.slices['market'];
      },
      /changes more than the share/,
    ],
    [
      'an altered document',
      ({ documents }) => documents.set('index.html', Buffer.from('<!doctype html>')),
      /and it has another index\.html:/,
    ],
    [
      'an added document',
      ({ documents }) => documents.set('evil.html', Buffer.from('<!doctype html>')),
      /has other files/,
    ],
    [
      'an altered service worker',
      ({ documents }) => documents.set('slipway-worker.js', Buffer.from('self.x=1')),
      /and it has another slipway-worker\.js:/,
    ],
    [
      'a service worker that opens another document',
      ({ documents }) => {
        const text = documents.get('slipway-revision.js')?.toString() ?? '';
        documents.set('slipway-revision.js', Buffer.from(text.replace(/"sha384-[^"]+"/, '"sha384-AAAA"')));
      },
      /and its service worker opens another document:/,
    ],
    ['a false record', ({ record }) => (record.changes = []), /its record says something else/],
    [
      'a time in the future',
      ({ composition: to }) => (to.createdAt = '2100-01-01T00:00:00.000Z'),
      /its time, 2100-01-01T00:00:00Z, is not between/,
    ],
  ])('cannot sign %s, and no deployer brings it past the approval', async (_what, tamper, message) => {
    await forge('stranger', tamper, async () => {
      for (const at of [home, shared.freshHome()])
        await expect(verify(at)).rejects.toMatchObject({
          code: 'slice_untrusted',
          message: expect.stringMatching(message) as string,
        });
    });
    await forge('Ada', tamper, async () => {
      await expect(verify()).rejects.toMatchObject({ code: 'slice_untrusted' });
    });
  });

  it('ends one, and the next deploy of another slice does not touch it', async () => {
    await end(['stranger'], 'billing');
    const ended = await composition();
    expect(ended.slices['billing']?.canary?.percent).toBe(0);
    expect((await verify())?.record.author).toBe('judge');
    await expect(end(['stranger'], 'billing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(end(['market'], 'billing')).rejects.toMatchObject({ code: 'not_found' });
    // A change of another app contains none of billing, which its deployers would have to approve.
    const change = give('shell', newerShell, 20);
    const { plan } = await shared.deploy(['Ada', 'platform'], [newerShell], { ...change, isPlan: true });
    const parts = Object.keys(plan?.plan.changes ?? {}).filter((part) => !part.startsWith('document '));
    expect(parts).toEqual(['shell']);
  });
});
