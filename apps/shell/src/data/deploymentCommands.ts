/**
 * Changes of a deployment from the command menu.
 * Source: `public.deployments`, which its owner may change; a trigger allows only the transitions of its status.
 */
import type { QueryClient } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

/** A stopped or failed deployment starts; an active one stops. Others change by themselves. */
export const targetOf = (status: string): 'stopped' | 'deploying' | undefined => {
  if (status === 'active') return 'stopped';
  return status === 'stopped' || status === 'failed' ? 'deploying' : undefined;
};

/** Pages that show deployments, or what the user did, read them again. @throws `conflict` when the status has changed, `not_found`, `unavailable` */
export async function changeStatus(
  queryClient: QueryClient,
  id: string,
  status: 'stopped' | 'deploying',
): Promise<void> {
  try {
    await unwrap(
      supabase()
        .from('deployments')
        .update({ status, last_deployed_at: null })
        .eq('id', id)
        // Without a row, the update of a deleted deployment would succeed.
        .select('id')
        .single(),
    );
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['deployments'] });
    void queryClient.invalidateQueries({ queryKey: ['commands', 'deployments'] });
    void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  }
}
