/** An error outside of every slice: logged, and shown with a button that loads the page again. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { log } from '@slipway/log';
import { RouteError } from './RouteError';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a crash of a page outside of every slice is logged, and a button loads the document again', () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const error = new AppError('slice_untrusted', 'another hash');
  const Crash = () => {
    throw error;
  };
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', element: <Crash />, errorElement: <RouteError /> }])}
    />,
  );
  expect(logged).toHaveBeenCalledWith('page failed', error);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Couldn’t load this page');
  expect(screen.getByText('Its files do not match the release, so they were not run.')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledOnce();
});
