/** Sign-up, sign-in and codes. */
import { expect } from 'vitest';
import { PASSWORD } from '../testing/serve';
import { anotherSession, auth, codeFor, newClient, newEmail } from './authCalls';
import type { Call } from './fixture';

export const accounts: Call[] = [
  {
    name: 'signUp of a new address',
    run: (at) => auth(newClient(at).auth.signUp({ email: newEmail(), password: PASSWORD })),
    expected: {
      status: 200,
      data: { session: null, user: { aud: 'authenticated', email: expect.any(String) } },
    },
  },
  {
    name: 'signUp of a known address',
    run: async (at) => {
      const { data } = await at.bob.client.auth.getUser();
      return auth(newClient(at).auth.signUp({ email: data.user?.email ?? '', password: PASSWORD }));
    },
    expected: { status: 200, data: { session: null, user: { identities: [] } } },
    differs: 'The response is the same for a known and an unknown address (M3).',
  },
  {
    name: 'signUp with a weak password',
    run: (at) => auth(newClient(at).auth.signUp({ email: newEmail(), password: 'short' })),
    expected: { status: 422, code: 'weak_password' },
  },
  {
    name: 'signUp with a malformed address',
    run: (at) => auth(newClient(at).auth.signUp({ email: 'invalid', password: PASSWORD })),
    expected: { status: 400, code: 'validation_failed' },
  },
  {
    name: 'requests without a body',
    run: async ({ origin, served }) => {
      const statuses = ['signup', 'verify', 'recover', 'token?grant_type=password'].map(async (path) => {
        const init = { method: 'POST', headers: { apikey: served.backend.publishableKey } };
        return (await fetch(`${origin}/auth/v1/${path}`, init)).status < 500;
      });
      return { rejected: await Promise.all(statuses) };
    },
    expected: { rejected: [true, true, true, true] },
  },
  {
    name: 'signInAnonymously, which is disabled',
    run: (at) => auth(newClient(at).auth.signInAnonymously()),
    expected: { status: 422, code: 'anonymous_provider_disabled' },
  },
  {
    name: 'signInWithPassword',
    run: async (at) => {
      const { session } = await anotherSession(at);
      return { session };
    },
    expected: { session: { token_type: 'bearer', expires_in: 600, user: { id: expect.any(String) } } },
  },
  {
    name: 'signInWithPassword with a wrong password',
    run: (at) =>
      auth(newClient(at).auth.signInWithPassword({ email: 'user-1@example.com', password: 'Wrong-1234' })),
    expected: { status: 400, code: 'invalid_credentials' },
  },
  {
    name: 'signInWithPassword of an unknown address',
    run: (at) => auth(newClient(at).auth.signInWithPassword({ email: newEmail(), password: PASSWORD })),
    expected: { status: 400, code: 'invalid_credentials' },
  },
  {
    name: 'signInWithOtp',
    run: (at) => auth(newClient(at).auth.signInWithOtp({ email: newEmail() })),
    expected: { status: 200, data: { user: null, session: null } },
  },
  {
    name: 'signInWithOAuth of a disabled provider',
    run: async ({ origin }) => {
      const response = await fetch(`${origin}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
      return { status: response.status };
    },
    expected: { status: 400 },
  },
  {
    name: 'verifyOtp with the type signup',
    run: async (at) => {
      const email = newEmail();
      await newClient(at).auth.signUp({ email, password: PASSWORD });
      return auth(newClient(at).auth.verifyOtp({ email, token: codeFor(at, email), type: 'signup' }));
    },
    expected: { status: 200, data: { session: { token_type: 'bearer' } } },
  },
  {
    name: 'verifyOtp with the type email',
    run: async (at) => {
      const email = newEmail();
      await newClient(at).auth.signUp({ email, password: PASSWORD });
      return auth(newClient(at).auth.verifyOtp({ email, token: codeFor(at, email), type: 'email' }));
    },
    expected: { status: 200, data: { session: { token_type: 'bearer' } } },
  },
  {
    name: 'verifyOtp with a wrong code',
    run: (at) => auth(newClient(at).auth.verifyOtp({ email: newEmail(), token: '000000', type: 'signup' })),
    expected: { status: 403, code: 'otp_expired' },
  },
  {
    name: 'resend of an unknown address',
    run: (at) => auth(newClient(at).auth.resend({ email: newEmail(), type: 'signup' })),
    expected: { status: 200 },
  },
  {
    name: 'resetPasswordForEmail of an unknown address',
    run: (at) => auth(newClient(at).auth.resetPasswordForEmail(newEmail())),
    expected: { status: 200 },
  },
  {
    name: 'signInWithSSO, which is disabled',
    run: (at) => auth(newClient(at).auth.signInWithSSO({ domain: 'example.com' })),
    expected: { status: 404, code: 'saml_provider_disabled' },
  },
  {
    name: 'settings',
    run: async ({ origin, served }) => {
      const response = await fetch(`${origin}/auth/v1/settings`, {
        headers: { apikey: served.backend.publishableKey },
      });
      return { status: response.status, settings: await response.json() };
    },
    expected: { status: 200, settings: { external: { email: true }, disable_signup: false } },
  },
  {
    name: 'health',
    run: async ({ origin, served }) => {
      const response = await fetch(`${origin}/auth/v1/health`, {
        headers: { apikey: served.backend.publishableKey },
      });
      return { status: response.status };
    },
    expected: { status: 200 },
  },
];
