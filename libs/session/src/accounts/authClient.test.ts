/**
 * The HTTP requests of the pinned auth client, for each operation. An update of the client that changes a path or a
 * field fails here first.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, supabase } from '@slipway/data';

const MINUTE = 60_000;
const kid = 'key-1';

/** Method, path and query, then the field names of the body. */
let asked: string[] = [];
let server: Server;
let auth: ReturnType<typeof supabase>['auth'];
let keys: CryptoKeyPair;
let jwks: object;

const user = {
  id: '11111111-2222-4333-8444-555555555555',
  email: 'ada@example.test',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T00:00:00Z',
  identities: [],
};
const identity = { id: 'i1', user_id: user.id, identity_id: 'i1', provider: 'github' };

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);

/** Signed like tokens of hosted projects, with a key whose public part is in the key set. */
async function signedToken(): Promise<string> {
  const payload = { sub: user.id, role: 'authenticated', session_id: 's1', exp: seconds() + 3600 };
  const text = `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${encode(payload)}`;
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    keys.privateKey,
    Buffer.from(text),
  );
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}

const session = async () => ({
  access_token: await signedToken(),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: seconds() + 3600,
  user,
});

const answers: Record<string, () => unknown> = {
  token: session,
  verify: session,
  signup: () => user,
  user: () => user,
  factors: () => ({ id: 'f1', type: 'totp', totp: { qr_code: '<svg/>', secret: 'KEY', uri: 'otpauth://x' } }),
  challenge: () => ({ id: 'c1', type: 'totp', expires_at: 1 }),
  authorize: () => ({ url: 'https://github.invalid/' }),
  sso: () => ({ url: 'https://sso.invalid/' }),
  'jwks.json': () => jwks,
};

beforeAll(async () => {
  keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  jwks = { keys: [{ ...(await crypto.subtle.exportKey('jwk', keys.publicKey)), kid, alg: 'ES256' }] };
  server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' || request.method === 'PUT' ? await json(request) : {};
      const url = new URL(request.url ?? '/', 'http://auth.test');
      const grant = url.searchParams.get('grant_type');
      const names = Object.keys(body as object)
        .filter((name) => !['gotrue_meta_security', 'code_challenge', 'code_challenge_method'].includes(name))
        .sort();
      asked.push(
        [`${String(request.method)} ${url.pathname}${grant ? `?grant_type=${grant}` : ''}`, ...names].join(
          ' ',
        ),
      );
      const answer = answers[url.pathname.split('/').at(-1) ?? ''] ?? (() => ({}));
      response.setHeader('content-type', 'application/json').end(JSON.stringify(await answer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  connect({ url: `http://127.0.0.1:${String(port)}`, key: 'sb_publishable_test' });
  auth = supabase().auth;
  await auth.signInWithPassword({ email: user.email, password: 'x' });
});

afterAll(async () => {
  await auth.stopAutoRefresh();
  server.close();
});

const email = user.email;
const operations: Record<string, [ask: () => Promise<unknown>, said: string[]]> = {
  'a sign-up': [() => auth.signUp({ email, password: 'x' }), ['POST /auth/v1/signup data email password']],
  'a password': [
    () => auth.signInWithPassword({ email, password: 'x' }),
    ['POST /auth/v1/token?grant_type=password email password'],
  ],
  'a code of a mailed link': [
    async () => {
      await auth.resetPasswordForEmail(email);
      await auth.exchangeCodeForSession('abc');
    },
    ['POST /auth/v1/recover email', 'POST /auth/v1/token?grant_type=pkce auth_code code_verifier'],
  ],
  "a provider's token": [
    () => auth.signInWithIdToken({ provider: 'google', token: 't' }),
    ['POST /auth/v1/token?grant_type=id_token id_token provider'],
  ],
  'a wallet': [
    () => auth.signInWithWeb3({ chain: 'solana', message: 'm', signature: new Uint8Array([1]) }),
    ['POST /auth/v1/token?grant_type=web3 chain message signature'],
  ],
  'a refresh token': [
    () => auth.refreshSession(),
    ['POST /auth/v1/token?grant_type=refresh_token refresh_token'],
  ],
  'a code by email': [() => auth.signInWithOtp({ email }), ['POST /auth/v1/otp create_user data email']],
  'its verification': [
    () => auth.verifyOtp({ email, token: '123456', type: 'email' }),
    ['POST /auth/v1/verify email token type'],
  ],
  'single sign-on': [
    () => auth.signInWithSSO({ domain: 'example.test', options: { skipBrowserRedirect: true } }),
    ['POST /auth/v1/sso domain skip_http_redirect'],
  ],
  'another email': [() => auth.resend({ type: 'signup', email }), ['POST /auth/v1/resend email type']],
  'a reauthentication': [() => auth.reauthenticate(), ['GET /auth/v1/reauthenticate']],
  'the user': [() => auth.getUser(), ['GET /auth/v1/user']],
  'a new password': [() => auth.updateUser({ password: 'y' }), ['PUT /auth/v1/user password']],
  'another identity': [
    () => auth.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } }),
    ['GET /auth/v1/user/identities/authorize'],
  ],
  'removing an identity': [() => auth.unlinkIdentity(identity), ['DELETE /auth/v1/user/identities/i1']],
  'a new factor': [
    () => auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Slipway' }),
    ['POST /auth/v1/factors factor_type friendly_name issuer'],
  ],
  'a code of a factor': [
    () => auth.mfa.challengeAndVerify({ factorId: 'f1', code: '123456' }),
    ['POST /auth/v1/factors/f1/challenge factorId', 'POST /auth/v1/factors/f1/verify challenge_id code'],
  ],
  'removing a factor': [() => auth.mfa.unenroll({ factorId: 'f1' }), ['DELETE /auth/v1/factors/f1']],
};

describe('requests of the auth client to auth/v1', { tags: ['AUTH-66'] }, () => {
  it.each(Object.entries(operations))('%s', { tags: ['AUTH-66'] }, async (_name, [ask, said]) => {
    asked = [];
    await ask();
    expect(asked).toEqual(said);
  });

  it('returns the address of an identity provider', { tags: ['AUTH-66'] }, async () => {
    asked = [];
    const { data } = await auth.signInWithOAuth({
      provider: 'github',
      options: { skipBrowserRedirect: true },
    });
    const { pathname, searchParams } = new URL(data.url ?? '');
    expect([pathname, searchParams.get('provider')]).toEqual(['/auth/v1/authorize', 'github']);
    expect(asked).toEqual([]);
  });
});

it('reads the key set once and caches it for ten minutes', { tags: ['AUTH-66', 'SES-35'] }, async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const token = await signedToken();
  asked = [];
  const claimed = async (after: number) => {
    vi.advanceTimersByTime(after);
    const { data } = await auth.getClaims(token);
    expect(data?.claims.sub).toBe(user.id);
    return asked.length;
  };
  expect(await claimed(0)).toBe(1);
  expect(await claimed(10 * MINUTE - 1)).toBe(1);
  expect(await claimed(1)).toBe(2);
  expect(new Set(asked)).toEqual(new Set(['GET /auth/v1/.well-known/jwks.json']));
  vi.useRealTimers();
});
