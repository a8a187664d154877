import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startBackend } from '../testing/backend';
import { renderPage } from '../testing/renderPage';
import AgentsPage from './AgentsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('without a session: what is needed, and the way there', { tags: ['AGT-23', 'AGT-24'] }, () => {
  const { asked } = startBackend({});
  renderPage(<AgentsPage />, '/agents');
  expect(screen.getByText('Authentication Required')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
  expect(asked).toEqual([]);
});
