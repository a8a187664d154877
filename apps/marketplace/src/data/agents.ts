/**
 * One public agent in full, and other agents by its creator.
 * Source: `public.agents` with the creator's profile, and `public.agent_listings`.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';
import { isId } from './ids';
import type { Listing } from './search';

/** Prices are US dollars; `install_count` counts users; deployments keep running `notice_days` after a withdrawal. */
export type Agent = Pick<
  Row<'agents'>,
  | 'id'
  | 'creator_id'
  | 'name'
  | 'description'
  | 'category'
  | 'tags'
  | 'pricing_model'
  | 'price_per_message'
  | 'price_per_month'
  | 'external_only'
  | 'external_url'
  | 'install_count'
  | 'notice_days'
  | 'color'
  | 'icon'
  | 'readme'
  | 'examples'
> & { creator: { full_name: string | null } | null };

/** A sample agent's details, from its listing. */
export const sampleAgent = ({
  agent_id,
  creator_id,
  creator_name,
  installs,
  ...listing
}: Listing): Agent => ({
  ...listing,
  ...{ id: agent_id, creator_id: creator_id ?? '', install_count: installs, external_url: null },
  ...{ notice_days: 30, readme: null, examples: [] },
  creator: { full_name: creator_name },
});

export type OtherAgent = Pick<Row<'agents'>, 'id' | 'name'>;

const columns =
  'id, creator_id, name, description, category, tags, pricing_model, price_per_message, price_per_month, external_only, external_url, install_count, notice_days, color, icon, readme, examples, creator:profiles!agents_creator_id_fkey(full_name)';

const OTHERS = 6;

export const agentQueries = {
  /** The agent, or null unless it is public and active. @throws `unavailable`, `unexpected` */
  details: (id: string) =>
    queryOptions({
      queryKey: ['agents', 'details', id] as const,
      queryFn: async ({ signal }): Promise<Agent | null> => {
        const request = supabase()
          .from('agents')
          .select(columns)
          .eq('id', id)
          .eq('is_public', true)
          .eq('status', 'active')
          .abortSignal(signal)
          .maybeSingle();
        return isId(id) ? unwrap(request) : null;
      },
    }),

  /** The creator's other public agents, newest first, up to six. @throws `unavailable`, `unexpected` */
  others: ({ id, creator_id }: Pick<Agent, 'id' | 'creator_id'>) =>
    queryOptions({
      queryKey: ['agents', 'others', id] as const,
      queryFn: ({ signal }): Promise<OtherAgent[]> =>
        unwrap(
          supabase()
            .from('agents')
            .select('id, name')
            .eq('creator_id', creator_id)
            .eq('is_public', true)
            .eq('status', 'active')
            .neq('id', id)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(OTHERS)
            .abortSignal(signal),
        ),
    }),
};

/** A configuration that the agent had. */
export interface AgentVersion {
  version: number;
  /** The creator's note about the changes; may be empty. */
  changelog: string;
  /** ISO-8601 UTC. */
  created_at: string;
}

const VERSIONS = 5;

export const versionQueries = {
  /** The newest five versions with a note, newest first. Signed-in users only. @throws `unauthenticated`, `unavailable` */
  notes: (id: string) =>
    queryOptions({
      queryKey: ['agents', 'versions', id] as const,
      queryFn: async ({ signal }): Promise<AgentVersion[]> => {
        if (!isId(id)) return [];
        const versions = await unwrap(
          supabase().rpc('list_agent_versions', { agent: id }).abortSignal(signal),
        );
        return versions.filter(({ changelog }) => changelog !== '').slice(0, VERSIONS);
      },
    }),
};

export interface Report {
  agent_id: string;
  reason: string;
  details: string | null;
}

/** @throws `conflict` when the user already reported this agent, `forbidden`, `unavailable` */
export async function reportAgent(report: Report): Promise<void> {
  await unwrap(supabase().from('agent_reports').insert(report));
}
