/** Simulated reports of a canary: a day of visits, more of them in the afternoon, judged step by step as `--auto` does. */
import { randomBinomial, randomLcg, randomNormal, randomPoisson } from 'd3-random';
import { judgeCanary } from '../canary/judge';
import { defaultStepRules, type StepRules } from '../canary/rules';
import { type Moments, noSums, type Stratum, type Sums } from '../canary/samples';

export interface Traffic {
  seed: number;
  visitsPerDay: number;
  /** The rate of failed visits, and of visits with an error, of the stable release. */
  base: number;
  /** The canary's rate of failed visits divided by `base`. */
  ratio: number;
  /** The canary's LCP divided by that of the stable release. */
  slowdown: number;
  /** Views of one visit, which fail together or not at all. */
  viewsPerVisit?: number;
}

export interface Outcome {
  verdict: 'abort' | 'finished' | 'running';
  /** The first words of the reason of an abort: the metric. */
  reason: string;
  /** Canary visits until then. */
  visits: number;
  hours: number;
}

/** The standard deviation of the logarithm of an LCP. */
export const LCP_DEVIATION = 0.7;
/** A visit without a failure is reported so many minutes later than one with: the worst case of `VISIT_LIMIT`. */
const VISIT_MINUTES = 2;
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
export function createTraffic({ seed, visitsPerDay, base, ratio, slowdown, viewsPerVisit = 1 }: Traffic) {
  const source = randomLcg(seed);
  const binomial = randomBinomial.source(source);
  const poisson = randomPoisson.source(source);
  const normal = randomNormal.source(source)(0, LCP_DEVIATION);
  const group = (failureRate: number, slower: number) => {
    /** Visits that began in the last minutes without a failure. */
    const open: number[] = [];
    return (mean: number): Sums => {
      const begun = mean > 0 ? poisson(mean)() : 0;
      const failures = binomial(begun, failureRate)();
      open.push(begun - failures);
      const ended = open.length > VISIT_MINUTES ? (open.shift() ?? 0) : 0;
      const typical = TYPICAL_LCP + Math.log(slower);
      return {
        ...noSums(),
        visits: failures + ended,
        failures,
        errors: binomial(ended, base)(),
        lcp: momentsOf(binomial(begun * viewsPerVisit, LOADS)(), () => typical + normal()),
      };
    };
  };
  const canary = group(Math.min(1, base * ratio), slowdown);
  const stable = group(base, 1);
  return (minute: number, percent: number): Stratum => {
    const visits = (visitsPerDay / 1440) * (1 - 0.6 * Math.cos((2 * Math.PI * minute) / 1440));
    const share = percent / 100;
    return {
      minute: minute * MINUTE,
      canary: canary(visits * share),
      stable: stable(visits * (1 - share)),
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
  let [at, since, visits] = [0, 0, 0];
  const outcome = (verdict: Outcome['verdict'], minute: number, reason = ''): Outcome => ({
    ...{ verdict, visits, hours: minute / 60 },
    reason: reason.split(':')[0] ?? '',
  });
  for (let minute = 0; minute < 1440; minute += 1) {
    const percent = steps[at] ?? 0;
    const stratum = next(minute, percent);
    strata.push(stratum);
    visits += stratum.canary.visits;
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
