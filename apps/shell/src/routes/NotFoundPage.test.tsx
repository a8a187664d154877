import { cleanup, screen } from '@testing-library/react';
import { renderPage, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import NotFoundPage from './NotFoundPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('links home, and logs the encoded path once', { tags: ['SHELL-74', 'SHELL-75', 'SHELL-76'] }, () => {
  startBackend();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderPage(<NotFoundPage />, '/caf%C3%A9');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oops! Page not found');
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  expect(logged).toHaveBeenCalledOnce();
  expect(JSON.stringify(logged.mock.calls)).toContain('404: no page at /caf%C3%A9');
});

test('has an icon, as every page in place of another (20)', () => {
  startBackend();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container } = renderPage(<NotFoundPage />, '/nothing');
  expect(container.querySelector('svg')).not.toBeNull();
});
