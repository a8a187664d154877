/** Runs a query or sends a request over a fake backend, for tests of `data`. */
import { QueryClient } from '@tanstack/react-query';
import { expect } from 'vitest';
import { type Replies, startBackend } from '@slipway/testing';

export const fetching = <Data>(options: { queryKey: readonly unknown[]; queryFn?: unknown }) =>
  new QueryClient().fetchQuery<Data>({
    ...(options as { queryKey: readonly unknown[]; queryFn: () => Promise<Data> }),
    retry: false,
  });

/** Sends one request, and returns its parts with the result. */
export async function record(replies: Replies, act: () => Promise<unknown>) {
  const { requests } = startBackend(replies);
  const result = await act();
  const [request] = requests;
  expect(requests).toHaveLength(1);
  return {
    result,
    method: request?.method,
    path: request?.url.pathname.replace('/rest/v1/', ''),
    query: Object.fromEntries(request?.url.searchParams ?? []),
    body: request?.body,
  };
}
