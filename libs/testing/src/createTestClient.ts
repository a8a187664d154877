/** A query client for tests of queries without a page. */
import { QueryClient } from '@tanstack/react-query';

/** Returns an empty client that does not retry: a failure is there at once. */
export const createTestClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
