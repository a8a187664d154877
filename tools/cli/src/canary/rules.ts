/** The error rates, effects and minimums by which canaries are judged. docs/canaries.md explains each number. */

/** The probability that a canary without any difference is ever aborted, shared among the metrics. */
export const FALSE_ABORT = { failures: 0.003, errors: 0.003, lcp: 0.002, inp: 0.002 } as const;

export type MetricName = keyof typeof FALSE_ABORT;

/**
 * How many durations of one visitor count as one: they are alike. Evidence grows this much slower than the reports. Rates
 * need none: they count visits, of which a visitor has one.
 */
export const DESIGN_EFFECT = 2;

/** One effect that the test looks for, with its prior weight. The weights of a list add up to 1. */
export interface Alternative {
  /** The canary's value divided by that of the stable release. */
  ratio: number;
  weight: number;
}

export const rateAlternatives: readonly Alternative[] = [
  { ratio: 1.5, weight: 0.25 },
  { ratio: 2, weight: 0.35 },
  { ratio: 4, weight: 0.2 },
  { ratio: 10, weight: 0.15 },
  { ratio: 50, weight: 0.05 },
];

/** A canary may be this much slower: its visitors load new files, those of the stable release have them in the cache. */
export const TOLERATED_SLOWDOWN = 1.05;

export const durationAlternatives: readonly Alternative[] = [
  { ratio: 1.12, weight: 0.2 },
  { ratio: 1.2, weight: 0.35 },
  { ratio: 1.35, weight: 0.2 },
  { ratio: 1.6, weight: 0.15 },
  { ratio: 2.5, weight: 0.1 },
];

/** Durations are compared from this many values in each group; the normal approximation needs them. */
export const MIN_DURATIONS = 50;

/** When a canary may go from one step to the next. */
export interface StepRules {
  /** Canary visits since the step began. */
  visits: number;
  /** Minutes since the step began. */
  minutes: number;
  /** Bounds for the canary visits of all steps before the last one, which a doubled rate needs to be found. */
  finalVisits: { min: number; max: number };
  /** Minutes without any report of the slice after which the data counts as lagging. */
  maxLag: number;
}

export const defaultStepRules: StepRules = {
  visits: 200,
  minutes: 10,
  finalVisits: { min: 1000, max: 6000 },
  maxLag: 5,
};

/** Minutes after its end until all reports of a minute have arrived. */
export const SETTLE_MINUTES = 1;

/** Canary visitors who send less than this share of the expected reports may run a release that cannot report. */
export const MIN_REPORTED = 0.6;
/** The expected canary visits from which that is decided. */
export const MIN_EXPECTED = 100;
