// @vitest-environment jsdom
/** Sessions with and without the auth client. One file: all tests share a mock of the client's code. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as AuthJs from '@supabase/auth-js';
import { AuthClient } from './lazyAuth';

/** Another one in each test: clients with one key notice each other. */
let key = '';
const user = { id: 'user-1', email: 'ada@example.com', app_metadata: {}, user_metadata: {}, aud: '' };
const session = () => ({
  access_token: 'token',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user,
});

const code = vi.hoisted(() => ({ loads: 0, isReachable: true, tests: 0 }));
vi.mock('@supabase/auth-js', async (importOriginal) => {
  const original = await importOriginal<typeof AuthJs>();
  return {
    get GoTrueClient() {
      code.loads += 1;
      if (!code.isReachable) throw new Error('Loading chunk failed');
      return original.GoTrueClient;
    },
  };
});

const open = (send: typeof fetch = () => Promise.resolve(Response.json(session()))) =>
  AuthClient({
    url: 'https://auth.example/auth/v1',
    storageKey: key,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    headers: { apikey: 'key' },
    fetch: send,
  }) as AuthJs.GoTrueClient;

const eventsOf = (client: AuthJs.GoTrueClient) => {
  const events: string[] = [];
  const { data } = client.onAuthStateChange((event, found) => {
    events.push(`${event} ${found?.user.id ?? 'none'}`);
  });
  return { events, ...data.subscription };
};

beforeEach(() => {
  localStorage.clear();
  Object.assign(code, { loads: 0, isReachable: true, tests: code.tests + 1 });
  key = `sb-${String(code.tests)}-auth-token`;
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

it('answers a visitor without a session, and loads nothing', async () => {
  const client = open();
  const { events } = eventsOf(client);
  expect((await client.getSession()).data.session).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION none']);
  window.dispatchEvent(new StorageEvent('storage', { key: 'slipway-theme' }));
  expect(code.loads).toBe(0);
});

it('reports a fresh session as it is stored, and loads the client in time to renew it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  localStorage.setItem(key, JSON.stringify(session()));
  const client = open();
  const { events } = eventsOf(client);
  expect((await client.getSession()).data.session?.access_token).toBe('token');
  expect(events).toEqual(['INITIAL_SESSION user-1']);
  await vi.advanceTimersByTimeAsync((3_600 - 120 - 2) * 1_000);
  expect(code.loads).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => {
    expect(events.slice(1)).toEqual(['SIGNED_IN user-1', 'INITIAL_SESSION user-1']);
  });
  expect((await client.getSession()).data.session?.access_token).toBe('token');
  expect(code.loads).toBe(1);
});

it.each([
  ['is about to expire', { expires_at: Math.floor(Date.now() / 1000) + 110 }],
  ['has expired', { expires_at: 1 }],
  ['has no time', { expires_at: undefined }],
  ['has no user', { user: undefined }],
  ['cannot be renewed', { refresh_token: '' }],
])('loads the client at once when the stored session %s', async (_, fields) => {
  localStorage.setItem(key, JSON.stringify({ ...session(), ...fields }));
  const { events } = eventsOf(open());
  await Promise.resolve();
  expect(events).toEqual([]);
  await vi.waitFor(() => {
    expect(code.loads).toBe(1);
  });
});

it('lets the client decide about something else in the place of the session', async () => {
  localStorage.setItem(key, 'no JSON');
  const client = open();
  expect((await client.getSession()).data.session).toBeNull();
  expect(code.loads).toBe(1);
});

it('reads a session that the client has stored, without it', async () => {
  await open().signInWithPassword({ email: 'ada@example.com', password: 'secret' });
  expect(code.loads).toBe(1);
  const other = open();
  expect((await other.getSession()).data.session).toEqual(JSON.parse(localStorage.getItem(key) ?? ''));
  expect((await other.getSession()).data.session?.user.id).toBe('user-1');
  expect(code.loads).toBe(1);
});

it('reads the account with a fresh session, and leaves failures to the client', async () => {
  localStorage.setItem(key, JSON.stringify(session()));
  const sent = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(user)));
  const client = open(sent);
  expect((await client.getUser()).data.user).toEqual(user);
  expect(sent).toHaveBeenCalledExactlyOnceWith('https://auth.example/auth/v1/user', {
    headers: { apikey: 'key', Authorization: 'Bearer token' },
  });
  expect(code.loads).toBe(0);
  sent.mockImplementation(() =>
    Promise.resolve(Response.json({ error_code: 'no_authorization' }, { status: 401 })),
  );
  expect((await client.getUser()).error?.code).toBe('no_authorization');
  expect(code.loads).toBe(1);
});

it('reads the account of another token with the client', async () => {
  localStorage.setItem(key, JSON.stringify(session()));
  const sent = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(user)));
  expect((await open(sent).getUser('of-a-link')).data.user).toEqual(user);
  expect(code.loads).toBe(1);
  const headers = new Headers(sent.mock.lastCall?.[1]?.headers);
  expect(headers.get('authorization')).toBe('Bearer of-a-link');
});

it('says that the account could not be read without the network', async () => {
  localStorage.setItem(key, JSON.stringify(session()));
  code.isReachable = false;
  const { error } = await open(() => Promise.reject(new TypeError('Failed to fetch'))).getUser();
  expect(error?.name).toBe('AuthRetryableFetchError');
});

it('reports no session after another tab has removed it', async () => {
  localStorage.setItem(key, JSON.stringify(session()));
  const client = open();
  localStorage.removeItem(key);
  expect((await client.getSession()).data.session).toBeNull();
  expect(code.loads).toBe(0);
});

it('loads the client of a session when the page comes back from the cache, and not when it is first shown', async () => {
  localStorage.setItem(key, JSON.stringify(session()));
  open();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  await Promise.resolve();
  expect(code.loads).toBe(0);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await vi.waitFor(() => {
    expect(code.loads).toBeGreaterThan(0);
  });
});

it('signs in with the client, whose events reach the listeners that were there before', async () => {
  const client = open();
  const { events } = eventsOf(client);
  const { error } = await client.signInWithPassword({ email: 'ada@example.com', password: 'secret' });
  expect(error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION none', 'INITIAL_SESSION none', 'SIGNED_IN user-1']);
  expect((await client.getSession()).data.session?.user.id).toBe('user-1');
});

it('calls methods of the parts of the client', async () => {
  const { mfa } = open();
  expect((await mfa.listFactors()).error?.name).toBe('AuthSessionMissingError');
});

it('reports nothing to a listener that has left, before and after the client has loaded', async () => {
  const client = open();
  const early = eventsOf(client);
  early.unsubscribe();
  const late = eventsOf(client);
  await client.initialize();
  late.unsubscribe();
  await client.signInWithPassword({ email: 'ada@example.com', password: 'secret' });
  expect(early.events).toEqual([]);
  expect(late.events).not.toContain('SIGNED_IN user-1');
});

it('finds the session of another tab', async () => {
  const { events } = eventsOf(open());
  localStorage.setItem(key, JSON.stringify(session()));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  await vi.waitFor(() => {
    expect(events).toEqual(['INITIAL_SESSION none', 'SIGNED_IN user-1', 'INITIAL_SESSION user-1']);
  });
});

it('loads nothing when another tab notes that the user is active', async () => {
  localStorage.setItem(key, JSON.stringify(session()));
  open();
  window.dispatchEvent(new StorageEvent('storage', { key: 'lastActivity' }));
  // As long as it takes to load the client.
  await import('@supabase/auth-js');
  await new Promise((resolve) => setTimeout(resolve));
  expect(code.loads).toBe(0);
});

it('loads the client when the focus is in a field for credentials, and in no other', async () => {
  open();
  const focus = (type: string) => {
    const field = Object.assign(document.createElement('input'), { type });
    document.body.append(field);
    field.focus();
  };
  focus('search');
  expect(code.loads).toBe(0);
  focus('password');
  await vi.waitFor(() => {
    expect(code.loads).toBe(1);
  });
});

it('answers as the client does for a service that cannot be reached, while its code cannot be fetched', async () => {
  code.isReachable = false;
  const client = open();
  const credentials = { email: 'ada@example.com', password: 'secret' };
  const { data, error } = await client.signInWithPassword(credentials);
  expect(data.session).toBeNull();
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', status: 0 });
  code.isReachable = true;
  expect((await client.signInWithPassword(credentials)).error).toBeNull();
});

it('reads no session that expires while the code cannot be fetched, and restores it when it can', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  code.isReachable = false;
  localStorage.setItem(
    key,
    JSON.stringify({ ...session(), expires_at: Math.floor(Date.now() / 1000) + 100 }),
  );
  const client = open();
  const { events } = eventsOf(client);
  await expect(client.getSession()).rejects.toMatchObject({ code: 'unavailable' });
  code.isReachable = true;
  await vi.advanceTimersByTimeAsync(500);
  await vi.waitFor(() => {
    expect(events).toEqual(['SIGNED_IN user-1', 'INITIAL_SESSION user-1']);
  });
});
