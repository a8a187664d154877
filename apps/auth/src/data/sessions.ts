/** The user's sessions: one per browser that is signed in. Source: the functions `list_sessions` and `end_session`. */
import { queryOptions } from '@tanstack/react-query';
import { type Database, supabase, unwrap } from '@slipway/data';

type Listed = Database['public']['Functions']['list_sessions']['Returns'][number];

/** Times are ISO-8601 UTC. `address` is the network, such as `203.0.113.0/24`. The generated types miss the nulls. */
export type UserSession = Pick<Listed, 'id' | 'created_at' | 'last_used_at' | 'is_current'> &
  Record<'user_agent' | 'address', string | null>;

/** The last used first. @throws `unavailable`, `unexpected` */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'] as const,
    queryFn: ({ signal }): Promise<UserSession[]> =>
      unwrap(supabase().rpc('list_sessions').abortSignal(signal)),
  });

/** Ends one session. It may have ended already. @throws `unavailable`, `unexpected` */
export async function endUserSession(id: string): Promise<void> {
  await unwrap(supabase().rpc('end_session', { session_id: id }));
}
