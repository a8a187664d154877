/** The most urgent problems first: releases that fail, plans that wait, changes that bypassed the policy. */
import type { Health, HealthRow, OverviewEnvironment, Part } from '@slipway/cli/console';

/** With fewer views, the rates of a release are not meaningful. */
const MIN_VIEWS = 20;
/** A release that fails in more of its views needs attention. */
const MAX_FAILURES = 0.02;

export interface Failing {
  environment: string;
  row: HealthRow;
  /** Since when, and who brought it. */
  part: Part;
  /** The busiest other release of the slice in the period, to compare with. */
  other: HealthRow | undefined;
  /** The team of the slice. Undefined for the shell, whose team the overview does not have. */
  owner: string | undefined;
}

export const isFailing = ({ views, failureRate }: HealthRow) =>
  views >= MIN_VIEWS && (failureRate ?? 0) > MAX_FAILURES;

const MINUTE = 60_000;

/** Whether every view of a release came before it began to run this time, at `since`. Records have no seconds. */
export const isAllBefore = ({ lastAt }: HealthRow, since: string) =>
  lastAt !== null && Date.parse(lastAt) + MINUTE <= Date.parse(since);

/** The worst first. Overrides are developers' own builds. */
export function failingReleases(
  environments: readonly OverviewEnvironment[],
  health: ReadonlyMap<string, Health>,
): Failing[] {
  return environments
    .flatMap(({ environment, parts, owners }) => {
      const rows = health.get(environment)?.rows.filter(({ group }) => group !== 'override') ?? [];
      return rows.filter(isFailing).flatMap((row) => {
        const part = parts.find(({ app, version }) => app === row.slice && version === row.version);
        const other = rows.find(({ slice, version }) => slice === row.slice && version !== row.version);
        return part ? [{ environment, row, part, other, owner: owners[row.slice] }] : [];
      });
    })
    .sort((one, next) => failedViews(next.row) - failedViews(one.row));
}

const failedViews = ({ views, failureRate }: HealthRow) => views * (failureRate ?? 0);
