import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Guard } from './Guard';

const checkSession = vi.hoisted(() => vi.fn());

vi.mock('@slipway/session', () => ({
  checkSession,
  log: { error: vi.fn() },
  useSession: () => ({ status: 'signed-in', user: { id: 'u', email: 'a@b.co', emailConfirmedAt: null } }),
  watchSession: () => () => undefined,
}));

afterEach(cleanup);

const open = (requiredRole?: string) => {
  checkSession.mockReset().mockResolvedValue('valid');
  const router = createMemoryRouter([
    { path: '/', element: <Guard {...(requiredRole ? { requiredRole } : {})}>the page</Guard> },
  ]);
  render(<RouterProvider router={router} />);
};

test.each([undefined, 'user', 'admin'])(
  'the role %s keeps nobody out',
  { tags: ['SHELL-14', 'T-66'] },
  async (role) => {
    open(role);
    expect(await screen.findByText('the page')).toBeTruthy();
  },
);

test(
  'the session is checked once on entry, and nothing is shown before',
  { tags: ['SHELL-23'] },
  async () => {
    open();
    expect(screen.queryByText('the page')).toBeNull();
    await screen.findByText('the page');
    expect(checkSession).toHaveBeenCalledOnce();
  },
);
