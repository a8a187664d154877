/**
 * The numbers of installs that are on screen, after the user installed or uninstalled an agent: the database counts the
 * rows of `public.agent_installs`. Nothing is read or sorted again: no card may move under the pointer.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type Agent, agentQueries } from './agents';
import type { Creator } from './creators';
import { listingQueries, type ResultPage } from './listings';
import type { Listing } from './search';

interface Change {
  agentId: string;
  installed: boolean;
}

/** Counts an accepted change in every cached list, creator and agent. Lists without the agent keep their identity. */
export function countInstall(queryClient: QueryClient, { agentId, installed }: Change): void {
  const by = installed ? 1 : -1;
  const isIn = (listings: readonly Listing[]) => listings.some(({ agent_id }) => agent_id === agentId);
  const counted = (listings: readonly Listing[]): Listing[] =>
    listings.map((row) => (row.agent_id === agentId ? { ...row, installs: row.installs + by } : row));

  queryClient.setQueriesData<InfiniteData<ResultPage>>(
    { queryKey: [...listingQueries.all(), 'search'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) =>
          isIn(page.listings) ? { ...page, listings: counted(page.listings) } : page,
        ),
      },
  );
  queryClient.setQueriesData<Listing[]>({ queryKey: ['listings-kept'] }, (list) =>
    list && isIn(list) ? counted(list) : list,
  );
  queryClient.setQueriesData<Creator | null>({ queryKey: ['creators'] }, (creator) =>
    creator && isIn(creator.listings)
      ? {
          ...creator,
          listings: counted(creator.listings),
          figures: { ...creator.figures, installs: creator.figures.installs + by },
        }
      : creator,
  );
  queryClient.setQueryData<Agent | null>(
    agentQueries.details(agentId).queryKey,
    (agent) => agent && { ...agent, install_count: agent.install_count + by },
  );
}
