/**
 * The running deployments of the creator's agents, which a withdrawal ends. `readDeployments.ts` reads them.
 * Source: the function `agent_deployments`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Agent, agentQueries } from './agents';

export interface AgentDeployments {
  /** Deployments of other users. */
  others: number;
  own: number;
  /** When their calls end, or would end if the agent was withdrawn now: ISO-8601 UTC; null: at once. */
  endsAt: string | null;
}

/** By agent id; agents without running deployments are absent. @throws `unauthenticated`, `unavailable` */
export const deployedQuery = () =>
  queryOptions({
    queryKey: [...agentQueries.all(), 'deployments'] as const,
    // Only a withdrawal and withdrawn agents need them.
    queryFn: async ({ signal }) => (await import('../features/withdraw/withdrawal')).readDeployments(signal),
  });

/** Whether deployments end with the withdrawn agent. Hiding it does not concern its creator's; archiving it does. */
export const endsDeployments = (agent: Agent, found: AgentDeployments | undefined): boolean =>
  agent.calls_end_at !== null &&
  found !== undefined &&
  found.others + (agent.status === 'archived' ? found.own : 0) > 0;
