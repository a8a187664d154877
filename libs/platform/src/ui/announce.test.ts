import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announceIn } from './announce';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('shows a text for one second', () => {
  const region = document.createElement('p');
  const stop = announceIn(region);
  announce('Billing');
  vi.advanceTimersByTime(999);
  expect(region.textContent).toBe('Billing');
  vi.advanceTimersByTime(1);
  expect(region.textContent).toBe('');
  stop();
});

test('shows a second text for a full second', () => {
  const region = document.createElement('p');
  const stop = announceIn(region);
  announce('Billing');
  vi.advanceTimersByTime(900);
  announce('Agents');
  vi.advanceTimersByTime(900);
  expect(region.textContent).toBe('Agents');
  stop();
});

test('ignores texts without a region', () => {
  const region = document.createElement('p');
  announceIn(region)();
  announce('Billing');
  expect(region.textContent).toBe('');
});

test('keeps no timer after it was stopped', () => {
  const region = document.createElement('p');
  const stop = announceIn(region);
  announce('Billing');
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
