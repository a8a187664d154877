/** When a step may be left, when a canary is aborted, and that missing data never passes one. */
import { expect, it } from 'vitest';
import { judgeCanary, type Step } from './judge';
import { defaultStepRules } from './rules';
import { noSums, strataOf, type Stratum } from './samples';
import { healthMinute } from '../testing/healthMinutes';

const MINUTE = 60_000;
const step: Step = { percent: 25, since: 0, isLast: false };

interface Visits {
  visits: number;
  failures?: number;
}

/** `minutes` equal minutes, starting at 0. */
const minutes = (count: number, canary: Visits, stable: Visits): Stratum[] =>
  Array.from({ length: count }, (_, minute) => ({
    minute: minute * MINUTE,
    canary: { ...noSums(), ...canary },
    stable: { ...noSums(), ...stable },
  }));

const healthy = minutes(20, { visits: 25 }, { visits: 75 });
const judge = (strata: readonly Stratum[], minute: number, changes: Partial<Step> = {}) =>
  judgeCanary(strata, { ...step, ...changes }, minute * MINUTE);

it('passes a step with enough visits and time, and says what it could have found', () => {
  expect(judge(healthy, 21)).toMatchObject({
    verdict: 'pass',
    reasons: [
      'no difference found; too few visits failed for a comparison of the rates',
      ...Array.from({ length: 4 }, () => expect.any(String) as string),
    ],
  });
  const failing = minutes(20, { visits: 25, failures: 1 }, { visits: 75, failures: 3 });
  expect(judge(failing, 21).reasons[0]).toMatch(/a rate of failed visits [2-5]\.\d times as high would be/);
});

it.each<[string, readonly Stratum[], number, Partial<Step>, RegExp]>([
  [
    'no reports',
    [],
    60,
    {},
    /^no reports of a whole minute yet, which takes up to three minutes; later: no page of this slice was opened, or no collector runs$/,
  ],
  ['lagging reports', healthy, 40, {}, /^the newest report is 20 minutes old$/],
  [
    'a canary that does not report',
    minutes(20, { visits: 2 }, { visits: 75 }),
    21,
    {},
    /^the canary sent 40/,
  ],
  ['a canary without any report', minutes(20, { visits: 0 }, { visits: 75 }), 21, {}, /^the canary sent 0 /],
  ['only canary reports', minutes(20, { visits: 25 }, { visits: 0 }), 21, {}, /visits of the stable release/],
  [
    'few visits',
    minutes(20, { visits: 5 }, { visits: 15 }),
    21,
    {},
    /^100 of 200 canary visits in this step$/,
  ],
  ['little time', healthy, 21, { since: 15 * MINUTE }, /6 of 10 minutes in this step/],
  [
    'few visits at the last step',
    healthy,
    21,
    { isLast: true },
    /^500 of 6,000 canary visits before everyone/,
  ],
])('waits with %s, and gives the reason', (_, strata, minute, changes, reason) => {
  const { verdict, reasons } = judge(strata, minute, changes);
  expect(verdict).toBe('continue');
  expect(reasons.join('\n')).toMatch(new RegExp(reason.source, 'm'));
});

it('waits for a step of less than a minute, and says how long it is', () => {
  const rules = { ...defaultStepRules, minutes: 20 / 60 };
  const late = { ...step, since: 20 * MINUTE };
  const after = (seconds: number) =>
    judgeCanary(healthy, late, 20 * MINUTE + seconds * 1000, rules).reasons.join('\n');
  expect(after(19)).toMatch(/^0 of 0\.3 minutes in this step$/m);
  expect(after(20)).not.toMatch(/minutes in this step/);
});

it('aborts as soon as the evidence suffices, also without the minimum of visits', () => {
  const broken = minutes(3, { visits: 20, failures: 10 }, { visits: 60, failures: 1 });
  expect(judge(broken, 4)).toMatchObject({
    verdict: 'abort',
    reasons: ['failed visits: 50.00% of 60 with the canary, 1.67% of 180 without'],
  });
});

it('reads complete minutes of the two versions only', () => {
  const versions = { stable: 'a'.repeat(16), canary: 'b'.repeat(16) };
  const row = { slice: 'market', version: versions.canary, group: 'canary' as const, visits: 1 };
  const rows = [
    healthMinute({ ...row, minute: '1970-01-01T00:00:00.000Z' }),
    healthMinute({ ...row, minute: '1970-01-01T00:00:00.000Z', route: '/market', visits: 2 }),
    healthMinute({ ...row, minute: '1970-01-01T00:00:00.000Z', version: versions.stable }),
    healthMinute({ ...row, minute: '1970-01-01T00:00:00.000Z', group: 'override' }),
    healthMinute({ ...row, minute: '1970-01-01T00:01:00.000Z', group: 'stable', version: versions.stable }),
    healthMinute({ ...row, minute: '1970-01-01T00:09:00.000Z' }),
  ];
  expect(
    strataOf(rows, versions, 10 * MINUTE).map(({ canary, stable }) => [canary.visits, stable.visits]),
  ).toEqual([
    [3, 0],
    [0, 1],
  ]);
});
