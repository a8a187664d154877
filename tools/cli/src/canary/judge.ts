/** Judges a canary from its reports: abort it, leave its step, or wait, always with reasons. Missing data only waits. */
import { type Comparison, compare } from './compare';
import { durationScore } from './durations';
import { smallestRatio, valuesToFindSlowdown, visitsToFindRate } from './power';
import { defaultStepRules, MIN_EXPECTED, MIN_REPORTED, type StepRules } from './rules';
import { type Stratum, totalsOf } from './samples';

export interface Step {
  /** The share of visitors, 1 to 99. */
  percent: number;
  /** When it began. Milliseconds since 1970. */
  since: number;
  /** Whether the next step gives the canary to everyone. */
  isLast: boolean;
}

export interface Judgment {
  /** `pass`: the step may be left. */
  verdict: 'continue' | 'abort' | 'pass';
  reasons: string[];
  comparisons: Comparison[];
}

const count = (number: number) => number.toLocaleString('en');

const MINUTE = 60_000;
const DOUBLED = 2;
const SLOWER = 1.2;

/** The canary visits of all steps before everyone gets the release: with so many, a doubled rate would be found. */
export function finalVisits(strata: readonly Stratum[], percent: number, rules: StepRules): number {
  const { stable } = totalsOf(strata);
  const { min, max } = rules.finalVisits;
  const rates = [stable.failures, stable.errors].map((failures) => failures / Math.max(1, stable.visits));
  const needed = rates.map((rate) => visitsToFindRate(rate, DOUBLED, percent / 100));
  return Math.round(Math.min(max, Math.max(min, ...needed)));
}

/** The LCP values of the canary of all steps before the last one: with so many, an LCP 20% longer would be found. */
function finalValues(strata: readonly Stratum[], percent: number, rules: StepRules): number {
  const { stable } = totalsOf(strata);
  const score = durationScore(strata, 'lcp');
  if (!score) return 0;
  const most = (rules.finalVisits.max * stable.lcp.count) / Math.max(1, stable.visits);
  return Math.round(Math.min(most, valuesToFindSlowdown(score.deviation, SLOWER, percent / 100)));
}

/** Why there is no judgment about the step yet; the first line says whether any data arrives. */
function openPoints(strata: readonly Stratum[], step: Step, now: number, rules: StepRules): string[] {
  const newest = strata.at(-1)?.minute;
  if (newest === undefined)
    return [
      'no reports of a whole minute yet, which takes up to three minutes; later: no page of this slice was opened, or no collector runs',
    ];
  const lag = Math.floor((now - newest) / MINUTE) - 1;
  const { canary, stable } = totalsOf(strata, step.since);
  const all = totalsOf(strata);
  const elapsed = (now - step.since) / MINUTE;
  const expected = (stable.visits * step.percent) / (100 - step.percent);
  const isSilent = expected >= MIN_EXPECTED && canary.visits < MIN_REPORTED * expected;
  const final = step.isLast ? finalVisits(strata, step.percent, rules) : 0;
  const values = step.isLast ? finalValues(strata, step.percent, rules) : 0;
  return [
    ...(lag > rules.maxLag ? [`the newest report is ${String(lag)} minutes old`] : []),
    ...(isSilent
      ? [
          `the canary sent ${count(canary.visits)} reports of about ${count(Math.round(expected))} expected: it may not be able to report`,
        ]
      : []),
    ...(canary.visits < rules.visits
      ? [`${count(canary.visits)} of ${count(rules.visits)} canary visits in this step`]
      : []),
    ...(stable.visits < rules.visits
      ? [`${count(stable.visits)} of ${count(rules.visits)} visits of the stable release in this step`]
      : []),
    ...(elapsed < rules.minutes
      ? [`${String(Math.floor(elapsed))} of ${String(Number(rules.minutes.toFixed(1)))} minutes in this step`]
      : []),
    ...(all.canary.visits < final
      ? [`${count(all.canary.visits)} of ${count(final)} canary visits before everyone gets it`]
      : []),
    ...(all.canary.lcp.count < values
      ? [
          `${count(all.canary.lcp.count)} of ${count(values)} LCP values of the canary before everyone gets it`,
        ]
      : []),
  ];
}

/** The effect that the data would have shown, which limits the meaning of "no difference". */
function reach(strata: readonly Stratum[], percent: number): string {
  const { canary, stable } = totalsOf(strata);
  const rate = stable.failures / Math.max(1, stable.visits);
  const ratio = smallestRatio(rate, canary.visits, percent / 100);
  return Number.isFinite(ratio)
    ? `no difference found; a rate of failed visits ${ratio.toFixed(1)} times as high would be (90% power)`
    : 'no difference found; too few visits failed for a comparison of the rates';
}

/** `strata` are those since the canary began; see `strataOf`. */
export function judgeCanary(
  strata: readonly Stratum[],
  step: Step,
  now: number,
  rules: StepRules = defaultStepRules,
): Judgment {
  const comparisons = compare(strata);
  const worse = comparisons.filter(({ isWorse }) => isWorse);
  if (worse.length > 0) return { verdict: 'abort', reasons: worse.map(({ text }) => text), comparisons };
  const open = openPoints(strata, step, now, rules);
  if (open.length > 0) return { verdict: 'continue', reasons: open, comparisons };
  const reasons = [reach(strata, step.percent), ...comparisons.map(({ text }) => text)];
  return { verdict: 'pass', reasons, comparisons };
}
