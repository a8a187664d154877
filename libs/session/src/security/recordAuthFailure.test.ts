/** Which failures count, and for how long they are kept. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAuthService } from '../testing/authService';
import { addFailure, readAttempts, readFailures, writeAttempts } from './authFailures';
import { recordAuthFailure } from './recordAuthFailure';
import { startSecurityReview } from './review';
import { logSecurityEvent } from './securityLog';
import { checkForSuspicion, onSuspicion } from './suspicion';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  startAuthService();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test('only a wrong password or code counts as a failed sign-in', () => {
  recordAuthFailure('login', 'unavailable');
  expect(readFailures()).toEqual([]);
  recordAuthFailure('login', 'unauthenticated');
  expect(readFailures()).toEqual([NOW]);
});

test('keeps the failures of the last five minutes, and none of the future', () => {
  addFailure();
  vi.setSystemTime(NOW + 5 * MINUTE - 1);
  addFailure();
  expect(readFailures()).toHaveLength(2);
  vi.setSystemTime(NOW + 5 * MINUTE);
  addFailure();
  expect(readFailures()).toEqual([NOW + 5 * MINUTE - 1, NOW + 5 * MINUTE]);
  vi.setSystemTime(NOW + MINUTE);
  addFailure();
  expect(readFailures()).toEqual([NOW + MINUTE]);
});

test('attempts and failures do not replace each other, and unknown hashes have no attempts', () => {
  addFailure();
  writeAttempts('a', [NOW - 20 * MINUTE, NOW], NOW - 15 * MINUTE);
  writeAttempts('b', [NOW - 20 * MINUTE], NOW - 15 * MINUTE);
  addFailure();
  expect(readAttempts('a')).toEqual([NOW - 20 * MINUTE, NOW]);
  expect([readAttempts('b'), readAttempts('c')]).toEqual([[], []]);
  expect(readFailures()).toHaveLength(2);
});

test('nothing is suspicious in an ordinary tab', () => {
  const warn = vi.fn();
  const stop = [onSuspicion(warn), startSecurityReview()];
  checkForSuspicion();
  for (let count = 0; count < 10; count += 1) logSecurityEvent('invalid_input');
  vi.advanceTimersByTime(15 * MINUTE);
  expect(warn).not.toHaveBeenCalled();
  for (const end of stop) end();
});
