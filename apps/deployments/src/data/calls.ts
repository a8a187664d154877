/**
 * Calls to a deployment: their number, latency and cost, never their content.
 * Source: the function `deployment_figures`, and `public.deployment_calls`, limited by row-level security to the owner.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Database, type Row, supabase, unwrap } from '@slipway/data';
import { deploymentQueries } from './deployments';

type Listed = Database['public']['Functions']['deployment_figures']['Returns'][number];

/** `p50_ms` and `p95_ms` in milliseconds, null without calls; `cost` in US dollars. */
export type Figures = Pick<Listed, 'calls' | 'failures' | 'cost'> & {
  p50_ms: number | null;
  p95_ms: number | null;
};

export type Call = Pick<Row<'deployment_calls'>, 'id' | 'status' | 'latency_ms' | 'cost' | 'started_at'>;

export const spans = ['24 hours', '7 days', '30 days'] as const;
export type Span = (typeof spans)[number];

const RECENT = 20;
const DAY_MS = 86_400_000;

/** Milliseconds until the result of `lastDay` is stale. */
export const LAST_DAY_FRESH = 10_000;

export const callQueries = {
  /** @throws `unavailable`, `unexpected` */
  figures: (id: string, span: Span) =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'figures', id, span] as const,
      queryFn: ({ signal }): Promise<Figures> =>
        unwrap(supabase().rpc('deployment_figures', { id, span }).abortSignal(signal).single<Figures>()),
    }),

  /** Newest first, up to 20. @throws `unavailable`, `unexpected` */
  recent: (id: string) =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'calls', id] as const,
      queryFn: ({ signal }): Promise<Call[]> =>
        unwrap(
          supabase()
            .from('deployment_calls')
            .select('id, status, latency_ms, cost, started_at')
            .eq('deployment_id', id)
            .order('started_at', { ascending: false })
            .limit(RECENT)
            .abortSignal(signal),
        ),
    }),

  /** Whether it was called in the last 24 hours. @throws `unavailable`, `unexpected` */
  lastDay: (id: string) =>
    queryOptions({
      queryKey: [...deploymentQueries.all(), 'last-day', id] as const,
      staleTime: LAST_DAY_FRESH,
      queryFn: async ({ signal }): Promise<boolean> => {
        const since = new Date(Date.now() - DAY_MS).toISOString();
        const calls = await unwrap(
          supabase()
            .from('deployment_calls')
            .select('id')
            .eq('deployment_id', id)
            .gte('started_at', since)
            .limit(1)
            .abortSignal(signal),
        );
        return calls.length > 0;
      },
    }),
};
