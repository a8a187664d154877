/** Sign-up, sign-in, sessions, users and factors. */
import type { AuthError } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { clientOf, PASSWORD } from '../testing/serve';
import type { Call, Fixture } from './fixture';

/** The fields of an auth response that the calls compare. */
const auth = async (promise: Promise<{ data: unknown; error: AuthError | null }>) => {
  const { data, error } = await promise;
  return { data, status: error?.status ?? 200, code: error?.code };
};

let made = 0;
const newEmail = () => `call-${String((made += 1))}@example.com`;
const newClient = ({ served, origin }: Fixture) => clientOf(origin, served.backend.publishableKey);

/** A new session of Carol, whose sessions the calls end. */
async function anotherSession(at: Fixture) {
  const client = newClient(at);
  const { data, error } = await client.auth.signInWithPassword({ email: at.carol, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
}

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
  },
  {
    name: 'signUp with a weak password',
    run: (at) => auth(newClient(at).auth.signUp({ email: newEmail(), password: 'short' })),
    expected: { status: 422, code: 'weak_password' },
  },
  {
    name: 'signUp with a malformed address',
    run: (at) => auth(newClient(at).auth.signUp({ email: 'nobody', password: PASSWORD })),
    expected: { status: 400, code: 'validation_failed' },
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
      auth(newClient(at).auth.signInWithPassword({ email: 'person-1@example.com', password: 'Wrong-1234' })),
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

const codeFor = ({ served }: Fixture, email: string) =>
  /\b\d{6}\b/.exec(served.backend.mailbox.list().find((mail) => mail.to === email)?.text ?? '')?.[0] ?? '';

export const sessions: Call[] = [
  {
    name: 'getUser',
    run: ({ bob }) => auth(bob.client.auth.getUser()),
    expected: {
      status: 200,
      data: { user: { email: 'person-2@example.com', aud: 'authenticated', role: 'authenticated' } },
    },
  },
  {
    name: 'getUser with a malformed token',
    run: (at) => auth(newClient(at).auth.getUser('not-a-token')),
    expected: { status: 403, code: 'bad_jwt' },
  },
  {
    name: 'getClaims',
    run: ({ bob }) => auth(bob.client.auth.getClaims()),
    expected: {
      status: 200,
      data: {
        claims: {
          iss: expect.stringMatching(/\/auth\/v1$/),
          aal: 'aal1',
          amr: [{ method: expect.any(String), timestamp: expect.any(Number) }],
          session_id: expect.any(String),
        },
      },
    },
  },
  {
    name: 'refreshSession',
    run: async (at) => {
      const { client } = await anotherSession(at);
      return auth(client.auth.refreshSession());
    },
    expected: { status: 200, data: { session: { token_type: 'bearer' } } },
  },
  {
    name: 'refreshSession with an unknown token',
    run: (at) => auth(newClient(at).auth.refreshSession({ refresh_token: 'unknown' })),
    expected: { status: 400, code: 'refresh_token_not_found' },
  },
  {
    name: 'setSession',
    run: async (at) => {
      const { session } = await anotherSession(at);
      return auth(newClient(at).auth.setSession(session));
    },
    expected: { status: 200, data: { user: { email: 'person-3@example.com' } } },
  },
  {
    name: 'signOut of the other sessions',
    run: async (at) => {
      const first = await anotherSession(at);
      const second = await anotherSession(at);
      await second.client.auth.signOut({ scope: 'others' });
      const [other, own] = [
        await auth(first.client.auth.refreshSession()),
        await auth(second.client.auth.refreshSession()),
      ];
      return { other: other.code, own: own.status };
    },
    expected: { other: 'refresh_token_not_found', own: 200 },
  },
  {
    name: 'signOut of this session',
    run: async (at) => {
      const { client, session } = await anotherSession(at);
      await client.auth.signOut({ scope: 'local' });
      return auth(newClient(at).auth.refreshSession({ refresh_token: session.refresh_token }));
    },
    expected: { status: 400, code: 'refresh_token_not_found' },
  },
  {
    name: 'getUser after signOut',
    run: async (at) => {
      const { client, session } = await anotherSession(at);
      await client.auth.signOut({ scope: 'local' });
      return auth(newClient(at).auth.getUser(session.access_token));
    },
    expected: { status: 403, code: 'session_not_found' },
  },
  {
    name: 'exchangeCodeForSession without a verifier',
    run: (at) => auth(newClient(at).auth.exchangeCodeForSession('unknown')),
    expected: { status: 400, code: 'validation_failed' },
  },
  {
    name: 'updateUser of the metadata',
    run: ({ alice }) => auth(alice.client.auth.updateUser({ data: { theme: 'dark' } })),
    expected: { status: 200, data: { user: { user_metadata: { theme: 'dark' } } } },
  },
  {
    name: 'updateUser with a weak password',
    run: ({ alice }) => auth(alice.client.auth.updateUser({ password: 'short' })),
    expected: { status: 422, code: 'weak_password' },
  },
  {
    name: 'updateUser without a session',
    run: (at) => auth(newClient(at).auth.updateUser({ data: {} })),
    expected: { status: 400 },
  },
  {
    name: 'reauthenticate',
    run: ({ alice }) => auth(alice.client.auth.reauthenticate()),
    expected: { status: 200 },
  },
  {
    name: 'getUserIdentities',
    run: ({ bob }) => auth(bob.client.auth.getUserIdentities()),
    expected: { status: 200, data: { identities: [{ provider: 'email' }] } },
  },
  {
    name: 'mfa.listFactors',
    run: ({ bob }) => auth(bob.client.auth.mfa.listFactors()),
    expected: { status: 200, data: { totp: [], all: [] } },
  },
  {
    name: 'mfa.enroll',
    run: ({ alice }) => auth(alice.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })),
    expected: { status: 200, data: { type: 'totp', totp: { qr_code: expect.stringContaining('svg') } } },
  },
  {
    name: 'mfa.getAuthenticatorAssuranceLevel',
    run: ({ bob }) => auth(bob.client.auth.mfa.getAuthenticatorAssuranceLevel()),
    expected: { status: 200, data: { currentLevel: 'aal1', nextLevel: 'aal1' } },
  },
];

const noAdmin = 'The admin API is off: operators use `slipway moderate` and SQL.';

export const services: Call[] = [
  {
    name: 'admin.listUsers',
    run: ({ service }) => auth(service.auth.admin.listUsers()),
    expected: { status: 200 },
    differs: noAdmin,
  },
  {
    name: 'admin.createUser',
    run: ({ service }) => auth(service.auth.admin.createUser({ email: newEmail(), email_confirm: true })),
    expected: { status: 200 },
    differs: noAdmin,
  },
  {
    name: 'admin.listUsers with the publishable key',
    run: ({ visitor }) => auth(visitor.auth.admin.listUsers()).then(({ status }) => ({ ok: status === 200 })),
    expected: { ok: false },
  },
  {
    name: 'storage.listBuckets',
    run: async ({ service }) => ({ error: (await service.storage.listBuckets()).error }),
    expected: { error: null },
    differs: 'There is no storage service: the app stores no files.',
  },
  {
    name: 'functions.invoke',
    run: async ({ visitor }) => {
      const { response } = await visitor.functions.invoke('unknown');
      return { code: ((await response?.json().catch(() => ({}))) as { code?: string }).code };
    },
    expected: { code: 'NOT_FOUND' },
    differs: 'There are no edge functions: the gateway is a server of this repository.',
  },
];
