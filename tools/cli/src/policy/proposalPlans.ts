/** The plans of a proposed change: finds the best existing one, and writes a new one for others to approve. */
import { AppError } from '@slipway/contracts';
import { asRevision, type CompositionContent } from '../composition/compose';
import type { Policy } from '../environment/policy';
import type { Settings } from '../environment/settings';
import type { Trust } from '../trust/open';
import { approvalDocuments, signApprovals, verifiedApprovals } from './approvals';
import { movedSince, type Past } from './past';
import { type NamedPlan, recentPlans, writePlan } from './plan';
import { approvers, type PlanEvidence, type Proposal } from './rules';

/** The content of a plan. */
export interface PlannedChange {
  environment: string;
  content: CompositionContent;
  settings: Settings;
  reason: string;
  /** The action of the console that makes the same change. */
  action: unknown;
}

/** The plan of this change with the most approvals, or the newest one with the reason why it does not count. */
export async function planFor(
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

/** `hours` is how long the author's signature holds. @throws `invalid_input` when nothing changes */
export async function writeSignedPlan(
  trust: Trust,
  { environment, reason, settings, action, content }: PlannedChange,
  before: Past,
  { authors, changes }: Proposal,
  hours: number,
): Promise<NamedPlan> {
  if (Object.keys(changes).length === 0) {
    throw new AppError('invalid_input', `Nothing to do: ${environment} already runs this`);
  }
  const { store, now } = trust;
  const revision = before.statement.document.signed.version;
  const planned = await writePlan(store, {
    ...{ schema: 1, environment, author: authors, reason, changes, settings },
    base: { revision, sha256: before.sha256 },
    createdAt: new Date(await store.now()).toISOString(),
    action,
    composition: asRevision(content, revision + 1, now.toISOString()),
  });
  await signApprovals(trust, authors, { environment, subject: planned.sha256, hours });
  return planned;
}
