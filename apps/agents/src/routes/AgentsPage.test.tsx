import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, startBackend } from '@slipway/testing';
import AgentsPage from './AgentsPage';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('asks a visitor to sign in, with a link, and sends no request', { tags: ['AGT-23', 'AGT-24'] }, () => {
  const { requests } = startBackend({});
  renderPage(<AgentsPage />, '/agents');
  expect(screen.getByText('Authentication Required')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login');
  expect(requests).toEqual([]);
});
