/**
 * What is an event and what is not, on the real auth client with its answers recorded. Each test has a page of its own:
 * new modules, and what an earlier visit left in local storage.
 */
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { AuthSession } from '@slipway/data';
import { type AuthService, refused, session, STORED, unreachable, user } from './testing/authService';
import type { SessionEvent } from './session';

const MINUTE = 60_000;

let events: SessionEvent[];
let service: AuthService;
let page: Awaited<ReturnType<typeof open>>;
let close: () => void;

/** A page as it is loaded, its session read. */
async function open() {
  vi.resetModules();
  const { startAuthService } = await import('./testing/authService');
  service = startAuthService();
  const all = await import('./session');
  const { signIn } = await import('./accounts/password');
  const { checkSession } = await import('./sessionCheck');
  const { supabase } = await import('@slipway/data');
  events = [];
  all.onSessionEvent((event) => events.push(event));
  close = all.startSession();
  await vi.waitFor(() => {
    expect(all.readSession().status).not.toBe('loading');
  });
  return { ...all, signIn, checkSession, auth: supabase().auth };
}

const leaveBehind = (life?: number, lastActivity = Date.now()) => {
  localStorage.setItem(STORED, JSON.stringify(session(life)));
  localStorage.setItem('lastActivity', String(lastActivity));
};
const status = () => page.readSession().status;
const sent = (path: string) => service.asked.filter((ask) => ask.path === path).length;

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
  it('signing in and out are events, one each', { tags: ['SES-02', 'SES-06'] }, async () => {
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

  it('a session of an earlier visit is no event', { tags: ['SES-04'] }, async () => {
    leaveBehind();
    page = await open();
    expect(status()).toBe('signed-in');
    expect(events).toEqual([]);
  });

  it(
    'a return to the tab is no event, although the client says SIGNED_IN',
    { tags: ['SES-05', 'T-03'] },
    async () => {
      leaveBehind();
      page = await open();
      const said: string[] = [];
      page.auth.onAuthStateChange((event) => said.push(event));
      for (let count = 0; count < 10; count += 1) {
        document.dispatchEvent(new Event('visibilitychange'));
        window.dispatchEvent(new Event('visibilitychange'));
      }
      await vi.waitFor(() => {
        expect(said).toContain('SIGNED_IN');
      });
      expect(events).toEqual([]);
    },
  );

  it('a new token and new facts are taken in place', { tags: ['SES-01', 'SES-08'] }, async () => {
    leaveBehind();
    page = await open();
    let changes = 0;
    page.onSessionChange(() => {
      changes += 1;
    });
    await page.auth.refreshSession();
    expect(changes).toBe(0);
    const confirmed = '2026-11-22T00:00:00Z';
    service.answers.user = () => Response.json({ ...user, email_confirmed_at: confirmed });
    await page.auth.updateUser({ data: { a: 1 } });
    await vi.waitFor(() => {
      expect(page.readSession()).toMatchObject({ user: { emailConfirmedAt: confirmed } });
    });
    expect(events).toEqual([]);
  });

  it('a link with tokens signs in, and leaves no token in the address', { tags: ['T-05'] }, async () => {
    const { access_token, refresh_token } = session();
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

  it('a refused pair is told by its code', { tags: ['AUTH-70'] }, async () => {
    page = await open();
    service.answers.token = refused(400, 'invalid_credentials');
    await expect(page.signIn({ email: user.email, password: 'wrong' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('a session and its person have the shape of the specification', { tags: ['SES-10'] }, () => {
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
    'signing out tells the server, of this device alone, and leaves nothing of the person',
    { tags: ['SES-30', 'SES-57'] },
    async () => {
      leaveBehind();
      page = await open();
      const { logSecurityEvent } = await import('./security/securityLog');
      logSecurityEvent('invalid_input');
      await page.signOut();
      expect(service.asked.find(({ path }) => path === 'logout')?.query).toBe('?scope=local');
      expect(Object.keys(localStorage)).toEqual([]);
      expect(Object.keys(sessionStorage)).toEqual([]);
    },
  );

  it.each([
    ['cannot be reached', unreachable],
    ['fails', refused(500, 'unexpected_failure')],
  ])(
    'a server that %s is told of, and the session is gone here all the same',
    { tags: ['T-18'] },
    async (_what, answer) => {
      leaveBehind();
      page = await open();
      service.answers.logout = answer;
      await page.signOut();
      expect(events).toEqual(['sign-out-failed']);
      expect(status()).toBe('signed-out');
      expect(localStorage.getItem(STORED)).toBeNull();

      await page.retrySignOut();
      expect(events).toEqual(['sign-out-failed', 'sign-out-failed']);
      service.answers.logout = () => new Response(null, { status: 204 });
      await page.retrySignOut();
      expect(events.at(-1)).toBe('signed-out');
      const told = sent('logout');
      await page.retrySignOut();
      expect(sent('logout')).toBe(told);
    },
  );

  it(
    'what the server says of it is quoted where it is fit to be shown',
    { tags: ['AUTH-79', 'T-17'] },
    async () => {
      leaveBehind();
      page = await open();
      const said: (string | undefined)[] = [];
      page.onSessionEvent((_event, quoted) => said.push(quoted));
      service.answers.logout = () => Response.json({ code: 400, msg: 'Session not found' }, { status: 400 });
      await page.signOut();
      service.answers.logout = () =>
        Response.json({ code: 500, msg: 'pq: no such relation' }, { status: 500 });
      await page.retrySignOut();
      expect(events).toEqual(['sign-out-failed', 'sign-out-failed']);
      expect(said).toEqual(['Session not found', undefined]);
    },
  );

  it('pressed twice it is one sign-out', async () => {
    leaveBehind();
    page = await open();
    await Promise.all([page.signOut(), page.signOut()]);
    expect(events).toEqual(['signed-out']);
    expect(sent('logout')).toBe(1);
  });

  it(
    'an hour without activity ends it: the server is told, and it is called expired, once',
    { tags: ['SHELL-26', 'T-02'] },
    async () => {
      leaveBehind(3600, Date.now() - 61 * MINUTE);
      page = await open();
      expect(await Promise.all([page.checkSession(), page.checkSession()])).toEqual(['expired', 'expired']);
      expect(events).toEqual(['expired']);
      expect(sent('logout')).toBe(1);
      expect(localStorage.getItem(STORED)).toBeNull();
    },
  );

  it(
    'an old time of an earlier visit does not end a session that has just begun',
    { tags: ['SES-27'] },
    async () => {
      localStorage.setItem('lastActivity', String(Date.now() - 500 * MINUTE));
      page = await open();
      await page.signIn({ email: user.email, password: 'x' });
      expect(await page.checkSession()).toBe('valid');
    },
  );

  it('who never had a session has none that ended', { tags: ['SHELL-30', 'T-97'] }, async () => {
    page = await open();
    expect(await page.checkSession()).toBe('never');
    expect(events).toEqual([]);
  });

  it('who had one that is gone is told that it ended', { tags: ['T-97'] }, async () => {
    localStorage.setItem('lastActivity', String(Date.now() - MINUTE));
    page = await open();
    expect(await page.checkSession()).toBe('expired');
    expect(events).toEqual(['expired']);
    expect(await page.checkSession()).toBe('never');
  });

  it('another tab that removed the session is followed', async () => {
    leaveBehind();
    page = await open();
    localStorage.removeItem(STORED);
    window.dispatchEvent(new StorageEvent('storage', { key: STORED, newValue: null }));
    expect(status()).toBe('signed-out');
    expect(events).toEqual(['signed-out']);
  });
});

describe('renewal, by the auth client', () => {
  it(
    'a token is renewed when ninety seconds of it are left, looked for every thirty',
    { tags: ['SES-31'] },
    async () => {
      leaveBehind(150);
      vi.useFakeTimers({ shouldAdvanceTime: true });
      page = await open();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(sent('token')).toBe(0);
      await vi.advanceTimersByTimeAsync(70_000);
      expect(
        service.asked.filter(({ path, query }) => path === 'token' && query.includes('refresh_token')),
      ).toHaveLength(1);
      expect(status()).toBe('signed-in');
    },
  );

  it(
    'without a network it is tried again after 200, 400, 800 ms, and the session is kept',
    { tags: ['SES-32', 'SES-34'] },
    async () => {
      leaveBehind(3600);
      page = await open();
      service.answers.token = unreachable;
      const times: number[] = [];
      const answer = service.answers.token;
      service.answers.token = () => {
        times.push(Date.now());
        return answer();
      };
      vi.useFakeTimers();
      const renewal = page.auth.refreshSession();
      await vi.advanceTimersByTimeAsync(60_000);
      await renewal;
      expect(times.slice(1, 4).map((time, at) => time - (times[at] ?? 0))).toEqual([200, 400, 800]);
      expect(status()).toBe('signed-in');
      expect(localStorage.getItem(STORED)).not.toBeNull();
      expect(events).toEqual([]);
    },
  );

  it(
    'a token that the service does not take ends the session, once, as expired',
    { tags: ['SES-33', 'T-02', 'T-53'] },
    async () => {
      leaveBehind(600);
      page = await open();
      service.answers.token = refused(400, 'refresh_token_already_used');
      // Only then: while the access token lives, the client keeps what still works.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE });
      expect(await page.checkSession()).toBe('expired');
      expect(status()).toBe('signed-out');
      expect(events).toEqual(['expired']);
      expect(localStorage.getItem(STORED)).toBeNull();
      expect(await page.checkSession()).toBe('never');
      expect(events).toEqual(['expired']);
    },
  );

  it('many who ask at once make one renewal', async () => {
    leaveBehind(-10);
    page = await open();
    await Promise.all(Array.from({ length: 20 }, () => page.auth.getSession()));
    expect(sent('token')).toBe(1);
  });
});
