/** The four states of a query: loading, failed with a retry, empty, and its data. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '@slipway/design-system';

interface QueryPanelProps<Data> {
  query: UseQueryResult<Data>;
  /** The title of the failed state. */
  failure: string;
  /** Shown while loading. Give it the size of the data, so that the page does not shift. */
  waiting: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

const isEmpty = (data: unknown) => Array.isArray(data) && data.length === 0;

export function QueryPanel<Data>({ query, failure, waiting, empty, children }: QueryPanelProps<Data>) {
  if (query.isPending) return waiting;
  if (query.isError && query.data === undefined) {
    return <ErrorState title={failure} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined || (isEmpty(query.data) && empty !== undefined)) return empty;
  return children(query.data);
}
