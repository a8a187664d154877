/** The circuit breaker, the substitute model, and waits that another server asks for (M11). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from '../apiProblem';
import { fakeModel } from '../testing/fakes';
import { createCircuitBreaker } from './circuitBreaker';
import { fallbackModel } from './fallbackModel';
import type { ModelPart } from './model';
import { retryAfterOf } from './retryAfter';

describe('a circuit breaker (M11)', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const down = () => Promise.reject(new Error('down'));
  const rejected = () => Promise.reject(new Error('rejected'));
  const aborted = () => Promise.reject(new Error('aborted'));
  const breakerOf = () =>
    createCircuitBreaker({
      isDown: (error) =>
        (error as Error).message === 'aborted' ? undefined : (error as Error).message === 'down',
      threshold: 2,
      pause: 10_000,
    });

  test('fails at once after failures in a row, with the time to wait, and then tries again', async () => {
    const { run } = breakerOf();
    for (const work of [down, aborted, down]) await expect(run(work)).rejects.toThrow();
    const work = vi.fn(() => Promise.resolve('up'));
    vi.advanceTimersByTime(4_000);
    await expect(run(work)).rejects.toMatchObject({ status: 503, retryAfter: 6 });
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(6_000);
    expect(await run(work)).toBe('up');
    expect(await run(work)).toBe('up');
  });

  test('lets one request through as a trial', async () => {
    const { run } = breakerOf();
    for (const work of [down, down]) await expect(run(work)).rejects.toThrow('down');
    vi.advanceTimersByTime(10_000);
    const trial = run(() => new Promise(() => undefined));
    await expect(run(() => Promise.resolve('up'))).rejects.toMatchObject({ status: 503 });
    expect(trial).toBeInstanceOf(Promise);
  });

  test('stays closed while the endpoint responds in between', async () => {
    const { run } = breakerOf();
    for (const work of [down, rejected, down]) await expect(run(work)).rejects.toThrow();
    expect(await run(() => Promise.resolve('up'))).toBe('up');
  });
});

describe('a substitute model (M11)', () => {
  const instructions = { name: 'a', prompt: '', temperature: 0, maxTokens: 9 };
  const fail = (status: 400 | 503) => () => {
    throw new ApiProblem(status, 'x');
  };
  const partsOf = async (
    first: Parameters<typeof fallbackModel>[0],
    signal = new AbortController().signal,
  ) => {
    const second = fakeModel({ text: 'second' });
    const parts: ModelPart[] = [];
    for await (const part of fallbackModel(first, second).complete(instructions, [], signal))
      parts.push(part);
    return parts;
  };

  test('runs when the first one fails before its output', async () => {
    expect(await partsOf(fakeModel(fail(503)))).toEqual([
      { failover: { from: 'fake', to: 'fake', cause: new ApiProblem(503, 'x') } },
      { text: 'second' },
    ]);
    expect(await partsOf(fakeModel({ text: 'first' }))).toEqual([{ text: 'first' }]);
  });

  test('comes in any number, asked in their order', async () => {
    const { signal } = new AbortController();
    const ask = async (...models: Parameters<typeof fallbackModel>) => {
      const parts: ModelPart[] = [];
      for await (const part of fallbackModel(...models).complete(instructions, [], signal)) parts.push(part);
      return parts;
    };
    const down = fakeModel(fail(503));
    expect(await ask(down, down, fakeModel({ text: 'third' }), fakeModel({ text: 'fourth' }))).toMatchObject([
      { failover: {} },
      { failover: {} },
      { text: 'third' },
    ]);
    await expect(ask(down, down, down)).rejects.toMatchObject({ status: 503 });
  });

  test('does not run after output, a rejected request or an abort', async () => {
    await expect(partsOf(fakeModel({ text: 'first' }, fail(503)))).rejects.toMatchObject({ status: 503 });
    await expect(partsOf(fakeModel(fail(400)))).rejects.toMatchObject({ status: 400 });
    await expect(partsOf(fakeModel(fail(503)), AbortSignal.abort())).rejects.toMatchObject({ status: 503 });
  });
});

test.each([
  [undefined, undefined],
  ['soon', undefined],
  ['29', 29],
  ['0.2', 1],
  ['99999', 3_600],
  ['Thu, 01 Jan 1970 00:01:40 GMT', 100],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 1],
])('Retry-After: %s is a wait of %s s', (value, seconds) => {
  expect(retryAfterOf(new Headers(value === undefined ? {} : { 'retry-after': value }), 0)).toBe(seconds);
});
