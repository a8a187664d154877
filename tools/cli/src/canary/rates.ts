/**
 * Compares how often visits fail. Of the failures of one minute, the number in the canary group has, if both groups fail
 * equally often, a hypergeometric distribution with the group's share of the visits. Its likelihood ratio is bounded by
 * that of a binomial one (Hoeffding 1963), so the test is exact for any base rate that changes in any way over time, for
 * zero failures and for few. Lindon, Malek 2022 and Lindon, Kallus 2023 use the same test for deployments.
 */
import { logEvidence } from './mixture';
import { rateAlternatives } from './rules';
import type { Stratum } from './samples';

export type RateName = 'failures' | 'errors';

/** The logarithm of the evidence that the canary's odds of a failure are higher. */
export const rateEvidence = (strata: readonly Stratum[], metric: RateName): number =>
  // Visits are independent: a visitor has one.
  logEvidence(rateAlternatives, 1, (ratio) =>
    strata.reduce((sum, { canary, stable }) => {
      const visits = canary.visits + stable.visits;
      const failures = canary[metric] + stable[metric];
      if (failures === 0 || canary.visits === 0 || stable.visits === 0) return sum;
      const share = canary.visits / visits;
      return sum + canary[metric] * Math.log(ratio) - failures * Math.log1p((ratio - 1) * share);
    }, 0),
  );
