import { useLayoutEffect } from 'react';
import { cleanup, screen } from '@testing-library/react';
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
