/**
 * The API keys of a deployment, for its owner.
 * Source: the functions `reveal_`, `rotate_`, `revoke_deployment_key` and `list_deployment_keys`.
 */
import { queryOptions } from '@tanstack/react-query';
import { newApiKey } from '@slipway/keys';
import { type Database, supabase, unwrap } from '@slipway/data';
import { deploymentQueries } from './deployments';

type Listed = Database['public']['Functions']['list_deployment_keys']['Returns'][number];

/** Times are ISO-8601 UTC, `last_used_at` to the minute. The generated types miss that these may be null. */
export type DeploymentKey = Pick<Listed, 'last_four' | 'created_at'> &
  Record<'expires_at' | 'replaced_at' | 'revoked_at' | 'last_used_at', string | null> & {
    /** Null for the gateway's default limit. */
    requests_per_minute: number | null;
  };

export const keyQueries = {
  /** Newest first. @throws `unavailable`, `unexpected` */
  of: (id: string) =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'keys', id] as const,
      queryFn: ({ signal }): Promise<DeploymentKey[]> =>
        unwrap(supabase().rpc('list_deployment_keys', { id }).abortSignal(signal)),
    }),
};

/** Returns the full key. @throws `forbidden` (signed in more than 15 minutes ago), `rate_limited`, `conflict` (revoked) */
export const revealKey = (id: string): Promise<string> =>
  unwrap(supabase().rpc('reveal_deployment_key', { id }));

/**
 * Returns the new key in full. The old keys expire after `overlap`, a PostgreSQL interval.
 * @throws `forbidden` (signed in more than 15 minutes ago), `unavailable`
 */
export async function rotateKey({ id, overlap }: { id: string; overlap: string }): Promise<string> {
  const key = newApiKey();
  await unwrap(supabase().rpc('rotate_deployment_key', { id, key, overlap }));
  return key;
}

/** Revokes all keys of a deployment. @throws `unavailable`, `unexpected` */
export async function revokeKeys(id: string): Promise<void> {
  await unwrap(supabase().rpc('revoke_deployment_key', { id }));
}
