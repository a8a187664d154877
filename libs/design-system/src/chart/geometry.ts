/** Positions of a chart's values, in percent from the upper left. Source: the ticks of d3. */
import { nice, ticks } from 'd3-array';

/** `stack` is `bar` with the bars of a period on top of each other, so that their sum is visible. */
export type ChartKind = 'line' | 'area' | 'bar' | 'stack';

export const isBars = (kind: ChartKind): boolean => kind === 'bar' || kind === 'stack';

/** The values of one line or one color of bars. */
export interface ChartSeries {
  id: string;
  label: string;
  /** One per period; null for an unknown value. */
  values: readonly (number | null)[];
}

/** Moments on the time axis, such as deploys, drawn as vertical lines. */
export interface ChartEvents {
  /** Their kind: `Deploys`. */
  label: string;
  /** `at` is the index of a period. */
  points: readonly { at: number; label: string }[];
}

/** The labels of a period's events. */
export const eventsAt = (events: ChartEvents | undefined, at: number): string[] =>
  events?.points.filter((point) => point.at === at).map(({ label }) => label) ?? [];

export interface Scale {
  low: number;
  high: number;
  /** About five round values within the range, in ascending order. */
  steps: readonly number[];
}

const STEPS = 4;

/** The ends of each period's bars on top of each other, above and below zero; unknown values count as zero. */
const endsOf = (series: readonly ChartSeries[]): [above: number, below: number][] =>
  (series[0]?.values ?? []).map((_, at) => {
    const values = series.map((one) => one.values[at] ?? 0);
    return [Math.max, Math.min].map((pick) => values.reduce((sum, value) => sum + pick(0, value), 0)) as [
      number,
      number,
    ];
  });

/** The range of all values, or of the ends of their stacks, and zero, extended to round numbers. */
export function scaleOf(series: readonly ChartSeries[], kind: ChartKind = 'line'): Scale {
  const values = (kind === 'stack' ? endsOf(series).flat() : series.flatMap((one) => one.values)).filter(
    (value) => value !== null,
  );
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  // All values are zero: avoid dividing by an empty range.
  if (least === most) return { low: 0, high: 1, steps: [0, 1] };
  const [low, high] = nice(least, most, STEPS);
  const steps = ticks(low, high, STEPS);
  // Counts are integers: no label shows half a message.
  return { low, high, steps: values.every(Number.isInteger) ? steps.filter(Number.isInteger) : steps };
}

export const heightOf = (value: number, { low, high }: Scale): number =>
  (100 * (high - value)) / (high - low);

/** A bar is centered in its period; a line runs from edge to edge. */
export const placeOf = (at: number, count: number, kind: ChartKind): number => {
  if (isBars(kind)) return (100 * (at + 0.5)) / count;
  return count === 1 ? 50 : (100 * at) / (count - 1);
};

/** The period nearest to `share`: 0 is the left edge, 1 the right. */
export const periodAt = (share: number, count: number, kind: ChartKind): number => {
  const at = isBars(kind) ? Math.floor(share * count) : Math.round(share * (count - 1));
  return Math.min(Math.max(at, 0), count - 1);
};

type Point = readonly [place: number, height: number];
type Run = [Point, ...Point[]];

/** The points of consecutive known values. */
function runsOf(values: ChartSeries['values'], scale: Scale, kind: ChartKind): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      run = undefined;
      continue;
    }
    const point = [placeOf(at, values.length, kind), heightOf(value, scale)] as const;
    if (run) run.push(point);
    else runs.push((run = [point]));
  }
  return runs;
}

const lineThrough = (points: readonly Point[]) => `M${points.map((point) => point.join()).join('L')}`;

/**
 * SVG paths of one series: its line, the area below it, and dots for values between unknown ones. The lines are
 * straight: a curve would show values that were not measured.
 */
export function pathsOf(values: ChartSeries['values'], scale: Scale, kind: ChartKind) {
  const runs = runsOf(values, scale, kind);
  const zero = heightOf(0, scale);
  const alone = runs.filter(({ length }) => length === 1);
  return {
    line: runs.map(lineThrough).join(''),
    ground: runs
      .map((run) => `${lineThrough([[run[0][0], zero], ...run, [(run.at(-1) ?? run[0])[0], zero]])}Z`)
      .join(''),
    alone: alone.map((run) => `${lineThrough(run)}h0`).join(''),
  };
}

export interface Bar {
  at: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const WIDEST = 8;

/** The bars of the series `index` of `count`, next to the bars of the other series. */
export function barsOf(values: ChartSeries['values'], scale: Scale, index: number, count: number): Bar[] {
  const room = Math.min((0.68 * 100) / values.length, WIDEST * count);
  const width = room / count;
  const zero = heightOf(0, scale);
  return values.flatMap((value, at) => {
    if (value === null) return [];
    const end = heightOf(value, scale);
    const x = placeOf(at, values.length, 'bar') - room / 2 + index * width;
    return [{ at, x, y: Math.min(end, zero), width: width * 0.88, height: Math.abs(end - zero) }];
  });
}

/** The bars of the series `index`, on top of those of the series before it. Negative ones, such as refunds, hang below zero. */
export function stackOf(series: readonly ChartSeries[], scale: Scale, index: number): Bar[] {
  const ends = endsOf(series.slice(0, index));
  const values = series[index]?.values ?? [];
  const width = Math.min((0.68 * 100) / values.length, WIDEST);
  return values.flatMap((value, at) => {
    if (value === null) return [];
    const base = ends[at]?.[value < 0 ? 1 : 0] ?? 0;
    const start = heightOf(base, scale);
    const end = heightOf(base + value, scale);
    const x = placeOf(at, values.length, 'stack') - width / 2;
    return [{ at, x, y: Math.min(start, end), width, height: Math.abs(end - start) }];
  });
}

export interface PeriodTick {
  at: number;
  /** The minimum width class at which the label is shown; the rarest labels are always shown. */
  room: 'always' | 'some' | 'much';
}

const MOST_TICKS = 7;

/** The periods that are labeled below the chart: evenly spaced, always including the newest. */
export function periodTicks(count: number): PeriodTick[] {
  const step = Math.max(1, Math.ceil(count / MOST_TICKS));
  const named = Math.ceil(count / step);
  const isFew = named <= MOST_TICKS / 2 + 1;
  const roomOf = (back: number): PeriodTick['room'] => {
    if (back % 2 === 1) return isFew ? 'some' : 'much';
    return isFew || back % 4 === 0 ? 'always' : 'some';
  };
  return Array.from({ length: named }, (_, back) => ({
    at: count - 1 - back * step,
    room: roomOf(back),
  })).reverse();
}

/** A CSS length. */
export const percent = (value: number) => `${String(value)}%`;
