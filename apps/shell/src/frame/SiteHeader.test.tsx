import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type PageOptions, renderPage, signInAs, signOutAll, startBackend, testUser } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { notificationQueries } from '../data/notifications';
import { allRoutes, notesEntry, notesRoute } from '../testing/routes';
import { SiteHeader } from './SiteHeader';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(isSignedIn: boolean, address = '/', options: PageOptions = {}) {
  startBackend();
  await (isSignedIn ? signInAs() : signOutAll());
  return renderPage(<SiteHeader />, address, { routes: allRoutes, ...options });
}
const banner = () => within(screen.getByRole('banner'));
const links = () =>
  banner()
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const labels = () => links().map(([label]) => label);

test('offers visitors exactly Sign In and Get Started', { tags: ['SHELL-51'] }, async () => {
  await show(false);
  expect(links()).toEqual([
    ['Slipway', '/'],
    ['Sign In', '/login'],
    ['Get Started', '/signup'],
  ]);
});

test('offers users Dashboard, My Agents and Marketplace', { tags: ['SHELL-52'] }, async () => {
  await show(true);
  expect(links()).toEqual([
    ['Slipway', '/'],
    ['Dashboard', '/dashboard'],
    ['My Agents', '/agents'],
    ['Marketplace', '/marketplace'],
  ]);
});

test.each([
  ['/billing', ['Deployments', 'Billing']],
  ['/deployments', ['My Agents', 'Deployments', 'Billing']],
  ['/agents', ['My Agents', 'Deployments']],
  ['/marketplace', ['My Agents']],
])(
  '%s has the common three, then its own links',
  { tags: ['SHELL-70', 'SHELL-71', 'SHELL-72', 'SHELL-73'] },
  async (path, own) => {
    await show(true, path);
    expect(labels()).toEqual(['Slipway', 'Dashboard', 'Marketplace', ...own]);
    expect(banner().getByRole('button', { name: 'Sign Out' })).toBeTruthy();
  },
);

test('leaves out pages that the composition lacks', async () => {
  await show(true, '/', { routes: allRoutes.filter(({ path }) => path !== '/agents') });
  expect(labels()).toEqual(['Slipway', 'Dashboard', 'Marketplace']);
});

test('does not change for nav entries of slices', async () => {
  await show(true, '/', { routes: [...allRoutes, notesRoute], nav: [notesEntry] });
  expect(labels()).not.toContain('Notes');
});

test.each(['/', '/dashboard', '/marketplace', '/notes'])(
  '%s ends with the account menu, which is empty until opened, and the button of the drawer',
  { tags: ['SHELL-70', 'SHELL-71', 'SHELL-72'] },
  async (path) => {
    await show(true, path);
    const account = banner().getByRole('button', { name: 'Account menu' });
    expect(account.getAttribute('aria-expanded')).toBe('false');
    const last = [...screen.getByRole('banner').querySelectorAll('a, button')].slice(-2);
    expect(last).toEqual([account, banner().getByRole('button', { name: 'Open navigation menu' })]);
    expect(screen.queryByRole('group', { name: 'Account menu', hidden: true })).toBeNull();
  },
);

test('visitors have no account menu', { tags: ['SHELL-51'] }, async () => {
  await show(false);
  expect(banner().queryByRole('button', { name: 'Account menu' })).toBeNull();
});

test('marks the current page', async () => {
  await show(true, '/marketplace');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Marketplace');
});

test('follows sign-out', { tags: ['SHELL-57'] }, async () => {
  await show(true, '/marketplace');
  await userEvent.click(banner().getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => {
    expect(labels()).toEqual(['Slipway', 'Sign In', 'Get Started']);
  });
});

test('offers visitors the languages of the environment, and nothing where there is one (20)', async () => {
  vi.stubEnv('SLIPWAY_LANGUAGES', 'translated');
  const { unmount } = await show(false, '/', { languages: ['en', 'de'] });
  const button = banner().getByRole('button', { name: 'English' });
  await userEvent.click(button);
  const choice = within(await screen.findByRole('group', { name: 'Language', hidden: true }));
  expect(choice.getByRole('button', { name: 'Deutsch', hidden: true })).toBeTruthy();
  unmount();
  await show(false, '/', { languages: ['en'] });
  expect(banner().queryByRole('button', { name: /English/ })).toBeNull();
  vi.unstubAllEnvs();
});

const factor = { id: 'f0000000-0000-4000-8000-000000000001', factor_type: 'totp', status: 'verified' };

test.each([
  ['counts the notifications of a user', testUser, true],
  ['counts none while a code of the authenticator app is due', { ...testUser, factors: [factor] }, false],
])('%s', { tags: ['T-52'] }, async (_, user, counts) => {
  startBackend({ 'GET user': { json: user } });
  await signInAs(user, 'aal1');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { queryClient } = renderPage(<SiteHeader />, '/deployments', { routes: allRoutes });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  const unread = queryClient.getQueryState(notificationQueries.unread(user.id).queryKey);
  expect(unread?.fetchStatus === 'fetching' || unread?.data !== undefined).toBe(counts);
});
