/** Sessions, users and second factors. */
import { expect } from 'vitest';
import { anotherSession, auth, newClient } from './authCalls';
import type { Call } from './fixture';

export const sessions: Call[] = [
  {
    name: 'getUser',
    run: ({ bob }) => auth(bob.client.auth.getUser()),
    expected: {
      status: 200,
      data: { user: { email: 'user-2@example.com', aud: 'authenticated', role: 'authenticated' } },
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
    expected: { status: 200, data: { user: { email: 'user-3@example.com' } } },
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
      // The client turns `session_not_found` into an error without a code.
      const { error } = await newClient(at).auth.getUser(session.access_token);
      return { name: error?.name };
    },
    expected: { name: 'AuthSessionMissingError' },
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
