/** Before a deploy writes anything: what the policy requires, which plan covers it, and how a plan is made. */
import { AppError } from '@slipway/contracts';
import { asRevision, type CompositionContent } from '../composition/compose';
import type { Change } from '../composition/selection';
import type { PolicyRecord } from '../composition/record';
import type { Resolved } from '../composition/resolve';
import type { Policy } from '../environment/policy';
import type { Settings } from '../environment/settings';
import type { DeployState } from '../trust/deploying';
import { roleOf } from '../trust/chain';
import type { Trust } from '../trust/open';
import { statementPath } from '../trust/paths';
import { type Advice, bypassHint, commandAdvice } from './advice';
import { approvalDocuments, signApprovals, verifiedApprovals } from './approvals';
import { type ReadRates, spentBudgets } from './errorBudget';
import { addedReleases, evidenceFailures } from './evidence';
import { movedSince, type Past, pastOf, partsOfPast } from './past';
import { type PartChanges, partChanges, partsOf } from './parts';
import { type NamedPlan, recentPlans, writePlan } from './plan';
import { plannedDocuments } from './plannedDocuments';
import {
  approvalFailures,
  approvers,
  isNamed,
  planFailure,
  type PlanEvidence,
  policyFailures,
  type Proposal,
} from './rules';

export interface PolicyRequest {
  environment: string;
  /** The verified state that the change replaces. */
  revision: DeployState | undefined;
  content: CompositionContent;
  settings: Settings;
  resolved: Pick<Resolved, 'shell' | 'shellCanary' | 'slices' | 'overrides'>;
  isBreakGlass: boolean;
  reason: string;
  /** The releases that change; none for a rollback, which may be the remedy. */
  changes: readonly Change[];
  /** Reads the views of a slice, for its error budget. Without it, nothing asks for the budget. */
  readRates: ReadRates | undefined;
  advice: Advice | undefined;
  /** The action of the console that makes the same change, for the plan. */
  action: unknown;
}

export interface PolicyCheck {
  /** Every reason why the policy does not allow the change at `at`, by the store's clock. */
  failures(at: Date): string[];
  /** Undefined where there is no policy. */
  record: PolicyRecord | undefined;
  /** Whether approvals are wanted and no plan of the change waits for them. */
  canPlan: boolean;
  /** Writes the plan of this change, signed by its author. @throws `invalid_input` where no approvals are wanted */
  plan(): Promise<NamedPlan>;
}

/** The plan of this change with the most approvals, or the newest one that says why it does not count. */
async function planFor(
  { store, chain }: Trust,
  policy: Policy,
  before: Past,
  proposal: Proposal,
): Promise<{ evidence: PlanEvidence; documents: string[] } | undefined> {
  const { environment, changes } = proposal;
  const revision = before.composition.revision;
  const same = (await recentPlans(store, environment, revision)).filter(
    ({ plan }) => JSON.stringify(plan.changes) === JSON.stringify(changes),
  );
  const found = await Promise.all(
    same.map(async (named) => {
      const documents = await approvalDocuments(store, environment, named.sha256);
      const approvals = verifiedApprovals(chain, environment, named.sha256, documents);
      const moved = await movedSince(store, environment, named.plan.base, before, changes);
      const evidence = { ...named, approvals, moved };
      const count = approvers(chain, policy, { ...proposal, plan: evidence }).length;
      return { evidence, documents, count };
    }),
  );
  return found.sort(
    (one, other) =>
      other.count - one.count || (one.evidence.plan.createdAt < other.evidence.plan.createdAt ? 1 : -1),
  )[0];
}

/** After a recovery nothing of the current revision can be trusted, so the newest verified policy decides. */
function recoveryFailures({ chain, pins }: Trust, proposal: Proposal): string[] {
  const policy = pins.seen(proposal.environment)?.policy;
  if (!policy) return [];
  const changes = { ...proposal.changes, 'slice *': [null, null] as const };
  if (proposal.isBreakGlass) return policyFailures(chain, policy, { ...proposal, changes });
  const { environment, advice = commandAdvice } = proposal;
  return [`The current revision of ${environment} cannot be verified: ${advice.recover}`];
}

/** Compares a change with the current policy: that of the settings which it replaces. */
export async function checkPolicy(trust: Trust, request: PolicyRequest): Promise<PolicyCheck> {
  const { store, chain, signer, now } = trust;
  const { environment, revision, isBreakGlass, content, settings } = request;
  const before = revision && (await pastOf(store, environment, revision.statement));
  const policy = before?.settings?.policy;
  const isRecovery = revision?.isRecovery ?? false;
  if (!before || (!policy && !isRecovery)) {
    const none = `${environment} has no policy: leave out --break-glass`;
    return {
      failures: () => (isBreakGlass ? [none] : []),
      ...{ record: undefined, canPlan: false },
      plan: () => noPlan(environment),
    };
  }
  // A dry run needs no key.
  const role = roleOf(chain, statementPath(environment, 1));
  const authors = signer.keyIds.filter((keyId) => role?.keyIds.includes(keyId));
  const { shell, shellCanary, slices } = request.resolved;
  const documents = plannedDocuments(
    content,
    [shell.release, shellCanary?.candidate.release],
    slices.map(({ stable }) => stable.release),
  );
  const changes: PartChanges = partChanges(partsOfPast(before), partsOf(content, settings, documents));
  const proposal: Proposal = {
    ...{ environment, at: now, authors, changes, isBreakGlass },
    ...{ plan: undefined, approvals: [], advice: request.advice },
  };
  const unproven =
    policy?.requireEvidence && !isBreakGlass && !trust.isOwn
      ? evidenceFailures(environment, addedReleases(before.composition, request.resolved))
      : [];
  const rule = isBreakGlass || isRecovery ? undefined : policy?.errorBudget;
  const spent =
    rule && request.readRates
      ? await spentBudgets(trust, before.composition, request.changes, rule, request.readRates)
      : [];
  const atBudget = policy && { ...policy, approvals: rule?.approvals };
  const needed = policy?.approvals || spent.length === 0 ? policy : atBudget;
  const wanted = needed?.approvals && !isBreakGlass && !isRecovery ? needed : undefined;
  const found = wanted && (await planFor(trust, wanted, before, proposal));
  const overBudget = (at: Date): string[] => {
    if (spent.length === 0 || !atBudget) return [];
    const listed = policy.breakGlass ?? [];
    const isListed = authors.some((keyId) => isNamed(chain, listed, keyId));
    const hint = bypassHint(listed, isListed, request.advice ?? commandAdvice);
    if (!atBudget.approvals) return spent.map((line) => `${line}: roll it back, or wait${hint}`);
    const missing = approvalFailures(chain, atBudget, { ...proposal, at, plan: found?.evidence });
    return missing.length > 0 ? [...spent, ...missing] : [];
  };
  const isWaiting = found && planFailure(chain, { ...proposal, plan: found.evidence }) === undefined;
  return {
    canPlan: wanted !== undefined && !isWaiting,
    failures: (at) =>
      isRecovery
        ? recoveryFailures(trust, { ...proposal, at })
        : [
            ...policyFailures(chain, policy, { ...proposal, at, plan: found?.evidence }),
            ...overBudget(at),
            ...unproven,
          ],
    record: {
      ...(found && { plan: found.evidence.name }),
      ...{ approvals: found?.documents ?? [], isBreakGlass, documents },
    },
    async plan() {
      if (!wanted?.approvals) return noPlan(environment);
      if (Object.keys(changes).length === 0) {
        throw new AppError('invalid_input', `Nothing to do: ${environment} already runs this`);
      }
      const { statement } = before;
      const planned = await writePlan(store, {
        ...{ schema: 1, environment, author: authors, reason: request.reason, changes, settings },
        base: { revision: statement.document.signed.version, sha256: before.sha256 },
        createdAt: new Date(await store.now()).toISOString(),
        action: request.action,
        composition: asRevision(content, statement.document.signed.version + 1, now.toISOString()),
      });
      const { hours } = wanted.approvals;
      await signApprovals(trust, authors, { environment, subject: planned.sha256, hours });
      return planned;
    },
  };
}

function noPlan(environment: string): never {
  throw new AppError(
    'invalid_input',
    `${environment} does not require approvals: run the command without --plan`,
  );
}
