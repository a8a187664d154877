/**
 * The user's notifications, about their agents, deployments, limits and prices, and the kinds that are also mailed.
 * Source: `public.notifications` and `public.notification_preferences`, both limited to the user's own rows.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';

export type NotificationKind = 'review' | 'failure' | 'quota' | 'price' | 'webhook';

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

export type MailPreferences = Pick<Row<'notification_preferences'>, 'mails_reviews' | 'mails_failures'>;

const allMails: MailPreferences = { mails_reviews: true, mails_failures: true };

export const mailQueries = {
  /** Without a row, everything is mailed. @throws `unauthenticated`, `unavailable` */
  own: (userId: string) =>
    queryOptions({
      queryKey: ['mail-preferences', userId] as const,
      queryFn: async ({ signal }): Promise<MailPreferences> => {
        const [row] = await unwrap(
          supabase()
            .from('notification_preferences')
            .select('mails_reviews, mails_failures')
            .eq('user_id', userId)
            .limit(1)
            .abortSignal(signal),
        );
        return row ?? allMails;
      },
    }),
};

/** @throws `unauthenticated`, `unavailable` */
export async function saveMailPreferences(userId: string, preferences: MailPreferences): Promise<void> {
  await unwrap(
    supabase()
      .from('notification_preferences')
      .upsert({ user_id: userId, ...preferences }),
  );
}
