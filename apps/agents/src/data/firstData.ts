/** The data of `/agents`: the document requests it, and it starts before the page is rendered, or when a link to it is hovered. */
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderContext } from '@slipway/platform';
import { readSession } from '@slipway/session';
import { agentQueries } from './agents';

/** Starts the queries of the list for a user's id. */
export const startQueries = (cache: QueryClient, user: string): Promise<void>[] => [
  cache.prefetchQuery(agentQueries.list(user)),
  cache.prefetchQuery(agentQueries.interactions()),
];

/** Resolves when the data has arrived or failed. */
export async function startData({ queryClient }: LoaderContext): Promise<void> {
  const session = readSession();
  if (session.status === 'signed-in') await Promise.all(startQueries(queryClient, session.user.id));
}
