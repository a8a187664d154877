/** The health of every slice in several environments. */
import { useQueries } from '@tanstack/react-query';
import type { Health } from '@slipway/cli/console';
import { healthQuery } from '../../data/queries';

const failed = ({ message }: Error): Health => ({
  ...{ state: 'down', message, rows: [], rowsSince: [], points: [], series: [], failures: [] },
});

/** The health by environment, without those that are still loading. */
export function useHealth(environments: readonly string[], hours: number): ReadonlyMap<string, Health> {
  return useQueries({
    queries: environments.map((environment) => healthQuery(environment, hours)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data, error }, index) => {
          const environment = environments[index];
          const known = data ?? (error ? failed(error) : undefined);
          return known && environment !== undefined ? [[environment, known] as const] : [];
        }),
      ),
  });
}
