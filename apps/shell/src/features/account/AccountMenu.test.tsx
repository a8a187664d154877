import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AccountButton } from '../../frame/AccountButton';
import { profileOf } from '../../testing/profile';
import { allRoutes, notesEntry, notesRoute } from '../../testing/routes';

beforeAll(() => {
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = function showPopover() {
    this.removeAttribute('popover');
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 'u1', email: 'mia@example.com', emailConfirmedAt: null, hasPassword: true };

async function open() {
  const backend = startBackend({
    own_profile: profileOf({ full_name: 'Mia Weber' }),
  });
  await signInAs();
  renderPage(<AccountButton user={user} />, '/marketplace?q=mail', {
    routes: [...allRoutes, notesRoute],
    nav: [notesEntry],
  });
  const button = screen.getByRole('button', { name: 'Account menu' });
  await userEvent.click(button);
  const menu = within(await screen.findByRole('group', { name: 'Account menu' }));
  return { backend, button, menu };
}

test('lists the profile, the pages that are the user’s, and the nav entries of slices', async () => {
  const { menu } = await open();
  expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Profile', '/marketplace?q=mail&account=profile'],
    ['My Agents', '/agents'],
    ['Deployments', '/deployments'],
    ['Billing', '/billing'],
    ['Notes', '/notes'],
  ]);
  expect(await menu.findByText('Mia Weber')).toBeTruthy();
  expect(menu.getByText('mia@example.com')).toBeTruthy();
});

test('changes the theme, and signs out', async () => {
  const { menu, backend } = await open();
  await userEvent.click(menu.getByRole('button', { name: 'Dark' }));
  expect(menu.getByRole('button', { name: 'Dark', pressed: true })).toBeTruthy();
  await userEvent.click(menu.getByRole('button', { name: 'System' }));
  await userEvent.click(menu.getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => {
    expect(backend.sent('POST', 'logout')).toHaveLength(1);
  });
});

test.each(['Escape', 'press', 'outside'])('%s closes it and empties the document', async (way) => {
  const { button } = await open();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  if (way === 'Escape') await userEvent.keyboard('{Escape}');
  else await userEvent.click(way === 'press' ? button : document.body);
  await waitFor(() => {
    expect(screen.queryByRole('group', { name: 'Account menu' })).toBeNull();
  });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  if (way !== 'outside') expect(document.activeElement).toBe(button);
});
