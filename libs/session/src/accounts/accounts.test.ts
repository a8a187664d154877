/** The real auth client, answered as hosted Supabase answers (recorded in GoTrue's own words; see docs/hosted-supabase.md). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '@slipway/data';
import { takeSessionFromAddress } from '../addressSession';
import { quotedMessage } from './authFailure';
import { requestRecovery, resendConfirmation } from './mails';
import { enrolFactor, readSecondStep, removeFactor, verifyFactor } from './mfa';
import { signIn, signUp } from './password';
import { signInWithProvider } from './provider';

const person = { email: 'ada@example.test', password: 'Plum-orbit-7' };

interface Asked {
  method: string;
  path: string;
  query: string;
  body: Record<string, unknown>;
}
let asked: Asked[];
let answer: (path: string) => Response;

const isRecord = ({ path }: Asked) => path.endsWith('/security_audit_log');
/** What was asked of the auth service. */
const told = () => asked.filter((each) => !isRecord(each));
/** The newest line of the server's record. */
const recorded = async () => {
  await vi.waitFor(() => {
    expect(asked.some(isRecord)).toBe(true);
  });
  return asked.findLast(isRecord)?.body;
};

/** A `code` is read in answers of this version or later; older ones say `error_code`. */
const refusal = (status: number, body: object) => () =>
  Response.json(body, { status, headers: 'code' in body ? { 'x-supabase-api-version': '2024-01-01' } : {} });

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
const user = (factors: object[] = []) => ({
  id: '11111111-2222-4333-8444-555555555555',
  email: person.email,
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
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Asked['body']) : {};
    asked.push({ method: init.method ?? 'GET', path: url.pathname, query: url.search, body });
    return Promise.resolve(answer(url.pathname));
  });
  connect({ url: '/', key: 'sb_publishable_test' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('signing in', () => {
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
  ])('%s %i %j', async (_row, status, body, code) => {
    answer = refusal(status, body);
    await expect(signIn(person)).rejects.toMatchObject({ code });
    expect(told().map(({ path, query }) => path + query)).toEqual(['/auth/v1/token?grant_type=password']);
    expect(await recorded()).toMatchObject({
      event_type: 'authentication_failed',
      details: { action: 'login', reason: code },
    });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(person.password);
  });

  it('without a network is a returned error', { tags: ['AUTH-73', 'T-16'] }, async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(signIn(person)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('signing up', () => {
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
    answer = refusal(422, body);
    await expect(signUp(person)).rejects.toMatchObject({ code });
  });

  it('a short password is refused before anything is sent', { tags: ['AUTH-46'] }, async () => {
    await expect(signUp({ ...person, password: 'short' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(asked).toEqual([]);
  });

  it('sends address and password, and where the link leads', { tags: ['AUTH-61', 'AUTH-62'] }, async () => {
    answer = () => Response.json(user());
    await signUp({ email: "o'brien+1@x.io", password: '  Aa1!aaaa  ' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/auth/v1/signup' });
    expect(asked[0]?.body).toMatchObject({ email: "o'brien+1@x.io", password: '  Aa1!aaaa  ' });
    expect(new URLSearchParams(asked[0]?.query).get('redirect_to')).toBe(`${location.origin}/dashboard`);
  });
});

describe('mails', () => {
  it(
    'recovery and the confirmation make one request each, and lead to the dashboard',
    { tags: ['AUTH-65', 'T-52'] },
    async () => {
      await requestRecovery(person.email);
      await resendConfirmation(person.email);
      expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /auth/v1/recover',
        'POST /auth/v1/resend',
      ]);
      for (const { query, body } of asked) {
        expect(new URLSearchParams(query).get('redirect_to')).toBe(`${location.origin}/dashboard`);
        expect(body.email).toBe(person.email);
      }
    },
  );

  it('one too soon is told apart', { tags: ['T-52'] }, async () => {
    answer = refusal(429, {
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 42 seconds.',
    });
    await expect(requestRecovery(person.email)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('what the service says', () => {
  it('is quoted where it is known to be fit, and not otherwise', { tags: ['AUTH-80', 'T-17'] }, () => {
    expect(quotedMessage(new Error('Session not found'))).toBe('Session not found');
    expect(quotedMessage(new Error('pq: relation "auth.users" does not exist'))).toBeUndefined();
  });

  it(
    'a provider that is not offered is refused without a request, and written down',
    { tags: ['AUTH-80', 'AUTH-82'] },
    async () => {
      await expect(signInWithProvider('github', [])).rejects.toMatchObject({ code: 'unavailable' });
      expect((await recorded())?.['details']).toEqual({ action: 'provider', reason: 'unavailable' });
      expect(told()).toEqual([]);
    },
  );
});

describe('a code in the address', () => {
  it(
    'is exchanged with the verifier of this browser, and leaves the address',
    { tags: ['T-05', 'SHELL-12'] },
    async () => {
      await requestRecovery(person.email);
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

describe('the second step', () => {
  const verified = { id: 'f1', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' };

  it(
    'is due while a verified factor has not been asked for in this session',
    { tags: ['SES-11', 'T-52'] },
    async () => {
      answer = (path) =>
        Response.json(path.endsWith('/user') ? user([verified]) : session('aal1', [verified]));
      await signIn(person);
      expect(await readSecondStep()).toEqual({ factor: 'f1', isDue: true });
      answer = (path) =>
        Response.json(path.endsWith('/user') ? user([verified]) : session('aal2', [verified]));
      await signIn(person);
      expect(await readSecondStep()).toEqual({ factor: 'f1', isDue: false });
    },
  );

  it(
    'a factor that was never verified does not count, and is replaced by the next',
    { tags: ['SES-11'] },
    async () => {
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
      await signIn(person);
      expect(await readSecondStep()).toEqual({ factor: undefined, isDue: false });
      asked = [];
      expect(await enrolFactor()).toMatchObject({ id: 'f2', secret: 'KEY' });
      expect(
        asked.filter(({ path }) => path.includes('factors')).map(({ method, path }) => `${method} ${path}`),
      ).toEqual(['DELETE /auth/v1/factors/f0', 'POST /auth/v1/factors']);
    },
  );

  it(
    'a wrong code is told apart, and turning it off is one request',
    { tags: ['AUTH-65', 'T-52'] },
    async () => {
      answer = () => Response.json(session('aal1', [verified]));
      await signIn(person);
      asked = [];
      answer = (path) =>
        path.endsWith('/challenge')
          ? Response.json({ id: 'c1', type: 'totp', expires_at: 1 })
          : refusal(422, { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' })();
      await expect(verifyFactor('f1', '000000')).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(told().map(({ path }) => path)).toEqual([
        '/auth/v1/factors/f1/challenge',
        '/auth/v1/factors/f1/verify',
      ]);
      asked = [];
      answer = () => Response.json({ id: 'f1' });
      await removeFactor('f1');
      expect(told().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /auth/v1/factors/f1']);
    },
  );
});
