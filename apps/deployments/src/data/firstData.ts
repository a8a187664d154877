/** The data of `/deployments`, which starts when its code has loaded: before it is rendered, or when a link to it is hovered. */
import type { LoaderContext } from '@slipway/platform';
import { agentQueries } from './agents';
import { deploymentQueries } from './deployments';
import { endingQueries } from './ending';
import { eventQueries } from './events';
import { termsQueries } from './terms';

/** Starts the queries of the list and of what its cards show. */
export function startData({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(deploymentQueries.list());
  void queryClient.prefetchQuery(endingQueries.ends());
  void queryClient.prefetchQuery(termsQueries.pending());
  void queryClient.prefetchQuery(eventQueries.lastDeployed());
  void queryClient.prefetchQuery(agentQueries.offered());
  void queryClient.prefetchQuery(agentQueries.external());
}
