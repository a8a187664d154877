/** Sums of both groups of a canary over time. Source: `HealthMinute`. */
import type { HealthMinute } from '@slipway/health';
import { SETTLE_MINUTES } from './rules';

/** The number of values, and the sums of their natural logarithms and of the squares of these. */
export interface Moments {
  count: number;
  sum: number;
  sum2: number;
}

export interface Sums {
  visits: number;
  failures: number;
  errors: number;
  lcp: Moments;
  inp: Moments;
}

/** The sums of one minute. Groups are compared only within a stratum, so load and time of day cancel out. */
export interface Stratum {
  /** Milliseconds since 1970. */
  minute: number;
  canary: Sums;
  stable: Sums;
}

/** The versions that are compared. */
export type Versions = Readonly<Record<'canary' | 'stable', string>>;

const MINUTE = 60_000;

export const noMoments = (): Moments => ({ count: 0, sum: 0, sum2: 0 });
export const noSums = (): Sums => ({
  visits: 0,
  failures: 0,
  errors: 0,
  lcp: noMoments(),
  inp: noMoments(),
});

export function addMoments(to: Moments, { count, sum, sum2 }: Moments): void {
  to.count += count;
  to.sum += sum;
  to.sum2 += sum2;
}

export function addSums(to: Sums, sums: Sums): Sums {
  to.visits += sums.visits;
  to.failures += sums.failures;
  to.errors += sums.errors;
  addMoments(to.lcp, sums.lcp);
  addMoments(to.inp, sums.inp);
  return to;
}

export const sumsOf = (row: HealthMinute): Sums => ({
  visits: row.visits,
  failures: row.failedVisits,
  errors: row.errorVisits,
  lcp: { count: row.lcpCount, sum: row.lcpSumLog, sum2: row.lcpSumLog2 },
  inp: { count: row.inpCount, sum: row.inpSumLog, sum2: row.inpSumLog2 },
});

/** The minutes that are complete at `now`, in order. Other versions and overrides are left out. */
export function strataOf(rows: readonly HealthMinute[], versions: Versions, now: number): Stratum[] {
  const strata = new Map<number, Stratum>();
  for (const row of rows) {
    const { group } = row;
    if (group === 'override' || row.version !== versions[group]) continue;
    const minute = Date.parse(row.minute);
    if (minute + (1 + SETTLE_MINUTES) * MINUTE > now) continue;
    const stratum = strata.get(minute) ?? { minute, canary: noSums(), stable: noSums() };
    addSums(stratum[group], sumsOf(row));
    strata.set(minute, stratum);
  }
  return [...strata.values()].sort((one, other) => one.minute - other.minute);
}

/** The sums of all strata from a time on. */
export function totalsOf(strata: readonly Stratum[], from = 0): Pick<Stratum, 'canary' | 'stable'> {
  const totals = { canary: noSums(), stable: noSums() };
  for (const stratum of strata) {
    if (stratum.minute < from) continue;
    addSums(totals.canary, stratum.canary);
    addSums(totals.stable, stratum.stable);
  }
  return totals;
}
