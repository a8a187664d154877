/**
 * The user's notifications, about their agents, deployments, limits, prices, withdrawn agents and suspensions.
 * Source: `public.notifications`, limited to the user's own rows.
 */
import { queryOptions } from '@tanstack/react-query';
import { supabase, unwrap } from '@slipway/data';

export type NotificationKind =
  | 'review'
  | 'failure'
  | 'quota'
  | 'price'
  | 'webhook'
  | 'withdrawal'
  | 'moderation';

export interface Notification {
  id: number;
  kind: NotificationKind;
  /** Facts for the text, by kind: see the column's comment. */
  details: Readonly<Record<string, unknown>>;
  /** ISO-8601 UTC. */
  created_at: string;
  isRead: boolean;
}

const SHOWN = 30;
const MOST_COUNTED = 10;
const FRESH_MS = 60_000;

const isFacts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const notificationQueries = {
  all: () => ['notifications'] as const,

  /** Unread ones, counted up to 10. It is an extra: a failure counts as none. */
  unread: (userId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all(), 'unread', userId] as const,
      staleTime: FRESH_MS,
      queryFn: async ({ signal }): Promise<number> => {
        const rows = supabase()
          .from('notifications')
          .select('id')
          .is('read_at', null)
          .limit(MOST_COUNTED)
          .abortSignal(signal);
        return (await unwrap(rows).catch(() => [])).length;
      },
    }),

  /** The newest 30, newest first. @throws `unauthenticated`, `unavailable` */
  newest: (userId: string) =>
    queryOptions({
      queryKey: [...notificationQueries.all(), 'newest', userId] as const,
      staleTime: 0,
      queryFn: async ({ signal }): Promise<Notification[]> => {
        const rows = await unwrap(
          supabase()
            .from('notifications')
            .select('id, kind, details, created_at, read_at')
            .order('id', { ascending: false })
            .limit(SHOWN)
            .abortSignal(signal),
        );
        return rows.map(({ id, kind, details, created_at, read_at }) => ({
          ...{ id, created_at, kind: kind as NotificationKind, isRead: read_at !== null },
          details: isFacts(details) ? details : {},
        }));
      },
    }),
};

/** Marks one notification as read, or all without an id. @throws `unauthenticated`, `unavailable` */
export async function markAsRead(id?: number): Promise<void> {
  const change = supabase()
    .from('notifications')
    .update({ read_at: new Date().toISOString() })
    .is('read_at', null);
  await unwrap(id === undefined ? change : change.eq('id', id));
}
