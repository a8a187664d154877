import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { startAuthService } from '../testing/authService';
import { addFailure } from './authFailures';
import { startSecurityReview } from './review';
import { logSecurityEvent, readSecurityLog } from './securityLog';
import { checkForSuspicion, onSuspicion } from './suspicion';
import {
  looksAutomated,
  suspicionsOf,
  tooManyEvents,
  tooManyFailures,
  tooManyRequests,
} from './suspicionRules';

const NOW = Date.UTC(2026, 10, 21, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** `count` times, the latest one now. */
const times = (count: number, apart: number) => Array.from({ length: count }, (_, at) => NOW - at * apart);

test('allows 20 requests in ten seconds', { tags: ['SES-51'] }, () => {
  expect(tooManyRequests(times(20, 400), NOW)).toBe(false);
  expect(tooManyRequests(times(21, 400), NOW)).toBe(true);
  expect(tooManyRequests(times(21, 500), NOW)).toBe(false); // the first is ten seconds old
});

test('allows 3 failures in five minutes', { tags: ['SES-53'] }, () => {
  expect(tooManyFailures(times(3, SECOND), NOW)).toBe(false);
  expect(tooManyFailures(times(4, SECOND), NOW)).toBe(true);
  expect(tooManyFailures(times(4, 100 * SECOND), NOW)).toBe(false);
});

test.each(['bot', 'crawler', 'spider', 'scraper', 'curl', 'wget'])(
  'detects %s in a user agent',
  { tags: ['SES-52'] },
  (word) => {
    expect(looksAutomated(`Mozilla/5.0 (${word.toUpperCase()}/1.0)`)).toBe(true);
  },
);

test.each([
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  '',
])('does not detect %j', { tags: ['SES-52'] }, (userAgent) => {
  expect(looksAutomated(userAgent)).toBe(false);
});

test('returns every broken rule', () => {
  expect(
    suspicionsOf({ requests: times(21, 1), userAgent: 'wget', failures: times(4, 1), now: NOW }),
  ).toEqual(['requests', 'user_agent', 'auth_failures']);
  expect(suspicionsOf({ requests: [], userAgent: '', failures: [], now: NOW })).toEqual([]);
});

test('allows 10 events of the reviewed types in fifteen minutes', { tags: ['SES-59'] }, () => {
  const entries = (count: number, apart: number, type = 'invalid_input') =>
    times(count, apart).map((time) => ({ type, timestamp: new Date(time).toISOString() }));
  expect(tooManyEvents(entries(10, MINUTE), NOW)).toBe(false);
  for (const type of ['xss_attempt', 'rate_limit_exceeded', 'invalid_input']) {
    expect(tooManyEvents(entries(11, MINUTE, type), NOW)).toBe(true);
  }
  expect(tooManyEvents(entries(11, 90 * SECOND), NOW)).toBe(false); // the first is fifteen minutes old
  expect(tooManyEvents(entries(30, SECOND, 'authentication_failed'), NOW)).toBe(false);
});

describe('in a tab', () => {
  let warnings: number;
  let unsubscribe: () => void;

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    startAuthService();
    // Far apart, so that the quiet period of one test ends before the next.
    vi.useFakeTimers({ now: NOW + Math.floor(performance.now()) * 1e6 });
    warnings = 0;
    unsubscribe = onSuspicion(() => {
      warnings += 1;
    });
  });
  afterEach(async () => {
    unsubscribe();
    await vi.advanceTimersByTimeAsync(1_000); // pending audit requests finish here, not in the next test
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('warns once in five minutes, logs it, and keeps the session', { tags: ['SES-54', 'T-20'] }, () => {
    localStorage.setItem('sb-auth-auth-token', 'the session');
    for (let count = 0; count < 4; count += 1) addFailure();
    checkForSuspicion();
    checkForSuspicion();
    expect(warnings).toBe(1);
    expect(readSecurityLog()).toMatchObject([
      { type: 'suspicious_activity', details: { rule: 'auth_failures' } },
    ]);
    expect(localStorage.getItem('sb-auth-auth-token')).toBe('the session');
    vi.advanceTimersByTime(5 * MINUTE);
    for (let count = 0; count < 4; count += 1) addFailure();
    checkForSuspicion();
    expect(warnings).toBe(2);
  });

  it('reviews the log every fifteen minutes', { tags: ['SES-58', 'T-49'] }, () => {
    const stop = startSecurityReview();
    vi.advanceTimersByTime(MINUTE);
    for (let count = 0; count < 11; count += 1) logSecurityEvent('invalid_input');
    vi.advanceTimersByTime(14 * MINUTE - 1);
    expect(warnings).toBe(0);
    vi.advanceTimersByTime(1);
    expect(warnings).toBe(1);
    expect(readSecurityLog().at(-1)).toMatchObject({ type: 'suspicious_activity' });
    stop();
    vi.advanceTimersByTime(60 * MINUTE);
    expect(warnings).toBe(1);
  });
});
