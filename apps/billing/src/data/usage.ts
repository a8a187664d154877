/**
 * The signed-in user's usage and its cost, summed in the database.
 * Source: the functions `usage_totals` and `usage_page`, and the rows of `public.usage_tracking`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, type Row, supabase, unwrap } from '@slipway/data';
import { allPages } from './allPages';

type Functions = Database['public']['Functions'];

/** In total, and (`period_…`) in the current period. Storage in megabytes, cost in US dollars, times ISO-8601 UTC. */
export type UsageTotals = Functions['usage_totals']['Returns'][number];

/** One deployment's usage on one day (`2026-11-21`, UTC). `deployment` is null after its deletion. */
export type DailyUsage = Omit<Functions['usage_page']['Returns'][number], 'deployment' | 'deployment_id'> & {
  deployment: string | null;
  deployment_id: string | null;
};

/** `quantity` in messages, calls or megabytes; `cost` in US dollars. */
export type UsageRecord = Pick<
  Row<'usage_tracking'>,
  'id' | 'usage_type' | 'quantity' | 'cost' | 'created_at'
>;

const LATEST = 10;

/** The ranges of the chart, in days. */
export const ranges: readonly number[] = [7, 30, 90];

/** The days that the page shows until the user chooses. */
export const FIRST_DAYS = 30;

/** The parameter of the address with the range. */
export const DAYS = 'days';

export const daysIn = (search: URLSearchParams): number =>
  ranges.find((days) => String(days) === search.get(DAYS)) ?? FIRST_DAYS;

export const usageQueries = {
  /** @throws `unavailable`, `unexpected` */
  totals: (userId: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'totals'] as const,
      queryFn: ({ signal }): Promise<UsageTotals> => {
        const request = supabase().rpc('usage_totals').abortSignal(signal).single();
        return unwrap(request);
      },
    }),

  /** The days with usage among the last `days`, oldest first. @throws `unavailable`, `unexpected` */
  byDay: (userId: string, days: number) =>
    queryOptions({
      queryKey: ['billing', userId, 'by-day', days] as const,
      queryFn: ({ signal }): Promise<DailyUsage[]> =>
        allPages<DailyUsage>((last) => {
          const after = last && {
            after_day: last.day,
            ...(last.deployment_id !== null && { after_deployment: last.deployment_id }),
          };
          return unwrap(
            supabase()
              .rpc('usage_page', { days, ...after })
              .abortSignal(signal),
          );
        }),
    }),

  /** The ten newest records, newest first. @throws `unavailable`, `unexpected` */
  latest: (userId: string) =>
    queryOptions({
      queryKey: ['billing', userId, 'latest'] as const,
      queryFn: ({ signal }): Promise<UsageRecord[]> =>
        unwrap(
          supabase()
            .from('usage_tracking')
            .select('usage_type,quantity,cost,created_at,id')
            .eq('user_id', userId)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(LATEST)
            .abortSignal(signal),
        ),
    }),
};
