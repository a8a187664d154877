/** "Roll back" is red only while the running release fails. A canary has its place before it starts. */
import type { Health, OverviewEnvironment, ReleaseInfo, SliceInfo } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/modalDialogs';
import { healthQuery } from '../../data/queries';
import { SliceActions } from './SliceActions';

afterEach(cleanup);

const environment: OverviewEnvironment = {
  ...{
    environment: 'production',
    error: null,
    unverified: null,
    revision: 2,
    notice: null,
    breakGlass: [],
    address: '',
  },
  ...{ isPreview: false, createdAt: null, approvals: null, allowOverrides: false, overrides: {} },
  ...{ grants: [], hasCanarySteps: false, owners: {}, routes: {} },
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

const canary = {
  ...{ kind: 'canary' as const, app: 'billing', version: 'c', percent: 5, isDrift: false, fallback: null },
};
const candidate: ReleaseInfo = {
  ...{
    version: 'c',
    builtAt: '',
    owner: null,
    hasUncommittedChanges: false,
    routes: [],
    runs: [],
    error: null,
  },
  commit: { hash: 'c', author: null, subject: null },
};

/** Without responses. */
function show(shown: OverviewEnvironment, releases: readonly ReleaseInfo[] = [candidate]) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const page = (one: OverviewEnvironment) => (
    <QueryClientProvider client={client}>
      <SliceActions info={{ ...info, releases }} environment={one} others={[]} hours={6} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(shown));
  return (next: OverviewEnvironment) => {
    rerender(page(next));
  };
}

const withCanary = { ...environment, parts: [...environment.parts, canary] };

test('a canary has as much space as none, for its text: its start and end move nothing', () => {
  const heights = [environment, withCanary].map((shown) => {
    show(shown);
    const found = screen.getByText(/No canary runs|Release c is a canary: 5%/).parentElement?.style.minHeight;
    cleanup();
    return found;
  });
  expect(heights[0]).toMatch(/^clamp\(/);
  expect(heights[0]).toEqual(heights[1]);
});

test('the comparison of a canary has its place before it starts, where canaries have steps', () => {
  show({ ...environment, hasCanarySteps: true });
  const place = screen.getByText(/^While a canary runs, this compares/).closest('[style*="min-height"]');
  cleanup();
  show({ ...withCanary, hasCanarySteps: true });
  const filled = screen.getByText(/^No step can be proposed/).closest('[style*="min-height"]');
  expect(place?.getAttribute('style')).toBe(filled?.getAttribute('style'));
});

test('without another release, it says what to do instead of a dialog without a choice', () => {
  show(environment, []);
  expect(screen.getByText(/^No canary runs. To start one, publish another release first/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start a canary' })).toBeNull();
});

test('a proposed step is below the buttons, which it does not move', () => {
  show({ ...withCanary, hasCanarySteps: true });
  const buttons = screen.getByRole('button', { name: 'Abort' });
  const proposal = screen.getByText(/^No step can be proposed/);
  expect(buttons.compareDocumentPosition(proposal)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  cleanup();
  show(withCanary);
  expect(screen.queryByText(/^No step can be proposed/)).toBeNull();
});

test('the focus stays on the actions when the end of a canary has removed its button', async () => {
  const showNext = show(withCanary);
  const abort = screen.getByRole('button', { name: 'Abort' });
  abort.focus();
  await userEvent.click(abort);
  showNext(environment);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Roll back');
  });
});
