/** A damaged revision is in the history, and the page continues. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/modalDialogs';
import { Revisions } from './Revisions';

afterEach(cleanup);

test('says why it is not verified, beside what it says of itself', () => {
  const altered = {
    ...{ revision: 1, at: '2026-11-26T08:00:00.000Z', author: 'unverified', reason: 'x', previous: 0 },
    ...{ changes: [], settings: [], approvers: [], isBreakGlass: false },
    unverified: 'composition.json differs from the signed hash',
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Revisions environment="local" entries={[altered]} acknowledgeable={[]} isReadOnly={false} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('row', { name: /Not verified/ }).textContent).toContain(
    'Not verified: composition.json differs from the signed hash',
  );
});

test('says why it is damaged, and offers to run another one', () => {
  const good = {
    ...{ revision: 1, at: '2026-11-26T08:00:00.000Z', author: 'Ada', reason: 'x', previous: 0 },
    ...{ changes: [], settings: [], approvers: [], isBreakGlass: false },
  };
  const damaged = { revision: 2, damage: 'composition.json is not JSON: it was altered' };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Revisions environment="local" entries={[damaged, good]} acknowledgeable={[]} isReadOnly={false} />
    </QueryClientProvider>,
  );
  const row = screen.getByRole('row', { name: /Damaged/ });
  expect(row.textContent).toContain(damaged.damage);
  expect(row.querySelector('button')).toBeNull();
  expect(screen.getByRole('button', { name: 'Run it again: revision 1 of local' })).toBeTruthy();
});

test('one that bypassed the policy is acknowledged without a reason', async () => {
  const ran: unknown[] = [];
  const bypassed = {
    ...{ revision: 4, at: '2026-11-26T08:00:00.000Z', author: 'Ada', reason: 'an outage', previous: 3 },
    ...{ changes: [], settings: [], approvers: [], isBreakGlass: true },
  };
  const preview = {
    ...{ command: 'npx slipway approve local --revision 4', environment: 'local', before: null },
    changes: [{ kind: 'stable', app: 'billing', from: 'bbbbbbbb', to: 'aaaaaaaa' }],
    ...{ settings: [], others: [], rejections: [], canPlan: false },
    approved: { author: 'Ada', reason: 'an outage' },
  };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/run') ran.push(JSON.parse(init.body as string));
    const answers: Record<string, unknown> = {
      '/api/overview': { isReadOnly: false, environments: [] },
      '/api/preview': preview,
    };
    return Promise.resolve(
      Response.json(answers[path] ?? { text: 'Approved revision 4 of local', revision: null }),
    );
  });
  const rows = [bypassed, { ...bypassed, revision: 3 }];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Revisions environment="local" entries={rows} acknowledgeable={[4]} isReadOnly={false} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Acknowledge/ }));
  expect(await screen.findByText('Made by Ada: an outage')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
  await vi.waitFor(() => {
    expect(ran).toMatchObject([{ action: { kind: 'acknowledge', environment: 'local', revision: 4 } }]);
  });
});
