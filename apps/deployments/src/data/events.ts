/**
 * The history of deployments.
 * Source: `public.deployment_events`, written by triggers, limited by "owners read the events of their deployments".
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';
import { deploymentQueries } from './deployments';

export type DeploymentEvent = Pick<
  Row<'deployment_events'>,
  'id' | 'from_status' | 'to_status' | 'actor' | 'created_at'
>;

const ACTIVATIONS = 1000;
const RECENT = 20;

export const eventQueries = {
  /** When each was last deployed (ISO-8601 UTC), by id, from the latest 1,000 activations. @throws `unavailable` */
  lastDeployed: () =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'last-deployed'] as const,
      queryFn: async ({ signal }): Promise<Record<string, string>> => {
        const rows = await unwrap(
          supabase()
            .from('deployment_events')
            .select('deployment_id, created_at')
            .eq('to_status', 'active')
            .order('created_at', { ascending: false })
            .limit(ACTIVATIONS)
            .abortSignal(signal),
        );
        return Object.fromEntries(rows.reverse().map((row) => [row.deployment_id, row.created_at]));
      },
    }),

  /** The events of one deployment, newest first, up to 20. @throws `unavailable`, `unexpected` */
  of: (id: string) =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'events', id] as const,
      queryFn: ({ signal }): Promise<DeploymentEvent[]> =>
        unwrap(
          supabase()
            .from('deployment_events')
            .select('id, from_status, to_status, actor, created_at')
            .eq('deployment_id', id)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(RECENT)
            .abortSignal(signal),
        ),
    }),
};
