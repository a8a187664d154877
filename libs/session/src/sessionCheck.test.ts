/** The session checks of a protected page: their schedule, and failed checks. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as sessionCheck from './sessionCheck';
import { type AuthService, session, STORED, unreachable } from './testing/authService';

const MINUTE = 60_000;

let service: AuthService;
let check: Pick<typeof sessionCheck, 'checkSession' | 'watchSession'>;
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

it('checks on a return to the tab', async () => {
  const stop = check.watchSession();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1);
  expect(reads).toBe(1);
  stop();
});
