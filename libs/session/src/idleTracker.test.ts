import { expect, test, vi } from 'vitest';
import { followActivity } from './activity';
import { startIdleTracker } from './idleTracker';

const MINUTE = 60_000;

test('logs four hours of inactivity once, checking every ten minutes', { tags: ['SES-28', 'SES-29'] }, () => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const stops = [followActivity(() => 'signed-out'), startIdleTracker()];

  vi.advanceTimersByTime(240 * MINUTE - 1);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(warn).toHaveBeenCalledExactlyOnceWith('no activity for four hours');
  vi.advanceTimersByTime(60 * MINUTE);
  expect(warn).toHaveBeenCalledOnce();

  // Between two checks: the next one after four hours reports it.
  vi.advanceTimersByTime(5 * MINUTE);
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(245 * MINUTE - 1);
  expect(warn).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  expect(warn).toHaveBeenCalledTimes(2);
  for (const stop of stops) stop();
  vi.advanceTimersByTime(600 * MINUTE);
  expect(warn).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
