/**
 * The creator's agents.
 * Source: `public.agents`, readable and writable by their creator, and the functions `restore_agent` and `agent_interactions`.
 */
import { queryOptions } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { type Row, supabase, unwrap } from '@slipway/data';
import type { Draft } from './draft';

const columns = [
  'id',
  'name',
  'description',
  'category',
  'tags',
  'pricing_model',
  'price_per_message',
  'price_per_month',
  'is_public',
  'status',
  'install_count',
  'updated_at',
  'notice_days',
  'allows_system_messages',
  'calls_end_at',
  'suspended_at',
  'color',
  'icon',
] as const;

/** Prices are US dollars; times are ISO-8601 UTC. `calls_end_at` is null unless the agent is withdrawn, `suspended_at` unless it or its creator is suspended. */
export type Agent = Pick<Row<'agents'>, (typeof columns)[number]>;

/** The public details of an agent that the publish form edits: exactly these columns. */
export type PublishDetails = Pick<
  Agent,
  'description' | 'category' | 'tags' | 'pricing_model' | 'price_per_message' | 'price_per_month'
>;

/** An agent that is being created, as a list shows it. */
export const newAgentOf = ({ name, description }: Draft): Agent => ({
  ...{ id: '', name, description, category: '', tags: [], color: null, icon: null },
  ...{ pricing_model: '', price_per_message: null, price_per_month: null },
  ...{ is_public: false, status: 'draft', install_count: 0, updated_at: '' },
  ...{ notice_days: 0, allows_system_messages: false, calls_end_at: null, suspended_at: null },
});

export const agentQueries = {
  all: () => ['own-agents'] as const,

  /** Newest first. @throws `unauthenticated`, `unavailable`, `unexpected` */
  list: (creator: string) =>
    queryOptions({
      queryKey: [...agentQueries.all(), 'list', creator] as const,
      queryFn: ({ signal }): Promise<Agent[]> =>
        unwrap(
          supabase()
            .from('agents')
            .select(columns.join(', '))
            .eq('creator_id', creator)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .abortSignal(signal)
            .overrideTypes<Agent[], { merge: false }>(),
        ),
    }),

  /** The creator's display name, or null. @throws `unauthenticated`, `unavailable` */
  creatorName: (creator: string) =>
    queryOptions({
      queryKey: [...agentQueries.all(), 'creator', creator] as const,
      queryFn: async ({ signal }): Promise<string | null> => {
        const request = supabase()
          .from('profiles')
          .select('full_name')
          .eq('id', creator)
          .abortSignal(signal)
          .maybeSingle();
        return (await unwrap(request))?.full_name ?? null;
      },
    }),

  /** All-time message counts by agent id. @throws `unavailable`, `unexpected` */
  interactions: () =>
    queryOptions({
      queryKey: [...agentQueries.all(), 'interactions'] as const,
      queryFn: async ({ signal }): Promise<Record<string, number>> => {
        const rows = await unwrap(supabase().rpc('agent_interactions').abortSignal(signal));
        return Object.fromEntries(rows.map(({ agent_id, interactions }) => [agent_id, interactions]));
      },
    }),
};

/** Whether a request failed because its agent was deleted, such as in another tab. */
export const isDeleted = (error: unknown): boolean => isAppError(error) && error.code === 'not_found';

/** Whether the database rejected another agent because of the user's plan. */
export const isPlanLimit = (error: unknown): boolean =>
  isAppError(error) && (error.cause as { hint?: unknown } | undefined)?.hint === 'plan_limit';

/** Whether the database rejected a name for characters that are invisible or reverse the direction of text. */
export const hasHiddenCharacters = (error: unknown): boolean =>
  isAppError(error) && (error.cause as { hint?: unknown } | undefined)?.hint === 'hidden_characters';

/** Together these columns decide the lifecycle state; see `lifecycleOf`. */
export type Visibility = Pick<Agent, 'is_public' | 'status'>;

/** @throws `not_found` (it was deleted in another tab), `invalid_input`, `unavailable` */
export async function changeAgent({ id, to }: { id: string; to: Visibility }): Promise<void> {
  await unwrap(supabase().from('agents').update(to).eq('id', id).select('id').single());
}

/** Deletes the agent; `restoreAgent` works for 30 days. @throws `conflict` (other users run it), `unavailable` */
export async function deleteAgent(id: string): Promise<void> {
  await unwrap(supabase().from('agents').delete().eq('id', id));
}

/** @throws `not_found`, `unavailable` */
export async function restoreAgent(id: string): Promise<void> {
  await unwrap(supabase().rpc('restore_agent', { agent: id }));
}
