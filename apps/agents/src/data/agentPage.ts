/**
 * The page of an agent in the marketplace, besides its listing: color, README and example prompts.
 * Source: `public.agents`, which the creator reads and changes.
 */
import { queryOptions } from '@tanstack/react-query';
import { type Row, supabase, unwrap } from '@slipway/data';
import { agentQueries } from './agents';

export type AgentPage = Pick<Row<'agents'>, 'color' | 'icon' | 'readme' | 'examples'>;

/** The icon is saved when it is chosen. */
export type SavedPage = Omit<AgentPage, 'icon'>;

export const MAX_README = 20_000;
export const MAX_EXAMPLES = 4;
export const MAX_EXAMPLE = 200;

export const pageQueries = {
  /** @throws `unauthenticated`, `unavailable`, `unexpected` */
  page: (id: string) =>
    queryOptions({
      queryKey: [...agentQueries.all(), 'page', id] as const,
      queryFn: ({ signal }): Promise<AgentPage> => {
        const request = supabase()
          .from('agents')
          .select('color, icon, readme, examples')
          .eq('id', id)
          .abortSignal(signal)
          .single();
        return unwrap(request);
      },
    }),
};

/** @throws `invalid_input`, `unavailable` */
export async function savePage({ id, page }: { id: string; page: SavedPage }): Promise<void> {
  await unwrap(supabase().from('agents').update(page).eq('id', id).select('id').single());
}

/** One prompt per line. */
export const examplesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const areExamples = (examples: readonly string[]): boolean =>
  examples.length <= MAX_EXAMPLES && examples.every(({ length }) => length <= MAX_EXAMPLE);
