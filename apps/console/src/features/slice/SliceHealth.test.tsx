/** A slice without views has one sentence, and no empty figures and charts. */
import type { Health, OverviewEnvironment } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { healthQuery } from '../../data/queries';
import { SliceHealth } from './SliceHealth';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T08:37:30.000Z') });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const at = '2026-11-26T08:37:20.000Z';
const environment: OverviewEnvironment = {
  ...{ environment: 'staging', error: null, unverified: null, revision: 3, notice: null, breakGlass: [] },
  ...{ address: '', isPreview: false, createdAt: null, approvals: null, hasCanarySteps: false },
  ...{ allowOverrides: false, overrides: {}, grants: [], owners: {}, routes: {} },
  parts: [
    {
      ...{ kind: 'stable', app: 'billing', version: 'aaaaaaaaaaaa', isDrift: false, fallback: null },
      ...{ revision: 3, at, author: 'Bea' },
    },
  ],
};
const nothing = { views: 0, failureRate: null, errorRate: null, lcp: null, inp: null };
const failure = {
  ...{ slice: 'billing', version: 'aaaaaaaaaaaa', route: '/billing', phase: 'module', part: null },
  ...{ code: 'x', frame: null, firstAt: at, lastAt: at, count: 1 },
};

function open(failures: Health['failures']) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(healthQuery('staging', 6, 'billing', at).queryKey, {
    ...{ state: 'known', message: null, rows: [], rowsSince: [], series: [], failures },
    points: [{ at, ...nothing }],
  });
  const info = { slice: 'billing', releases: [], deploys: [] };
  return render(
    <QueryClientProvider client={client}>
      <SliceHealth info={info} environment={environment} hours={6} />
    </QueryClientProvider>,
  );
}

test('without a view or a failure', () => {
  const { container } = open([]);
  expect(container.textContent).toBe(
    'Release aaaaaaaa started 10 s ago (revision 3, by Bea). No view was reported in this period.',
  );
});

test('not with a failure: the visitors left before their view was reported', () => {
  open([failure]);
  expect(screen.getByRole('heading', { name: 'Failures' })).toBeTruthy();
});
