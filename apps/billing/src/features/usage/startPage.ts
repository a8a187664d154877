/** Starts what `/billing` shows, before it is rendered: its data, and the code of the chart where there is usage to draw. */
import type { LoaderContext } from '@slipway/platform';
import { readSession } from '@slipway/session';
import { startData } from '../../data/firstData';
import { daysIn, usageQueries } from '../../data/usage';
import { loadChart } from './loadChart';

/** Resolves when the data is there, or has failed. The page does not wait for the chart. */
export async function startPage(context: LoaderContext): Promise<void> {
  const started = startData(context);
  const session = readSession();
  if (session.status === 'signed-in') {
    // No second request: the query is running already. The chart shows its failure.
    const days = daysIn(context.search);
    const usage = context.queryClient.fetchQuery(usageQueries.byDay(session.user.id, days));
    void usage.then((rows) => (rows.length > 0 ? loadChart() : undefined)).catch(() => undefined);
  }
  await started;
}
