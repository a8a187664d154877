import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type PageOptions, renderPage, signInAs, signOutAll, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { allRoutes, helpEntry, helpRoute, notesEntry, notesRoute } from '../testing/routes';
import { NavigationDrawer } from './NavigationDrawer';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(isSignedIn: boolean, options: PageOptions = {}, address = '/') {
  const backend = startBackend();
  await (isSignedIn ? signInAs() : signOutAll());
  const handleClose = vi.fn();
  renderPage(<NavigationDrawer open onClose={handleClose} />, address, { routes: allRoutes, ...options });
  const drawer = within(await screen.findByRole('dialog', { name: 'Navigation' }));
  const links = () =>
    drawer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  return { backend, drawer, links, handleClose };
}

test('offers visitors Sign In and Get Started only', { tags: ['SHELL-53', 'SHELL-55'] }, async () => {
  const { drawer, links } = await open(false);
  expect(links()).toEqual([
    ['Sign In', '/login'],
    ['Get Started', '/signup'],
  ]);
  expect(drawer.queryByRole('button', { name: 'Sign Out' })).toBeNull();
});

test(
  'offers users the five pages and the profile, and marks the current one',
  { tags: ['SHELL-54', 'T-99'] },
  async () => {
    const { drawer, links } = await open(true, {}, '/agents');
    expect(links()).toEqual([
      ['Dashboard', '/dashboard'],
      ['My Agents', '/agents'],
      ['Marketplace', '/marketplace'],
      ['Deployments', '/deployments'],
      ['Billing', '/billing'],
      ['Profile', '/agents?account=profile'],
    ]);
    expect(drawer.getByRole('link', { current: 'page' }).textContent).toBe('My Agents');
  },
);

test('leaves out pages that the composition lacks', async () => {
  const { links } = await open(true, { routes: allRoutes.filter(({ path }) => path !== '/billing') });
  expect(links().map(([label]) => label)).not.toContain('Billing');
});

test('Sign Out signs out and closes the drawer', { tags: ['SHELL-56'] }, async () => {
  const { drawer, handleClose, backend } = await open(true);
  await userEvent.click(drawer.getByRole('button', { name: 'Sign Out' }));
  expect(handleClose).toHaveBeenCalledOnce();
  expect(backend.sent('POST', 'logout')).toHaveLength(1);
});

const nav = [{ path: '/agents', label: 'My Agents', access: 'signed-in' as const }, notesEntry, helpEntry];

test('adds nav entries of other slices after the fixed links, once', async () => {
  const { links } = await open(true, { routes: [...allRoutes, notesRoute, helpRoute], nav });
  expect(links().slice(5)).toEqual([
    ['Notes', '/notes'],
    ['Help', '/help'],
    ['Profile', '/?account=profile'],
  ]);
});

test('shows visitors only nav entries of public pages', async () => {
  const { links } = await open(false, { routes: [...allRoutes, notesRoute, helpRoute], nav });
  expect(links().map(([label]) => label)).toEqual(['Sign In', 'Get Started', 'Help']);
});
