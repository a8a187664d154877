/**
 * Whether a slice uses its error budget too fast. The burn rate is the share of bad views divided by the share that the
 * budget allows; a rate of 1 uses up exactly the budget of 30 days. Two windows must agree: the long one shows that it
 * matters, the short one that it still happens. Google's Site Reliability Workbook, chapter 5.
 */
import type { ErrorBudget } from '@slipway/contracts';
import type { HealthMinute } from '@slipway/health';

const HOUR = 3_600_000;

/** Longest last; the first that applies is reported. */
const windows = [
  { long: HOUR, short: HOUR / 12, burn: 14.4, name: 'in an hour' },
  { long: 6 * HOUR, short: HOUR / 2, burn: 6, name: 'in 6 hours' },
  { long: 72 * HOUR, short: 6 * HOUR, burn: 1, name: 'in 3 days' },
] as const;

/** The reports that a round reads. Milliseconds. */
export const READ_BACK = 72 * HOUR;

/** Fewer bad views than this in the long window are chance. */
const MIN_BAD = 10;

export interface Rates {
  views: number;
  failed: number;
  errors: number;
}

export const ratesOf = (rows: readonly HealthMinute[]): Rates =>
  rows.reduce(
    (sum, { views, failedViews, errorViews }) => ({
      views: sum.views + views,
      failed: sum.failed + failedViews,
      errors: sum.errors + errorViews,
    }),
    { views: 0, failed: 0, errors: 0 },
  );

export interface Burn {
  kind: 'failed' | 'errors';
  /** How many times as fast as the budget allows. */
  burn: number;
  /** Such as `in an hour`. */
  window: string;
  rates: Rates;
}

/** `rows`: the reports of one slice, all versions, overrides excluded. Undefined within the budget. */
export function burnOf(rows: readonly HealthMinute[], budget: ErrorBudget, now: number): Burn | undefined {
  const since = (window: number) => ratesOf(rows.filter(({ minute }) => Date.parse(minute) >= now - window));
  for (const { long, short, burn, name } of windows) {
    const [all, recent] = [since(long), since(short)];
    for (const kind of ['failed', 'errors'] as const) {
      const rate = (rates: Rates) => rates[kind] / Math.max(1, rates.views) / budget[kind];
      if (all[kind] >= MIN_BAD && rate(all) >= burn && rate(recent) >= burn)
        return { kind, burn: rate(all), window: name, rates: all };
    }
  }
  return undefined;
}
