import { afterEach, expect, it, vi } from 'vitest';
import { limitedSignal } from './limitedSignal';

afterEach(() => {
  vi.useRealTimers();
});

it('aborts when the time is over', () => {
  vi.useFakeTimers();
  const { signal, isLate } = limitedSignal(new AbortController().signal, 1_000);
  vi.advanceTimersByTime(999);
  expect([signal.aborted, isLate()]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([(signal.reason as Error).name, isLate()]).toEqual(['TimeoutError', true]);
});

it('aborts with the reason of the client', () => {
  const client = new AbortController();
  const { signal, isLate, end } = limitedSignal(client.signal, 1_000);
  client.abort('gone');
  expect([signal.reason, isLate()]).toEqual(['gone', false]);
  end();
});

it('has no timer and no listener after its end', () => {
  vi.useFakeTimers();
  const client = new AbortController();
  const { signal, end } = limitedSignal(client.signal, 1_000);
  end();
  expect(vi.getTimerCount()).toBe(0);
  client.abort();
  expect(signal.aborted).toBe(false);
});
