/** Compares a change with the policy of the settings that it replaces. Deploys and verification use the same rules. */
import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../environment/policy';
import { releasePath } from '../trust/paths';
import { roleOf, type TrustChain } from '../trust/chain';
import { shortKey } from '../trust/keys';
import { wholeSeconds } from '../trust/metadata';
import { type Advice, bypassHint, commandAdvice } from './advice';
import type { Approval } from './approvals';
import { freezesAt } from './freezes';
import { changedApps, movedNames, type PartChanges } from './parts';
import { type NamedPlan, shortPlan } from './plan';

/** Approvals of a plan, with what was verified about it. */
export interface PlanEvidence extends NamedPlan {
  approvals: readonly Approval[];
  /** The parts that another revision has changed since the plan's base; undefined when the base is not in the history. */
  moved: readonly string[] | undefined;
}

export interface Proposal {
  environment: string;
  /** The time of the revision, by the store's clock. */
  at: Date;
  /** The ids of the keys that sign it. */
  authors: readonly string[];
  changes: PartChanges;
  isBreakGlass: boolean;
  plan: PlanEvidence | undefined;
  /** Approvals of the revision itself, given after it was written. */
  approvals: readonly Approval[];
  /** The command line's advice by default. */
  advice?: Advice | undefined;
}

/** The owner of a key: two keys of one owner count once. */
export const keyOwnerOf = ({ names }: Pick<TrustChain, 'names'>, keyId: string): string =>
  names.keys[keyId]?.name ?? keyId;

export const isNamed = (chain: TrustChain, owners: readonly string[], keyId: string) =>
  owners.includes(keyOwnerOf(chain, keyId)) || owners.includes(keyId);

const shownOwners = (chain: TrustChain, keyIds: readonly string[]) =>
  keyIds.length === 0
    ? 'Without a signing key you'
    : [...new Set(keyIds.map((keyId) => chain.names.keys[keyId]?.name ?? `key ${shortKey(keyId)}`))].join(
        ' and ',
      );

function deployerFailures(
  chain: TrustChain,
  { deployers }: Policy,
  { authors, changes }: Proposal,
): string[] {
  return changedApps(changes).flatMap((app) => {
    const allowed = deployers[app] ?? deployers['*'];
    if (!allowed) return [];
    const owners = (
      allowed.includes('owners') ? (roleOf(chain, releasePath(app, '0'))?.keyIds ?? []) : []
    ).map((keyId) => keyOwnerOf(chain, keyId));
    if (authors.some((keyId) => isNamed(chain, [...allowed, ...owners], keyId))) return [];
    const named = [...new Set([...allowed.filter((name) => name !== 'owners'), ...owners])].join(', ');
    return [
      `${shownOwners(chain, authors)} may not change ${app}: one of ${named || 'no registered key'} has to deploy it`,
    ];
  });
}

/** Why the approvals of the plan are not approvals of this change. */
export function planFailure(chain: TrustChain, { plan: evidence, authors, environment, changes }: Proposal) {
  if (!evidence) return undefined;
  const { plan, approvals, moved } = evidence;
  const name = `Plan ${shortPlan(evidence)}`;
  if (plan.environment !== environment) return `${name} is a plan for ${plan.environment}`;
  if (!isDeepStrictEqual({ ...plan.changes }, { ...changes })) return `${name} is a plan of another change`;
  if (!plan.author.some((keyId) => authors.includes(keyId)))
    return `${name} was made by ${shownOwners(chain, plan.author)}, ${authors.length > 0 ? `and ${shownOwners(chain, authors)} deploys it` : 'who has to deploy it'}`;
  if (!plan.author.some((author) => approvals.some(({ keyId }) => keyId === author)))
    return `${name} names ${shownOwners(chain, plan.author)} as its author, who has not signed it`;
  if (!moved)
    return `${name} starts from revision ${String(plan.base.revision)}, which is not in the recent history`;
  return moved.length > 0
    ? `${name} was carried out already, or others have changed ${movedNames(moved)} since it was made`
    : undefined;
}

/** The owners who approved, each once, without the authors. */
export function approvers(chain: TrustChain, policy: Policy, proposal: Proposal): string[] {
  const { at, authors, plan: evidence } = proposal;
  const known = proposal.plan && planFailure(chain, proposal) === undefined ? proposal.plan.approvals : [];
  const inTime = known.filter((approval) => new Date(approval.at) <= at && at < new Date(approval.expires));
  const own = [...authors, ...(evidence?.plan.author ?? [])].map((keyId) => keyOwnerOf(chain, keyId));
  return [
    ...new Set(
      [...inTime, ...proposal.approvals]
        .filter(({ keyId }) => isNamed(chain, policy.approvals?.by ?? [], keyId))
        .map(({ keyId }) => keyOwnerOf(chain, keyId))
        .filter((owner) => !own.includes(owner)),
    ),
  ];
}

/** Why there are fewer approvals than `policy.approvals` wants; empty when there are enough. */
export function approvalFailures(chain: TrustChain, policy: Policy, proposal: Proposal): string[] {
  if (!policy.approvals) return [];
  const { count, by, hours } = policy.approvals;
  const found = approvers(chain, policy, proposal);
  if (found.length >= count) return [];
  const { plan, environment, advice = commandAdvice } = proposal;
  const why = planFailure(chain, proposal);
  const next = plan && why === undefined ? advice.approve(environment, shortPlan(plan)) : advice.plan;
  return [
    `${environment} needs ${String(count)} approval${count === 1 ? '' : 's'} of ${by.join(', ')}, not older than ${String(hours)} h and not of the author, and has ${String(found.length)}${found.length > 0 ? ` (${found.join(', ')})` : ''}${why === undefined ? '' : `. ${why}`}: ${next}`,
  ];
}

/** Every reason why the policy does not allow the change; empty when it does. */
export function policyFailures(chain: TrustChain, policy: Policy | undefined, proposal: Proposal): string[] {
  if (!policy || Object.keys(proposal.changes).length === 0) return [];
  const { environment, authors, at, isBreakGlass, advice = commandAdvice } = proposal;
  const deployers = deployerFailures(chain, policy, proposal);
  const listed = policy.breakGlass ?? [];
  const isListed = authors.some((keyId) => isNamed(chain, listed, keyId));
  if (isBreakGlass) {
    if (isListed) return deployers;
    return [
      ...deployers,
      `${shownOwners(chain, authors)} may not use --break-glass for ${environment}: ${listed.length > 0 ? `only ${listed.join(', ')} may` : 'its policy lists no owner'}`,
    ];
  }
  return [
    ...deployers,
    ...freezesAt(policy.freezes, at).map(
      (freeze) =>
        `${environment} is frozen at ${wholeSeconds(at.toISOString())} (${freeze}): wait${bypassHint(listed, isListed, advice)}`,
    ),
    ...approvalFailures(chain, policy, proposal),
  ];
}
