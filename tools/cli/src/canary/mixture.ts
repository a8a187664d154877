/**
 * The mixture sequential probability ratio test: the weighted mean of the likelihood ratios of several alternatives
 * against "not worse". While the canary is not worse, the probability that it ever exceeds 1/a is at most a (Ville's
 * inequality), however often it is looked at. Robbins 1970; Howard, Ramdas, McAuliffe, Sekhon 2021.
 */
import type { Alternative } from './rules';

/** The natural logarithm of the evidence. `logRatio` is the log-likelihood ratio of an alternative. */
export function logEvidence(
  alternatives: readonly Alternative[],
  designEffect: number,
  logRatio: (ratio: number) => number,
): number {
  const terms = alternatives.map(({ ratio, weight }) => Math.log(weight) + logRatio(ratio) / designEffect);
  const largest = Math.max(...terms);
  return largest + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - largest), 0));
}

/** The logarithm of the evidence that is too much for a canary that is not worse. */
export const logLimit = (falseAbort: number): number => -Math.log(falseAbort);
