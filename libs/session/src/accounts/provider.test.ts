/** Sign-in with a provider, and the questions and failures of links that led here. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthService, startAuthService, unreachable } from '../testing/authService';
import { setLinkFailure, useLinkFailure } from './linkFailure';
import { signInWithProvider } from './provider';
import { confirmSignIn, useSignInQuestion } from './signInQuestion';

let service: AuthService;
beforeEach(() => {
  service = startAuthService();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

describe('a provider', () => {
  const leave = vi.fn<(url: string) => void>();
  beforeEach(() => {
    leave.mockReset();
    vi.stubGlobal('location', { origin: location.origin, assign: leave });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const redirect = () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
  const address = `http://auth.test/auth/v1/authorize?provider=github&redirect_to=${encodeURIComponent(`${location.origin}/dashboard`)}`;

  test('that the environment names leads back to the dashboard', { tags: ['AUTH-63'] }, async () => {
    await signInWithProvider('github', ['github']);
    expect(leave.mock.calls).toEqual([[expect.stringContaining(address)]]);
    expect(service.sent).toEqual([]);
  });

  test.each([
    ['a redirect', redirect],
    ['a page', () => new Response('Sign in')],
  ])('that it does not name leads there when the service answers with %s', async (_, reply) => {
    service.replies = { authorize: reply };
    await signInWithProvider('github', []);
    expect(service.sent.map(({ path }) => path)).toEqual(['authorize']);
    expect(leave.mock.calls).toEqual([[expect.stringContaining(address)]]);
  });

  test.each([
    [
      'Unsupported provider: provider is not enabled',
      () => Response.json({ msg: 'Unsupported provider: provider is not enabled' }, { status: 400 }),
    ],
    ['The service answers 502', () => new Response('<html>', { status: 502 })],
    ['The service answers 0', unreachable],
  ])('that the service rejects does not leave the page: %s', async (message, reply) => {
    service.replies = { authorize: reply };
    await expect(signInWithProvider('github', [])).rejects.toMatchObject({ code: 'unavailable', message });
    expect(leave).not.toHaveBeenCalled();
  });
});

test.each([true, false])('the question of a link is asked until the user answers: %s', async (accepts) => {
  const { result } = renderHook(useSignInQuestion);
  expect(result.current).toBeUndefined();
  let answered: Promise<boolean> | undefined;
  act(() => {
    answered = confirmSignIn('ada@example.test', 'grace@example.test');
  });
  expect(result.current).toMatchObject({ email: 'ada@example.test', current: 'grace@example.test' });
  act(() => {
    result.current?.answer(accepts);
  });
  expect(await answered).toBe(accepts);
  expect(result.current).toBeUndefined();
});

test('the failure of a link is shown until it is cleared', () => {
  const { result } = renderHook(useLinkFailure);
  expect(result.current).toBeUndefined();
  act(() => {
    setLinkFailure('provider');
  });
  expect(result.current).toBe('provider');
  act(() => {
    setLinkFailure(undefined);
  });
  expect(result.current).toBeUndefined();
});
