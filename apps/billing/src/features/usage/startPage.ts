/**
 * Starts loading the content of `/billing` before it is rendered: its data, and the code of the chart if there is usage
 * to show.
 */
import type { LoaderContext } from '@slipway/platform';
import { readSession } from '@slipway/session';
import { startData } from '../../data/firstData';
import { daysIn, usageQueries } from '../../data/usage';
import { loadChart } from './loadChart';

/** Resolves when the data has arrived or failed. Does not wait for the chart. */
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
