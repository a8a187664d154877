/** The page and its first requests, in one chunk. The module of the page has only its component, so Fast Refresh can replace it. */
import type { QueryClient } from '@tanstack/react-query';
import { startQueries } from '../data/dashboard';

export { default } from './DashboardPage';

/** Runs before the page is rendered. Resolves when the data has arrived or failed. */
export async function startData({ queryClient }: { queryClient: QueryClient }): Promise<void> {
  await Promise.all(startQueries(queryClient));
}
