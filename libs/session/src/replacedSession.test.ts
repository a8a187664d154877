/** Signing in again ends the session that it replaces, and neither the new one nor what the page is doing. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { supabase } from '@slipway/data';
import { confirmSignUp } from './accounts/mails';
import { signIn } from './accounts/password';
import { signInWithCode } from './accounts/reauthentication';
import { checkSession } from './sessionCheck';
import { onSessionEvent, readSession, type SessionEvent } from './sessionState';
import { startSession } from './startSession';
import { type AuthService, rejected, session, startAuthService, STORED, user } from './testing/authService';

const own = session(3000, 'own');
const next = session(3600, 'next');
const { email } = user;

let service: AuthService;
let events: SessionEvent[];
let stops: (() => void)[];

const store = (one: object) => {
  localStorage.setItem(STORED, JSON.stringify(one));
};
const stored = () =>
  (JSON.parse(localStorage.getItem(STORED) ?? '{}') as { access_token?: string }).access_token;
const tokens = (path: string) =>
  service.sent.filter((request) => request.path === path).map(({ token }) => token);

beforeEach(async () => {
  localStorage.clear();
  store(own);
  service = startAuthService();
  service.replies['token'] = () => Response.json(next);
  service.replies['verify'] = () => Response.json(next);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  events = [];
  stops = [onSessionEvent((event) => events.push(event)), startSession()];
  await new Promise<void>((resolve) => {
    supabase().auth.onAuthStateChange((event) => {
      if (event === 'INITIAL_SESSION') resolve();
    });
  });
  await vi.waitFor(() => {
    expect(readSession().status).toBe('signed-in');
  });
});

afterEach(async () => {
  await supabase().auth.stopAutoRefresh();
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

const signInAgain = () => signIn({ email, password: 'x' });

test.each([
  ['a password', signInAgain],
  ['a mailed code', () => signInWithCode(email, '123456')],
  ['the code of a new account', () => confirmSignUp(email, '123456')],
])('%s ends the session that it replaces: it is no other device', async (_how, work) => {
  await work();
  expect(stored()).toBe(next.access_token);
  expect(tokens('logout')).toEqual([own.access_token]);
  expect(service.sent.find(({ path }) => path === 'logout')?.query).toBe('?scope=local');
  expect(events).toEqual([]);
});

test('a wrong password or code ends nothing', async () => {
  service.replies['token'] = rejected(400, 'invalid_credentials');
  service.replies['verify'] = rejected(403, 'otp_expired');
  await expect(signInAgain()).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(signInWithCode(email, '000000')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(stored()).toBe(own.access_token);
  expect(tokens('logout')).toEqual([]);
});

test('the session that another tab has stored again is the one of this browser', async () => {
  const renewed = session(3300, 'own');
  // After the client has stored the new session.
  const { data } = supabase().auth.onAuthStateChange((event) => {
    if (event === 'SIGNED_IN' && stored() === next.access_token) store(renewed);
  });
  await signInAgain();
  data.subscription.unsubscribe();
  expect(stored()).toBe(renewed.access_token);
  expect(tokens('logout')).toEqual([]);
});

test('a failure to end it is ignored', async () => {
  service.replies['logout'] = () => Promise.reject(new TypeError('Failed to fetch'));
  await signInAgain();
  expect(stored()).toBe(next.access_token);
});

const ended = {
  agents: () =>
    Response.json(
      { code: 'PGRST303', message: 'The session of the JWT has ended' },
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    ),
  user: rejected(403, 'session_not_found'),
};

/** Sends `request` with the earlier session, which ends before the service has an answer. */
async function sendDuring(path: keyof typeof ended, request: () => Promise<unknown>) {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  service.replies[path] = async () => {
    service.replies[path] = () => Response.json(path === 'user' ? user : []);
    await held;
    return ended[path]();
  };
  const result = request();
  await vi.waitFor(() => {
    expect(tokens(path)).toEqual([own.access_token]);
  });
  await signInAgain();
  answer();
  return result;
}

test('a request of the data API that is under way is repeated with the new session, and renews nothing', async () => {
  const select = async () => (await supabase().from('agents').select().retry(false)).status;
  expect(await sendDuring('agents', select)).toBe(200);
  expect(tokens('agents')).toEqual([own.access_token, next.access_token]);
  expect(service.sent.filter(({ path }) => path === 'token')).toHaveLength(1);
  expect(events).toEqual([]);
});

test('the account is read with the new session: the client would end it', async () => {
  const read = async () => (await supabase().auth.getUser()).error;
  expect(await sendDuring('user', read)).toBeNull();
  expect(tokens('user')).toEqual([own.access_token, next.access_token]);
  expect(stored()).toBe(next.access_token);
  expect(events).toEqual([]);
});

test('a request of another user is not repeated with the session of this one', async () => {
  store({ ...own, access_token: `x.${btoa(JSON.stringify({ sub: 'other', session_id: 'other' }))}.y` });
  const select = async () => (await supabase().from('agents').select().retry(false)).status;
  service.replies['agents'] = () => {
    store(next);
    return ended.agents();
  };
  service.replies['token'] = () => Response.json(session(3500, 'next'));
  expect(await select()).toBe(401);
  expect(service.sent.filter(({ path }) => path === 'agents')).toHaveLength(1);
});

test.each([
  ['a rejected token', async () => (await supabase().from('agents').select().retry(false)).status],
  ['a check of the session', checkSession],
])(
  'the new session stays when it is stored during a renewal of the earlier one, after %s',
  async (_what, begin) => {
    if (begin === checkSession) {
      const expired = session(-10, 'own');
      store(expired);
      vi.spyOn(supabase().auth, 'getSession').mockResolvedValueOnce({
        data: { session: expired },
        error: null,
      });
    }
    service.replies['agents'] = ended.agents;
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    service.replies['token'] = async () => {
      await held;
      return Response.json(session(3500, 'own'));
    };
    const work = begin();
    await vi.waitFor(() => {
      expect(service.sent.filter(({ path }) => path === 'token')).toHaveLength(1);
    });
    // Another tab.
    store(next);
    answer();
    await work;
    expect(stored()).toBe(next.access_token);
    expect(readSession().status).toBe('signed-in');
    expect(events).toEqual([]);
  },
);
