/** The session checks of a protected page: their schedule, and failed checks. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as sessionCheck from './sessionCheck';
import { type AuthService, session, STORED, unreachable } from './testing/authService';

const MINUTE = 60_000;

let service: AuthService;
let check: Pick<typeof sessionCheck, 'checkSession' | 'renewRejectedSession' | 'watchSession'>;
let events: string[];
let close: () => void;
let reads: number;

beforeEach(async () => {
  vi.resetModules();
  localStorage.clear();
  localStorage.setItem(STORED, JSON.stringify(session(24 * 3600)));
  localStorage.setItem('lastActivity', String(Date.now()));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  service = (await import('./testing/authService')).startAuthService();
  const { onSessionEvent, readSession } = await import('./sessionState');
  const { startSession } = await import('./startSession');
  check = await import('./sessionCheck');
  events = [];
  onSessionEvent((event) => events.push(event));
  close = startSession();
  await vi.waitFor(() => {
    expect(readSession().status).toBe('signed-in');
  });
  const { supabase } = await import('@slipway/data');
  await supabase().auth.stopAutoRefresh();
  reads = 0;
  const getSession = supabase().auth.getSession.bind(supabase().auth);
  vi.spyOn(supabase().auth, 'getSession').mockImplementation(() => {
    reads += 1;
    return getSession();
  });
  vi.useFakeTimers();
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it(
  'checks every five minutes with one timer for all watchers, and stops with the last',
  { tags: ['SHELL-24'] },
  async () => {
    const stops = [check.watchSession(), check.watchSession(), check.watchSession()];
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(reads).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toBe(1);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(reads).toBe(2);
    for (const stop of stops) stop();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(reads).toBe(2);
    expect(events).toEqual([]);
  },
);

it('ends a session after an hour without activity', { tags: ['SES-22'] }, async () => {
  const stop = check.watchSession();
  await vi.advanceTimersByTimeAsync(55 * MINUTE);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(events).toEqual(['expired']);
  stop();
});

it('keeps the session after a failed check, and retries sooner', { tags: ['T-20'] }, async () => {
  localStorage.setItem(STORED, JSON.stringify(session(-1)));
  service.replies.token = unreachable;
  const failing = expect(check.checkSession()).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(MINUTE);
  await failing;
  const stop = check.watchSession();
  reads = 0;
  // The client itself retries for up to half a minute.
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(reads).toBeGreaterThan(1);
  expect(events).toEqual([]);
  stop();
});

it('checks on a return to the tab, not on leaving it, and starts the interval again', async () => {
  const stop = check.watchSession();
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const change = async (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1);
  };
  await change('hidden');
  expect(reads).toBe(0);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  await change('visible');
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(reads).toBe(1);
  stop();
  await change('visible');
  expect(reads).toBe(1);
});

/** The reply of the auth client while the service cannot be reached. */
const unreached = {
  data: { session: null, user: null },
  error: { name: 'AuthRetryableFetchError' },
} as never;
const client = async () => (await import('@slipway/data')).supabase().auth;

it(
  'repeats a failed check after 30 s, and doubles the time up to five minutes',
  { tags: ['T-20'] },
  async () => {
    vi.mocked((await client()).getSession).mockImplementation(() => {
      reads += 1;
      return Promise.resolve(unreached);
    });
    const stop = check.watchSession();
    for (const [count, seconds] of [300, 30, 60, 120, 240, 300, 300].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(reads).toBe(count);
      await vi.advanceTimersByTimeAsync(1);
      expect(reads).toBe(count + 1);
    }
    stop();
  },
);

it.each([
  ['succeeds', { data: { session: session() }, error: null } as never],
  ['fails', unreached],
])('does not schedule another check when the page closes before one %s', async (_end, reply) => {
  let finish: (value: never) => void = () => undefined;
  const pending = new Promise<never>((resolve) => (finish = resolve));
  vi.mocked((await client()).getSession).mockImplementation(() => {
    reads += 1;
    return pending;
  });
  const stop = check.watchSession();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  stop();
  finish(reply);
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  expect(reads).toBe(1);
});

it('renews a session that the client returns although it has expired, and no other', async () => {
  const renewals = () => service.sent.filter(({ path }) => path === 'token').length;
  expect(await check.checkSession()).toBe('valid');
  expect(renewals()).toBe(0);
  const expired = { data: { session: session(-1) }, error: null } as never;
  vi.mocked((await client()).getSession).mockResolvedValue(expired);
  expect(await check.checkSession()).toBe('valid');
  expect(renewals()).toBe(1);
});

it('keeps the session of a machine whose clock is ahead of the service', async () => {
  const expired = { data: { session: session(-1) }, error: null } as never;
  vi.mocked((await client()).getSession).mockResolvedValue(expired);
  vi.spyOn(await client(), 'refreshSession').mockResolvedValue(expired);
  expect(await check.checkSession()).toBe('valid');
  vi.mocked((await client()).refreshSession).mockResolvedValue({ data: { session: null } } as never);
  expect(await check.checkSession()).toBe('expired');
});

describe('a rejected token', () => {
  it('keeps the session while the service cannot be reached, and is tried again', async () => {
    const refresh = vi.spyOn(await client(), 'refreshSession').mockResolvedValue(unreached);
    await Promise.all([check.renewRejectedSession(), check.renewRejectedSession()]);
    expect(refresh).toHaveBeenCalledTimes(1);
    await check.renewRejectedSession();
    expect(refresh).toHaveBeenCalledTimes(2);
    expect(events).toEqual([]);
  });

  it('is not renewed after signing out', async () => {
    const refresh = vi.spyOn(await client(), 'refreshSession').mockResolvedValue(unreached);
    await (await import('./signOut')).signOut();
    await check.renewRejectedSession();
    expect(refresh).not.toHaveBeenCalled();
  });
});

it('ends the sessions in other browsers, not this one', async () => {
  await (await import('./signOut')).signOutOthers();
  expect(service.sent.at(-1)).toMatchObject({ path: 'logout', query: '?scope=others' });
  expect(events).toEqual([]);
});
