/** The health of every slice in several environments. */
import { useQueries } from '@tanstack/react-query';
import type { Health } from '@slipway/cli/console';
import { healthQuery } from '../../data/queries';

/** By environment; those that are still loading, or could not be read, are missing. */
export function useHealth(environments: readonly string[], hours: number): ReadonlyMap<string, Health> {
  return useQueries({
    queries: environments.map((environment) => healthQuery(environment, hours)),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const environment = environments[index];
          return data && environment !== undefined ? [[environment, data] as const] : [];
        }),
      ),
  });
}
