/** The place of what needs attention is there from the start, and says that health is loading before it says that all is well. */
import type { Health, Overview } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Attention } from './Attention';

afterEach(cleanup);

const environment: Overview['environments'][number] = {
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
  ...{ grants: [], hasCanarySteps: false, owners: { billing: 'billing-team' }, routes: {} },
  parts: [{ kind: 'stable', app: 'billing', version: 'b', isDrift: false, fallback: null }],
};
const known = (failureRate: number): Health => ({
  ...{ state: 'known', message: null, rowsSince: [], points: [], series: [], failures: [] },
  rows: [
    {
      ...{ slice: 'billing', version: 'b', group: 'stable', views: 30, failureRate, errorRate: 0 },
      ...{ lcp: null, inp: null, failingRoutes: [], lastAt: null },
    },
  ],
});

function open(health: Health | undefined, one = environment) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Attention
        overview={{ isReadOnly: false, environments: [one] }}
        health={new Map(health ? [['production', health]] : [])}
        isLoading={health === undefined}
        hours={6}
      />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('region', { name: 'Needs attention' })).toBeTruthy();
}

test('while health loads', () => {
  open(undefined);
  expect(screen.getByRole('status').textContent).toBe('Loading health');
  expect(screen.queryByText('Nothing needs attention')).toBeNull();
});

test('a failing release', () => {
  open(known(0.8));
  expect(screen.getByRole('listitem').textContent).toContain('billing fails in production');
  expect(screen.getByRole('link', { name: 'Look into it: billing fails in production' })).toBeTruthy();
});

test('a revision that bypassed the policy, and how it is acknowledged', () => {
  const bypassed = { revision: 6, author: 'Ada', reason: 'an outage', canAcknowledge: false };
  open(known(0), { ...environment, breakGlass: [bypassed] });
  const item = screen.getByRole('listitem');
  expect(item.textContent).toContain('Revision 6 of production bypassed its policy');
  expect(item.textContent).toContain('npx slipway approve production --revision 6');
  expect(screen.getByText('Break-glass')).toBeTruthy();
});

test('a revision that bypassed the policy, for one who can acknowledge it', () => {
  const bypassed = { revision: 6, author: 'Ada', reason: 'an outage', canAcknowledge: true };
  open(known(0), { ...environment, breakGlass: [bypassed] });
  expect(screen.getByRole('listitem').textContent).toContain('you acknowledge it in the history');
});

test('an environment that is not verified', () => {
  open(known(0), { ...environment, unverified: 'composition.json was altered' });
  expect(screen.getByRole('listitem').textContent).toMatch(
    /production is not verified.*composition\.json was altered/,
  );
  expect(screen.getByText('Not verified')).toBeTruthy();
});

test('an environment that cannot be read', () => {
  open(known(0), { ...environment, error: 'composition.json is not JSON: it was altered', parts: [] });
  const item = screen.getByRole('listitem').textContent;
  expect(item).toContain('production could not be read');
  expect(item).toContain('composition.json is not JSON: it was altered');
  expect(screen.queryByText('Nothing needs attention')).toBeNull();
});

test('nothing', () => {
  open(known(0));
  expect(screen.getByRole('status').textContent).toBe('Nothing needs attention');
});

test('unknown health is not reported as well', () => {
  open({ ...known(0), state: 'down', message: 'no response', rows: [] });
  expect(screen.getByText('Health could not be loaded: no response')).toBeTruthy();
  expect(screen.queryByText('Nothing needs attention')).toBeNull();
});

const governed = { ...environment, approvals: { count: 1, by: ['Cleo'] } };
const plan = {
  ...{ plan: 'aaaaaaaa', environment: 'production', author: 'Ada', reason: 'tested', base: 1, wanted: 1 },
  ...{ createdAt: '2026-11-26T08:00:00.000Z', approvals: [] as object[] },
};

test.each([
  ['waits', [], 'A plan for production waits for approval'],
  ['is approved', [{ by: 'Cleo', at: '', expires: '' }], 'A plan for production is approved'],
])('a plan that %s', async (_, approvals, title) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ ...plan, approvals }])));
  open(known(0), governed);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryAllByText('Its author can run it in the history.')).toHaveLength(approvals.length);
});

test('plans that could not be read are not reported as none', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ error: { code: 'unexpected', message: 'no store' } }, { status: 500 })),
  );
  open(known(0), governed);
  expect(await screen.findByText(/could not be loaded: no store/)).toBeTruthy();
  expect(screen.queryByText('Nothing needs attention')).toBeNull();
});
