/** A page that cannot be read again keeps its content, with a notice. */
import type { HistoryEntry, Overview } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import '../testing/modalDialogs';
import HistoryPage from './HistoryPage';

afterEach(cleanup);

const environment: Overview['environments'][number] = {
  ...{
    environment: 'local',
    error: null,
    unverified: null,
    revision: 2,
    notice: null,
    breakGlass: [],
    address: '',
    parts: [],
  },
  ...{ isPreview: false, createdAt: null, approvals: null, hasCanarySteps: false, allowOverrides: false },
  ...{ overrides: {}, grants: [], owners: {}, routes: {} },
};
const entry = (revision: number): HistoryEntry => ({
  ...{ revision, at: '2026-11-26T08:00:00.000Z', author: 'Ada', reason: 'x', previous: revision - 1 },
  ...{ changes: [], settings: [], approvers: [], isBreakGlass: false },
});

test('an open dialog stays when the console stops', async () => {
  let isRunning = true;
  vi.stubGlobal('fetch', (path: string) => {
    if (!isRunning) return Promise.reject(new TypeError('no connection'));
    if (path === '/api/overview')
      return Promise.resolve(Response.json({ isReadOnly: false, environments: [environment] }));
    if (path.startsWith('/api/history')) return Promise.resolve(Response.json([entry(2), entry(1)]));
    return Promise.resolve(
      Response.json({
        changes: [],
        settings: [],
        settingsChanges: [],
        others: [],
        rejections: [],
        canPlan: false,
        unverified: [],
      }),
    );
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HistoryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Run it again: revision 1 of local' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'a reason');
  isRunning = false;
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/^This may be out of date.*slipway console does not respond/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Reason/ }).value).toBe('a reason');
});

test('the history waits for the plans above it, which would move it', async () => {
  let answer: (plans: Response) => void = () => undefined;
  const plans = new Promise<Response>((resolve) => (answer = resolve));
  const governed = { ...environment, approvals: { count: 1, by: ['Bea'] } };
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/overview')
      return Promise.resolve(Response.json({ isReadOnly: false, environments: [governed] }));
    return path.startsWith('/api/plans') ? plans : Promise.resolve(Response.json([entry(2), entry(1)]));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <HistoryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('combobox', { name: 'Environment' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('heading', { name: 'History of local' })).toBeNull();
  answer(Response.json([]));
  expect(await screen.findByRole('heading', { name: 'History of local' })).toBeTruthy();
  expect(screen.getByText('No plan waits.')).toBeTruthy();
});

test('the history is shown when the plans cannot be read, and they are not asked without end', async () => {
  const governed = { ...environment, approvals: { count: 1, by: ['Bea'] } };
  let asked = 0;
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/overview')
      return Promise.resolve(Response.json({ isReadOnly: false, environments: [governed] }));
    if (path.startsWith('/api/history')) return Promise.resolve(Response.json([entry(2), entry(1)]));
    if (path.startsWith('/api/diff'))
      return Promise.resolve(
        Response.json({ changes: [], settings: [], settingsChanges: [], unverified: [] }),
      );
    asked += 1;
    return Promise.resolve(Response.json({ error: { code: 'x', message: 'altered' } }, { status: 422 }));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <HistoryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'History of local' })).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByRole('heading', { name: 'History of local' })).toBeTruthy();
  expect(asked).toBeLessThan(4);
});

test('the button for older revisions stays, and is busy, while they load', async () => {
  let answer: (entries: Response) => void = () => undefined;
  const older = new Promise<Response>((resolve) => (answer = resolve));
  const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(count - at));
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/overview')
      return Promise.resolve(Response.json({ isReadOnly: false, environments: [environment] }));
    if (path.startsWith('/api/history'))
      return path.includes('limit=20') ? Promise.resolve(Response.json(entries(20))) : older;
    return Promise.resolve(Response.json({ changes: [], settings: [], settingsChanges: [], unverified: [] }));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <HistoryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const more = await screen.findByRole('button', { name: 'Show older revisions' });
  await userEvent.click(more);
  expect(more.isConnected).toBe(true);
  expect(more.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(more);
  answer(Response.json(entries(25)));
  await waitFor(() => {
    expect(more.isConnected).toBe(false);
  });
});
