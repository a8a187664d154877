/**
 * Compares how often views fail. Of the failures of one minute, the number in the canary group has, if both groups fail
 * equally often, a hypergeometric distribution with the group's share of the views. Its likelihood ratio is bounded by
 * that of a binomial one (Hoeffding 1963), so the test is exact for any base rate that changes in any way over time, for
 * zero failures and for few. Lindon, Malek 2022 and Lindon, Kallus 2023 use the same test for deployments.
 */
import { logEvidence } from './mixture';
import { DESIGN_EFFECT, rateAlternatives } from './rules';
import type { Stratum } from './samples';

export type RateName = 'failures' | 'errors';

/** The logarithm of the evidence that the canary's odds of a failure are higher. */
export const rateEvidence = (
  strata: readonly Stratum[],
  metric: RateName,
  designEffect = DESIGN_EFFECT,
): number =>
  logEvidence(rateAlternatives, designEffect, (ratio) =>
    strata.reduce((sum, { canary, stable }) => {
      const views = canary.views + stable.views;
      if (canary.views === 0 || stable.views === 0) return sum;
      const failures = canary[metric] + stable[metric];
      const share = canary.views / views;
      return sum + canary[metric] * Math.log(ratio) - failures * Math.log1p((ratio - 1) * share);
    }, 0),
  );
