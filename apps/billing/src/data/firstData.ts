/** The data of `/billing`, which starts when its code has loaded: before it is rendered, or when a link to it is hovered. */
import type { LoaderContext } from '@slipway/platform';
import { readSession } from '@slipway/session';
import { subscriptionQueries } from './subscription';
import { usageQueries } from './usage';

/** Starts the queries of the plan and its quotas. */
export function startData({ queryClient }: LoaderContext): void {
  const session = readSession();
  if (session.status !== 'signed-in') return;
  void queryClient.prefetchQuery(subscriptionQueries.current(session.user.id));
  void queryClient.prefetchQuery(usageQueries.totals(session.user.id));
}
