/** Compares the groups of a canary by each metric, with a sentence about each. */
import { durationEvidence, durationScore } from './durations';
import { logLimit } from './mixture';
import { rateEvidence } from './rates';
import { FALSE_ABORT, type MetricName } from './rules';
import { type Stratum, type Sums, totalsOf } from './samples';

export interface Comparison {
  metric: MetricName;
  /** The evidence that the canary is worse, on a logarithmic scale where 1 aborts. At most 0 without any. */
  evidence: number;
  isWorse: boolean;
  /** Such as `failed visits: 4.1% of 812 with the canary, 2.0% of 15,022 without`. */
  text: string;
}

const count = (number: number) => number.toLocaleString('en');
const percent = (part: number, whole: number) =>
  `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(part === 0 ? 0 : 2)}%`;
const milliseconds = (sum: number, values: number) => `${count(Math.round(Math.exp(sum / values)))} ms`;

const names = {
  failures: 'failed visits',
  errors: 'visits with an error',
  lcp: 'LCP',
  inp: 'INP',
} as const satisfies Record<MetricName, string>;

function textOf(metric: MetricName, canary: Sums, stable: Sums, ratio: number | undefined): string {
  if (metric === 'failures' || metric === 'errors')
    return `${names[metric]}: ${percent(canary[metric], canary.visits)} of ${count(canary.visits)} with the canary, ${percent(stable[metric], stable.visits)} of ${count(stable.visits)} without`;
  const [one, other] = [canary[metric], stable[metric]];
  if (ratio === undefined)
    return `${names[metric]}: too few values to compare: ${count(one.count)} with the canary, ${count(other.count)} without`;
  const difference = Math.round((ratio - 1) * 100);
  const change = `${difference < 0 ? '' : '+'}${String(difference)}%`;
  return `${names[metric]}: typically ${milliseconds(one.sum, one.count)} with the canary (${count(one.count)} values), ${milliseconds(other.sum, other.count)} without (${change})`;
}

/** All metrics, those with the most evidence first. */
export function compare(strata: readonly Stratum[]): Comparison[] {
  const { canary, stable } = totalsOf(strata);
  return (Object.keys(FALSE_ABORT) as MetricName[])
    .map((metric) => {
      const isRate = metric === 'failures' || metric === 'errors';
      const score = isRate ? undefined : durationScore(strata, metric);
      const logged = isRate ? rateEvidence(strata, metric) : durationEvidence(score);
      const evidence = logged / logLimit(FALSE_ABORT[metric]);
      return { metric, evidence, isWorse: evidence >= 1, text: textOf(metric, canary, stable, score?.ratio) };
    })
    .sort((one, other) => other.evidence - one.evidence);
}
