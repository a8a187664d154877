/** Health for the console: sums of a collector's minutes by release and by period, and what it says when there are none. */
import { AppError, isAppError } from '@slipway/contracts';
import { addBuckets, type HealthMinute, type HealthSource, percentileOf } from '@slipway/health';
import type { FailureInfo, Health, HealthPoint, HealthRow, ReleaseSeries } from './api';

/** The hours that the page offers, with the minutes of a period: about fifty periods each. */
const PERIODS: Readonly<Record<number, number>> = { 1: 1, 6: 10, 24: 30, 168: 240, 720: 900 };
const MINUTE = 60_000;
/** Core Web Vitals are judged at the 75th percentile. */
const SHARE = 0.75;
const MAX_FAILURES = 50;
/** A chart has at most three series. */
const MAX_SERIES = 3;

interface Sums {
  views: number;
  failedViews: number;
  errorViews: number;
  lcp: readonly number[];
  inp: readonly number[];
}

const none: Sums = { views: 0, failedViews: 0, errorViews: 0, lcp: [], inp: [] };

const added = (sums: Sums, minute: HealthMinute): Sums => ({
  views: sums.views + minute.views,
  failedViews: sums.failedViews + minute.failedViews,
  errorViews: sums.errorViews + minute.errorViews,
  lcp: addBuckets(sums.lcp, minute.lcpBuckets),
  inp: addBuckets(sums.inp, minute.inpBuckets),
});

/** Without views, the rates are unknown, not zero. */
const figures = ({ views, failedViews, errorViews, lcp, inp }: Sums) => ({
  views,
  failureRate: views > 0 ? failedViews / views : null,
  errorRate: views > 0 ? errorViews / views : null,
  lcp: percentileOf(lcp, SHARE) ?? null,
  inp: percentileOf(inp, SHARE) ?? null,
});

function grouped<Key>(minutes: readonly HealthMinute[], keyOf: (minute: HealthMinute) => Key) {
  const groups = new Map<Key, HealthMinute[]>();
  for (const minute of minutes) {
    const key = keyOf(minute);
    const group = groups.get(key);
    if (group) group.push(minute);
    else groups.set(key, [minute]);
  }
  return groups;
}

const sumOf = (minutes: readonly HealthMinute[]) => minutes.reduce(added, none);

const failingRoutes = (minutes: readonly HealthMinute[]) =>
  [...grouped(minutes, ({ route }) => route)]
    .map(([route, group]) => ({ route, failedViews: sumOf(group).failedViews }))
    .filter(({ failedViews }) => failedViews > 0)
    .sort((one, other) => other.failedViews - one.failedViews);

const lastAtOf = (minutes: readonly HealthMinute[]) =>
  minutes
    .filter(({ views }) => views > 0)
    .map(({ minute }) => minute)
    .sort()
    .at(-1) ?? null;

/** One row per release and group of visitors; the one with the most views first. */
export const rowsOf = (minutes: readonly HealthMinute[]): HealthRow[] =>
  [...grouped(minutes, ({ slice, version, group }) => `${slice} ${version} ${group}`).values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { slice, version } = first;
      return [
        {
          ...{ slice, version, group: first.group, ...figures(sumOf(group)) },
          ...{ failingRoutes: failingRoutes(group), lastAt: lastAtOf(group) },
        },
      ];
    })
    .sort((one, other) => other.views - one.views);

/** Every period from `from` to `to`, also those without a view. */
export function pointsOf(minutes: readonly HealthMinute[], from: number, to: number, step: number) {
  const periods = grouped(minutes, ({ minute }) => Math.floor((Date.parse(minute) - from) / step));
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index): HealthPoint => ({
    at: new Date(from + index * step).toISOString(),
    ...figures(sumOf(periods.get(index) ?? [])),
  }));
}

/** The busiest releases, without developers' own builds. */
export function seriesOf(minutes: readonly HealthMinute[], from: number, to: number, step: number) {
  const released = minutes.filter(({ group }) => group !== 'override');
  return [...grouped(released, ({ version }) => version)]
    .sort(([, one], [, other]) => sumOf(other).views - sumOf(one).views)
    .slice(0, MAX_SERIES)
    .map(([version, own]): ReleaseSeries => ({
      version,
      failureRates: pointsOf(own, from, to, step).map(({ failureRate }) => failureRate),
    }));
}

export interface HealthRequest {
  /** By its name in the collector. */
  environment: string;
  slice: string | undefined;
  hours: number;
  now: number;
  /** When the running release began to run. */
  since: Date | undefined;
}

const empty = { rows: [], rowsSince: [], points: [], series: [], failures: [] };

/** @throws `invalid_input` for other hours; a collector that does not respond is a state of the result */
export async function readHealth(
  source: HealthSource | undefined,
  { environment, slice, hours, now, since }: HealthRequest,
): Promise<Health> {
  const minutes = PERIODS[hours];
  if (minutes === undefined)
    throw new AppError('invalid_input', `hours must be one of ${Object.keys(PERIODS).join(', ')}`);
  if (!source) {
    const message = `No collector is configured for ${environment}, so there is no health data`;
    return { state: 'absent', message, ...empty };
  }
  const step = minutes * MINUTE;
  const to = Math.ceil(now / step) * step;
  const from = to - hours * 60 * MINUTE;
  const query = {
    environment,
    from: new Date(from),
    to: new Date(to),
    ...(slice !== undefined && { slice }),
  };
  try {
    const [found, failures] = await Promise.all([source.minutes(query), source.failures(query)]);
    return {
      state: 'known',
      message: null,
      rows: rowsOf(found),
      // A minute has views of before and after a change, so the minute of the change does not count.
      rowsSince: since ? rowsOf(found.filter(({ minute }) => Date.parse(minute) >= since.getTime())) : [],
      points: slice === undefined ? [] : pointsOf(found, from, to, step),
      series: slice === undefined ? [] : seriesOf(found, from, to, step),
      failures: failures.slice(0, MAX_FAILURES).map(failureOf),
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { state: 'down', message: error.message, ...empty };
  }
}

const failureOf = ({ slice, version, route, phase, part, code, frame, ...rest }: Failure): FailureInfo => ({
  ...{ slice, version, route, phase, part, code, frame },
  ...{ firstAt: rest.firstAt, lastAt: rest.lastAt, count: rest.count },
});

type Failure = Awaited<ReturnType<HealthSource['failures']>>[number];
