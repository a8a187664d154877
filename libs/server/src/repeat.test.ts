import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a failure is reported, and the work runs again', async () => {
  const failure = new Error('no database');
  const work = vi.fn().mockRejectedValueOnce(failure).mockResolvedValue(undefined);
  const report = vi.fn();
  const stop = repeat(work, 1000, report);
  await vi.advanceTimersByTimeAsync(2500);
  await stop();
  expect(report.mock.calls).toEqual([[failure]]);
  expect(work).toHaveBeenCalledTimes(3);
});

test('work that may run twice at once does not wait for a slow run, and its end waits for both', async () => {
  const finish: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)));
  const stop = repeat(work, 1000, vi.fn(), 2);
  await vi.advanceTimersByTimeAsync(3500);
  expect(work).toHaveBeenCalledTimes(2);
  finish[0]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(3);
  const ended = vi.fn();
  const end = stop().then(ended);
  finish[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).not.toHaveBeenCalled();
  finish[2]?.();
  await end;
});

test('work that takes longer than the interval never runs twice at once', async () => {
  let finish: () => void = () => undefined;
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const stop = repeat(work, 1000, vi.fn());
  await vi.advanceTimersByTimeAsync(3500);
  expect(work).toHaveBeenCalledTimes(1);
  finish();
  await stop();
  await vi.advanceTimersByTimeAsync(3000);
  expect(work).toHaveBeenCalledTimes(1);
});
