/**
 * The page of an agent in the marketplace, besides its listing: color, README and example prompts.
 * Source: the functions `agent_page` and `save_agent_page`, for the agent's creator.
 */
import { queryOptions } from '@tanstack/react-query';
import { AppError } from '@slipway/contracts';
import { saveStored, type Stored, supabase, unwrap } from '@slipway/data';

export interface PageDraft {
  color: string | null;
  readme: string;
  /** One prompt per line. */
  examples: string;
}

export interface AgentPage extends Stored<PageDraft> {
  /** The icon is saved as soon as it is chosen. */
  icon: string | null;
}

export const MAX_README = 20_000;
export const MAX_EXAMPLES = 4;
export const MAX_EXAMPLE = 200;

async function readPage(agent: string): Promise<AgentPage> {
  const [row] = await unwrap(supabase().rpc('agent_page', { agent }));
  if (!row) throw new AppError('not_found', 'Agent not found');
  // Columns that are null in the database; the generated types of functions omit that.
  const { icon, color, readme } = row as Partial<typeof row>;
  return {
    draft: { color: color ?? null, readme: readme ?? '', examples: row.examples.join('\n') },
    ...{ etag: row.etag, icon: icon ?? null },
  };
}

export const pageQueries = {
  /** Read once for each form, which follows only its own saves. @throws `not_found`, `unavailable`, `unexpected` */
  page: (agent: string) =>
    queryOptions({
      queryKey: ['own-agent-page', agent] as const,
      queryFn: () => readPage(agent),
      staleTime: 'static',
      gcTime: 0,
    }),
};

interface Save {
  id: string;
  draft: PageDraft;
  etag: string;
}

/** See `saveStored`. @throws `not_found`, `invalid_input`, `unavailable` */
export function savePage({ id, draft, etag }: Save): Promise<AgentPage | undefined> {
  const readme = draft.readme.trim();
  const given = {
    ...{ agent: id, etag, examples: examplesIn(draft.examples) },
    ...(draft.color === null ? {} : { color: draft.color }),
    ...(readme === '' ? {} : { readme }),
  };
  return saveStored(
    etag,
    () => unwrap(supabase().rpc('save_agent_page', given)),
    () => readPage(id),
  );
}

/** One prompt per line. */
export const examplesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const areExamples = (examples: readonly string[]): boolean =>
  examples.length <= MAX_EXAMPLES && examples.every(({ length }) => length <= MAX_EXAMPLE);
