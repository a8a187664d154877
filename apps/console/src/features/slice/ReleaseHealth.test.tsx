/** The newest release is first, and the running release is marked. */
import type { HealthRow, ReleaseInfo } from '@slipway/cli/console';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReleaseHealth } from './ReleaseHealth';

afterEach(cleanup);

const row = (version: string, failureRate: number): HealthRow => ({
  ...{ slice: 'billing', version, group: 'stable', views: 40, failureRate, errorRate: 0 },
  ...{ lcp: null, inp: null, failingRoutes: [], lastAt: null },
});
const published = ['newer', 'older'].map((version): ReleaseInfo => ({
  ...{ version, builtAt: '', owner: null, commit: { hash: '', author: null, subject: null } },
  ...{ hasUncommittedChanges: false, routes: [], runs: [], error: null },
}));

test('newest first, with marks', () => {
  const running = {
    kind: 'stable',
    app: 'billing',
    version: 'older',
    isDrift: false,
    fallback: null,
  } as const;
  render(
    <ReleaseHealth
      rows={[row('gone', 0), row('older', 0), row('newer', 0.8)]}
      running={[running]}
      published={published}
    />,
  );
  const [, ...shown] = screen.getAllByRole('row');
  expect(shown.map((one) => within(one).getByRole('rowheader').textContent)).toEqual([
    ...['newerFails mostSee why', 'olderRuns now', 'gone'],
  ]);
});
