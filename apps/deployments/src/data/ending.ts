/**
 * The ends of the user's deployments whose agent was withdrawn by its creator.
 * Source: the function `ending_deployments`.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';
import { deploymentQueries } from './deployments';

export interface Ends {
  /** By deployment id: when its calls end, ISO-8601 UTC. May be past. */
  byDeployment: ReadonlyMap<string, string>;
  /** Agents that can no longer be deployed. */
  endedAgents: ReadonlySet<string>;
}

export const noEnds: Ends = { byDeployment: new Map(), endedAgents: new Set() };

export const hasEnded = (time: string) => Date.parse(time) <= Date.now();

export const endingQueries = {
  /** @throws `unavailable`, `unexpected` */
  ends: () =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'ends'] as const,
      queryFn: async ({ signal }): Promise<Ends> => {
        const rows = await unwrap(supabase().rpc('ending_deployments').abortSignal(signal));
        return {
          byDeployment: new Map(rows.map((row) => [row.deployment_id, row.calls_end_at])),
          endedAgents: new Set(
            rows.filter((row) => hasEnded(row.calls_end_at)).map(({ agent_id }) => agent_id),
          ),
        };
      },
    }),
};
