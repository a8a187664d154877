/** The data of `/agents`, which starts when its code has loaded: before it is rendered, or when a link to it is hovered. */
import type { LoaderContext } from '@slipway/platform';
import { readSession } from '@slipway/session';
import { agentQueries } from './agents';

/** Starts the queries of the list. */
export function startData({ queryClient }: LoaderContext): void {
  const session = readSession();
  if (session.status !== 'signed-in') return;
  void queryClient.prefetchQuery(agentQueries.list(session.user.id));
  void queryClient.prefetchQuery(agentQueries.interactions());
}
