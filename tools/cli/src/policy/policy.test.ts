/**
 * Attacks on an environment's policy, in a real folder store. `forge` is a deployer whose command line was altered: it
 * signs and writes a revision with its own keys and skips every check, so only verification can reject it.
 * One file: all tests share one store and its forged deployer.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Composition } from '@slipway/contracts';
import { currentRevision } from '../composition/read';
import { type PolicyRecord, recordOf } from '../composition/record';
import { selectionOf } from '../composition/selection';
import { latestClaimedRevision, writeRevision } from '../composition/write';
import { settingsOf } from '../environment/settings';
import { pointerKey, revisionBase, settingsKey } from '../store/keys';
import { testEnvironment } from '../testing/compositions';
import { withEvidence } from '../testing/evidence';
import { openFolderStore } from '../testing/stores';
import {
  billingRelease,
  firstDeploy,
  keys,
  openSharedStore,
  type KeyOwner,
  type SharedStore,
} from '../testing/trust';
import { signRevision } from '../trust/deploying';
import { readAuthors } from '../trust/reading';
import { verifiedRelease } from '../trust/signedRelease';
import { verifyStatement } from '../trust/statements';
import { renewTimestamp } from '../trust/timestamps';
import { approvalDocuments, signApprovals } from './approvals';
import { approvablePlan, approvableRevision } from './approving';
import { plannedDocuments } from './plannedDocuments';
import { openBreakGlass } from './breakGlass';
import { statementHash } from './past';
import { approvalKey } from './paths';
import { type NamedPlan, writePlan } from './plan';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const policy = {
  approvals: { count: 1, by: ['Ada', 'Bea', 'market', 'stranger'] },
  breakGlass: ['Bea'],
};

let shared: SharedStore;
let home: string;
let versions = 0;
const idOf = (owner: KeyOwner) => keys[owner].key.keyID;
const staging = () => shared.workspace.environment('staging');
const verify = async (at?: string) => shared.verify('staging', undefined, at ?? home);
const nextBilling = () => billingRelease(`billing ${String((versions += 1))}`);

/** Never waits for the revisions that forgeries leave. */
const deployAs: SharedStore['deploy'] = (who, releases, request) =>
  shared.deploy(who, releases, { claimTimeout: 0, ...request });

const applyPolicy = async (fields: object, who: readonly KeyOwner[] = ['Ada'], isBreakGlass = false) =>
  deployAs(who, [], {
    settings: settingsOf(testEnvironment('staging', { policy: fields })),
    isBreakGlass,
  });

async function approving(who: readonly KeyOwner[]) {
  const trust = await shared.open(who, new Date(await shared.store.now()), home);
  return { trust, environment: staging(), workspace: shared.workspace };
}
const approve = async (who: KeyOwner, { sha256 }: Pick<NamedPlan, 'sha256'>) =>
  (await approvablePlan(await approving([who]), sha256)).sign();
/** An altered command line of an approver: it signs without looking. */
const signBlindly = async (who: KeyOwner, subject: string) =>
  signApprovals(await shared.open([who]), [idOf(who)], { environment: 'staging', subject, hours: 24 });

async function plan(
  release = nextBilling(),
): Promise<NamedPlan & { release: ReturnType<typeof billingRelease> }> {
  const { plan: written } = await deployAs(['Ada', 'billing'], [release], { isPlan: true });
  if (!written) throw new Error('no plan');
  return { ...written, release };
}

interface Forgery {
  who?: readonly KeyOwner[];
  plan?: NamedPlan;
  approvals?: readonly string[];
  isBreakGlass?: boolean;
  /** ISO-8601; now by default. */
  createdAt?: string;
  /** Continues this revision instead of the current one. */
  previous?: number;
}

/** Writes what the plan (or another site name) makes, without a check, and points to it while `attack` runs. */
async function forge(given: Forgery, attack: () => Promise<void>): Promise<void> {
  const { who = ['Ada'], plan: named, approvals = [], isBreakGlass = false } = given;
  const { store } = shared;
  const trust = await shared.open(who, new Date(await store.now()), home);
  const before = await verify();
  if (!before) throw new Error('nothing runs');
  const current = named?.plan.composition ?? before.composition;
  const content = named
    ? { ...current, settings: before.composition.settings }
    : { ...current, allowOverrides: true };
  const releases = await Promise.all(
    Object.entries({ shell: content.shell, ...content.slices }).map(async ([id, { version }]) => {
      const { release } = await verifiedRelease(trust, { id, version });
      return release;
    }),
  );
  const shell = releases.find((one) => one.kind === 'shell');
  const slices = releases.filter((one) => one.kind === 'slice');
  if (!shell) throw new Error('no shell');
  const number = 1 + (await latestClaimedRevision(store, 'staging'));
  const createdAt = given.createdAt ?? new Date(await store.now()).toISOString();
  const composition: Composition = { ...content, revision: number, createdAt };
  const record: PolicyRecord = {
    ...(named && { plan: named.name }),
    ...{ approvals: [...approvals], isBreakGlass },
    documents: plannedDocuments(content, [shell], slices),
  };
  const continued =
    given.previous === undefined
      ? before.statement
      : verifyStatement(store, trust.chain, 'staging', given.previous);
  await store.create(
    `${revisionBase('staging', number)}composition.json`,
    Buffer.from(JSON.stringify(composition)),
  );
  const written = recordOf(
    composition,
    before,
    { changes: [], settings: [] },
    {
      ...{ author: 'Bea', reason: 'forged' },
      policy: record,
    },
  );
  const statement = await continued;
  const key = settingsKey('staging', composition.settings ?? 0);
  const settings = [{ key, bytes: await shared.bytes(key) }];
  await writeRevision(store, {
    ...{ composition, record: written, shells: [shell], slices },
    sign: (files) => signRevision(trust, composition, statement, [...files, ...settings]),
  });
  try {
    await attack();
  } finally {
    await store.swap(
      pointerKey('staging'),
      JSON.stringify({ revision: number }),
      JSON.stringify({ revision: before.composition.revision }),
      revisionBase('staging', before.composition.revision),
    );
  }
}

const untrusted = (message: RegExp) => ({
  code: 'slice_untrusted',
  message: expect.stringMatching(message) as string,
});
const rejected = (message: RegExp) => ({
  code: 'slice_incompatible',
  message: expect.stringMatching(message) as string,
});

const rejectsForged = (forgery: Forgery, message: RegExp) =>
  forge(forgery, async () => {
    await expect(verify(shared.freshHome())).rejects.toMatchObject(untrusted(message));
    await expect(verify()).rejects.toMatchObject(untrusted(message));
  });

/** As `status` and `history` read them. */
const readRevisions = async () =>
  readAuthors({
    options: shared.trustOf([]),
    store: { ...shared.store },
    environment: { name: 'staging', root: undefined },
  });

const documentsOf = (subject: string) => approvalDocuments(shared.store, 'staging', subject);

beforeAll(async () => {
  shared = await openSharedStore(openFolderStore);
  home = shared.freshHome();
  await firstDeploy(shared);
  await applyPolicy(policy);
});
afterAll(() => shared.close());

it('deploys a plan that another owner approved, and says who; not without', async () => {
  const release = nextBilling();
  await expect(deployAs(['Ada', 'billing'], [release])).rejects.toMatchObject(
    rejected(
      /^staging needs 1 approval of Ada, Bea, market, stranger, not older than 24 h and not of the author, and has 0: run the same command with --plan/,
    ),
  );
  const named = await plan(release);
  expect(await currentRevision(shared.store, 'staging')).toBe(2);
  await expect(deployAs(['Ada', 'billing'], [release])).rejects.toMatchObject(
    rejected(/and has 0: they run slipway approve staging [0-9a-f]{12}$/),
  );
  const shown = await approvablePlan(await approving(['Bea']), named.sha256.slice(0, 12));
  expect(shown).toMatchObject({ author: 'Ada', changes: [{ app: 'billing', to: release.version }] });
  await shown.sign();
  const { composition, record } = await deployAs(['Ada', 'billing'], [release]);
  expect(composition.slices['billing']?.version).toBe(release.version);
  expect(record.policy?.plan).toBe(named.name);
  expect((await verify(shared.freshHome()))?.composition.revision).toBe(composition.revision);
});

describe('an approval does not count', () => {
  it.each<[string, (subject: string) => Promise<void>, RegExp]>([
    ['without any', () => Promise.resolve(), /and has 0/],
    ['of the author', (subject) => signBlindly('Ada', subject), /and has 0/],
    ['of a revoked key', (subject) => signBlindly('stranger', subject), /and has 0/],
    ['of an owner whom the policy does not name', (subject) => signBlindly('platform', subject), /and has 0/],
    [
      'of another plan',
      async (subject) => {
        const other = await plan();
        await signBlindly('Bea', other.sha256);
        for (const [index, text] of (await documentsOf(other.sha256)).entries())
          await shared.store.create(approvalKey('staging', subject, idOf('Bea'), index), Buffer.from(text));
      },
      /and has 0/,
    ],
    [
      'after it has expired',
      async (subject) =>
        signApprovals(await shared.open(['Bea']), [idOf('Bea')], {
          ...{ environment: 'staging', subject, hours: -1 },
        }),
      /and has 0/,
    ],
  ])('%s', async (_what, attack, message) => {
    const named = await plan();
    await attack(named.sha256);
    await expect(deployAs(['Ada', 'billing'], [named.release])).rejects.toMatchObject(rejected(message));
    await rejectsForged({ plan: named, approvals: await documentsOf(named.sha256) }, message);
  });

  it('a second time: replayed after a rollback', async () => {
    const named = await plan();
    await approve('Bea', named);
    await deployAs(['Ada', 'billing'], [named.release]);
    const approvals = await documentsOf(named.sha256);
    const older = nextBilling();
    await deployAs(['Bea', 'billing'], [older], { isBreakGlass: true });
    await expect(deployAs(['Ada', 'billing'], [named.release])).rejects.toMatchObject(rejected(/and has 0/));
    await rejectsForged({ plan: named, approvals }, /is a plan of another change/);
    await expect(approve('Bea', named)).rejects.toMatchObject(rejected(/was carried out already/));
  });

  it('when the same change was carried out and undone', async () => {
    const withBudget = { settings: settingsOf(testEnvironment('staging', { policy, pageBudget: 900_000 })) };
    const { plan: named } = await deployAs(['Ada'], [], { ...withBudget, isPlan: true });
    if (!named) throw new Error('no plan');
    await approve('Bea', named);
    await deployAs(['Ada'], [], withBudget);
    await applyPolicy(policy, ['Bea'], true);
    await expect(deployAs(['Ada'], [], withBudget)).rejects.toMatchObject(
      rejected(/has 0\. Plan [0-9a-f]{12} was carried out already, or others have changed settings since/),
    );
  });
});

describe('a plan', () => {
  it('is void when its author did not sign it (a forged author)', async () => {
    const named = await plan();
    const forged = await writePlan(shared.store, { ...named.plan, author: [idOf('market')] });
    await signBlindly('Bea', forged.sha256);
    await expect(approve('Bea', forged)).rejects.toMatchObject(
      rejected(/names market as its author, who has not signed it/),
    );
    await rejectsForged(
      { plan: forged, approvals: await documentsOf(forged.sha256) },
      /was made by market, and Ada deploys it/,
    );
  });

  it('is rejected by the approver when it says something else than it does', async () => {
    const named = await plan();
    const altered = await writePlan(shared.store, {
      ...named.plan,
      changes: { ...named.plan.changes, site: [named.sha256, named.sha256] },
    });
    await signBlindly('Ada', altered.sha256);
    await expect(approve('Bea', altered)).rejects.toMatchObject(
      rejected(/does not say what its releases and settings make here/),
    );
  });

  it('stays good while others deploy something else, and covers nothing more', async () => {
    const named = await plan();
    await approve('Bea', named);
    await applyPolicy({ ...policy, breakGlass: ['Bea', 'Ada'] }, ['Bea'], true);
    await applyPolicy(policy, ['Bea'], true);
    const smuggled = {
      ...named,
      plan: { ...named.plan, composition: { ...named.plan.composition, deterrent: false } },
    };
    await rejectsForged(
      { plan: smuggled, approvals: await documentsOf(named.sha256) },
      /is a plan of another change/,
    );
    await deployAs(['Ada', 'billing'], [named.release]);
    expect((await verify())?.record.policy?.plan).toBe(named.name);
  });

  it('is not approved by its author, nor by owners whom the policy does not name', async () => {
    const named = await plan();
    await expect(approve('Ada', named)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(approve('platform', named)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(approve('stranger', named)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('settings', () => {
  it('change by the policy before the change: a weaker policy does not approve itself', async () => {
    await expect(applyPolicy({})).rejects.toMatchObject(rejected(/and has 0/));
    await rejectsForged({}, /and has 0/);
  });

  it('a fork from before the policy is rejected where a newer revision was verified or timestamped', async () => {
    const state = await verify();
    if (state) await renewTimestamp(await shared.open(['admin']), 'staging', state.statement);
    await rejectsForged({ previous: 1 }, /does not continue revision \d+, which was verified before/);
  });
});

describe('break-glass', () => {
  it('is for those whom the policy lists', async () => {
    const release = nextBilling();
    await expect(deployAs(['Ada', 'billing'], [release], { isBreakGlass: true })).rejects.toMatchObject(
      rejected(/Ada may not use --break-glass for staging: only Bea may/),
    );
    await rejectsForged({ isBreakGlass: true }, /Ada may not use --break-glass/);
  });

  it('is the only way back from a revision that cannot be verified', async () => {
    const rollbackTo = (await verify())?.composition;
    if (!rollbackTo) throw new Error('nothing runs');
    const recover = (who: KeyOwner, isBreakGlass: boolean) =>
      deployAs([who], [], {
        ...{ edits: { base: selectionOf(rollbackTo) }, rollbackTo, isBreakGlass },
        isDryRun: true,
      });
    await forge({}, async () => {
      expect(await recover('Bea', false)).toMatchObject({
        isRecovery: true,
        rejections: ['The current revision of staging cannot be verified: roll back with --break-glass'],
      });
      const [rejection] = (await recover('Ada', true)).rejections ?? [];
      expect(rejection).toMatch(/^Ada may not use --break-glass for staging: only Bea may/);
      expect((await recover('Bea', true)).rejections).toEqual([]);
    });
  });

  it('stays visible until another owner acknowledges it, or an approved revision follows', async () => {
    const open = async () => openBreakGlass(await shared.open([]), 'staging');
    await deployAs(['Bea', 'billing'], [nextBilling()], { isBreakGlass: true, reason: 'an outage' });
    const revision = await currentRevision(shared.store, 'staging');
    expect(await open()).toEqual([{ revision, author: 'Bea', reason: 'an outage', canAcknowledge: false }]);
    const isFor = async (who: KeyOwner) =>
      (await openBreakGlass(await shared.open([who]), 'staging')).map(({ canAcknowledge }) => canAcknowledge);
    expect([await isFor('Ada'), await isFor('Bea'), await isFor('platform')]).toEqual([
      [true],
      [false],
      [false],
    ]);
    await expect(approvableRevision(await approving(['Bea']), revision)).rejects.toMatchObject({
      code: 'forbidden',
    });
    const state = await verify();
    await signBlindly('Bea', state ? statementHash(state.statement) : '');
    expect(await open()).toHaveLength(1);
    await (await approvableRevision(await approving(['Ada']), revision)).sign();
    expect(await open()).toEqual([]);

    await deployAs(['Bea', 'billing'], [nextBilling()], { isBreakGlass: true, reason: 'again' });
    expect(await open()).toHaveLength(1);
    const named = await plan();
    await approve('Bea', named);
    await deployAs(['Ada', 'billing'], [named.release]);
    expect(await open()).toEqual([]);
  });

  it('is acknowledged once by each of the owners whom the policy wants', async () => {
    await applyPolicy({ ...policy, approvals: { ...policy.approvals, count: 2 } }, ['Bea'], true);
    await deployAs(['Bea', 'billing'], [nextBilling()], { isBreakGlass: true, reason: 'an outage' });
    const revision = await currentRevision(shared.store, 'staging');
    await (await approvableRevision(await approving(['Ada']), revision)).sign();
    const isFor = async (who: KeyOwner) =>
      (await openBreakGlass(await shared.open([who]), 'staging')).find((one) => one.revision === revision)
        ?.canAcknowledge;
    expect([await isFor('Ada'), await isFor('market')]).toEqual([false, true]);
    await applyPolicy(policy, ['Bea'], true);
  });

  it('is acknowledged by any other owner where the policy names no approvers', async () => {
    await applyPolicy({ breakGlass: ['Bea'] }, ['Bea'], true);
    await deployAs(['Bea', 'billing'], [nextBilling()], { isBreakGlass: true, reason: 'in a freeze' });
    const revision = await currentRevision(shared.store, 'staging');
    const open = async (who: KeyOwner = 'platform') =>
      (await openBreakGlass(await shared.open([who]), 'staging')).filter((one) => one.revision === revision);
    expect(await open()).toMatchObject([{ reason: 'in a freeze', canAcknowledge: true }]);
    // Its key has no role.
    expect(await open('stranger')).toMatchObject([{ reason: 'in a freeze', canAcknowledge: false }]);
    await expect(approvableRevision(await approving(['Bea']), revision)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Bea made this change, and no author approves a change of theirs: ask another owner of a key',
    });
    await (await approvableRevision(await approving(['platform']), revision)).sign();
    expect(await open()).toEqual([]);
    await applyPolicy(policy, ['Bea'], true);
  });
});

describe('a threshold', () => {
  it('of two is not met by one approval; the wrong deployer is named at once', async () => {
    await applyPolicy(
      { ...policy, approvals: { ...policy.approvals, count: 2 }, deployers: { billing: ['owners'] } },
      ['Bea'],
      true,
    );
    const named = await plan();
    await approve('Bea', named);
    await expect(deployAs(['Ada', 'billing'], [named.release])).rejects.toMatchObject(
      rejected(
        /^Ada may not change billing: one of billing has to deploy it\nstaging needs 2 approvals .*has 1 \(Bea\)/,
      ),
    );
    await rejectsForged(
      { plan: named, approvals: await documentsOf(named.sha256) },
      /Ada may not change billing.*\n.*has 1 \(Bea\)/,
    );
    await applyPolicy(policy, ['Bea'], true);
  });
});

describe('a freeze', () => {
  it.each([
    ['now', 0],
    ['and a clock a day ahead', DAY],
    ['and a clock a day behind', -DAY],
  ])('counts by the time of the store, %s', async (_clock, offset) => {
    const now = await shared.store.now();
    const window = (from: number, to: number) => [
      { reason: 'audit', from: new Date(now + from).toISOString(), to: new Date(now + to).toISOString() },
    ];
    vi.useFakeTimers({ now: now + offset, toFake: ['Date'] });
    try {
      await applyPolicy({ freezes: window(-HOUR, HOUR), breakGlass: ['Bea'] }, ['Bea'], true);
      await expect(deployAs(['Ada', 'billing'], [nextBilling()])).rejects.toMatchObject(
        rejected(/staging is frozen at .* \(audit, .*\): wait, or ask Bea to use --break-glass/),
      );
      await rejectsForged({}, /staging is frozen at/);
      const others = [...window(-2 * DAY, -HOUR), ...window(HOUR, 2 * DAY)];
      await applyPolicy({ freezes: others, breakGlass: ['Bea'] }, ['Bea'], true);
      const { isWritten } = await deployAs(['Ada', 'billing'], [nextBilling()]);
      expect(isWritten).toBe(true);
      await verify(shared.freshHome());
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a bill of materials and provenance', () => {
  it('are required of releases that are new here: by a publish, a deploy, and readers of a forged revision', async () => {
    await applyPolicy(policy, ['Bea'], true);
    const named = await plan();
    await approve('Bea', named);
    await applyPolicy({ requireEvidence: true, breakGlass: ['Bea'] }, ['Bea'], true);
    const message =
      /staging requires a bill of materials and provenance \(policy\.requireEvidence\), and billing [0-9a-f]{8} was built without: build it with sliceConfig/;
    await expect(deployAs(['Ada', 'billing'], [named.release])).rejects.toMatchObject(rejected(message));
    await rejectsForged({ plan: named, approvals: await documentsOf(named.sha256) }, message);

    const publishBilling = () => shared.as(['billing'], 'publish', 'billing', '--env', 'staging');
    await shared.build(nextBilling());
    expect(await publishBilling()).toMatchObject({
      out: '',
      error: expect.stringMatching(message) as string,
    });
    const proven = withEvidence(nextBilling());
    await shared.build(proven);
    expect(await publishBilling()).toMatchObject({ code: 0, error: '' });
    await deployAs(['Ada', 'billing'], [proven]);
    await deployAs(['Ada', 'platform'], [], { settings: settingsOf(testEnvironment('staging')) });
    await verify(shared.freshHome());
  });

  it('are not required in an emergency, by those whom the policy lists', async () => {
    await applyPolicy({ requireEvidence: true, breakGlass: ['Bea'] });
    const { isWritten } = await deployAs(['Bea', 'billing'], [nextBilling()], { isBreakGlass: true });
    expect(isWritten).toBe(true);
    await verify(shared.freshHome());
    // The release runs already: another change needs no evidence of it.
    await applyPolicy(policy, ['Bea'], true);
    await verify(shared.freshHome());
  });
});

it('is in status and history where a revision does not meet it, and in no other row', async () => {
  await forge({ plan: await plan() }, async () => {
    const found = await readRevisions();
    const current = await currentRevision(shared.store, 'staging');
    expect(await found.failure()).toMatch(/needs 1 approval/);
    expect(await found.failureOf(current)).toMatch(/does not meet the policy: .*needs 1 approval/);
    expect([await found.failureOf(1), await found.failureOf(2)]).toEqual([undefined, undefined]);
  });
});

it('is met in the history by a revision that was approved', async () => {
  const named = await plan();
  await approve('Bea', named);
  const { composition } = await deployAs(['Ada', 'billing'], [named.release]);
  expect(await (await readRevisions()).failureOf(composition.revision)).toBeUndefined();
});
