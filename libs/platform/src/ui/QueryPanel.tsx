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
  /** The failed state takes the size of `waiting`, so that the parts below stay where they are. */
  keepsSpace?: boolean;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

const isEmpty = (data: unknown) => Array.isArray(data) && data.length === 0;

export function QueryPanel<Data>({
  query,
  failure,
  waiting,
  keepsSpace = false,
  empty,
  children,
}: QueryPanelProps<Data>) {
  if (query.isPending) return waiting;
  if (query.isError && query.data === undefined) {
    const space = keepsSpace ? { insteadOf: waiting } : {};
    return <ErrorState title={failure} onRetry={() => void query.refetch()} {...space} />;
  }
  if (query.data === undefined || (isEmpty(query.data) && empty !== undefined)) return empty;
  return children(query.data);
}
