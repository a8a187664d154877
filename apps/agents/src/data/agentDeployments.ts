/**
 * The running deployments of the creator's agents, which a withdrawal ends.
 * Source: the function `agent_deployments`.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';
import { type Agent, agentQueries } from './agents';
import { hasEnded } from './lifecycle';

export interface AgentDeployments {
  /** Of other users. */
  others: number;
  own: number;
  /** When their calls end, or would end if the agent was withdrawn now: ISO-8601 UTC; null: at once. */
  endsAt: string | null;
}

export type Deployed = Readonly<Record<string, AgentDeployments>>;

export const agentDeploymentQueries = {
  /** By agent id; agents without running deployments are absent. @throws `unauthenticated`, `unavailable` */
  all: () =>
    queryOptions({
      queryKey: [...agentQueries.all(), 'deployments'] as const,
      queryFn: async ({ signal }): Promise<Deployed> => {
        const rows = await unwrap(supabase().rpc('agent_deployments').abortSignal(signal));
        return Object.fromEntries(
          rows.map(({ agent_id, deployments, own_deployments, calls_end_at }) => [
            agent_id,
            // The generated type leaves out that it may be null.
            { others: deployments, own: own_deployments, endsAt: calls_end_at as string | null },
          ]),
        );
      },
    }),
};

/** Whether others may run the agent: one that was never published is in no list. */
export const mayBeDeployed = ({ status, calls_end_at }: Pick<Agent, 'status' | 'calls_end_at'>): boolean =>
  status !== 'draft' || calls_end_at !== null;

/** Whether a withdrawal stops deployments of other users, which have not stopped yet. */
export const stopsOthers = (found: AgentDeployments | undefined): found is AgentDeployments =>
  found !== undefined && found.others > 0 && (found.endsAt === null || !hasEnded(found.endsAt));

/** Whether deployments end with the withdrawn agent. Hiding it does not concern its creator's; archiving it does. */
export const endsDeployments = (agent: Agent, found: AgentDeployments | undefined): boolean =>
  agent.calls_end_at !== null &&
  found !== undefined &&
  found.others + (agent.status === 'archived' ? found.own : 0) > 0;
