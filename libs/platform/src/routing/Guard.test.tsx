/**
 * A protected page renders only for a signed-in user with a valid session. The session is the real one, on a fake service.
 * One file: all tests open the same page.
 */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthService, session, STORED, unreachable, user } from '@slipway/session/testing';

const MINUTE = 60_000;

let service: AuthService;
let stop: () => void;

/** Opens the guarded page on a new visit: fresh modules, and what an earlier visit stored. */
async function open({
  requiredRole,
  token,
}: { requiredRole?: string; token?: () => Promise<Response> } = {}) {
  vi.resetModules();
  const { startAuthService } = await import('@slipway/session/testing');
  // First, as in a page: it counts the requests of a session that was stored.
  const { Guard } = await import('./Guard');
  service = startAuthService();
  if (token) service.replies.token = token;
  const { signOut, startSession } = await import('@slipway/session');
  const { supabase } = await import('@slipway/data');
  const getSession = vi.spyOn(supabase().auth, 'getSession');
  stop = startSession();
  // It waits until the client has renewed a session that was stored.
  if (!token) await supabase().auth.stopAutoRefresh();
  const Address = () => {
    const { pathname, search } = useLocation();
    return <p>{`at ${pathname}${search}`}</p>;
  };
  const router = createMemoryRouter(
    [
      {
        path: '/billing',
        element: (
          <Guard {...(requiredRole ? { requiredRole } : {})}>
            the page
            <input aria-label="Input" />
          </Guard>
        ),
      },
      { path: '*', element: <Address /> },
    ],
    { initialEntries: ['/', '/billing?month=5'] },
  );
  render(<RouterProvider router={router} />);
  return { router, signOut, getSession };
}

const storeSession = (life?: number) => {
  localStorage.setItem(STORED, JSON.stringify(session(life)));
  localStorage.setItem('lastActivity', String(Date.now()));
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** With an authenticator app. */
const enrolled = { ...user, factors: [{ id: 'f1', factor_type: 'totp', status: 'verified' }] };

const isPageShown = () => screen.queryByText('the page') !== null;

describe('with a valid session', () => {
  beforeEach(() => {
    storeSession();
  });

  test.each([undefined, 'user', 'admin'])(
    'shows the page to every user, whatever requiredRole is: %s',
    { tags: ['SHELL-14', 'T-66'] },
    async (requiredRole) => {
      await open(requiredRole === undefined ? {} : { requiredRole });
      expect(await screen.findByText('the page')).toBeTruthy();
    },
  );

  test(
    'checks the session once on entry, also where the page opens at once',
    { tags: ['SHELL-23'] },
    async () => {
      const { getSession, router } = await open();
      await screen.findByText('the page');
      await act(() => router.navigate('/'));
      getSession.mockClear();
      await act(() => router.navigate('/billing'));
      expect(isPageShown()).toBe(true);
      expect(getSession).toHaveBeenCalledOnce();
    },
  );

  test('shows nothing before the session was checked', async () => {
    await open();
    expect(isPageShown()).toBe(false);
    expect(screen.getByRole('status')).toBeTruthy();
    await screen.findByText('the page');
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('hides the page when the user signs out, without "Access Denied"', async () => {
    const { signOut } = await open();
    await screen.findByText('the page');
    await act(() => signOut());
    expect(isPageShown()).toBe(false);
    expect(screen.queryByText('Access Denied')).toBeNull();
  });

  test('renders the page only after the second factor that is due', { tags: ['T-52'] }, async () => {
    localStorage.setItem(STORED, JSON.stringify({ ...session(), user: enrolled }));
    await open();
    const { whenSessionKnown } = await import('@slipway/session');
    await act(() => whenSessionKnown());
    expect([isPageShown(), screen.queryByRole('status') !== null]).toEqual([false, true]);
    const { supabase } = await import('@slipway/data');
    // As after the code: nothing is due.
    await act(() => supabase().auth.setSession(session()));
    expect(await screen.findByText('the page')).toBeTruthy();
  });

  test('keeps the page when a second factor is due later: it may have what the user typed', async () => {
    await open();
    await screen.findByText('the page');
    const { supabase } = await import('@slipway/data');
    const { readSession } = await import('@slipway/session');
    service.replies['token'] = () => Response.json({ ...session(), user: enrolled });
    await act(() => supabase().auth.refreshSession());
    expect(readSession()).toMatchObject({ user: { dueFactor: 'f1' } });
    expect(isPageShown()).toBe(true);
  });

  test('begins the page again when another tab has signed in as another user, without the input of the first', async () => {
    await open();
    const input = await screen.findByLabelText<HTMLInputElement>('Input');
    fireEvent.change(input, { target: { value: 'of the first user' } });
    const { supabase } = await import('@slipway/data');
    const other = { ...user, id: '99999999-2222-4333-8444-555555555555' };
    const reply = (of: typeof user) => () => Response.json({ ...session(), user: of });
    service.replies['token'] = reply(user);
    await act(() => supabase().auth.refreshSession());
    expect(screen.getByLabelText<HTMLInputElement>('Input').value).toBe('of the first user');
    service.replies['token'] = reply(other);
    await act(() => supabase().auth.refreshSession());
    expect(screen.getByLabelText<HTMLInputElement>('Input').value).toBe('');
  });

  test('hides the page when another tab signs out', async () => {
    await open();
    await screen.findByText('the page');
    localStorage.removeItem(STORED);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: STORED, newValue: null }));
    });
    expect(isPageShown()).toBe(false);
  });

  test('checks the session again while the page is open, and no longer after it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { getSession, router } = await open();
    await screen.findByText('the page');
    getSession.mockClear();
    await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE));
    expect(getSession).toHaveBeenCalled();
    await act(() => router.navigate('/'));
    getSession.mockClear();
    await act(() => vi.advanceTimersByTimeAsync(30 * MINUTE));
    expect(getSession).not.toHaveBeenCalled();
  });
});

describe('without a session', () => {
  test('says "Access Denied", and links to the sign-in page and back', async () => {
    await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Access Denied');
    expect(alert.textContent).toContain('Please sign in to access this page.');
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      '/login?redirect=%2Fbilling%3Fmonth%3D5',
    );
    expect(isPageShown()).toBe(false);
  });

  test('has an icon, as every page in place of another, and Sign In as its main action (20)', async () => {
    await open();
    expect((await screen.findByRole('alert')).querySelector('svg')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Sign In' }).dataset['variant']).toBe('primary');
  });

  test('leads to the sign-in page after 1.5 seconds, in place of the protected page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { router } = await open();
    await screen.findByRole('alert');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(router.state.location.pathname).toBe('/billing');
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(await screen.findByText('at /login?redirect=%2Fbilling%3Fmonth%3D5')).toBeTruthy();
    expect(router.state.historyAction).toBe('REPLACE');
  });
});

describe('when the check fails', () => {
  test('keeps an open page open', async () => {
    storeSession();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { getSession } = await open();
    await screen.findByText('the page');
    // An expired token that cannot be refreshed. The auth client itself retries for half a minute.
    localStorage.setItem(STORED, JSON.stringify(session(-1)));
    service.replies.token = unreachable;
    getSession.mockClear();
    await act(() => vi.advanceTimersByTimeAsync(6 * MINUTE));
    expect(getSession).toHaveBeenCalled();
    expect(isPageShown()).toBe(true);
  });

  // The client continues for half a minute. The fifth request comes after three seconds.
  test(
    'shows an error after four failed requests, and opens the page when the client renews the session later',
    { tags: ['SHELL-27', 'T-91'] },
    async () => {
      storeSession(-1);
      const shown: boolean[] = [];
      let isUp = false;
      const token = () => {
        shown.push(screen.queryByRole('alert') !== null);
        return isUp
          ? Promise.resolve(Response.json(session()))
          : Promise.reject(new TypeError('Failed to fetch'));
      };
      await open({ token });
      const alert = await vi.waitFor(() => screen.getByRole('alert'));
      expect(alert.textContent).toContain('Security verification failed. Please try again.');
      expect(shown.slice(0, 5)).toEqual([false, false, false, false, false]);
      isUp = true;
      await vi.waitFor(() => screen.getByText('the page'));
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('offers another try, which opens the page', async () => {
    storeSession();
    const opened = await open();
    await screen.findByText('the page');
    // A new visit to the page, with a service that cannot be reached.
    opened.getSession.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await act(() => opened.router.navigate('/'));
    await act(() => opened.router.navigate('/billing'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Security verification failed. Please try again.',
    );
    expect(isPageShown()).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('the page')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
