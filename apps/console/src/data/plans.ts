/** The state of a plan. */
import type { PendingPlan } from '@slipway/cli/console';

/** Who approved it, each once. */
export const approversOf = ({ approvals }: PendingPlan) => [...new Set(approvals.map(({ by }) => by))];

/** Whether it has all approvals: its author can run it. */
export const isApproved = (plan: PendingPlan) => approversOf(plan).length >= plan.wanted;
