/** The data of `/deployments`: the document requests it, and it starts before the page is rendered, or when a link to it is hovered. */
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderContext } from '@slipway/platform';
import { agentQueries } from './agents';
import { deploymentQueries } from './deployments';
import { endingQueries } from './ending';
import { eventQueries } from './events';
import { termsQueries } from './terms';

/** Starts the queries of the list and of what its cards show. */
export const startQueries = (cache: QueryClient): Promise<void>[] => [
  cache.prefetchQuery(deploymentQueries.list()),
  cache.prefetchQuery(endingQueries.ends()),
  cache.prefetchQuery(termsQueries.pending()),
  cache.prefetchQuery(eventQueries.lastDeployed()),
  cache.prefetchQuery(agentQueries.offered()),
  cache.prefetchQuery(agentQueries.external()),
];

/** Resolves when the data has arrived or failed. */
export async function startData({ queryClient }: LoaderContext): Promise<void> {
  await Promise.all(startQueries(queryClient));
}
