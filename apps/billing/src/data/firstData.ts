/** The data of `/billing`: the document requests it, and it starts before the page is rendered, or when a link to it is hovered. */
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderContext } from '@slipway/platform';
import { readSession } from '@slipway/session';
import { chargeQueries } from './charges';
import { earningQueries } from './earnings';
import { invoiceQueries } from './invoices';
import { spendLimitQueries } from './spendLimits';
import { subscriptionQueries } from './subscription';
import { daysIn, FIRST_DAYS, usageQueries } from './usage';

/** Starts the queries of all parts of the page for a user's id. */
export const startQueries = (cache: QueryClient, user: string, days = FIRST_DAYS): Promise<void>[] => [
  cache.prefetchQuery(subscriptionQueries.current(user)),
  cache.prefetchQuery(usageQueries.totals(user)),
  cache.prefetchQuery(chargeQueries.current(user)),
  cache.prefetchQuery(spendLimitQueries.of()),
  cache.prefetchQuery(invoiceQueries.list(user)),
  cache.prefetchQuery(earningQueries.summary(user)),
  cache.prefetchQuery(usageQueries.byDay(user, days)),
  cache.prefetchQuery(usageQueries.latest(user)),
];

/** Resolves when the data has arrived or failed. */
export async function startData({ queryClient, search }: LoaderContext): Promise<void> {
  const session = readSession();
  if (session.status === 'signed-in') {
    await Promise.all(startQueries(queryClient, session.user.id, daysIn(search)));
  }
}
