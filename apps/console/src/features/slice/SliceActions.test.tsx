/** "Roll back" is red only while the running release fails. A canary has its place before it starts. */
import type { Health, OverviewEnvironment, SliceInfo } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { healthQuery } from '../../data/queries';
import { SliceActions } from './SliceActions';

afterEach(cleanup);

const environment: OverviewEnvironment = {
  ...{ environment: 'production', error: null, revision: 2, notice: null, breakGlass: [], address: '' },
  ...{ isPreview: false, createdAt: null, approvals: null, allowOverrides: false, overrides: {} },
  ...{ grants: [], owners: {}, routes: {} },
  parts: [{ kind: 'stable', app: 'billing', version: 'b', isDrift: false, fallback: null }],
};
const info: SliceInfo = {
  ...{ slice: 'billing', releases: [] },
  deploys: [
    {
      ...{ environment: 'production', revision: 2, previous: 1, at: '2026-11-26T08:00:00.000Z' },
      ...{ author: 'Bea', reason: '', changes: [{ kind: 'stable', app: 'billing', from: 'a', to: 'b' }] },
    },
  ],
};

function variantWith(failing: string) {
  const health: Health = {
    ...{ state: 'known', message: null, rowsSince: [], points: [], series: [], failures: [] },
    rows: ['a', 'b'].map((version) => ({
      ...{ slice: 'billing', version, group: 'stable', views: 30, errorRate: 0, lcp: null, inp: null },
      ...{ failureRate: version === failing ? 0.8 : 0, failingRoutes: [], lastAt: null },
    })),
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(healthQuery('production', 6, 'billing').queryKey, health);
  render(
    <QueryClientProvider client={client}>
      <SliceActions info={info} environment={environment} others={[]} hours={6} />
    </QueryClientProvider>,
  );
  return screen.getByRole('button', { name: 'Roll back' }).dataset['variant'];
}

test('the running release fails', () => {
  expect(variantWith('b')).toBe('danger');
});

test('the release before it failed', () => {
  expect(variantWith('a')).toBe('secondary');
});

test('a canary has as much space as none, for its text and its actions: its start and end move nothing', () => {
  const canary = {
    kind: 'canary' as const,
    app: 'billing',
    version: 'c',
    percent: 5,
    isDrift: false,
    fallback: null,
  };
  const heights = [environment, { ...environment, parts: [...environment.parts, canary] }].map((shown) => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
        <SliceActions info={info} environment={shown} others={[]} hours={6} />
      </QueryClientProvider>,
    );
    const place = screen
      .getByText(/No canary runs|Release c is a canary: 5%/)
      .closest<HTMLElement>('[data-align]');
    const actions = screen.getByRole('button', { name: 'Roll back' }).parentElement;
    const found = [place, actions].map((element) => element?.style.minHeight);
    cleanup();
    return found;
  });
  expect(heights[0]).toEqual(heights[1]);
  expect(heights[0]?.every((height) => height?.startsWith('clamp('))).toBe(true);
});
