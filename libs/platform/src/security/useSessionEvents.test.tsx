/**
 * Session and security events as toasts and redirects. The session is the real one, on a fake service.
 * One file: all tests open the same page.
 */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { session, STORED, unreachable, user } from '@slipway/session/testing';

const routes = ['/', '/login', '/dashboard', '/deployments'].map((path) => ({
  path,
  title: path,
  access: 'public' as const,
}));

let stop: () => void = () => undefined;

/** Opens a page on a new visit: fresh modules, and what an earlier visit stored. */
async function open(address: string) {
  vi.resetModules();
  const service = (await import('@slipway/session/testing')).startAuthService();
  const auth = await import('@slipway/session');
  const { toast } = await import('@slipway/design-system');
  const { TestHost } = await import('../testing/TestHost');
  const { useSessionEvents } = await import('./useSessionEvents');
  const { useSignOut } = await import('./useSignOut');
  const { useUnsaved } = await import('../routing/useUnsaved');
  const toasts = {
    success: vi.spyOn(toast, 'success'),
    info: vi.spyOn(toast, 'info'),
    error: vi.spyOn(toast, 'error'),
    warning: vi.spyOn(toast, 'warning'),
  };
  stop = auth.startSession();
  await vi.waitFor(() => {
    expect(auth.readSession().status).not.toBe('loading');
  });
  const Form = () => {
    const { isPending, leave } = useUnsaved(true);
    return (
      isPending && (
        <button type="button" onClick={leave}>
          Discard
        </button>
      )
    );
  };
  const Page = () => {
    useSessionEvents();
    const isUser = auth.useSession().status === 'signed-in';
    const press = useSignOut();
    const isForm = useLocation().search === '?form' && isUser;
    return (
      <>
        <button type="button" onClick={press}>
          Sign Out
        </button>
        {isForm && <Form />}
      </>
    );
  };
  const queryClient = new QueryClient();
  queryClient.setQueryData(['private'], 'data');
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: ['/before', address],
  });
  render(
    <TestHost routes={routes}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TestHost>,
  );
  const path = () => router.state.location.pathname + router.state.location.search;
  const signIn = () => act(() => auth.signIn({ email: 'ada@example.test', password: 'Plum-orbit-7' }));
  const back = () => act(() => router.navigate(-1));
  /** As another tab does. */
  const switchTo = async (id: string) => {
    const other = { ...session(), user: { ...user, id, email: `${id}@example.test` } };
    service.replies['token'] = () => Response.json(other);
    await signIn();
  };
  return { auth, service, toasts, queryClient, path, signIn, switchTo, back };
}

const storeSession = () => {
  localStorage.setItem(STORED, JSON.stringify(session()));
  localStorage.setItem('lastActivity', String(Date.now()));
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('after sign-in', () => {
  test.each([
    ['/login', '/dashboard'],
    ['/login?redirect=%2Fdeployments%3Fagent%3D1', '/deployments?agent=1'],
    ['/login?redirect=https%3A%2F%2Fevil.example', '/dashboard'],
  ])('%s leads to %s', async (address, destination) => {
    const page = await open(address);
    await page.signIn();
    await vi.waitFor(() => {
      expect(page.path()).toBe(destination);
    });
    expect(page.toasts.success).toHaveBeenCalledExactlyOnceWith('Successfully signed in!');
    await page.back();
    expect(page.path()).toBe('/before');
  });

  test('another page stays where it is, without a toast', async () => {
    const page = await open('/deployments');
    await page.signIn();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(page.path()).toBe('/deployments');
    expect(page.toasts.success).not.toHaveBeenCalled();
  });

  test('no success is shown while the code of an authenticator app is due', async () => {
    const page = await open('/login');
    const factors = [{ id: 'f1', factor_type: 'totp', status: 'verified' }];
    const due = { ...session(), user: { ...user, factors } };
    page.service.replies['token'] = () => Response.json(due);
    await page.signIn();
    await vi.waitFor(() => {
      expect(page.path()).toBe('/dashboard');
    });
    expect(page.toasts.success).not.toHaveBeenCalled();
  });

  test('forgets the data of the previous user', async () => {
    const page = await open('/login');
    await page.signIn();
    expect(page.queryClient.getQueryData(['private'])).toBeUndefined();
  });
});

test.each([
  ['SES-03 sign-in', '/login', '/dashboard'],
  ['SES-07 sign-out', '/deployments', '/'],
] as const)('%s leads from %s to %s after exactly 100 ms', async (what, from, to) => {
  const isSignOut = what.endsWith('sign-out');
  if (isSignOut) storeSession();
  const { auth, path } = await open(from);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const happened = new Promise<void>((resolve) => {
    auth.onSessionEvent(() => {
      resolve();
    });
  });
  const values = { email: 'ada@example.test', password: 'Plum-orbit-7' };
  await act(() => Promise.all([happened, isSignOut ? auth.signOut() : auth.signIn(values)]));
  await act(() => vi.advanceTimersByTimeAsync(99));
  expect(path()).toBe(from);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(path()).toBe(to);
});

describe('after sign-out', () => {
  beforeEach(() => {
    storeSession();
  });

  test('leads to the landing page', async () => {
    const page = await open('/deployments');
    await act(() => page.auth.signOut());
    await vi.waitFor(() => {
      expect(page.path()).toBe('/');
    });
    expect(page.toasts.success).toHaveBeenCalledExactlyOnceWith('Successfully signed out!');
    expect(page.queryClient.getQueryData(['private'])).toBeUndefined();
  });

  test('that the server rejects, shows its message', { tags: ['AUTH-79'] }, async () => {
    const page = await open('/deployments');
    page.service.replies['logout'] = () =>
      Response.json({ code: 400, msg: 'Session not found' }, { status: 400 });
    await act(() => page.auth.signOut());
    expect(page.toasts.error.mock.calls.map(([message]) => message)).toEqual(['Session not found']);
    expect(page.toasts.success).not.toHaveBeenCalled();
  });

  test('that the server did not receive, offers a retry', { tags: ['AUTH-79'] }, async () => {
    const page = await open('/deployments');
    page.service.replies['logout'] = unreachable;
    await act(() => page.auth.signOut());
    const [message, options] = page.toasts.error.mock.calls[0] ?? [];
    expect(message).toBe('Failed to sign out. Please try again.');
    expect(options?.action?.label).toBe('Retry');
    page.service.replies['logout'] = () => new Response(null, { status: 204 });
    act(() => {
      options?.action?.onPress();
    });
    await vi.waitFor(() => {
      expect(page.toasts.success).toHaveBeenCalledExactlyOnceWith('Successfully signed out!');
    });
  });

  test('for inactivity, shows that the session expired', async () => {
    localStorage.setItem('lastActivity', String(Date.now() - 61 * 60_000));
    const page = await open('/deployments?form');
    await act(() => page.auth.checkSession());
    const [message, options] = page.toasts.error.mock.calls[0] ?? [];
    expect(message).toBe('Your session has expired. Please sign in again.');
    expect(options?.id).toBe('expired');
    await vi.waitFor(() => {
      expect(page.path()).toBe('/');
    });
    // The way back to the page, and to what was typed there.
    act(() => {
      options?.action?.onPress();
    });
    expect(page.path()).toBe('/login?redirect=%2Fdeployments%3Fform');
    expect(page.toasts.error).toHaveBeenCalledOnce();
  });
});

describe('unsaved input', () => {
  beforeEach(() => {
    storeSession();
  });

  test('is not lost by Sign Out without a question', async () => {
    const page = await open('/deployments?form');
    const isSignedIn = () => page.auth.readSession().status === 'signed-in';
    fireEvent.click(screen.getByText('Sign Out'));
    const discard = await screen.findByText('Discard');
    expect([page.path(), isSignedIn()]).toEqual(['/deployments?form', true]);
    fireEvent.click(discard);
    await vi.waitFor(() => {
      expect([page.path(), isSignedIn()]).toEqual(['/', false]);
    });
    expect(page.toasts.warning).not.toHaveBeenCalled();
  });

  test('that a sign-out in another tab has lost is reported', async () => {
    const page = await open('/deployments?form');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: STORED, newValue: null }));
    });
    await vi.waitFor(() => {
      expect(page.toasts.warning).toHaveBeenCalledOnce();
    });
    expect(page.toasts.warning.mock.calls[0]?.[0]).toMatch(/^You signed out in another tab\. Unsaved text/);
    expect(page.toasts.success).not.toHaveBeenCalled();
  });

  test.each([
    ['/deployments', 'You switched to ben@example.test in another tab.'],
    ['/deployments?form', expect.stringMatching(/ Unsaved text in this tab is lost\.$/)],
  ])('another user on %s is explained, when the tab is visible', async (address, text) => {
    const page = await open(address);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await page.switchTo('ben');
    await import('./reportChange');
    expect(page.toasts.info).not.toHaveBeenCalled();
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(page.toasts.info).toHaveBeenCalledExactlyOnceWith(text, { id: 'other-user' });
  });
});

test.each([
  ['xss_attempt', 1],
  ['suspicious_activity', 1],
  ['authentication_failed', 1],
  ['rate_limit_exceeded', 0],
  ['invalid_input', 0],
] as const)('%s shows %i alerts', { tags: ['SES-60'] }, async (type, count) => {
  const page = await open('/');
  act(() => {
    page.auth.logSecurityEvent(type);
  });
  expect(page.toasts.error).toHaveBeenCalledTimes(count);
  for (const [message] of page.toasts.error.mock.calls) expect(message).toMatch(/^Security alert: /);
});
