/** Whether views fail more often since a deploy of a slice than before it. */
import type { HealthMinute } from '@slipway/health';
import { rateEvidence } from '../canary/rates';
import { addSums, noSums, type Stratum, sumsOf } from '../canary/samples';
import { type Rates, ratesOf } from './budget';

const DAY = 86_400_000;

/** The logarithm of the evidence for an alert: such a difference is chance once in 1,000 deploys. */
const LIMIT = Math.log(1000);
/** Smaller differences are not worth a message. */
const MIN_RATIO = 1.5;

export interface Worse {
  kind: 'failed' | 'errors';
  before: Rates;
  after: Rates;
}

/**
 * Compares the release with what ran in the day before its deploy. Unlike a canary these are not the same hours, so an
 * outage of the backend after a deploy also shows: the message has both numbers, and its reader decides.
 */
export function worseSince(
  rows: readonly HealthMinute[],
  version: string,
  deployedAt: number,
): Worse | undefined {
  const newer = rows.filter((row) => row.version === version);
  const older = rows.filter((row) => {
    const minute = Date.parse(row.minute);
    return row.version !== version && minute < deployedAt && minute >= deployedAt - DAY;
  });
  const [after, before] = [ratesOf(newer), ratesOf(older)];
  const sums = (some: readonly HealthMinute[]) => some.map(sumsOf).reduce(addSums, noSums());
  const stratum: Stratum = { minute: deployedAt, canary: sums(newer), stable: sums(older) };
  for (const [kind, metric] of [
    ['failed', 'failures'],
    ['errors', 'errors'],
  ] as const) {
    const [one, other] = [after[kind] / Math.max(1, after.views), before[kind] / Math.max(1, before.views)];
    if (one >= MIN_RATIO * other && rateEvidence([stratum], metric) >= LIMIT) return { kind, before, after };
  }
  return undefined;
}
