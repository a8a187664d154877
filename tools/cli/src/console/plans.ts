/** The plans of an environment that wait for approvals, with the approvals that count so far. */
import * as v from 'valibot';
import { isAppError } from '@slipway/contracts';
import type { Workspace } from '../environment/workspace';
import { approvalDocuments, isActive, verifiedApprovals } from '../policy/approvals';
import { movedSince, pastOf } from '../policy/past';
import { type Plan, recentPlans } from '../policy/plan';
import { isNamed, keyOwnerOf } from '../policy/rules';
import { verifiedState } from '../trust/deploying';
import { openTrust } from '../trust/open';
import { actionSchema, targetOf } from './actions';
import type { PendingPlan } from './api';

/** The action in a plan, which anyone may have written: it has to be one on this environment. */
function actionOf({ action }: Plan, environment: string): PendingPlan['action'] {
  const { success, output } = v.safeParse(actionSchema, action);
  if (!success || output.kind === 'approve' || output.kind === 'acknowledge') return null;
  return targetOf(output) === environment ? output : null;
}

/** Empty if the environment runs nothing, requires no approvals, or its trust metadata is unknown here. */
export async function readPlans(workspace: Workspace, name: string): Promise<PendingPlan[]> {
  const environment = workspace.environment(name);
  const store = await workspace.store(environment);
  const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true }).catch(
    (error: unknown) => {
      if (isAppError(error) && error.code === 'not_found') return undefined;
      throw error;
    },
  );
  const state = trust && (await verifiedState(trust, environment.name));
  if (!state) return [];
  const newest = await pastOf(store, environment.name, state.statement);
  const rule = newest.settings?.policy?.approvals;
  if (!rule) return [];
  const { chain, signer } = trust;
  const plans = await recentPlans(store, environment.name, newest.composition.revision);
  const pending = await Promise.all(
    plans.map(async ({ plan, sha256 }): Promise<PendingPlan | undefined> => {
      const moved = await movedSince(store, environment.name, plan.base, newest, plan.changes);
      // It was carried out, or others have changed the same parts: it no longer approves anything.
      if (!moved || moved.length > 0) return undefined;
      const documents = await approvalDocuments(store, environment.name, sha256);
      const authors = plan.author.map((keyId) => keyOwnerOf(chain, keyId));
      const isApprover = (keyId: string) =>
        isNamed(chain, rule.by, keyId) && !authors.includes(keyOwnerOf(chain, keyId));
      const approvals = verifiedApprovals(chain, environment.name, sha256, documents)
        .filter(({ keyId, expires }) => isApprover(keyId) && trust.now < new Date(expires))
        .map(({ keyId, at, expires }) => ({ by: keyOwnerOf(chain, keyId), at, expires }));
      const approved = approvals.map(({ by }) => by);
      const canApprove = signer.keyIds.some(
        (keyId) =>
          isActive(chain, keyId) && isApprover(keyId) && !approved.includes(keyOwnerOf(chain, keyId)),
      );
      return {
        ...{ plan: sha256, environment: name, author: [...new Set(authors)].join(' and '), approvals },
        ...{ isOwn: plan.author.some((keyId) => signer.keyIds.includes(keyId)), canApprove },
        action: actionOf(plan, name),
        ...{ reason: plan.reason, createdAt: plan.createdAt, base: plan.base.revision, wanted: rule.count },
      };
    }),
  );
  return pending
    .filter((plan) => plan !== undefined)
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}
