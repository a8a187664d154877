/**
 * Which errors ask for a new sign-in, what the shell is asked for, and when the request runs again. One file: all tests share the
 * fake service and the question.
 */
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { type AuthService, rejected, session, startAuthService, STORED, user } from '../testing/authService';
import { emitSessionEvent, sessionState } from '../sessionState';
import { takeMailedFlow } from './mailedFlow';
import { sendSignInCode, signInWithCode, useReauthentication, withRecentSignIn } from './reauthentication';

const factor = { id: 'f1', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' };

let service: AuthService;

beforeEach(() => {
  localStorage.clear();
  service = startAuthService();
});

/** A request that fails with `cause` until the user has signed in again. */
const failingOnce = (cause: unknown) => {
  const error = new AppError('unauthenticated', 'Sign in again', { cause });
  return vi.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('done');
};

const follow = () => renderHook(useReauthentication).result;

/** The sign-in that the shell is asked for, once it is. */
const asked = (shown: ReturnType<typeof follow>) =>
  waitFor(() => {
    if (!shown.current) throw new Error('Nothing was asked');
    return shown.current;
  });

describe('withRecentSignIn', () => {
  test('returns a result without asking', async () => {
    const shown = follow();
    expect(await withRecentSignIn(() => Promise.resolve('done'))).toBe('done');
    expect(shown.current).toBeUndefined();
  });

  test.each([
    { code: 'reauthentication_needed' },
    { hint: 'reauthenticate' },
    { code: '42501', hint: 'reauthenticate' },
  ])('asks for a sign-in after %j, and runs the request again', async (cause) => {
    const work = failingOnce(cause);
    const shown = follow();
    const result = withRecentSignIn(work);
    const question = await asked(shown);
    expect(question.factor).toBeUndefined();
    expect(work).toHaveBeenCalledTimes(1);
    act(() => {
      question.answer(true);
    });
    expect(await result).toBe('done');
    expect(work).toHaveBeenCalledTimes(2);
    expect(shown.current).toBeUndefined();
  });

  test('does not run the request again when the user cancels', async () => {
    const work = failingOnce({ code: 'reauthentication_needed' });
    const shown = follow();
    const result = withRecentSignIn(work);
    const question = await asked(shown);
    act(() => {
      question.answer(false);
    });
    expect(await result).toBeUndefined();
    expect(work).toHaveBeenCalledTimes(1);
    expect(shown.current).toBeUndefined();
  });

  test('a new request cancels the one before', async () => {
    const first = failingOnce({ code: 'reauthentication_needed' });
    const second = failingOnce({ code: 'reauthentication_needed' });
    const shown = follow();
    const cancelled = withRecentSignIn(first);
    await asked(shown);
    const result = withRecentSignIn(second);
    expect(await cancelled).toBeUndefined();
    const question = await asked(shown);
    act(() => {
      question.answer(true);
    });
    expect(await result).toBe('done');
    expect(first).toHaveBeenCalledTimes(1);
  });

  test('the sign-in of another user, in another tab, cancels the request', async () => {
    const work = failingOnce({ code: 'reauthentication_needed' });
    const shown = follow();
    const result = withRecentSignIn(work);
    const question = await asked(shown);
    act(() => {
      emitSessionEvent('signed-in');
    });
    expect(shown.current).toBeUndefined();
    // A dialog that is late confirms nothing.
    act(() => {
      question.answer(true);
    });
    expect(await result).toBeUndefined();
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('fails without asking when another user signs in before the shell is asked', async () => {
    const work = failingOnce({ code: 'reauthentication_needed' });
    const signedIn = (id: string) => ({
      status: 'signed-in' as const,
      user: { id, email: '', emailConfirmedAt: null, hasPassword: true },
    });
    sessionState.set(signedIn('one'));
    service.replies['has_password'] = () => {
      sessionState.set(signedIn('other'));
      return Response.json(true);
    };
    const shown = follow();
    await expect(withRecentSignIn(work)).rejects.toMatchObject({ message: 'Sign in again' });
    expect(shown.current).toBeUndefined();
    sessionState.set({ status: 'signed-out' });
  });

  test.each([true, false])('says whether the account has a password: %s', async (hasPassword) => {
    service.replies['has_password'] = () => Response.json(hasPassword);
    const shown = follow();
    const result = withRecentSignIn(failingOnce({ code: 'reauthentication_needed' }));
    const question = await asked(shown);
    expect(question.hasPassword).toBe(hasPassword);
    act(() => {
      question.answer(false);
    });
    await result;
  });

  test('fails when the request that runs again fails', async () => {
    const error = new AppError('forbidden', 'No', { cause: { code: 'reauthentication_needed' } });
    const shown = follow();
    const result = withRecentSignIn(() => Promise.reject(error));
    const question = await asked(shown);
    act(() => {
      question.answer(true);
    });
    await expect(result).rejects.toBe(error);
  });

  test.each([
    new AppError('forbidden', 'No', { cause: { code: '42501', hint: 'other' } }),
    new AppError('forbidden', 'No', { cause: 'reauthenticate' }),
    new AppError('forbidden', 'No', { cause: null }),
    new AppError('forbidden', 'No'),
    Object.assign(new Error('No'), { cause: { code: 'reauthentication_needed' } }),
  ])('fails without asking after another error (%#)', async (error) => {
    const shown = follow();
    await expect(withRecentSignIn(() => Promise.reject(error))).rejects.toBe(error);
    expect(shown.current).toBeUndefined();
  });
});

describe('a request that needs the second factor', () => {
  const store = (factors: object[]) => {
    const stored = { ...session(), user: { ...user, factors } };
    localStorage.setItem(STORED, JSON.stringify(stored));
    service.replies['token'] = () => Response.json(stored);
    service.replies['user'] = () => Response.json({ ...user, factors });
  };

  test('asks for the code of the factor, which can be newer than the stored session', async () => {
    store([]);
    const renewed = { ...session(), user: { ...user, factors: [factor] } };
    service.replies['token'] = () => Response.json(renewed);
    service.replies['user'] = () => Response.json(renewed.user);
    const work = failingOnce({ code: '42501', hint: 'insufficient_aal' });
    const shown = follow();
    const result = withRecentSignIn(work);
    const question = await asked(shown);
    expect(question.factor).toBe('f1');
    act(() => {
      question.answer(true);
    });
    expect(await result).toBe('done');
  });

  test('fails without asking when no code is due', async () => {
    store([]);
    const work = failingOnce({ code: 'insufficient_aal' });
    await expect(withRecentSignIn(work)).rejects.toMatchObject({ message: 'Sign in again' });
    expect(work).toHaveBeenCalledTimes(1);
    expect(service.sent.filter(({ path }) => path === 'token')).toHaveLength(1);
  });
});

describe('a mailed code', () => {
  test('creates no account, and its mail may sign in without a question', async () => {
    service.replies['otp'] = () => Response.json({});
    await sendSignInCode(user.email);
    const sent = service.sent.find(({ path }) => path === 'otp');
    expect(sent?.body).toMatchObject({ email: user.email, create_user: false });
    expect(new URLSearchParams(sent?.query).get('redirect_to')).toBe(`${location.origin}/dashboard`);
    expect(await takeMailedFlow(user.email)).toBe(true);
  });

  test('that was not sent begins no flow', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    service.replies['otp'] = rejected(429, 'over_email_send_rate_limit');
    await expect(sendSignInCode(user.email)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await takeMailedFlow(user.email)).toBe(false);
  });

  test('signs in', async () => {
    service.replies['verify'] = () => Response.json(session());
    await signInWithCode(user.email, '123456');
    expect(service.sent.find(({ path }) => path === 'verify')?.body).toMatchObject({
      ...{ email: user.email, token: '123456', type: 'email' },
    });
    expect(localStorage.getItem(STORED)).toContain(user.email);
  });

  test('that is wrong does not sign in', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    service.replies['verify'] = rejected(403, 'otp_expired');
    await expect(signInWithCode(user.email, '000000')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(localStorage.getItem(STORED)).toBeNull();
  });
});
