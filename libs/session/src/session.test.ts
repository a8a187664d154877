/** What is an event and what is not, on the real auth client with its answers recorded. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, supabase } from '@slipway/data';
import { onSessionEvent, readSession, type SessionEvent, startSession } from './session';
import { signIn, signOut } from './accounts/password';

const user = {
  id: '11111111-2222-4333-8444-555555555555',
  email: 'ada@example.test',
  aud: 'authenticated',
  role: 'authenticated',
  email_confirmed_at: '2026-11-21T00:00:00Z',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T00:00:00Z',
};

/** A token in shape only: the client reads its expiry and sends it back. */
const token = () => {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user.id, exp: Math.floor(Date.now() / 1000) + 3600 })}.c2ln`;
};
const session = () => ({
  access_token: token(),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user,
});

const answers: Record<string, () => Response> = {
  '/auth/v1/token': () => Response.json(session()),
  '/auth/v1/logout': () => new Response(null, { status: 204 }),
  '/auth/v1/user': () => Response.json(user),
};

let stop: () => void;
let events: SessionEvent[];
let forget: () => void;

const start = async () => {
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve((answers[new URL(input).pathname] ?? (() => new Response(null, { status: 404 })))()),
  );
  connect({ url: '/', key: 'sb_publishable_test' });
  events = [];
  forget = onSessionEvent((event) => events.push(event));
  stop = startSession();
  await vi.waitFor(() => {
    expect(readSession().status).not.toBe('loading');
  });
};

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

afterEach(async () => {
  await supabase().auth.stopAutoRefresh();
  forget();
  stop();
  vi.unstubAllGlobals();
});

describe('session', () => {
  it('SES-02 SES-06 signing in and out are events, one each', async () => {
    await start();
    expect(readSession().status).toBe('signed-out');
    await signIn({ email: user.email, password: 'x' });
    await vi.waitFor(() => {
      expect(readSession()).toMatchObject({ status: 'signed-in', user: { id: user.id, email: user.email } });
    });
    await signOut();
    await vi.waitFor(() => {
      expect(readSession().status).toBe('signed-out');
    });
    expect(events).toEqual(['signed-in', 'signed-out']);
  });

  it('T-05 a link with tokens signs in, and leaves no token in the address', async () => {
    const { access_token, refresh_token } = session();
    window.history.replaceState(
      null,
      '',
      `/dashboard#access_token=${access_token}&refresh_token=${refresh_token}&type=signup`,
    );
    await start();
    await vi.waitFor(() => {
      expect(readSession().status).toBe('signed-in');
    });
    expect(window.location.href).not.toContain('token');
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('AUTH-70 a refused pair is told by its code', async () => {
    await start();
    answers['/auth/v1/token'] = () =>
      Response.json(
        { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
        { status: 400 },
      );
    await expect(signIn({ email: user.email, password: 'wrong' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
