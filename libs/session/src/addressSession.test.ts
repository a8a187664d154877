/**
 * Credentials in the address: tokens of the embedded backend, errors of links and providers. Codes are in accounts.test.ts.
 * One file: all tests open the same page.
 */
import { useEffect } from 'react';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthService, rejected, session, store, STORED, user } from './testing/authService';

let service: AuthService;
/** What the user replies to "Sign in as …?". */
let answer: boolean;
let questions: { email: string; current: string | undefined }[];
let rejectsUser: boolean;

const storedUser = () =>
  (JSON.parse(localStorage.getItem(STORED) ?? '{}') as { user?: { email: string } }).user?.email;

/** This browser asked for a link to `email`, `age` milliseconds ago. */
async function requestLink(email: string, age = 0) {
  vi.resetModules();
  (await import('./testing/authService')).startAuthService().replies.recover = () => Response.json({});
  const { requestRecovery } = await import('./accounts/mails');
  vi.useFakeTimers({ now: Date.now() - age, toFake: ['Date'] });
  await requestRecovery(email);
  vi.useRealTimers();
}

/** Opens a page at `address`. Each test has fresh modules. */
async function open(address: string) {
  vi.resetModules();
  window.history.replaceState({ kept: true }, '', address);
  service = (await import('./testing/authService')).startAuthService();
  if (rejectsUser) service.replies.user = rejected(403, 'bad_jwt');
  const { useSignInQuestion } = await import('./accounts/signInQuestion');
  renderHook(() => {
    const question = useSignInQuestion();
    useEffect(() => {
      if (!question) return;
      questions.push({ email: question.email, current: question.current });
      question.answer(answer);
    }, [question]);
  });
  const { takeSessionFromAddress } = await import('./addressSession');
  const { useLinkFailure } = await import('./accounts/linkFailure');
  const { useEmailChanged } = await import('./accounts/changedEmail');
  const { useRecovery } = await import('./accounts/recovery');
  await takeSessionFromAddress();
  return {
    failure: renderHook(useLinkFailure).result.current,
    isRecovery: renderHook(useRecovery).result.current,
    ...(renderHook(useEmailChanged).result.current ? { hasNewEmail: true } : {}),
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
  sessionStorage.clear();
  answer = false;
  questions = [];
  rejectsUser = false;
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
  test('sign in when this browser requested the link, and are removed from the address', async () => {
    await requestLink(user.email);
    const opened = await open(`/dashboard?tab=1${tokens('signup')}`);
    expect(opened).toEqual({ failure: undefined, isRecovery: false, address: '/dashboard?tab=1' });
    expect(window.history.state).toEqual({ kept: true });
    expect(storedUser()).toBe(user.email);
    expect(questions).toEqual([]);
  });

  test('of a recovery link start the recovery', async () => {
    await requestLink(user.email);
    expect((await open(`/dashboard${tokens('recovery')}`)).isRecovery).toBe(true);
  });

  test('begin a new activity: that of an earlier session would end theirs', async () => {
    await requestLink(user.email);
    const before = Date.now();
    localStorage.setItem('lastActivity', String(before - 2 * 3_600_000));
    await open(`/dashboard${tokens('signup')}`);
    expect(Number(localStorage.getItem('lastActivity'))).toBeGreaterThanOrEqual(before);
  });

  test('of the account that is signed in sign in without a question', async () => {
    store();
    expect(await open(`/dashboard${tokens('email_change')}`)).toMatchObject({ hasNewEmail: true });
    expect(questions).toEqual([]);
    expect(storedUser()).toBe(user.email);
  });

  test('of the account that is signed in end its session that they replace: it is no other device', async () => {
    const own = { ...session(1800), refresh_token: 'earlier' };
    localStorage.setItem(STORED, JSON.stringify(own));
    await open(`/dashboard${tokens('email_change')}`);
    const ended = service.sent.filter(({ path }) => path === 'logout');
    expect(ended.map(({ query, token }) => [query, token])).toEqual([['?scope=local', own.access_token]]);
    expect(storedUser()).toBe(user.email);
  });

  test('sign no user in without a request of this browser or the user’s agreement (H4)', async () => {
    answer = false;
    const opened = await open(`/dashboard${tokens('recovery')}`);
    expect(opened).toEqual({ failure: undefined, isRecovery: false, address: '/dashboard' });
    expect(questions).toEqual([{ email: user.email, current: undefined }]);
    expect(Object.keys(localStorage)).toEqual([]);
    expect(service.sent.map(({ path }) => path)).toEqual(['user']);
  });

  test.each([
    ['a request for another address', 'someone@else.test', 0],
    ['a request of more than an hour ago', user.email, 3_600_001],
  ])('%s does not count as a request (H4)', async (_case, email, age) => {
    await requestLink(email, age);
    answer = false;
    await open(`/dashboard${tokens('signup')}`);
    expect(questions).toHaveLength(1);
    expect(storedUser()).toBeUndefined();
  });

  test('a request counts once (H4)', async () => {
    await requestLink(user.email);
    await open(`/dashboard${tokens('signup')}`);
    localStorage.removeItem(STORED);
    answer = false;
    await open(`/dashboard${tokens('signup')}`);
    expect(questions).toHaveLength(1);
    expect(storedUser()).toBeUndefined();
  });

  test.each([
    ['of a change of address report it, once the user agreed', 'email_change', true, true],
    ['of a change of address report nothing without the user’s agreement', 'email_change', false, false],
    ['of another link are no change of address', 'signup', true, false],
  ])('%s', async (_case, type, agrees, hasNewEmail) => {
    answer = agrees;
    const opened = await open(`/dashboard${tokens(type)}`);
    expect(questions).toHaveLength(1);
    expect('hasNewEmail' in opened).toBe(hasNewEmail);
  });

  test('sign in after the user agreed', async () => {
    answer = true;
    const opened = await open(`/dashboard${tokens('recovery')}`);
    expect(opened.isRecovery).toBe(true);
    expect(storedUser()).toBe(user.email);
  });

  test('of another account name both, and replace its session only after the user agreed (H4)', async () => {
    const current = { ...user, id: '22222222-2222-4333-8444-555555555555', email: 'grace@example.test' };
    const own = JSON.stringify({ ...session(1800), user: current });
    localStorage.setItem(STORED, own);
    answer = false;
    await open(`/dashboard${tokens('signup')}`);
    expect(questions).toEqual([{ email: user.email, current: current.email }]);
    expect(localStorage.getItem(STORED)).toBe(own);

    answer = true;
    await open(`/dashboard${tokens('signup')}`);
    expect(storedUser()).toBe(user.email);
    // The session that was replaced ends on the server.
    expect(service.sent.filter(({ path }) => path === 'logout').map(({ query }) => query)).toEqual([
      '?scope=local',
    ]);
  });

  test.each(['access', 'refresh'])('that are incomplete (%s) are a failure of the link', async (kind) => {
    expect(await open(`/dashboard#${kind}_token=abc`)).toMatchObject({
      failure: 'link',
      address: '/dashboard',
    });
    expect(storedUser()).toBeUndefined();
  });

  test('that the service rejects are a failure of the link, without a question', async () => {
    rejectsUser = true;
    expect((await open(`/dashboard${tokens('signup')}`)).failure).toBe('link');
    expect(questions).toEqual([]);
    expect(storedUser()).toBeUndefined();
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
