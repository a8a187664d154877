/** The series and the events of a slice's charts. */
import type { DeployMark, Health } from '@slipway/cli/console';
import { periodLabel } from './format';

export interface ChartData {
  periods: string[];
  /** By release: its share of failed views. */
  failed: { version: string; values: (number | null)[] }[];
  errors: (number | null)[];
  lcp: (number | null)[];
  inp: (number | null)[];
  views: number[];
  events: { at: number; label: string }[];
}

const share = (rate: number | null) => (rate === null ? null : rate * 100);

/** Each deploy is in the period in which it happened; earlier ones are left out. */
export function chartData(
  { points, series }: Pick<Health, 'points' | 'series'>,
  deploys: readonly DeployMark[],
  hours: number,
  labelOf: (mark: DeployMark) => string,
): ChartData {
  const starts = points.map(({ at }) => Date.parse(at));
  const step = (starts[1] ?? 0) - (starts[0] ?? 0);
  const periodOf = (at: string) =>
    starts.findIndex((start) => start <= Date.parse(at) && Date.parse(at) < start + step);
  return {
    periods: points.map(({ at }) => periodLabel(at, hours)),
    failed: series.map(({ version, failureRates }) => ({ version, values: failureRates.map(share) })),
    errors: points.map(({ errorRate }) => share(errorRate)),
    lcp: points.map(({ lcp }) => lcp),
    inp: points.map(({ inp }) => inp),
    views: points.map(({ views }) => views),
    events: deploys
      .map((mark) => ({ at: periodOf(mark.at), label: labelOf(mark) }))
      .filter(({ at }) => at >= 0)
      .reverse(),
  };
}
