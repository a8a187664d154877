/**
 * The agents that the signed-in user has marked. No other user sees them.
 * Source: `public.agent_favorites` under "users read their own favorites".
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

export const favoriteQueries = {
  /** Agent ids. @throws `unauthenticated`, `unavailable` */
  mine: (userId: string) =>
    queryOptions({
      queryKey: ['favorites', userId] as const,
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        const rows = await unwrap(
          supabase().from('agent_favorites').select('agent_id').eq('user_id', userId).abortSignal(signal),
        );
        return new Set(rows.map(({ agent_id }) => agent_id));
      },
    }),
};

export interface FavoriteChange {
  agentId: string;
  userId: string;
  isFavorite: boolean;
}

/** Marking twice has no further effect. @throws `forbidden`, `unavailable`, `unexpected` */
export async function changeFavorite({ agentId, userId, isFavorite }: FavoriteChange): Promise<void> {
  const favorites = supabase().from('agent_favorites');
  await unwrap(
    isFavorite
      ? favorites.upsert({ agent_id: agentId }, { onConflict: 'user_id,agent_id', ignoreDuplicates: true })
      : favorites.delete().eq('agent_id', agentId).eq('user_id', userId),
  );
}
