/**
 * The error rates of the test over simulated days and in simulated samples. `TEST_TIER=nightly` simulates 200 days of each
 * kind. `bench/canaryPower.ts` writes the table of docs/canaries.md.
 */
import { expect, it } from 'vitest';
import { simulateDay, type Traffic } from '../testing/canaryTraffic';
import { smallestRatio, valuesToFindSlowdown, visitsToFindRate } from './power';

const isNightly = process.env['TEST_TIER'] === 'nightly';
const RUNS = isNightly ? 200 : 6;
const timeout = isNightly ? 600_000 : 60_000;
const day = { visitsPerDay: 50_000, base: 0.02, ratio: 1, slowdown: 1 };

const days = (traffic: Partial<Traffic>) =>
  Array.from({ length: RUNS }, (_, run) =>
    simulateDay({ ...day, ...traffic, seed: (run + 1) / 1009 }, { every: isNightly ? 5 : 20 }),
  );
const share = (outcomes: readonly { verdict: string }[], verdict: string) =>
  outcomes.filter((outcome) => outcome.verdict === verdict).length / RUNS;

it.each([
  ['one view', {}, 'finished'],
  // The share of 1% lasts longer than a day: it needs 200 visits.
  ['four views that fail together', { visitsPerDay: 12_500, viewsPerVisit: 4 }, 'running'],
] satisfies [string, Partial<Traffic>, string][])(
  'aborts at most 1% of the canaries without a difference, with visits of %s',
  { timeout },
  (_, traffic, otherwise) => {
    const outcomes = days(traffic);
    expect(share(outcomes, 'abort')).toBeLessThanOrEqual(0.01);
    expect(share(outcomes, otherwise)).toBeGreaterThanOrEqual(0.99);
  },
);

it('aborts a canary that fails twice as often, and names the metric', { timeout }, () => {
  const outcomes = days({ ratio: 2 });
  expect(share(outcomes, 'abort')).toBeGreaterThanOrEqual(isNightly ? 0.9 : 0.6);
  const reasons = outcomes.filter(({ verdict }) => verdict === 'abort').map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(['failed visits']));
});

it('aborts a canary whose LCP is 20% longer, and names the metric', { timeout }, () => {
  const outcomes = days({ slowdown: 1.2 });
  expect(share(outcomes, 'abort')).toBeGreaterThanOrEqual(isNightly ? 0.99 : 0.8);
  // Another metric may abort at most 1% of the days, as without a difference.
  const others = outcomes.filter(({ verdict, reason }) => verdict === 'abort' && reason !== 'LCP');
  expect(others.length / RUNS).toBeLessThanOrEqual(0.01);
});

it('finds a smaller effect with more visits', () => {
  const visits = visitsToFindRate(0.02, 2, 0.25);
  expect(smallestRatio(0.02, visits, 0.25)).toBeCloseTo(2, 1);
  expect(smallestRatio(0.02, visits * 4, 0.25)).toBeLessThan(1.6);
  expect(smallestRatio(0, visits, 0.25)).toBe(Infinity);
});

it('gives the number of LCP values in the table of docs/canaries.md', () => {
  expect(Math.ceil(valuesToFindSlowdown(0.7, 1.2, 0.05))).toBe(1_627);
  expect(Math.ceil(valuesToFindSlowdown(0.7, 1.2, 0.25))).toBe(2_061);
  expect(valuesToFindSlowdown(0.7, 1, 0.25)).toBe(Infinity);
});
