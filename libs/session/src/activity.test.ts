import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginActivity, followActivity, forgetActivity, readLastActivity, readLastSeen } from './activity';
import { INACTIVITY_LIMIT } from './validity';

let status: 'loading' | 'signed-out' | 'signed-in';
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  status = 'signed-in';
  stop = followActivity(() => status);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const sign = (type: string) => {
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
};

test.each([
  ['SES-24', 'click'],
  ['SES-25', 'keypress'],
  ['SES-26', 'scroll'],
  ['T-19', 'keydown'],
  ['T-19', 'pointerdown'],
  ['T-19', 'touchstart'],
])('%s SES-23 stores the time of a %s in milliseconds', (_row, type) => {
  beginActivity();
  vi.advanceTimersByTime(5_000);
  sign(type);
  expect(localStorage.getItem('lastActivity')).toBe('1000000005000');
});

test('writes at once, at most once a second', { tags: ['T-19'] }, () => {
  sign('click');
  const first = readLastActivity();
  vi.advanceTimersByTime(999);
  sign('click');
  expect(readLastActivity()).toBe(first);
  vi.advanceTimersByTime(1);
  sign('click');
  expect(readLastActivity()).toBe((first ?? 0) + 1_000);
});

test('ignores a click after more than an hour', () => {
  beginActivity();
  const started = readLastActivity();
  vi.advanceTimersByTime(INACTIVITY_LIMIT + 1);
  sign('click');
  expect(readLastActivity()).toBe(started);
  beginActivity();
  expect(readLastActivity()).toBe(Date.now());
});

test('stores a click of a visitor, also after an hour', { tags: ['SES-24'] }, () => {
  status = 'signed-out';
  sign('click');
  vi.advanceTimersByTime(INACTIVITY_LIMIT + 5_000);
  sign('click');
  expect(readLastActivity()).toBe(Date.now());
});

test('stores nothing before it is known whether there is a session, but notices the activity', () => {
  status = 'loading';
  vi.advanceTimersByTime(5_000);
  sign('click');
  expect(localStorage).toHaveLength(0);
  expect(readLastSeen()).toBe(Date.now());
});

test('overwrites a time in the future, and ignores invalid ones', () => {
  localStorage.setItem('lastActivity', String(Date.now() + 1e9));
  sign('click');
  expect(readLastActivity()).toBe(Date.now());
  for (const text of ['', 'soon', 'NaN']) {
    localStorage.setItem('lastActivity', text);
    expect(readLastActivity()).toBeUndefined();
  }
  forgetActivity();
  expect(readLastActivity()).toBeUndefined();
});

test('follows nothing after it has stopped', () => {
  stop();
  vi.advanceTimersByTime(5_000);
  sign('click');
  expect(readLastSeen()).toBe(Date.now() - 5_000);
  expect(readLastActivity()).toBeUndefined();
});

test('a session of exactly an hour is still revived by a click', () => {
  beginActivity();
  vi.advanceTimersByTime(INACTIVITY_LIMIT);
  sign('click');
  expect(readLastActivity()).toBe(Date.now());
});
