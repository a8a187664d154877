/** Who can do what with a plan, by what the server knows of this user's key. */
import type { PendingPlan, Preview } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/modalDialogs';
import { Plans } from './Plans';

afterEach(cleanup);

const action = { kind: 'rollback', environment: 'production', to: 1, slices: ['billing'] } as const;
const plan: PendingPlan = {
  ...{ plan: '0123456789abcdef', environment: 'production', author: 'Ada', reason: 'totals are wrong' },
  ...{ createdAt: '2026-11-26T08:00:00.000Z', base: 1, approvals: [], wanted: 1 },
  ...{ isOwn: false, canApprove: false, action },
};
const approvals = [{ by: 'Bea', at: '', expires: '' }];
const preview: Preview = {
  ...{ command: 'npx slipway rollback billing', environment: 'production', before: 2 },
  changes: [{ kind: 'stable', app: 'billing', from: 'bbbbbbbb', to: 'aaaaaaaa' }],
  ...{ settings: [], others: [], rejections: [], canPlan: false },
};

function open(shown: Partial<PendingPlan>, isReadOnly = false) {
  const ran: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/run') ran.push(JSON.parse(init.body as string));
    if (path.startsWith('/api/plans')) return Promise.resolve(Response.json([{ ...plan, ...shown }]));
    const answers: Record<string, unknown> = {
      '/api/overview': { isReadOnly, environments: [] },
      '/api/preview': preview,
    };
    return Promise.resolve(Response.json(answers[path] ?? { text: 'done', revision: 3 }));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Plans environment="production" approvers={['Ada', 'Bea', 'Cleo']} isReadOnly={isReadOnly} />
    </QueryClientProvider>,
  );
  return ran;
}

test('one who can approve it has a button', async () => {
  open({ canApprove: true });
  expect(await screen.findByRole('button', { name: 'Approve plan 0123456789ab' })).toBeTruthy();
});

test('the question about an approval has the focus on its title, not on “Cancel”', async () => {
  open({ canApprove: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve plan 0123456789ab' }));
  const title = await screen.findByRole('heading', { name: 'Approve plan 0123456789ab' });
  expect(document.activeElement).toBe(title);
});

test.each([
  [1, '0 of 1 approval'],
  [2, '0 of 2 approvals'],
])('counts the approvals of a plan that needs %i', async (wanted, shown) => {
  open({ wanted });
  expect(await screen.findByText(shown)).toBeTruthy();
});

test('its author, and everyone else, sees who can', async () => {
  open({ isOwn: true });
  expect(await screen.findByText('Bea, Cleo can approve it.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('read-only, it shows the command', async () => {
  open({}, true);
  expect(await screen.findByText('npx slipway approve production 0123456789ab')).toBeTruthy();
});

test('once it is approved, its author runs it with the reason of the plan', async () => {
  const ran = open({ isOwn: true, approvals });
  await userEvent.click(await screen.findByRole('button', { name: 'Run it: plan 0123456789ab' }));
  expect(await screen.findByText('billing bbbbbbbb → aaaaaaaa')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Roll back' }));
  await vi.waitFor(() => {
    expect(ran).toMatchObject([{ action, reason: 'totals are wrong', isPlan: false }]);
  });
});

test.each([
  ['of another author', {}, 'Approved: Ada can run it.'],
  [
    'that names no action of the console',
    { isOwn: true, action: null },
    'Approved: do the same action again to run it.',
  ],
])('an approved plan %s', async (_which, shown, hint) => {
  open({ ...shown, approvals });
  expect(await screen.findByText(hint)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
