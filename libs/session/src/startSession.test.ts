/**
 * Session state and events, with the real auth client and recorded responses of the service. Each test has its own
 * page: fresh modules, and the local storage of an earlier visit. One file, because all tests share that page.
 */
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { AuthSession } from '@slipway/data';
import { type AuthService, rejected, session, STORED, unreachable, user } from './testing/authService';
import type { SessionEvent } from './sessionState';
import { userStorageKey } from './userStorage';

const MINUTE = 60_000;

let events: SessionEvent[];
let service: AuthService;
let page: Awaited<ReturnType<typeof open>>;
let close: () => void;

/** Loads a page and waits until its session has been read. It shows events, unless it is not rendered yet. */
async function open(meanwhile?: () => void, isRendered = true) {
  vi.resetModules();
  const { startAuthService } = await import('./testing/authService');
  service = startAuthService();
  const state = await import('./sessionState');
  const { retrySignOut, signOut } = await import('./signOut');
  const { startSession } = await import('./startSession');
  const { signIn } = await import('./accounts/password');
  const { checkSession } = await import('./sessionCheck');
  const { supabase } = await import('@slipway/data');
  events = [];
  const render = () => state.onSessionEvent((event) => events.push(event));
  if (isRendered) render();
  close = startSession();
  meanwhile?.();
  await vi.waitFor(() => {
    expect(state.readSession().status).not.toBe('loading');
  });
  const select = async (table: 'agents') => (await supabase().from(table).select().retry(false)).status;
  return { ...state, retrySignOut, signOut, signIn, checkSession, select, render, auth: supabase().auth };
}

const storeSession = (life?: number, lastActivity = Date.now()) => {
  localStorage.setItem(STORED, JSON.stringify(session(life)));
  localStorage.setItem('lastActivity', String(lastActivity));
};
const status = () => page.readSession().status;
const sent = (path: string) => service.sent.filter((request) => request.path === path).length;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  await page.auth.stopAutoRefresh();
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('events', () => {
  it('emits one event for sign-in and one for sign-out', { tags: ['SES-02', 'SES-06'] }, async () => {
    page = await open();
    expect(status()).toBe('signed-out');
    await page.signIn({ email: user.email, password: 'x' });
    await vi.waitFor(() => {
      expect(page.readSession()).toMatchObject({
        status: 'signed-in',
        user: { id: user.id, email: user.email },
      });
    });
    await page.signOut();
    expect(status()).toBe('signed-out');
    expect(events).toEqual(['signed-in', 'signed-out']);
  });

  it('emits no event for the session of an earlier visit', { tags: ['SES-04'] }, async () => {
    storeSession();
    page = await open();
    expect(status()).toBe('signed-in');
    expect(events).toEqual([]);
  });

  it(
    'emits no event on a return to the tab, although the client reports SIGNED_IN',
    { tags: ['SES-05', 'T-03'] },
    async () => {
      storeSession();
      page = await open();
      const reported: string[] = [];
      page.auth.onAuthStateChange((event) => reported.push(event));
      for (let count = 0; count < 10; count += 1) {
        document.dispatchEvent(new Event('visibilitychange'));
        window.dispatchEvent(new Event('visibilitychange'));
      }
      await vi.waitFor(() => {
        expect(reported).toContain('SIGNED_IN');
      });
      expect(events).toEqual([]);
    },
  );

  it.each([
    ['a user', 0, true],
    ['a user who was inactive for two hours', 120 * MINUTE, false],
  ])('says whether the stored session is still valid, and ends none: %s', async (_who, inactive, isValid) => {
    storeSession(undefined, Date.now() - inactive);
    page = await open();
    expect(await page.whenSessionKnown()).toBe(isValid);
    expect(status()).toBe('signed-in');
    expect(events).toEqual([]);
  });

  it('says that a visitor has no valid session', async () => {
    page = await open();
    expect(await page.whenSessionKnown()).toBe(false);
  });

  const factor = { id: 'f1', factor_type: 'totp', status: 'verified' };

  it.each([
    [['google'], [], { hasPassword: false }],
    [['google', 'email'], [factor], { hasPassword: true, dueFactor: 'f1' }],
  ])(
    'has the second factor that is due: %j, %j',
    { tags: ['SES-11'] },
    async (providers, factors, expected) => {
      const stored = { ...session(), user: { ...user, app_metadata: { providers }, factors } };
      localStorage.setItem(STORED, JSON.stringify(stored));
      page = await open();
      expect(page.readSession()).toStrictEqual({
        status: 'signed-in',
        user: { id: user.id, email: user.email, emailConfirmedAt: user.email_confirmed_at, ...expected },
      });
      // Without the time of an earlier activity, the hour begins now.
      expect(localStorage.getItem('lastActivity')).not.toBeNull();
    },
  );

  it.each([
    ['signed in', true],
    ['a visitor', false],
  ])('of many requests are reported for a user who is %s: %s', async (_who, isSignedIn) => {
    if (isSignedIn) storeSession();
    page = await open();
    const warned = vi.fn();
    (await import('./security/suspicion')).onSuspicion(warned);
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let count = 0; count < 21; count += 1) {
      await page.select('agents');
      vi.setSystemTime(Date.now() + 100); // requests that start together count as one
    }
    vi.useRealTimers();
    expect(warned).toHaveBeenCalledTimes(isSignedIn ? 1 : 0);
  });

  it('updates the user in place, and ignores a new token', { tags: ['SES-01', 'SES-08'] }, async () => {
    storeSession();
    page = await open();
    let changes = 0;
    page.sessionState.subscribe(() => {
      changes += 1;
    });
    await page.auth.refreshSession();
    expect(changes).toBe(0);
    const confirmed = '2026-11-22T00:00:00Z';
    service.replies.user = () => Response.json({ ...user, email_confirmed_at: confirmed });
    await page.auth.updateUser({ data: { a: 1 } });
    await vi.waitFor(() => {
      expect(page.readSession()).toMatchObject({ user: { emailConfirmedAt: confirmed } });
    });
    expect(events).toEqual([]);
  });

  it('signs in with a link, and removes its tokens from the address', { tags: ['T-05'] }, async () => {
    const { access_token, refresh_token } = session();
    page = await open();
    service.replies.recover = () => Response.json({});
    await (await import('./accounts/mails')).requestRecovery(user.email);
    close();
    window.history.replaceState(
      null,
      '',
      `/dashboard#access_token=${access_token}&refresh_token=${refresh_token}&type=signup`,
    );
    page = await open();
    expect(status()).toBe('signed-in');
    expect(window.location.href).not.toContain('token');
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('removes tokens of a link that is pasted into the address of the open page, and signs in with it', async () => {
    const { access_token, refresh_token } = session();
    page = await open();
    service.replies.recover = () => Response.json({});
    await (await import('./accounts/mails')).requestRecovery(user.email);
    window.location.hash = `access_token=${access_token}&refresh_token=${refresh_token}&type=signup`;
    await vi.waitFor(() => {
      expect(status()).toBe('signed-in');
    });
    expect(window.location.href).not.toContain('token');
  });

  it('rejects a wrong email or password with its code', { tags: ['AUTH-70'] }, async () => {
    page = await open();
    service.replies.token = rejected(400, 'invalid_credentials');
    await expect(page.signIn({ email: user.email, password: 'wrong' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('has the session and user types of the specification', { tags: ['SES-10'] }, () => {
    expectTypeOf<AuthSession>().toExtend<{
      access_token: string;
      refresh_token: string;
      expires_at?: number;
      expires_in: number;
      token_type: string;
      user: {
        id: string;
        email?: string;
        email_confirmed_at?: string;
        factors?: { status: 'verified' | 'unverified' }[];
        identities?: object[];
      };
    }>();
  });
});

describe('the end of a session', () => {
  it(
    'signs out only this device on the server, and deletes the user’s data here',
    { tags: ['SES-30', 'SES-57'] },
    async () => {
      storeSession();
      page = await open();
      const { logSecurityEvent } = await import('./security/securityLog');
      logSecurityEvent('invalid_input');
      await page.signOut();
      expect(service.sent.find(({ path }) => path === 'logout')?.query).toBe('?scope=local');
      expect(Object.keys(localStorage)).toEqual([]);
      expect(Object.keys(sessionStorage)).toEqual([]);
    },
  );

  it.each([
    ['is unreachable', unreachable],
    ['fails', rejected(500, 'unexpected_failure')],
  ])(
    'ends here even if the server %s, which is recorded, and can be retried',
    { tags: ['T-18', 'AUTH-82'] },
    async (_what, reply) => {
      storeSession();
      page = await open();
      const records = () =>
        service.sent.filter(({ path }) => path === 'security_audit_log').map(({ body }) => body['details']);
      const record = { action: 'logout', reason: 'unavailable' };
      const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
      service.replies.logout = reply;
      await page.signOut();
      expect(events).toEqual(['sign-out-failed']);
      expect(status()).toBe('signed-out');
      expect(localStorage.getItem(STORED)).toBeNull();
      await vi.waitFor(() => {
        expect(records()).toEqual([record]);
      });
      expect(warned.mock.calls.flat()).toContain('logout failed: unavailable');

      await page.retrySignOut();
      expect(events).toEqual(['sign-out-failed', 'sign-out-failed']);
      await vi.waitFor(() => {
        expect(records()).toEqual([record, record]);
      });
      service.replies.logout = () => new Response(null, { status: 204 });
      await page.retrySignOut();
      expect(events.at(-1)).toBe('signed-out');
      const requests = sent('logout');
      await page.retrySignOut();
      expect(sent('logout')).toBe(requests);
    },
  );

  it('ends here even if the session cannot be read, as without a network and the auth client', async () => {
    storeSession();
    page = await open();
    const { supabase } = await import('@slipway/data');
    vi.spyOn(supabase().auth, 'getSession').mockRejectedValue(new Error('The session could not be read'));
    service.replies.logout = unreachable;
    await page.signOut();
    expect(events).toEqual(['sign-out-failed']);
    expect(status()).toBe('signed-out');
    expect(localStorage.getItem(STORED)).toBeNull();
  });

  it('quotes the server’s message only if it is fit to be shown', { tags: ['AUTH-79', 'T-17'] }, async () => {
    storeSession();
    page = await open();
    const quotes: (string | undefined)[] = [];
    page.onSessionEvent((_event, quoted) => quotes.push(quoted));
    service.replies.logout = () => Response.json({ code: 400, msg: 'Session not found' }, { status: 400 });
    await page.signOut();
    service.replies.logout = () => Response.json({ code: 500, msg: 'pq: no such relation' }, { status: 500 });
    await page.retrySignOut();
    expect(events).toEqual(['sign-out-failed', 'sign-out-failed']);
    expect(quotes).toEqual(['Session not found', undefined]);
  });

  it('signs out once for two calls', async () => {
    storeSession();
    page = await open();
    await Promise.all([page.signOut(), page.signOut()]);
    expect(events).toEqual(['signed-out']);
    expect(sent('logout')).toBe(1);
  });

  it(
    'expires once after an hour without activity, also on the server',
    { tags: ['SHELL-26', 'T-02'] },
    async () => {
      storeSession(3600, Date.now() - 61 * MINUTE);
      page = await open();
      expect(await Promise.all([page.checkSession(), page.checkSession()])).toEqual(['expired', 'expired']);
      expect(events).toEqual(['expired']);
      expect(sent('logout')).toBe(1);
      expect(localStorage.getItem(STORED)).toBeNull();
    },
  );

  it('keeps what the user kept in this browser when a session expires, and deletes it at sign-out', async () => {
    const kept = userStorageKey(user.id, 'note');
    const other = userStorageKey('00000000-0000-4000-8000-000000000001', 'note');
    localStorage.setItem(kept, 'x');
    localStorage.setItem(other, 'x');
    storeSession(3600, Date.now() - 61 * MINUTE);
    page = await open();
    expect(localStorage.getItem(other)).toBeNull();
    await page.checkSession();
    expect(events).toEqual(['expired']);
    expect(localStorage.getItem(kept)).toBe('x');
    await page.signIn({ email: user.email, password: 'x' });
    expect(localStorage.getItem(kept)).toBe('x');
    await page.signOut();
    expect(localStorage.getItem(kept)).toBeNull();
  });

  it('ignores the activity time of an earlier visit after sign-in', { tags: ['SES-27'] }, async () => {
    localStorage.setItem('lastActivity', String(Date.now() - 500 * MINUTE));
    page = await open();
    await page.signIn({ email: user.email, password: 'x' });
    expect(await page.checkSession()).toBe('valid');
  });

  it('never expires for a browser that had no session', { tags: ['SHELL-30', 'T-97'] }, async () => {
    localStorage.setItem('lastActivity', String(Date.now() - MINUTE)); // a visitor's click (SES-24)
    page = await open();
    expect(await page.checkSession()).toBe('never');
    expect(events).toEqual([]);
  });

  it('expires once when the stored session was removed', { tags: ['T-97'] }, async () => {
    storeSession();
    page = await open(() => {
      localStorage.removeItem(STORED);
    });
    expect(status()).toBe('signed-out');
    expect(await page.checkSession()).toBe('expired');
    expect(events).toEqual(['expired']);
    expect(await page.checkSession()).toBe('never');
  });

  const rejectedToken = () =>
    Response.json(
      { code: 'PGRST303', message: 'The session of the JWT has ended' },
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    );

  it('expires when another browser ended the session: the data API rejects its token', async () => {
    storeSession();
    page = await open();
    service.replies.agents = rejectedToken;
    service.replies.token = rejected(400, 'refresh_token_not_found');
    await Promise.all([page.select('agents'), page.select('agents')]);
    // Before the requests fail.
    expect(events).toEqual(['expired']);
    expect(sent('token')).toBe(1);
    expect(localStorage.getItem(STORED)).toBeNull();
    // For other tabs.
    expect(localStorage.getItem('slipway-rejected')).toBe('true');
  });

  it('expires when another browser ended the session: the auth service does not know it', async () => {
    storeSession();
    page = await open();
    service.replies.user = rejected(403, 'session_not_found');
    service.replies.token = rejected(400, 'refresh_token_not_found');
    await page.auth.getUser();
    expect(events).toEqual(['expired']);
  });

  it('expires when another tab noticed that another browser ended the session, and the next one signs out', async () => {
    storeSession();
    page = await open();
    localStorage.setItem('slipway-rejected', 'true');
    window.dispatchEvent(new StorageEvent('storage', { key: STORED, newValue: null }));
    expect(events).toEqual(['expired']);
    await page.signIn({ email: user.email, password: 'Password-1' });
    await page.signOut();
    expect(events).toEqual(['expired', 'signed-in', 'signed-out']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('expires only once the page is rendered and shows it, also by requests that were sent before', async () => {
    storeSession();
    page = await open(undefined, false);
    service.replies.agents = rejectedToken;
    service.replies.token = rejected(400, 'refresh_token_not_found');
    const refresh = vi.spyOn(page.auth, 'refreshSession');
    const read = page.select('agents');
    await vi.waitFor(() => {
      expect(sent('agents')).toBe(1);
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(refresh).not.toHaveBeenCalled();
    page.render();
    await read;
    expect(events).toEqual(['expired']);
  });

  it.each([
    ['can be renewed', () => Response.json(session())],
    ['cannot be checked', unreachable],
  ])('keeps a session whose token was rejected, if it %s', async (_what, reply) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    storeSession();
    page = await open();
    service.replies.agents = rejectedToken;
    service.replies.token = reply;
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1_000 });
    await page.select('agents');
    await vi.waitFor(() => {
      expect(sent('token')).toBeGreaterThan(0);
    });
    expect(events).toEqual([]);
    expect(status()).toBe('signed-in');
    await vi.advanceTimersByTimeAsync(40_000);
    expect(localStorage.getItem('slipway-rejected')).toBeNull();
  });

  it.each([
    [STORED, 'a renewed session'],
    ['other', null],
  ])('keeps the session when another tab sets %s to %s', async (key, newValue) => {
    storeSession();
    page = await open();
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    expect(status()).toBe('signed-in');
    expect(events).toEqual([]);
  });

  it.each([
    ['removed the session', STORED],
    ['cleared its storage (23)', null],
  ])('follows another tab that %s', async (_, key) => {
    storeSession();
    page = await open();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    expect(status()).toBe('signed-out');
    expect(events).toEqual(['signed-out']);
  });
});

describe('token refresh by the auth client', () => {
  it('refreshes a token 90 seconds before it expires, checking every 30', { tags: ['SES-31'] }, async () => {
    storeSession(150);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    page = await open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent('token')).toBe(0);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(
      service.sent.filter(({ path, query }) => path === 'token' && query.includes('refresh_token')),
    ).toHaveLength(1);
    expect(status()).toBe('signed-in');
  });

  it(
    'retries offline after 200, 400 and 800 ms, and keeps the session',
    { tags: ['SES-32', 'SES-34'] },
    async () => {
      storeSession(3600);
      page = await open();
      service.replies.token = unreachable;
      const times: number[] = [];
      const reply = service.replies.token;
      service.replies.token = () => {
        times.push(Date.now());
        return reply();
      };
      vi.useFakeTimers();
      const refresh = page.auth.refreshSession();
      await vi.advanceTimersByTimeAsync(60_000);
      await refresh;
      expect(times.slice(1, 4).map((time, at) => time - (times[at] ?? 0))).toEqual([200, 400, 800]);
      expect(status()).toBe('signed-in');
      expect(localStorage.getItem(STORED)).not.toBeNull();
      expect(events).toEqual([]);
    },
  );

  it('expires once when the service rejects the token', { tags: ['SES-33', 'T-02', 'T-53'] }, async () => {
    storeSession(600);
    page = await open();
    service.replies.token = rejected(400, 'refresh_token_already_used');
    // While the access token is valid, the client keeps the session.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE });
    expect(await page.checkSession()).toBe('expired');
    expect(status()).toBe('signed-out');
    expect(events).toEqual(['expired']);
    expect(localStorage.getItem(STORED)).toBeNull();
    expect(await page.checkSession()).toBe('never');
    expect(events).toEqual(['expired']);
  });

  it('shares one refresh among concurrent calls', async () => {
    storeSession(-10);
    page = await open();
    await Promise.all(Array.from({ length: 20 }, () => page.auth.getSession()));
    expect(sent('token')).toBe(1);
  });
});
