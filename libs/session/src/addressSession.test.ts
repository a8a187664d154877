/** Credentials in the address: tokens of the embedded backend, errors of links and providers. Codes are in accounts.test.ts. */
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthService, session } from './testing/authService';

let service: AuthService;

/** Opens a page at `address`. Each test has fresh modules. */
async function open(address: string) {
  vi.resetModules();
  window.history.replaceState({ kept: true }, '', address);
  service = (await import('./testing/authService')).startAuthService();
  const { takeSessionFromAddress } = await import('./addressSession');
  const { useLinkFailure } = await import('./accounts/linkFailure');
  const { useRecovery } = await import('./accounts/recovery');
  await takeSessionFromAddress();
  return {
    failure: renderHook(useLinkFailure).result.current,
    isRecovery: renderHook(useRecovery).result.current,
    address: window.location.pathname + window.location.search + window.location.hash,
  };
}

const tokens = (type: string) => {
  const { access_token, refresh_token } = session();
  return `#access_token=${access_token}&refresh_token=${refresh_token}&type=${type}`;
};

let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  localStorage.clear();
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

test('does not change an address without credentials', async () => {
  const opened = await open('/marketplace?q=code#top');
  expect(opened).toEqual({ failure: undefined, isRecovery: false, address: '/marketplace?q=code#top' });
  expect(service.sent).toEqual([]);
});

describe('tokens in the fragment', () => {
  test('sign in, and are removed from the address', async () => {
    const opened = await open(`/dashboard?tab=1${tokens('signup')}`);
    expect(opened).toEqual({ failure: undefined, isRecovery: false, address: '/dashboard?tab=1' });
    expect(window.history.state).toEqual({ kept: true });
    expect(service.sent.map(({ path }) => path)).toContain('user');
  });

  test('of a recovery link start the recovery', async () => {
    expect((await open(`/dashboard${tokens('recovery')}`)).isRecovery).toBe(true);
  });
});

describe('an error', () => {
  test.each([
    ['/login?error=access_denied&error_code=otp_expired&error_description=x', 'link'],
    ['/login#error=access_denied&error_code=otp_disabled', 'link'],
    ['/login?error=access_denied&error_description=x', 'provider'],
    ['/login#error=server_error&error_code=unexpected_failure', 'provider'],
  ])('%s is a failure of the %s', async (address, failure) => {
    const opened = await open(address);
    expect(opened).toEqual({ failure, isRecovery: false, address: '/login' });
    expect(service.sent).toEqual([]);
  });

  test('keeps other parameters', async () => {
    expect((await open('/login?redirect=%2Fbilling&error=x&error_code=otp_expired')).address).toBe(
      '/login?redirect=%2Fbilling',
    );
  });
});

test('a code that cannot be exchanged is a link failure, logged without the code', async () => {
  const opened = await open('/dashboard?code=secret-code');
  expect(opened).toEqual({ failure: 'link', isRecovery: false, address: '/dashboard' });
  expect(logged.mock.calls.flat().join()).toContain('the link did not sign in');
  expect(logged.mock.calls.flat().join()).not.toContain('secret-code');
});
