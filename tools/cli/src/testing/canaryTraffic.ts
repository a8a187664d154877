/** Simulated reports of a canary: a day of views, more of them in the afternoon, judged step by step as `--auto` does. */
import { randomBinomial, randomLcg, randomNormal, randomPoisson } from 'd3-random';
import { judgeCanary } from '../canary/judge';
import { defaultStepRules, type StepRules } from '../canary/rules';
import { type Moments, noSums, type Stratum, type Sums } from '../canary/samples';

export interface Traffic {
  seed: number;
  viewsPerDay: number;
  /** The rate of failed views, and of views with an error, of the stable release. */
  base: number;
  /** The canary's rate of failed views divided by `base`. */
  ratio: number;
  /** The canary's LCP divided by that of the stable release. */
  slowdown: number;
  /** Successive views that fail or not together, as those of one visitor do. */
  cluster?: number;
}

export interface Outcome {
  verdict: 'abort' | 'finished' | 'running';
  /** The first words of the reason of an abort: the metric. */
  reason: string;
  /** Canary views until then. */
  views: number;
  hours: number;
}

/** The standard deviation of the logarithm of an LCP. */
export const LCP_DEVIATION = 0.7;
/** The share of views that are full loads, which have an LCP. */
const LOADS = 0.5;
const TYPICAL_LCP = Math.log(1500);
const MINUTE = 60_000;

const momentsOf = (count: number, draw: () => number): Moments => {
  const moments = { count, sum: 0, sum2: 0 };
  for (let index = 0; index < count; index += 1) {
    const value = draw();
    moments.sum += value;
    moments.sum2 += value ** 2;
  }
  return moments;
};

/** Draws the strata of a traffic, minute by minute. */
export function createTraffic({ seed, viewsPerDay, base, ratio, slowdown, cluster = 1 }: Traffic) {
  const source = randomLcg(seed);
  const binomial = randomBinomial.source(source);
  const poisson = randomPoisson.source(source);
  const normal = randomNormal.source(source)(0, LCP_DEVIATION);
  const sums = (mean: number, rates: { failures: number; errors: number; slowdown: number }): Sums => {
    const groups = mean > 0 ? poisson(mean / cluster)() : 0;
    const views = groups * cluster;
    const loads = binomial(views, LOADS)();
    const typical = TYPICAL_LCP + Math.log(rates.slowdown);
    return {
      ...noSums(),
      views,
      failures: binomial(groups, rates.failures)() * cluster,
      errors: binomial(groups, rates.errors)() * cluster,
      lcp: momentsOf(loads, () => typical + normal()),
    };
  };
  return (minute: number, percent: number): Stratum => {
    const views = (viewsPerDay / 1440) * (1 - 0.6 * Math.cos((2 * Math.PI * minute) / 1440));
    const share = percent / 100;
    return {
      minute: minute * MINUTE,
      canary: sums(views * share, { failures: Math.min(1, base * ratio), errors: base, slowdown }),
      stable: sums(views * (1 - share), { failures: base, errors: base, slowdown: 1 }),
    };
  };
}

/** One canary over a day. Looks every `every` minutes. */
export function simulateDay(
  traffic: Traffic,
  {
    steps = [1, 5, 25],
    every = 5,
    rules = defaultStepRules,
  }: { steps?: readonly number[]; every?: number; rules?: StepRules } = {},
): Outcome {
  const next = createTraffic(traffic);
  const strata: Stratum[] = [];
  let [at, since, views] = [0, 0, 0];
  const outcome = (verdict: Outcome['verdict'], minute: number, reason = ''): Outcome => ({
    ...{ verdict, views, hours: minute / 60 },
    reason: reason.split(':')[0] ?? '',
  });
  for (let minute = 0; minute < 1440; minute += 1) {
    const percent = steps[at] ?? 0;
    const stratum = next(minute, percent);
    strata.push(stratum);
    views += stratum.canary.views;
    if (minute % every !== every - 1) continue;
    const step = { percent, since, isLast: at === steps.length - 1 };
    const { verdict, reasons } = judgeCanary(strata, step, (minute + 2) * MINUTE, rules);
    if (verdict === 'abort') return outcome('abort', minute, reasons[0]);
    if (verdict !== 'pass') continue;
    if (step.isLast) return outcome('finished', minute);
    [at, since] = [at + 1, (minute + 1) * MINUTE];
  }
  return outcome('running', 1440);
}
