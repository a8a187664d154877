/**
 * Prepares an approval. The approver's own machine composes and renders the plan again from signed releases, so that
 * the diff it shows is what would run, and rejects a plan that differs.
 */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@slipway/contracts';
import { minimumTimeFailures } from '../checks/minimumTime';
import { readComposition } from '../composition/read';
import { stableVersion } from '../composition/record';
import { type Change, changesBetween, selectionOf } from '../composition/selection';
import type { Environment } from '../environment/environment';
import type { Policy } from '../environment/policy';
import { type SettingsChange, settingsChanges, withSettings } from '../environment/settings';
import type { Workspace } from '../environment/workspace';
import { verifiedState } from '../trust/deploying';
import { historyFrom } from '../trust/history';
import type { Trust } from '../trust/open';
import { verifyStatement } from '../trust/statements';
import { approvalDocuments, approvalKeys, signApprovals, verifiedApprovals } from './approvals';
import { movedSince, type Past, pastOf, pastWith, partsOfPast, statementHash } from './past';
import { partsAgain, rejection } from './planParts';
import { movedNames, partChanges } from './parts';
import { type NamedPlan, type Plan, planNamed, shortPlan } from './plan';
import { isNamed, keyOwnerOf } from './rules';

export interface Approving {
  workspace: Workspace;
  environment: Environment;
  trust: Trust;
}

/** The plan or the revision that is about to be approved. */
export interface Approvable {
  /** The owner of this machine's key, who is about to sign. */
  approver: string;
  author: string;
  reason: string;
  changes: Change[];
  settings: readonly SettingsChange[];
  sign(): Promise<void>;
}

const ownersOf = (trust: Trust, keyIds: readonly string[]) =>
  [...new Set(keyIds.map((keyId) => keyOwnerOf(trust.chain, keyId)))].join(' and ');

/**
 * How long an approval is valid, in hours, if the policy has no `approvals`: for example of break-glass during a
 * freeze.
 */
const HOURS = 24;

/**
 * The keys of this machine that the policy names and that are not the author's. Break-glass can be acknowledged also
 * where the policy names no approvers: by anyone but its authors. @throws `forbidden`, `invalid_input`
 */
function keysFor(
  { trust, environment }: Approving,
  policy: Policy | undefined,
  authors: readonly string[],
  /** For a revision that already runs: its number, and whether it used break-glass. */
  made?: { revision: number; isBreakGlass: boolean },
): { keyIds: string[]; hours: number } {
  const { chain } = trust;
  const rules = [policy?.approvals, policy?.errorBudget?.approvals].filter((rule) => rule !== undefined);
  const [first] = rules;
  if (!first && !made?.isBreakGlass)
    throw new AppError(
      'invalid_input',
      made
        ? `Revision ${String(made.revision)} of ${environment.name} needed no approval and did not break glass: there is nothing to approve`
        : `${environment.name} does not require approvals: deploy without --plan`,
    );
  const by = [...new Set(rules.flatMap((rule) => rule.by))];
  const owners = [...new Set(authors.map((keyId) => keyOwnerOf(chain, keyId)))];
  const keyIds = approvalKeys(trust, environment.name);
  const named = keyIds.filter((keyId) => !first || isNamed(chain, by, keyId));
  const allowed = named.filter((keyId) => !owners.includes(keyOwnerOf(chain, keyId)));
  if (allowed.length > 0) return { keyIds: allowed, hours: first?.hours ?? HOURS };
  throw new AppError(
    'forbidden',
    named.length > 0
      ? `${owners.join(' and ')} made this change, and no author approves a change of theirs: ask another ${first ? `one of ${by.join(', ')}` : 'owner of a key'}`
      : `The key here is of ${keyIds.map((keyId) => keyOwnerOf(chain, keyId)).join(', ')}, and approvals for ${environment.name} are of ${by.join(', ')}`,
  );
}

/**
 * Releases that are new in this environment must have run elsewhere first. Releases that have run here return by a
 * rollback.
 */
async function timeFailures(approving: Approving, before: Past, { composition }: Plan): Promise<string[]> {
  const { trust, workspace, environment } = approving;
  if (!before.settings?.policy) return [];
  const added = new Map(
    changesBetween(selectionOf(before.composition), selectionOf(composition)).flatMap((change) =>
      change.kind === 'stable' && change.to !== null ? [[change.app, change.to] as const] : [],
    ),
  );
  for await (const { composition: earlier } of historyFrom(trust, before)) {
    for (const [app, version] of added) if (stableVersion(earlier, app) === version) added.delete(app);
    if (added.size === 0) return [];
  }
  return minimumTimeFailures(workspace, withSettings(environment, before.settings), added);
}

/** @throws `slice_incompatible` with every reason why the plan is not what it says */
async function rejectFalse(approving: Approving, named: NamedPlan, before: Past): Promise<Past> {
  const { trust, environment } = approving;
  const { plan } = named;
  const name = `Plan ${shortPlan(named)}`;
  const { store, chain } = trust;
  const moved = await movedSince(store, environment.name, plan.base, before, plan.changes);
  if (!moved || moved.length > 0) {
    throw rejection([
      `${name} was carried out already, or others have changed ${moved ? movedNames(moved) : 'too much'} since it was made: make a new one with --plan`,
    ]);
  }
  const base =
    plan.base.revision === before.composition.revision
      ? before
      : await pastWith(store, environment.name, plan.base.revision, plan.base.sha256);
  const signed = verifiedApprovals(
    chain,
    environment.name,
    named.sha256,
    await approvalDocuments(store, environment.name, named.sha256),
  );
  const found = partChanges(partsOfPast(base), await partsAgain(approving, plan));
  const reasons = [
    ...(plan.author.some((author) => signed.some(({ keyId }) => keyId === author))
      ? []
      : [
          `${name} names ${plan.author.map((keyId) => keyOwnerOf(chain, keyId)).join(', ')} as its author, who has not signed it`,
        ]),
    ...(isDeepStrictEqual({ ...plan.changes }, { ...found })
      ? []
      : [
          `${name} does not say what its releases and settings make here: it was altered, or made by another version of slipway. Make a new one with --plan`,
        ]),
    ...(await timeFailures(approving, before, plan)),
  ];
  if (reasons.length > 0) throw rejection(reasons);
  return base;
}

/** @throws `not_found`, `forbidden`, `slice_incompatible`, `slice_untrusted` */
export async function approvablePlan(approving: Approving, start: string): Promise<Approvable> {
  const { trust, environment } = approving;
  const state = await verifiedState(trust, environment.name);
  const named = await planNamed(trust.store, environment.name, start);
  if (!state) throw new AppError('not_found', `${environment.name} runs nothing yet: deploy to it first`);
  const before = await pastOf(trust.store, environment.name, state.statement);
  const { plan } = named;
  const { keyIds, hours } = keysFor(approving, before.settings?.policy, plan.author);
  const base = await rejectFalse(approving, named, before);
  return {
    approver: ownersOf(trust, keyIds),
    author: ownersOf(trust, plan.author),
    reason: plan.reason,
    changes: changesBetween(selectionOf(base.composition), selectionOf(plan.composition)),
    settings: settingsChanges(base.settings, plan.settings),
    sign: () => signApprovals(trust, keyIds, { environment: environment.name, subject: named.sha256, hours }),
  };
}

/**
 * A revision that runs already: acknowledges break-glass, or replaces an approval whose key was revoked.
 * @throws `not_found`, `slice_untrusted`
 */
export async function approvableRevision(approving: Approving, revision: number): Promise<Approvable> {
  const { trust, environment } = approving;
  const { store, chain } = trust;
  await readComposition(store, environment.name, revision); // rejects one that does not exist
  const statement = await verifyStatement(store, chain, environment.name, revision);
  const past = await pastOf(store, environment.name, statement);
  const { previous } = statement.facts;
  const before =
    previous.revision === 0
      ? undefined
      : await pastWith(store, environment.name, previous.revision, previous.sha256);
  const isBreakGlass = past.record.policy?.isBreakGlass ?? false;
  const { keyIds, hours } = keysFor(approving, before?.settings?.policy, statement.signers, {
    ...{ revision, isBreakGlass },
  });
  return {
    approver: ownersOf(trust, keyIds),
    author: ownersOf(trust, statement.signers),
    reason: past.record.reason,
    changes: changesBetween(selectionOf(before?.composition), selectionOf(past.composition)),
    settings: past.settings ? settingsChanges(before?.settings, past.settings) : [],
    sign: () =>
      signApprovals(trust, keyIds, {
        environment: environment.name,
        subject: statementHash(statement),
        hours,
      }),
  };
}
