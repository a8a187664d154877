/** Before a deploy writes anything: what the policy requires, and which plan covers it. */
import { AppError } from '@slipway/contracts';
import type { Change } from '../composition/selection';
import type { PolicyRecord } from '../composition/record';
import type { Resolved } from '../composition/resolve';
import type { Policy } from '../environment/policy';
import type { DeployState } from '../trust/deploying';
import { roleOf, type TrustChain } from '../trust/chain';
import type { Trust } from '../trust/open';
import { statementPath } from '../trust/paths';
import { type Advice, bypassHint, commandAdvice } from './advice';
import { type ReadRates, spentBudgets } from './errorBudget';
import { addedReleases, evidenceFailures } from './evidence';
import { type Past, pastOf, partsOfPast } from './past';
import { partChanges, partsOf } from './parts';
import type { NamedPlan } from './plan';
import { plannedDocuments } from './plannedDocuments';
import { type PlannedChange, planFor, writeSignedPlan } from './proposalPlans';
import { approvalFailures, isNamed, planFailure, policyFailures, type Proposal } from './rules';

export interface PolicyRequest extends PlannedChange {
  /** The verified state that the change replaces. */
  revision: DeployState | undefined;
  resolved: Pick<Resolved, 'shell' | 'shellCanary' | 'slices' | 'overrides'>;
  isBreakGlass: boolean;
  /** The releases that change; none for a rollback, which may be the remedy. */
  changes: readonly Change[];
  /** Reads the views of a slice, for its error budget. Without it, nothing asks for the budget. */
  readRates: ReadRates | undefined;
  advice: Advice | undefined;
}

export interface PolicyCheck {
  /** Every reason why the policy does not allow the change at `at`, by the store's clock. */
  failures(at: Date): string[];
  /** Undefined without a policy. */
  record: PolicyRecord | undefined;
  /** Whether approvals are wanted and no plan of the change waits for them. */
  canPlan: boolean;
  /** Writes the plan of this change, signed by its author. @throws `invalid_input` where no approvals are wanted */
  plan(): Promise<NamedPlan>;
}

/** The change before a plan of it is found, and the documents that it writes. */
function proposalOf(
  { chain, signer, now }: Trust,
  { environment, isBreakGlass, content, settings, resolved, advice }: PolicyRequest,
  before: Past,
): { proposal: Proposal; documents: Record<string, string> } {
  // A dry run needs no key.
  const role = roleOf(chain, statementPath(environment, 1));
  const authors = signer.keyIds.filter((keyId) => role?.keyIds.includes(keyId));
  const { shell, shellCanary, slices } = resolved;
  const documents = plannedDocuments(
    content,
    [shell.release, shellCanary?.candidate.release],
    slices.map(({ stable }) => stable.release),
  );
  const changes = partChanges(partsOfPast(before), partsOf(content, settings, documents));
  const proposal = {
    ...{ environment, at: now, authors, changes, isBreakGlass },
    ...{ plan: undefined, approvals: [], advice },
  };
  return { proposal, documents };
}

/** Compares a change with the current policy: that of the settings which it replaces. */
export async function checkPolicy(trust: Trust, request: PolicyRequest): Promise<PolicyCheck> {
  const { environment, revision, isBreakGlass } = request;
  const before = revision && (await pastOf(trust.store, environment, revision.statement));
  const policy = before?.settings?.policy;
  if (before && revision.isRecovery) return recoveryCheck(trust, request, before);
  if (before && policy) return currentPolicyCheck(trust, request, before, policy);
  const none = `${environment} has no policy: leave out --break-glass`;
  return {
    failures: () => (isBreakGlass ? [none] : []),
    ...{ record: undefined, canPlan: false },
    plan: () => noPlan(environment),
  };
}

/** After a recovery nothing of the current revision can be trusted, so the newest verified policy decides. */
function recoveryCheck(trust: Trust, request: PolicyRequest, before: Past): PolicyCheck {
  const { environment, isBreakGlass, advice = commandAdvice } = request;
  const { proposal, documents } = proposalOf(trust, request, before);
  const policy = trust.pins.seen(environment)?.policy;
  const changes = { ...proposal.changes, 'slice *': [null, null] as const };
  return {
    failures(at) {
      if (!policy) return [];
      if (isBreakGlass) return policyFailures(trust.chain, policy, { ...proposal, changes, at });
      return [`The current revision of ${environment} cannot be verified: ${advice.recover}`];
    },
    record: { approvals: [], isBreakGlass, documents },
    canPlan: false,
    plan: () => noPlan(environment),
  };
}

async function currentPolicyCheck(
  trust: Trust,
  request: PolicyRequest,
  before: Past,
  policy: Policy,
): Promise<PolicyCheck> {
  const { chain } = trust;
  const { environment, isBreakGlass } = request;
  const { proposal, documents } = proposalOf(trust, request, before);
  const unproven =
    policy.requireEvidence && !isBreakGlass && !trust.isOwn
      ? evidenceFailures(environment, addedReleases(before.composition, request.resolved))
      : [];
  const spent =
    policy.errorBudget && request.readRates && !isBreakGlass
      ? await spentBudgets(trust, before.composition, request.changes, policy.errorBudget, request.readRates)
      : [];
  const needed = policy.approvals || spent.length === 0 ? policy : withBudgetApprovals(policy);
  const approvals = isBreakGlass ? undefined : needed.approvals;
  const found = approvals && (await planFor(trust, needed, before, proposal));
  const planned = { ...proposal, plan: found?.evidence };
  const isWaiting = found && planFailure(chain, planned) === undefined;
  return {
    failures: (at) => [
      ...policyFailures(chain, policy, { ...planned, at }),
      ...(spent.length > 0 ? budgetFailures(chain, policy, spent, { ...planned, at }) : []),
      ...unproven,
    ],
    record: {
      ...(found && { plan: found.evidence.name }),
      ...{ approvals: found?.documents ?? [], isBreakGlass, documents },
    },
    canPlan: approvals !== undefined && !isWaiting,
    plan: () =>
      approvals ? writeSignedPlan(trust, request, before, proposal, approvals.hours) : noPlan(environment),
  };
}

/** The policy for slices whose error budget is spent: without approvals, such a change has to wait. */
const withBudgetApprovals = (policy: Policy): Policy => ({
  ...policy,
  approvals: policy.errorBudget?.approvals,
});

/** Why slices whose error budget is `spent` may not change; empty with the approvals that the budget wants. */
function budgetFailures(
  chain: TrustChain,
  policy: Policy,
  spent: readonly string[],
  proposal: Proposal,
): string[] {
  const { authors, advice = commandAdvice } = proposal;
  const atBudget = withBudgetApprovals(policy);
  if (atBudget.approvals) {
    const missing = approvalFailures(chain, atBudget, proposal);
    return missing.length > 0 ? [...spent, ...missing] : [];
  }
  const listed = policy.breakGlass ?? [];
  const isListed = authors.some((keyId) => isNamed(chain, listed, keyId));
  return spent.map((line) => `${line}: roll it back, or wait${bypassHint(listed, isListed, advice)}`);
}

async function noPlan(environment: string): Promise<never> {
  throw new AppError(
    'invalid_input',
    `${environment} does not require approvals: run the command without --plan`,
  );
}
