/** The slot and its first request, in one chunk. The module of the slot has only its component, so Fast Refresh can replace it. */
import type { QueryClient } from '@tanstack/react-query';
import { featuredQueries } from '../data/featured';

export { default } from './FeaturedAgents';

/** Runs before the component is rendered. Resolves when the data has arrived or failed. */
export const startData = ({ queryClient }: { queryClient: QueryClient }): Promise<void> =>
  queryClient.prefetchQuery(featuredQueries.list());
