/** The rows of the overview, and the releases that need attention. */
import type { Health, HealthRow, OverviewEnvironment } from '@slipway/cli/console';
import { expect, it } from 'vitest';
import { failingReleases } from './attention';
import { matches, overviewRows } from './rows';

const environment = (name: string, version: string, isDrift = false): OverviewEnvironment => ({
  ...{
    environment: name,
    error: null,
    revision: 3,
    notice: null,
    breakGlass: [],
    unverified: null,
    address: '',
    createdAt: null,
  },
  ...{
    isPreview: false,
    approvals: null,
    allowOverrides: false,
    overrides: {},
    owners: { billing: 'billing-team' },
    grants: [],
    hasCanarySteps: false,
    routes: { billing: ['/billing'] },
  },
  parts: [
    { kind: 'stable', app: 'billing', version, isDrift, fallback: null, revision: 3, at: '', author: 'Bea' },
  ],
});
const row = (version: string, views: number, failureRate: number): HealthRow => ({
  ...{ slice: 'billing', version, group: 'stable', views, failureRate },
  ...{ errorRate: 0, lcp: null, inp: null, failingRoutes: [], lastAt: null },
});
const health = (...rows: HealthRow[]): Health => ({
  ...{ state: 'known', message: null, rowsSince: [], points: [], series: [], failures: [] },
  rows,
});
const environments = [environment('staging', 'a'), environment('production', 'b', true)];

it('finds the release that fails now, with the one before it, and not one that runs no more', () => {
  const known = new Map([['production', health(row('a', 900, 0.5), row('b', 100, 0.4))]]);
  expect(failingReleases(environments, known)).toMatchObject([
    {
      environment: 'production',
      row: { version: 'b' },
      part: { author: 'Bea' },
      other: { version: 'a' },
      owner: 'billing-team',
    },
  ]);
});

it.each([
  ['too few views', row('b', 19, 1)],
  ['few failures', row('b', 1000, 0.02)],
  ["a developer's own build", { ...row('b', 1000, 1), group: 'override' as const }],
])('finds nothing with %s', (_what, one) => {
  expect(failingReleases(environments, new Map([['production', health(one)]]))).toEqual([]);
});

it('filters by slice, by route, by difference and by failure', () => {
  const [billing] = overviewRows(environments, new Map([['production', health(row('b', 100, 0.4))]]));
  if (!billing) throw new Error('no row');
  expect(billing.cells.map(({ health: one }) => one?.views)).toEqual([undefined, 100]);
  expect(['', 'BILL', '/billing', 'search'].map((typed) => matches(billing, typed, 'all'))).toEqual([
    ...[true, true, true, false],
  ]);
  expect(matches(billing, '', 'different')).toBe(true);
  expect(matches(billing, '', 'failing')).toBe(true);
  const [healthy] = overviewRows([environment('staging', 'a')], new Map());
  if (!healthy) throw new Error('no row');
  expect(['different', 'failing'].map((filter) => matches(healthy, '', filter as 'failing'))).toEqual([
    ...[false, false],
  ]);
});
