/** A protected page shows one state for each answer of the check of the session. The session is a fake. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '@slipway/log';
import { Guard } from './Guard';

const session = vi.hoisted(() => ({
  ...{ status: 'signed-in', isAsked: false, isValid: false, linkFailure: undefined as string | undefined },
  check: vi.fn<() => Promise<string>>(),
  watch: vi.fn<() => () => void>(),
  listeners: new Set<() => void>(),
}));
vi.mock('@slipway/session', () => ({
  isSessionValid: () => session.isValid,
  useSession: () => ({ status: useSyncExternalStore(subscribe, () => session.status), user: { id: 'u1' } }),
  useLinkFailure: () => session.linkFailure,
  useSignInQuestion: () => (session.isAsked ? { email: 'ada@example.test' } : undefined),
  checkSession: session.check,
  watchSession: session.watch,
}));

const subscribe = (listener: () => void) => {
  session.listeners.add(listener);
  return () => session.listeners.delete(listener);
};
const stopWatching = vi.fn();

beforeEach(() => {
  Object.assign(session, {
    ...{ status: 'signed-in', isAsked: false, isValid: false, linkFailure: undefined },
  });
  session.check.mockReset().mockResolvedValue('valid');
  session.watch.mockReset().mockReturnValue(stopWatching);
  stopWatching.mockReset();
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders the guarded page until its first check has ended. */
async function open() {
  const page = <Guard signInPage={<p>the sign-in page</p>}>the page</Guard>;
  const routes = [
    { path: '/billing', element: page },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/billing'] });
  render(<RouterProvider router={router} />);
  await act(() => Promise.resolve());
  return router;
}
const shown = () => ({
  page: screen.queryByText('the page') !== null,
  spinner: screen.queryByRole('status') !== null,
  message: screen.queryByRole('heading', { level: 1 })?.textContent,
});
const spinner = { page: false, spinner: true, message: undefined };

test('an expired session keeps the spinner: neither the page nor "Access Denied"', async () => {
  session.check.mockResolvedValue('expired');
  await open();
  expect(shown()).toEqual(spinner);
});

test('the spinner is in the main region: the focus waits there', async () => {
  session.check.mockResolvedValue('expired');
  await open();
  expect(screen.getByRole('main').contains(screen.getByRole('status'))).toBe(true);
});

test('with a session that is valid as far as the page knows, it is open at once, and closed by a check that fails (23)', async () => {
  session.isValid = true;
  let end: (verdict: string) => void = vi.fn();
  session.check.mockReturnValue(new Promise((resolve) => (end = resolve)));
  await open();
  expect(shown()).toEqual({ page: true, spinner: false, message: undefined });
  await act(async () => {
    end('expired');
    await Promise.resolve();
  });
  expect(shown()).toEqual(spinner);
});

test('a link that did not sign the user in leads to the sign-in page at once, without "Access Denied"', async () => {
  Object.assign(session, { status: 'signed-out', linkFailure: 'link' });
  session.check.mockResolvedValue('never');
  const { state } = await open();
  expect(screen.getByText('elsewhere')).toBeTruthy();
  expect(state.historyAction).toBe('REPLACE');
});

test('the page stays closed until the status of the session is known, and is not checked before', async () => {
  session.status = 'loading';
  await open();
  expect(shown()).toEqual(spinner);
  expect(session.check).not.toHaveBeenCalled();
});

test('a check that passes opens nothing for a visitor', async () => {
  session.status = 'signed-out';
  await open();
  expect(shown()).toEqual(spinner);
  expect(session.watch).not.toHaveBeenCalled();
});

test('no "Access Denied" for a signed-in user', async () => {
  session.check.mockResolvedValue('never');
  await open();
  expect(shown()).toEqual(spinner);
});

test('only an open page is watched, until the user leaves it', async () => {
  const router = await open();
  expect([session.watch.mock.calls.length, stopWatching.mock.calls.length]).toEqual([1, 0]);
  await act(() => router.navigate('/'));
  expect([session.watch.mock.calls.length, stopWatching.mock.calls.length]).toEqual([1, 1]);
});

test('after signing out on the page there is no "Access Denied", and the next user is checked', async () => {
  await open();
  const become = (status: string) =>
    act(async () => {
      session.status = status;
      for (const listener of session.listeners) listener();
      await Promise.resolve();
    });
  session.check.mockClear().mockResolvedValue('never');
  await become('signed-out');
  expect(shown()).toEqual(spinner);
  expect(session.check).not.toHaveBeenCalled();
  await become('signed-in');
  expect(session.check).toHaveBeenCalledOnce();
});

test('while the user is asked whether a link may sign in, the sign-in page takes the place of the spinner', async () => {
  Object.assign(session, { status: 'loading', isAsked: true });
  await open();
  expect(screen.getByText('the sign-in page')).toBeTruthy();
  expect(shown().spinner).toBe(false);
});

test('a failed check is logged and repeated when the connection is back, and no longer after it has passed', async () => {
  const error = new TypeError('Failed to fetch');
  session.check.mockRejectedValueOnce(error);
  await open();
  expect(shown().message).toBe('Security verification failed. Please try again.');
  expect(log.error).toHaveBeenCalledExactlyOnceWith('the session could not be checked', error);
  const connect = () =>
    act(async () => {
      window.dispatchEvent(new Event('online'));
      await Promise.resolve();
    });
  await connect();
  expect(shown()).toEqual({ page: true, spinner: false, message: undefined });
  await connect();
  expect(session.check).toHaveBeenCalledTimes(2);
});

test('a page that the user has left is not checked when the connection is back', async () => {
  session.check.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const router = await open();
  await act(() => router.navigate('/'));
  window.dispatchEvent(new Event('online'));
  expect(session.check).toHaveBeenCalledTimes(1);
});

test('another try shows the spinner until it has ended', async () => {
  session.check.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await open();
  session.check.mockReturnValueOnce(new Promise(() => undefined));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(shown()).toEqual(spinner);
});

test('a visitor who leaves "Access Denied" is not sent to the sign-in page later', async () => {
  vi.useFakeTimers();
  session.status = 'signed-out';
  session.check.mockResolvedValue('never');
  const router = await open();
  expect(shown().message).toBe('Access Denied');
  await act(() => router.navigate('/marketplace'));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(router.state.location.pathname).toBe('/marketplace');
});
