/** Time limits of the steps of a load, and attempts that get further. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { LoadFailure } from './loadFailure';
import { createLoadSteps, hung, timeLimitsOf, within } from './loadSteps';
import { retryWithProgress } from './retryWithProgress';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { manifest: 1_000, entry: 2_000, module: 3_000, page: 4_000, slot: 5_000 };
const pending = () => new Promise<string>(() => undefined);
/** The outcome so far: a value, an error, or undefined. */
const follow = <Value>(work: Promise<Value>) => {
  const seen: { value?: Value; error?: unknown } = {};
  work.then(
    (value) => (seen.value = value),
    (error: unknown) => (seen.error = error),
  );
  return seen;
};

test('each step has 15 seconds, or the time of the environment', () => {
  const most = 15_000;
  expect(timeLimitsOf({})).toEqual({ manifest: most, entry: most, module: most, page: most, slot: most });
  expect(timeLimitsOf({ timeLimits: limits })).toEqual(limits);
});

test('a step that hangs is a failure of that step', () => {
  expect(hung('entry', 2_000)).toMatchObject({
    ...{ phase: 'hang', part: 'entry', code: 'slice_unreachable' },
    message: 'The entry did not load within 2 seconds',
  });
});

describe('a load', () => {
  test('fails when its first step takes too long', async () => {
    const seen = follow(createLoadSteps(limits).limit('notes', pending()));
    await vi.advanceTimersByTimeAsync(999);
    expect(seen.error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.error).toMatchObject({ phase: 'hang', part: 'manifest' });
  });

  test('gets the time of the next step when it reaches it', async () => {
    const steps = createLoadSteps(limits);
    const seen = follow(steps.limit('notes', pending()));
    await vi.advanceTimersByTimeAsync(900);
    steps.reach('notes', 'entry');
    expect(steps.stepOf('notes')).toBe('entry');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(seen.error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.error).toMatchObject({ part: 'entry', message: 'The entry did not load within 2 seconds' });
  });

  test('gets no time for the steps of another slice', async () => {
    const steps = createLoadSteps(limits);
    const seen = follow(steps.limit('notes', pending()));
    await vi.advanceTimersByTimeAsync(900);
    steps.reach('other', 'entry');
    expect(steps.stepOf('notes')).toBe('manifest');
    await vi.advanceTimersByTimeAsync(100);
    expect(seen.error).toMatchObject({ part: 'manifest' });
  });

  test('starts with the step that its slice has reached', async () => {
    const steps = createLoadSteps(limits);
    steps.reach('notes', 'module');
    const seen = follow(steps.limit('notes', pending()));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(seen.error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.error).toMatchObject({ part: 'module' });
  });

  test('that ends leaves no timer, and later steps start none', async () => {
    const steps = createLoadSteps(limits);
    expect(await steps.limit('notes', Promise.resolve('done'))).toBe('done');
    const failure = new Error('x');
    await expect(steps.limit('notes', Promise.reject(failure))).rejects.toBe(failure);
    steps.reach('notes', 'page');
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a page has its own limit', async () => {
  const seen = follow(within(500, pending()));
  await vi.advanceTimersByTimeAsync(500);
  expect(seen.error).toMatchObject({ phase: 'hang', part: 'page' });
  expect(await within(500, Promise.resolve('page'))).toBe('page');
  const failure = new Error('x');
  await expect(within(500, Promise.reject(failure))).rejects.toBe(failure);
  expect(vi.getTimerCount()).toBe(0);
});

describe('retryWithProgress', () => {
  const failing = (...errors: unknown[]) => {
    const attempt = vi.fn(() => {
      const error = errors.shift();
      return error === undefined ? Promise.resolve('loaded') : Promise.reject(error as Error);
    });
    return { attempt, seen: follow(retryWithProgress(attempt)) };
  };

  test('tries again after a moment', async () => {
    const { attempt, seen } = failing(new Error('a'));
    await vi.advanceTimersByTimeAsync(399);
    expect(attempt).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.value).toBe('loaded');
  });

  test('continues at once while each attempt fails on another file', async () => {
    const { attempt, seen } = failing(new Error('a'), new Error('b'), new Error('c'));
    await vi.advanceTimersByTimeAsync(400);
    expect([attempt.mock.calls.length, seen.value]).toEqual([4, 'loaded']);
  });

  test('ends when a file fails twice', async () => {
    const { attempt, seen } = failing(new Error('a'), new Error('b'), new Error('a'), new Error('c'));
    await vi.advanceTimersByTimeAsync(400);
    expect(attempt).toHaveBeenCalledTimes(3);
    expect(seen.error).toMatchObject({ message: 'a' });
  });

  test.each([
    new LoadFailure('load', 'chunk', 'slice_unreachable', 'x'),
    new AppError('slice_untrusted', 'x'),
    new AppError('slice_incompatible', 'x'),
  ])('does not repeat what another attempt cannot change (%#)', async (error) => {
    const { attempt, seen } = failing(error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(attempt).toHaveBeenCalledTimes(1);
    expect(seen.error).toBe(error);
  });

  test('repeats a request that did not arrive', async () => {
    const { seen } = failing(new AppError('slice_unreachable', 'x'));
    await vi.advanceTimersByTimeAsync(400);
    expect(seen.value).toBe('loaded');
  });
});
