/**
 * Calls with an idempotency key: one run for each key, its reply for repeats, and its errors for those who wait.
 * One file: all tests share the started calls.
 */
import { describe, expect, test, vi } from 'vitest';
import { createIdempotentCalls, type StartedCall } from './idempotentCalls';
import type { CompletionEnd, CompletionEvent } from './modelRun';

const end: CompletionEnd = {
  ...{ tokens: { input: 1, output: 2, isEstimate: false }, cost: 0.1, finishReason: 'stop' },
};
const call = (changes: Partial<Parameters<ReturnType<typeof createIdempotentCalls>['once']>[0]> = {}) => ({
  ...{ deployment: 'd', key: 'k', requestHash: 'h', signal: new AbortController().signal },
  ...changes,
});

async function* eventsOf(...events: (CompletionEvent | Promise<CompletionEvent>)[]) {
  for (const event of events) yield await event;
}
/** Begins calls that have these events; `runs` counts them. */
const starting = (...events: (CompletionEvent | Promise<CompletionEvent>)[]) => {
  const start = vi.fn((): Promise<StartedCall> =>
    Promise.resolve({ id: 'call-1', events: eventsOf(...events), headers: {} }),
  );
  return start;
};
const collect = async ({ events }: StartedCall) => {
  const collected: CompletionEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
};
const replay = { 'idempotent-replayed': 'true' };

describe('a repeat', () => {
  test('gets the id and the reply of the first call, and a header that marks it', async () => {
    const { once } = createIdempotentCalls();
    const start = starting({ text: 'a' }, { text: 'b' }, { end });
    const first = await once(call(), start);
    expect([first.id, first.headers]).toEqual(['call-1', {}]);
    expect(await collect(first)).toEqual([{ text: 'a' }, { text: 'b' }, { end }]);
    const second = await once(call(), start);
    expect([second.id, second.headers]).toEqual(['call-1', replay]);
    expect(await collect(second)).toEqual([{ text: 'ab' }, { end }]);
    expect(start).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['after the call', true],
    ['while it runs', false],
  ])('with another body is rejected %s', async (_when, isFinished) => {
    const { once } = createIdempotentCalls();
    const first = await once(call(), starting({ text: 'a' }, { end }));
    if (isFinished) await collect(first);
    const other = starting({ text: 'other' }, { end });
    await expect(once(call({ requestHash: 'other' }), other)).rejects.toMatchObject({ status: 422 });
    expect(other).not.toHaveBeenCalled();
  });

  test.each([{ key: 'other' }, { deployment: 'other' }])(
    'of another key or deployment runs: %j',
    async (changes) => {
      const { once } = createIdempotentCalls();
      await collect(await once(call(), starting({ text: 'a' }, { end })));
      const other = starting({ text: 'other' }, { end });
      expect(await collect(await once(call(changes), other))).toEqual([{ text: 'other' }, { end }]);
      expect(other).toHaveBeenCalledTimes(1);
    },
  );

  test('gets calls of tools in one part, and no text where there is none', async () => {
    const { once } = createIdempotentCalls();
    const part = (text: string) => ({ index: 0, function: { arguments: text } });
    const named = { index: 0, id: 't1', type: 'function' as const, function: { name: 'f', arguments: '' } };
    const start = starting({ toolCalls: [named] }, { toolCalls: [part('{'), part('}')] }, { end });
    await collect(await once(call(), start));
    expect(await collect(await once(call(), start))).toEqual([
      { toolCalls: [{ index: 0, id: 't1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { end },
    ]);
  });

  test('gets both text and calls of tools', async () => {
    const { once } = createIdempotentCalls();
    const toolCalls = [{ index: 0, id: 't1', function: { name: 'f', arguments: '{}' } }];
    const start = starting({ text: 'a' }, { toolCalls }, { end });
    await collect(await once(call(), start));
    const events = await collect(await once(call(), start));
    expect(events[0]).toEqual({ text: 'a' });
    expect(events[1]).toMatchObject({ toolCalls });
  });

  test('gets an empty text of a call without output', async () => {
    const { once } = createIdempotentCalls();
    const start = starting({ end });
    await collect(await once(call(), start));
    expect(await collect(await once(call(), start))).toEqual([{ text: '' }, { end }]);
  });

  test('does not get what tools of the agent did meanwhile', async () => {
    const { once } = createIdempotentCalls();
    const toolRun = { id: 't', name: 'f', server: 's', state: 'running' } as unknown as Extract<
      CompletionEvent,
      { toolRun: unknown }
    >['toolRun'];
    const start = starting({ toolRun }, { text: 'a' }, { end });
    expect(await collect(await once(call(), start))).toHaveLength(3);
    expect(await collect(await once(call(), start))).toEqual([{ text: 'a' }, { end }]);
  });

  test('runs again after ten minutes', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { once } = createIdempotentCalls();
    const start = starting({ text: 'a' }, { end });
    await collect(await once(call(), start));
    now += 590_000;
    await collect(await once(call(), start));
    expect(start).toHaveBeenCalledTimes(1);
    now += 20_000;
    // The cache reads the clock at most once a millisecond.
    await vi.waitFor(async () => {
      await once(call(), start);
      expect(start).toHaveBeenCalledTimes(2);
    });
  });
});

describe('while a call runs', () => {
  test('a repeat waits for its reply', async () => {
    const { once } = createIdempotentCalls();
    let resume: (event: CompletionEvent) => void = () => undefined;
    const paused = new Promise<CompletionEvent>((resolve) => (resume = resolve));
    const start = starting({ text: 'a' }, paused);
    const running = once(call(), start).then(collect);
    const waiting = once(call(), start).then(collect);
    resume({ end });
    expect(await running).toEqual([{ text: 'a' }, { end }]);
    expect(await waiting).toEqual([{ text: 'a' }, { end }]);
    expect(start).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['already disconnected', true],
    ['disconnects', false],
  ])('a repeat whose caller %s ends, and the call continues', async (_how, isBefore) => {
    const { once } = createIdempotentCalls();
    let resume: (event: CompletionEvent) => void = () => undefined;
    const paused = new Promise<CompletionEvent>((resolve) => (resume = resolve));
    const start = starting(paused);
    const running = once(call(), start).then(collect);
    const controller = new AbortController();
    if (isBefore) controller.abort();
    const waiting = once(call({ signal: controller.signal }), start);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ status: 499 });
    resume({ end });
    expect(await running).toEqual([{ end }]);
  });

  test('a repeat that got its reply leaves no listener', async () => {
    const { once } = createIdempotentCalls();
    await collect(await once(call(), starting({ text: 'a' }, { end })));
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    await once(call({ signal }), starting());
    expect(removed).toHaveBeenCalledTimes(1);
  });
});

describe('a call that fails', () => {
  const failure = new Error('down');

  test('before it begins fails for all that wait, and the next one runs', async () => {
    const { once } = createIdempotentCalls();
    const start = vi.fn(() => Promise.reject(failure));
    const results = await Promise.allSettled([once(call(), start), once(call(), start)]);
    expect(results).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ]);
    expect(start).toHaveBeenCalledTimes(1);
    const next = starting({ text: 'a' }, { end });
    expect(await collect(await once(call(), next))).toHaveLength(2);
  });

  test('while it runs fails for all that wait, and the next one runs', async () => {
    const { once } = createIdempotentCalls();
    const start = starting({ text: 'a' }, Promise.reject(failure));
    const first = once(call(), start).then(collect);
    const waiting = once(call(), start);
    await expect(first).rejects.toBe(failure);
    await expect(waiting).rejects.toBe(failure);
    const next = starting({ text: 'b' }, { end });
    expect(await collect(await once(call(), next))).toEqual([{ text: 'b' }, { end }]);
  });

  test('to end makes those that wait try again', async () => {
    const { once } = createIdempotentCalls();
    const { events } = await once(call(), starting({ text: 'a' }, { end }));
    const waiting = once(call(), starting());
    await events.next();
    await events.return();
    await expect(waiting).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    const next = starting({ text: 'b' }, { end });
    await once(call(), next);
    expect(next).toHaveBeenCalledTimes(1);
  });
});
