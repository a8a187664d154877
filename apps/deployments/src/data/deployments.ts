/**
 * The signed-in user's deployments.
 * Source: `public.deployments`, limited by the policy "owners read their deployments".
 */
import { queryOptions } from '@tanstack/react-query';
import { endpointSlug } from '@slipway/keys';
import { type Row, supabase, unwrap } from '@slipway/data';
import type { Status } from './status';

/** `api_key` is masked (`ak_••••last4`); times are ISO-8601 UTC; `agent` is null when the user may not read it. */
export type Deployment = Row<'deployments'> & { agent: { id: string; name: string } | null };

/** The columns that the browser sets. */
export type NewDeployment = Pick<
  Deployment,
  'name' | 'agent_id' | 'user_id' | 'api_key' | 'endpoint_url' | 'status'
>;

const columns = '*, agent:agents(id, name)';

/** The endpoint of a deployment with this name. The gateway shares the app's origin. */
export const endpointOf = (name: string) =>
  new URL(`/v1/agents/${endpointSlug(name)}`, window.location.origin).href;

export const deploymentQueries = {
  all: () => ['deployments'] as const,

  /** Newest first. @throws `unauthenticated`, `unavailable`, `unexpected` */
  list: () =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'list'] as const,
      refetchOnWindowFocus: 'always',
      queryFn: ({ signal }): Promise<Deployment[]> =>
        unwrap(
          supabase()
            .from('deployments')
            .select(columns)
            .order('created_at', { ascending: false })
            .abortSignal(signal),
        ),
    }),
};

/** Returns the row with its agent. @throws `conflict` (the endpoint is taken), `forbidden`, `invalid_input`, `unavailable` */
export const insertDeployment = (row: NewDeployment): Promise<Deployment> =>
  unwrap(supabase().from('deployments').insert(row).select(columns).single<Deployment>());

/** @throws `conflict` when the current status does not allow it, `not_found` when it was deleted elsewhere, `unavailable` */
export async function setStatus({ id, status }: { id: string; status: Status }): Promise<void> {
  const lastDeployedAt = status === 'active' ? new Date().toISOString() : null;
  await unwrap(
    supabase()
      .from('deployments')
      .update({ status, last_deployed_at: lastDeployedAt })
      .eq('id', id)
      // Without a row, the update of a deleted deployment would succeed.
      .select('id')
      .single(),
  );
}

/** Activates all that have been transitioning for two seconds. Returns their number. @throws `unavailable`, `unexpected` */
export const advanceDeployments = (): Promise<number> => unwrap(supabase().rpc('advance_deployments'));

/** The row is kept for 30 days, so that `restoreDeployment` can undo it. @throws `unavailable`, `unexpected` */
export async function deleteDeployment(id: string): Promise<void> {
  await unwrap(supabase().from('deployments').delete().eq('id', id));
}

/** @throws `conflict` (another deployment now has its endpoint), `not_found`, `unavailable` */
export async function restoreDeployment(id: string): Promise<void> {
  await unwrap(supabase().rpc('restore_deployment', { id }));
}
