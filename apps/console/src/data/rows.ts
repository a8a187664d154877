/** The rows of the overview: one per app, with what each environment runs of it. */
import type { Health, HealthRow, OverviewEnvironment, Part } from '@slipway/cli/console';
import { isFailing } from './attention';

export interface Cell {
  environment: string;
  stable: Part | undefined;
  canary: Part | undefined;
  health: HealthRow | undefined;
  canaryHealth: HealthRow | undefined;
  healthState: Health['state'] | 'loading';
}

export interface OverviewRow {
  slice: string;
  routes: readonly string[];
  cells: readonly Cell[];
}

/** The stable release of a slice. */
export const stableOf = ({ parts }: OverviewEnvironment, slice: string) =>
  parts.find(({ app, kind }) => app === slice && kind === 'stable');

const healthOf = (health: Health | undefined, part: Part | undefined, group: HealthRow['group']) =>
  part &&
  health?.rows.find((row) => row.slice === part.app && row.version === part.version && row.group === group);

export function overviewRows(
  environments: readonly OverviewEnvironment[],
  health: ReadonlyMap<string, Health>,
): OverviewRow[] {
  const apps = new Set(environments.flatMap(({ parts }) => parts.map(({ app }) => app)));
  return [...apps].sort().map((slice) => ({
    slice,
    routes: [...new Set(environments.flatMap(({ routes }) => routes[slice] ?? []))],
    cells: environments.map(({ environment, parts }) => {
      const partOf = (kind: Part['kind']) => parts.find((part) => part.app === slice && part.kind === kind);
      const [stable, canary] = [partOf('stable'), partOf('canary')];
      const known = health.get(environment);
      return {
        ...{ environment, stable, canary },
        health: healthOf(known, stable, 'stable'),
        canaryHealth: healthOf(known, canary, 'canary'),
        healthState: known?.state ?? 'loading',
      };
    }),
  }));
}

export type RowFilter = 'all' | 'different' | 'failing';

/** `typed`: a part of the slice's name or of one of its routes. */
export function matches(row: OverviewRow, typed: string, filter: RowFilter): boolean {
  const wanted = typed.trim().toLowerCase();
  const isNamed = [row.slice, ...row.routes].some((name) => name.toLowerCase().includes(wanted));
  if (!isNamed || filter === 'all') return isNamed;
  return row.cells.some(({ stable, health, canaryHealth }) =>
    filter === 'different'
      ? stable?.isDrift === true
      : [health, canaryHealth].some((one) => one !== undefined && isFailing(one)),
  );
}
