/**
 * The signed-in user's subscription.
 * Source: `public.subscriptions`, limited by its row-level security to the user's own rows.
 */
import { queryOptions } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { type Row, supabase, unwrap } from '@slipway/data';

/** `price_per_cycle` is US dollars; times are ISO-8601 UTC. */
export type Subscription = Pick<
  Row<'subscriptions'>,
  | 'plan_name'
  | 'status'
  | 'price_per_cycle'
  | 'billing_cycle'
  | 'current_period_start'
  | 'current_period_end'
  | 'renews'
>;

const columns =
  'plan_name, status, price_per_cycle, billing_cycle, current_period_start, current_period_end, renews';

/** PostgREST's error for "no row", which is expected: most users have no subscription. */
const isNoRow = (error: unknown) =>
  isAppError(error) && (error.cause as { code?: unknown } | undefined)?.code === 'PGRST116';

export const subscriptionQueries = {
  /** The active one, otherwise the newest; null on the free plan. @throws `unavailable`, `unexpected` */
  current: (userId: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'subscription'] as const,
      queryFn: async ({ signal }): Promise<Subscription | null> => {
        const request = supabase()
          .from('subscriptions')
          .select(columns)
          .eq('user_id', userId)
          .order('is_active', { ascending: false })
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle();
        try {
          return await unwrap(request);
        } catch (error) {
          if (isNoRow(error)) return null;
          throw error;
        }
      },
    }),
};
