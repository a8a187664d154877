/** A signed-in user for tests: the real session store, filled from the fake backend. */
import { supabase } from '@slipway/data';
import { readSession, startSession } from '@slipway/session';
import { vi } from 'vitest';

/** As the auth service describes a user with a confirmed address. */
export const testUser = {
  id: '11111111-2222-4333-8444-555555555555',
  email: 'ada@example.test',
  aud: 'authenticated',
  role: 'authenticated',
  email_confirmed_at: '2026-11-21T00:00:00Z',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T00:00:00Z',
};

const HOUR = 3600;

const base64url = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');

/** `aal2`: the session has used a second factor. */
type AssuranceLevel = 'aal1' | 'aal2';

/** The response of the auth service to a sign-in. The token is unsigned: the client only reads its expiry. */
export function sessionOf(user: typeof testUser = testUser, aal: AssuranceLevel = 'aal1') {
  const expiresAt = Math.floor(Date.now() / 1000) + HOUR;
  const header = base64url({ alg: 'HS256', typ: 'JWT' });
  const payload = base64url({ sub: user.id, exp: expiresAt, aal });
  return {
    access_token: `${header}.${payload}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: HOUR,
    expires_at: expiresAt,
    user,
  };
}

let isStarted = false;

function startOnce(): void {
  if (!isStarted) startSession();
  isStarted = true;
}

const settled = (status: 'signed-in' | 'signed-out') =>
  vi.waitUntil(() => readSession().status === status, { interval: 1 });

/** Signs the test user in. Call it after `startBackend`. */
export async function signInAs(user: typeof testUser = testUser, aal?: AssuranceLevel): Promise<void> {
  startOnce();
  const { access_token, refresh_token } = sessionOf(user, aal);
  await supabase().auth.setSession({ access_token, refresh_token });
  await settled('signed-in');
}

/** Ends the session, and waits until the store has noticed. */
export async function signOutAll(): Promise<void> {
  startOnce();
  await supabase().auth.signOut({ scope: 'local' });
  await settled('signed-out');
}
