/**
 * Compares durations (LCP, INP), whose logarithms are nearly normal. Within each hour the difference of the groups' mean
 * logarithms is a score with known information; scores of further data are independent of the earlier ones
 * (Scharfstein, Tsiatis, Robins 1997), so their sum is tested like a Brownian motion with drift. The variance is
 * estimated, so the error rate holds for many values: see `MIN_DURATIONS` and the simulation in docs/canaries.md.
 */
import { logEvidence } from './mixture';
import { DESIGN_EFFECT, durationAlternatives, MIN_DURATIONS, TOLERATED_SLOWDOWN } from './rules';
import { addMoments, type Moments, noMoments, type Stratum } from './samples';

export type DurationName = 'lcp' | 'inp';

const HOUR = 3_600_000;
/** The least variance of a logarithm: values that hardly differ are never taken for exact. */
const MIN_VARIANCE = 0.01;

interface Hour {
  canary: Moments;
  stable: Moments;
}

function hoursOf(strata: readonly Stratum[], metric: DurationName): Hour[] {
  const hours = new Map<number, Hour>();
  for (const stratum of strata) {
    const key = Math.floor(stratum.minute / HOUR);
    const hour = hours.get(key) ?? { canary: noMoments(), stable: noMoments() };
    addMoments(hour.canary, stratum.canary[metric]);
    addMoments(hour.stable, stratum.stable[metric]);
    hours.set(key, hour);
  }
  return [...hours.values()];
}

/** The variance within hours, over all hours. */
function varianceOf(moments: readonly Moments[]): number {
  const squares = moments.reduce(
    (sum, { count, sum: total, sum2 }) => sum + (count > 0 ? sum2 - total ** 2 / count : 0),
    0,
  );
  const degrees = moments.reduce((sum, { count }) => sum + Math.max(0, count - 1), 0);
  return Math.max(MIN_VARIANCE, degrees > 0 ? squares / degrees : 0);
}

const countOf = (moments: readonly Moments[]) => moments.reduce((sum, { count }) => sum + count, 0);

export interface DurationScore {
  /** One divided by the variance of the difference of the mean logarithms. */
  information: number;
  /** The estimated ratio of the typical durations. */
  ratio: number;
  /** The standard deviation of the stable release's logarithms. */
  deviation: number;
}

/** Undefined while a group has too few values. */
export function durationScore(strata: readonly Stratum[], metric: DurationName): DurationScore | undefined {
  const hours = hoursOf(strata, metric);
  const [canary, stable] = [hours.map((hour) => hour.canary), hours.map((hour) => hour.stable)];
  if (Math.min(countOf(canary), countOf(stable)) < MIN_DURATIONS) return undefined;
  const variances = { canary: varianceOf(canary), stable: varianceOf(stable) };
  let [information, score] = [0, 0];
  for (const hour of hours) {
    if (hour.canary.count === 0 || hour.stable.count === 0) continue;
    const known = 1 / (variances.canary / hour.canary.count + variances.stable / hour.stable.count);
    information += known;
    score += known * (hour.canary.sum / hour.canary.count - hour.stable.sum / hour.stable.count);
  }
  if (information === 0) return undefined;
  return { information, ratio: Math.exp(score / information), deviation: Math.sqrt(variances.stable) };
}

/** The logarithm of the evidence that the canary is slower than tolerated. */
export function durationEvidence(score: DurationScore | undefined): number {
  if (!score) return 0;
  const { information, ratio } = score;
  const tolerated = Math.log(TOLERATED_SLOWDOWN);
  return logEvidence(durationAlternatives, DESIGN_EFFECT, (alternative) => {
    const effect = Math.log(alternative);
    return information * ((effect - tolerated) * Math.log(ratio) - (effect ** 2 - tolerated ** 2) / 2);
  });
}
