import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allRoutes } from '../testing/routes';
import { Shortcuts } from './Shortcuts';
import { letterShortcuts, showShortcuts } from './shortcutKeys';

let address: () => string;
beforeEach(async () => {
  startBackend();
  await signInAs();
  ({ address } = renderPage(
    <>
      <Shortcuts />
      <input aria-label="Name" />
    </>,
    '/dashboard',
    { routes: allRoutes },
  ));
});
afterEach(() => {
  cleanup();
  letterShortcuts.set(true);
  vi.unstubAllGlobals();
});

const list = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });

test('“?” lists the shortcuts', async () => {
  await userEvent.keyboard('?');
  const { textContent } = await list();
  expect(textContent).toContain('Search and run actionsCtrl + K');
  expect(textContent).toContain('Go to DeploymentsG then P');
});

test('g, then a letter, opens a page', async () => {
  await userEvent.keyboard('gb');
  await waitFor(() => {
    expect(address()).toBe('/billing');
  });
});

test('text fields keep their letters', async () => {
  await userEvent.type(screen.getByRole('textbox'), 'gb?');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('gb?');
  expect(address()).toBe('/dashboard');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the list turns single-key shortcuts off, and opens without them', async () => {
  showShortcuts();
  await list();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Use single-key shortcuts' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await userEvent.keyboard('gb?');
  expect(address()).toBe('/dashboard');
  expect(screen.queryByRole('dialog')).toBeNull();
});
