/** Sign-in with a provider, and the questions and failures of links that led here. */
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { supabase } from '@slipway/data';
import { startAuthService } from '../testing/authService';
import { setLinkFailure, useLinkFailure } from './linkFailure';
import { signInWithProvider } from './provider';
import { confirmSignIn, useSignInQuestion } from './signInQuestion';

beforeEach(() => {
  startAuthService();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

describe('a provider', () => {
  test('that is offered leads back to the dashboard', async () => {
    const leave = vi
      .spyOn(supabase().auth, 'signInWithOAuth')
      .mockResolvedValue({ data: { provider: 'github', url: 'https://x.example' }, error: null });
    await signInWithProvider('github', ['github']);
    const options = { redirectTo: `${location.origin}/dashboard` };
    expect(leave.mock.calls).toEqual([[{ provider: 'github', options }]]);
  });

  test('that is not offered does not leave the page', async () => {
    const leave = vi.spyOn(supabase().auth, 'signInWithOAuth');
    await expect(signInWithProvider('github', [])).rejects.toMatchObject({ code: 'unavailable' });
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
