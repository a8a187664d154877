import { useLayoutEffect } from 'react';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { renderPage, signOutAll, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { allRoutes } from '../testing/routes';
import { CommandMenuButton } from './CommandMenuButton';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Presses Ctrl K in the commit that shows the page: before the first paint, and so before passive effects. */
function PressEarly() {
  useLayoutEffect(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
  }, []);
  return null;
}

test('takes Ctrl K as soon as the button is on the page', async () => {
  startBackend();
  await signOutAll();
  const page = (
    <>
      <CommandMenuButton />
      <PressEarly />
    </>
  );
  renderPage(page, '/', { routes: allRoutes });
  expect(await screen.findByRole('combobox', { name: 'Search' })).toBeTruthy();
});

test('what is typed until the box is on screen is in it, also after the first render of the menu (23)', async () => {
  startBackend();
  await signOutAll();
  renderPage(<CommandMenuButton />, '/', { routes: allRoutes });
  // Without `act`, React renders the menu and the box in different tasks, as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  screen.getByRole('button', { name: 'Search' }).click();
  let typed = 0;
  const isOpen = () => document.querySelector('[role=combobox]') !== null;
  while (!isOpen() && typed < 50_000) {
    const key = new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true });
    expect(document.body.dispatchEvent(key), 'the page does not get the key').toBe(false);
    typed += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await waitFor(() => {
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toHaveLength(typed);
  });
});

test('Escape before the box is on screen cancels the menu, and the page gets its keys back (23)', async () => {
  startBackend();
  await signOutAll();
  renderPage(<CommandMenuButton />, '/', { routes: allRoutes });
  screen.getByRole('button', { name: 'Search' }).click();
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  expect([press('a'), press('Escape'), press('a')]).toEqual([false, false, true]);
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('combobox')).toBeNull();
});
