/** The guard of a prerendered page. The session is the real one, on a fake service. */
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session, STORED } from '@slipway/session/testing';
import { compositionOf } from '../testing/compositions';
import { noFallback } from '../releases/releaseFallback';

const HOUR = 60 * 60_000;
const Page = () => null;
const host = {
  routes: [{ path: '/billing', access: 'signed-in', title: 'Billing', slice: 'billing' }] as const,
  fallback: noFallback,
  composition: compositionOf({}),
  page: () => Promise.resolve(Page),
  loader: { part: () => Promise.resolve(Page), startData: () => Promise.resolve() },
  slot: () => Promise.resolve(Page),
  data: () => Promise.resolve(),
};
let stop: () => void;

/** Opens the guarded page as the host does, with what an earlier visit stored. */
async function open(lastActivity: number) {
  localStorage.setItem(STORED, JSON.stringify(session()));
  localStorage.setItem('lastActivity', String(lastActivity));
  vi.resetModules();
  (await import('@slipway/session/testing')).startAuthService();
  const { startSession } = await import('@slipway/session');
  const { supabase } = await import('@slipway/data');
  const { firstPage } = await import('../boot/firstPage');
  const { Guard } = await import('./Guard');
  stop = startSession();
  await supabase().auth.stopAutoRefresh();
  await firstPage(host, { pathname: '/billing', search: '' }, { prerendered: 'shown', loading: '' });
  const routes = [{ path: '/billing', element: <Guard>the page</Guard> }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/billing'] })} />);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  stop();
  vi.unstubAllGlobals();
});

const isPageShown = () => screen.queryByText('the page') !== null;

test('shows it at once with a valid session', async () => {
  await open(Date.now());
  expect(isPageShown()).toBe(true);
  expect(screen.queryByRole('status')).toBeNull();
});

test('checks the session first after an hour without activity', async () => {
  await open(Date.now() - 2 * HOUR);
  expect(isPageShown()).toBe(false);
  expect(screen.getByRole('status')).toBeTruthy();
});

test('ends a session that the check rejects', async () => {
  await open(Date.now() - 2 * HOUR);
  await vi.waitFor(() => {
    expect(localStorage.getItem(STORED)).toBeNull();
  });
  expect(isPageShown()).toBe(false);
});
