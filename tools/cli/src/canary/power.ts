/**
 * The theory of the tests: how many canary visits find a difference with 90% power. A lower bound of the power: it counts
 * only the last look, only the best alternative, and approximates the evidence by a normal distribution.
 */
import { logLimit } from './mixture';
import {
  type Alternative,
  DESIGN_EFFECT,
  durationAlternatives,
  FALSE_ABORT,
  type MetricName,
  rateAlternatives,
  TOLERATED_SLOWDOWN,
} from './rules';

/** The 90th percentile of the normal distribution. */
const NORMAL_90 = 1.2816;

/** The smallest number of steps of a random walk after which it is above `limit` with 90% probability. */
function stepsTo(limit: number, mean: number, variance: number): number {
  if (mean <= 0) return Infinity;
  const spread = NORMAL_90 * Math.sqrt(variance);
  return ((spread + Math.sqrt(spread ** 2 + 4 * mean * limit)) / (2 * mean)) ** 2;
}

const fewest = (
  alternatives: readonly Alternative[],
  metric: MetricName,
  steps: (ratio: number, limit: number) => number,
) =>
  Math.min(
    ...alternatives.map(({ ratio, weight }) =>
      steps(ratio, logLimit(FALSE_ABORT[metric]) - Math.log(weight)),
    ),
  );

/**
 * Canary visits until a rate of `base` that is `ratio` times as high in the canary group is found. `share`: 0 to 1. Failures and
 * errors have the same limit.
 */
export const visitsToFindRate = (base: number, ratio: number, share: number): number =>
  fewest(rateAlternatives, 'failures', (alternative, limit) => {
    const ofStable = -Math.log1p((alternative - 1) * share);
    const ofCanary = Math.log(alternative) + ofStable;
    const stable = (base * (1 - share)) / share;
    return stepsTo(
      limit,
      base * ratio * ofCanary + stable * ofStable,
      base * ratio * ofCanary ** 2 + stable * ofStable ** 2,
    );
  });

/** Canary values until an LCP that is `ratio` times as long is found. `deviation` is that of the logarithms. */
export const valuesToFindSlowdown = (deviation: number, ratio: number, share: number): number => {
  const information = (1 - share) / deviation ** 2;
  const tolerated = Math.log(TOLERATED_SLOWDOWN);
  return (
    DESIGN_EFFECT *
    fewest(durationAlternatives, 'lcp', (alternative, limit) => {
      const effect = Math.log(alternative);
      const mean = (effect - tolerated) * Math.log(ratio) - (effect ** 2 - tolerated ** 2) / 2;
      return stepsTo(limit, information * mean, information * (effect - tolerated) ** 2);
    })
  );
};

/** The smallest ratio that `visits` canary visits find with 90% power, up to 100. */
export function smallestRatio(base: number, visits: number, share: number): number {
  let [low, high] = [1, 100];
  if (base <= 0 || visitsToFindRate(base, high, share) > visits) return Infinity;
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high);
    if (visitsToFindRate(base, middle, share) <= visits) high = middle;
    else low = middle;
  }
  return high;
}
