/**
 * The real auth client with recorded responses of hosted Supabase (see docs/hosted-supabase.md). One file: all tests share
 * the recorded responses.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, supabase } from '@slipway/data';
import { takeSessionFromAddress } from '../addressSession';
import { quotedMessage } from './authFailure';
import { requestRecovery, resendConfirmation } from './mails';
import { enrollFactor, readMfaStatus, removeFactor, verifyFactor } from './mfa';
import { signIn, signUp } from './password';
import { signInWithProvider } from './provider';
import { setPassword } from './recovery';

const credentials = { email: 'ada@example.test', password: 'Plum-orbit-7' };

interface SentRequest {
  method: string;
  path: string;
  query: string;
  body: Record<string, unknown>;
}
let asked: SentRequest[];
let answer: (path: string) => Response;

const isRecord = ({ path }: SentRequest) => path.endsWith('/security_audit_log');
/** The requests to the auth service. */
const authRequests = () => asked.filter((each) => !isRecord(each));
/** The latest insert into the audit log. */
const latestRecord = async () => {
  await vi.waitFor(() => {
    expect(asked.some(isRecord)).toBe(true);
  });
  return asked.findLast(isRecord)?.body;
};

/** Responses of this API version have `code`; older ones have `error_code`. */
const rejection = (status: number, body: object) => () =>
  Response.json(body, { status, headers: 'code' in body ? { 'x-supabase-api-version': '2024-01-01' } : {} });

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
const user = (factors: object[] = []) => ({
  id: '11111111-2222-4333-8444-555555555555',
  email: credentials.email,
  aud: 'authenticated',
  role: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T00:00:00Z',
  factors,
});
const session = (aal = 'aal1', factors: object[] = []) => ({
  access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user().id, aal, exp: Math.floor(Date.now() / 1000) + 600 })}.c2ln`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 600,
  expires_at: Math.floor(Date.now() / 1000) + 600,
  user: user(factors),
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked = [];
  answer = () => Response.json({});
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const url = new URL(input);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as SentRequest['body']) : {};
    asked.push({ method: init.method ?? 'GET', path: url.pathname, query: url.search, body });
    return Promise.resolve(answer(url.pathname));
  });
  connect({ url: '/', key: 'sb_publishable_test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('sign-in', () => {
  it.each([
    [
      'AUTH-70',
      400,
      { code: 'invalid_credentials', message: 'Invalid login credentials' },
      'unauthenticated',
    ],
    ['AUTH-70', 400, { msg: 'Invalid login credentials' }, 'unauthenticated'],
    ['AUTH-71', 400, { error_code: 'email_not_confirmed', msg: 'Email not confirmed' }, 'forbidden'],
    ['AUTH-71', 400, { msg: 'Email not confirmed' }, 'forbidden'],
    [
      'AUTH-72',
      429,
      { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
      'rate_limited',
    ],
    ['AUTH-72', 429, { msg: 'Too many requests' }, 'rate_limited'],
    [
      'AUTH-73',
      500,
      { error_code: 'unexpected_failure', msg: 'Database error querying schema' },
      'unavailable',
    ],
  ])('%s %i %j', { tags: ['AUTH-82'] }, async (_row, status, body, code) => {
    answer = rejection(status, body);
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    await expect(signIn(credentials)).rejects.toMatchObject({ code });
    expect(authRequests().map(({ path, query }) => path + query)).toEqual([
      '/auth/v1/token?grant_type=password',
    ]);
    expect(await latestRecord()).toMatchObject({
      event_type: 'authentication_failed',
      details: { action: 'login', reason: code },
    });
    expect(warned.mock.calls).toContainEqual([`login failed: ${code}`]);
    const written = [{ ...sessionStorage }, await latestRecord(), warned.mock.calls.map(String)];
    for (const secret of Object.values(credentials)) expect(JSON.stringify(written)).not.toContain(secret);
  });

  it('fails with the code of the returned error while offline', { tags: ['AUTH-73', 'T-16'] }, async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('sign-up', () => {
  it.each([
    ['AUTH-75', { error_code: 'user_already_exists', msg: 'User already registered' }, 'conflict'],
    ['AUTH-75', { msg: 'User already registered' }, 'conflict'],
    [
      'AUTH-76',
      { error_code: 'weak_password', msg: 'Password should be at least 8 characters.' },
      'invalid_input',
    ],
    [
      'AUTH-77',
      { error_code: 'signup_disabled', msg: 'Signups not allowed for this instance' },
      'unavailable',
    ],
  ])('%s %j', async (_row, body, code) => {
    answer = rejection(422, body);
    await expect(signUp(credentials)).rejects.toMatchObject({ code });
  });

  it('rejects a short password without a request', { tags: ['AUTH-46'] }, async () => {
    await expect(signUp({ ...credentials, password: 'short' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(asked).toEqual([]);
  });

  it('sends email, password and the redirect address', { tags: ['AUTH-61', 'AUTH-62'] }, async () => {
    answer = () => Response.json(user());
    await signUp({ email: "o'brien+1@x.io", password: '  Aa1!aaaa  ' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/auth/v1/signup' });
    expect(asked[0]?.body).toMatchObject({ email: "o'brien+1@x.io", password: '  Aa1!aaaa  ' });
    expect(new URLSearchParams(asked[0]?.query).get('redirect_to')).toBe(`${location.origin}/dashboard`);
  });
});

describe('emails', () => {
  it(
    'requests recovery and confirmation once each, with links to the dashboard',
    { tags: ['AUTH-65', 'T-52'] },
    async () => {
      await requestRecovery(credentials.email);
      await resendConfirmation(credentials.email);
      expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /auth/v1/recover',
        'POST /auth/v1/resend',
      ]);
      for (const { query, body } of asked) {
        expect(new URLSearchParams(query).get('redirect_to')).toBe(`${location.origin}/dashboard`);
        expect(body.email).toBe(credentials.email);
      }
    },
  );

  it('distinguishes a request that is too early', { tags: ['T-52'] }, async () => {
    answer = rejection(429, {
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 42 seconds.',
    });
    await expect(requestRecovery(credentials.email)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('a new password', () => {
  it('tells a session that is too old from a rejected password', async () => {
    answer = (path) =>
      path.endsWith('/token')
        ? Response.json(session())
        : rejection(400, {
            code: 'reauthentication_needed',
            message: 'Password update requires reauthentication',
          })();
    await signIn(credentials);
    await expect(setPassword('Plum-orbit-8')).rejects.toMatchObject({ code: 'unauthenticated' });
    answer = rejection(422, { code: 'same_password', message: 'New password should be different' });
    await expect(setPassword('Plum-orbit-8')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('messages of the service', () => {
  it('are quoted only if they are known to be fit', { tags: ['AUTH-80', 'T-17'] }, () => {
    expect(quotedMessage(new Error('Session not found'))).toBe('Session not found');
    expect(quotedMessage(new Error('pq: relation "auth.users" does not exist'))).toBeUndefined();
  });

  it(
    'of a provider that is not enabled is quoted, and the failure recorded',
    { tags: ['AUTH-80', 'AUTH-82'] },
    async () => {
      const message = 'Unsupported provider: provider is not enabled';
      answer = () => Response.json({ code: 400, msg: message }, { status: 400 });
      await expect(signInWithProvider('github', [])).rejects.toMatchObject({ code: 'unavailable', message });
      expect(quotedMessage(new Error(message))).toBe(message);
      expect((await latestRecord())?.['details']).toEqual({ action: 'provider', reason: 'unavailable' });
    },
  );
});

describe('a code in the address', () => {
  it(
    'is exchanged with this browser’s verifier and removed from the address',
    { tags: ['T-05', 'SHELL-12'] },
    async () => {
      await requestRecovery(credentials.email);
      answer = () => Response.json(session());
      history.replaceState(null, '', '/dashboard?code=abc&tab=1');
      await takeSessionFromAddress();
      const exchange = asked.at(-1);
      expect(exchange?.query).toBe('?grant_type=pkce');
      expect(exchange?.body).toMatchObject({ auth_code: 'abc' });
      expect(location.pathname + location.search).toBe('/dashboard?tab=1');
    },
  );
});

describe('two-step verification', () => {
  const verified = { id: 'f1', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' };

  it('is due while this session has not used the verified factor', { tags: ['SES-11', 'T-52'] }, async () => {
    answer = (path) => Response.json(path.endsWith('/user') ? user([verified]) : session('aal1', [verified]));
    await signIn(credentials);
    expect(await readMfaStatus()).toEqual({ factor: 'f1', isDue: true });
    answer = (path) => Response.json(path.endsWith('/user') ? user([verified]) : session('aal2', [verified]));
    await signIn(credentials);
    expect(await readMfaStatus()).toEqual({ factor: 'f1', isDue: false });
  });

  it('renews a session whose address has changed in another browser', async () => {
    answer = () => Response.json(session());
    await signIn(credentials);
    asked = [];
    const moved = { ...user(), email: 'new@example.test' };
    answer = (path) => Response.json(path.endsWith('/user') ? moved : { ...session(), user: moved });
    await readMfaStatus();
    await expect
      .poll(async () => (await supabase().auth.getSession()).data.session?.user.email)
      .toBe(moved.email);
    await readMfaStatus();
    const renewals = authRequests().filter(({ path }) => path.endsWith('/token'));
    expect(renewals.map(({ query }) => query)).toEqual(['?grant_type=refresh_token']);
  });

  it('reports the factors when that renewal fails, and keeps the session', async () => {
    answer = () => Response.json(session());
    await signIn(credentials);
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const moved = { ...user([verified]), email: 'new@example.test' };
    answer = (path) =>
      path.endsWith('/user') ? Response.json(moved) : Response.json({ msg: 'no' }, { status: 429 });
    expect(await readMfaStatus()).toEqual({ factor: 'f1', isDue: false });
    await expect.poll(() => warned.mock.calls.flat()).toContain('refresh failed: rate_limited');
    expect((await supabase().auth.getSession()).data.session?.user.email).toBe(credentials.email);
  });

  it('ignores an unverified factor, and replaces it', { tags: ['SES-11'] }, async () => {
    const givenUp = { ...verified, id: 'f0', status: 'unverified' };
    answer = (path) => {
      if (path.endsWith('/user')) return Response.json(user([givenUp]));
      if (path.endsWith('/factors'))
        return Response.json({
          id: 'f2',
          type: 'totp',
          totp: { qr_code: '<svg/>', secret: 'KEY', uri: 'otpauth://x' },
        });
      return Response.json(path.includes('/factors/') ? { id: 'f0' } : session('aal1', [givenUp]));
    };
    await signIn(credentials);
    expect(await readMfaStatus()).toEqual({ factor: undefined, isDue: false });
    asked = [];
    expect(await enrollFactor()).toMatchObject({ id: 'f2', secret: 'KEY' });
    expect(
      asked.filter(({ path }) => path.includes('factors')).map(({ method, path }) => `${method} ${path}`),
    ).toEqual(['DELETE /auth/v1/factors/f0', 'POST /auth/v1/factors']);
  });

  it(
    'distinguishes a wrong code, and removes a factor with one request',
    { tags: ['AUTH-65', 'T-52'] },
    async () => {
      answer = () => Response.json(session('aal1', [verified]));
      await signIn(credentials);
      asked = [];
      answer = (path) =>
        path.endsWith('/challenge')
          ? Response.json({ id: 'c1', type: 'totp', expires_at: 1 })
          : rejection(422, { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' })();
      await expect(verifyFactor('f1', '000000')).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(authRequests().map(({ path }) => path)).toEqual([
        '/auth/v1/factors/f1/challenge',
        '/auth/v1/factors/f1/verify',
      ]);
      asked = [];
      answer = () => Response.json({ id: 'f1' });
      await removeFactor('f1');
      expect(authRequests().map(({ method, path }) => `${method} ${path}`)).toEqual([
        'DELETE /auth/v1/factors/f1',
      ]);
    },
  );
});
