/** The chart's code loads while the page does, where there is usage to draw. */
import { QueryClient } from '@tanstack/react-query';
import { signInAs, signOutAll, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadChart } from './loadChart';
import { startPage } from './startPage';

vi.mock('./loadChart', () => ({ loadChart: vi.fn(() => Promise.resolve()) }));

beforeEach(() => {
  vi.mocked(loadChart).mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const day = { day: '2026-11-01', deployment_id: null, messages: 3, cost: 0 };
const start = () => startPage({ queryClient: new QueryClient(), params: {}, search: new URLSearchParams() });

test('it loads with usage, and is read once', async () => {
  const backend = startBackend({ usage_page: { json: [day] } });
  await signInAs();
  await start();
  await vi.waitFor(() => {
    expect(loadChart).toHaveBeenCalledOnce();
  });
  expect(backend.sent('POST', 'usage_page')).toHaveLength(1);
});

test('it does not load without usage, or for a visitor', async () => {
  startBackend({ usage_page: { json: [] } });
  await signInAs();
  await start();
  await signOutAll();
  await start();
  expect(loadChart).not.toHaveBeenCalled();
});
