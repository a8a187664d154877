/** The evidence about failure rates: exact in small cases. */
import { expect, it } from 'vitest';
import { rateEvidence } from './rates';
import { noSums, type Stratum } from './samples';

const stratum = (canary: [failures: number, visits: number], stable: [number, number]): Stratum => ({
  minute: 0,
  canary: { ...noSums(), failures: canary[0], visits: canary[1] },
  stable: { ...noSums(), failures: stable[0], visits: stable[1] },
});

const choose = (from: number, of: number): number =>
  of < 0 || of > from ? 0 : of === 0 ? 1 : (choose(from - 1, of - 1) * from) / of;

it.each([
  [10, 90, 3],
  [1, 99, 5],
  [40, 60, 20],
  [5, 5, 9],
])(
  'has a mean of at most 1 over all outcomes of equal groups: %d and %d visits, %d failures',
  (canary, stable, failures) => {
    const mean = Array.from({ length: failures + 1 }, (_, found) => {
      const probability =
        (choose(canary, found) * choose(stable, failures - found)) / choose(canary + stable, failures);
      if (probability === 0) return 0;
      const outcome = stratum([found, canary], [failures - found, stable]);
      return probability * Math.exp(rateEvidence([outcome], 'failures'));
    }).reduce((sum, part) => sum + part, 0);
    expect(mean).toBeLessThanOrEqual(1 + 1e-9);
    expect(mean).toBeGreaterThan(0.4);
  },
);

it('finds failures of the canary where the stable release has none, and takes none from silence', () => {
  expect(rateEvidence([stratum([0, 500], [0, 9500])], 'failures')).toBeCloseTo(0);
  expect(rateEvidence([stratum([12, 500], [0, 9500])], 'failures')).toBeGreaterThan(Math.log(1 / 0.003));
  expect(rateEvidence([stratum([12, 500], [0, 0])], 'failures')).toBeCloseTo(0);
});

it('is not misled by a bad hour in which the canary had a larger share', () => {
  const quiet = stratum([2, 100], [198, 9900]);
  const outage = stratum([500, 1000], [500, 1000]);
  expect(rateEvidence([quiet, outage], 'failures')).toBeLessThan(0);
});
