/** A model run: its events, its record, its retries and its failures. One file, because all share one fake model. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from './apiProblem';
import type { CallOutcome, CompletionEvent, ModelRun } from './modelRun';
import { createModelRunner } from './modelRunner';
import { fallbackModel } from './models/fallbackModel';
import type { Model } from './models/model';
import type { Telemetry } from './telemetry';
import { fakeModel, silentLog } from './testing/fakes';
import { offeredTools } from './tools/agentTools';

afterEach(() => {
  vi.useRealTimers();
});

const newRunner = (model: Model, { timeLimit = 5_000, recordPatience = 1_000 } = {}) => {
  const end = vi.fn();
  const telemetry: ReturnType<typeof vi.fn<Telemetry>> = vi.fn(() => ({
    within: <T>(work: () => T) => work(),
    end,
  }));
  const log = {
    info: vi.fn(),
    warn: vi.fn(),
    error: vi.fn(),
    isLevelEnabled: () => true,
  };
  const runner = createModelRunner({
    ...{ model, timeLimit, recordPatience, telemetry },
    log: Object.assign(Object.create(silentLog) as typeof silentLog, log),
  });
  return { runner, end, telemetry, log };
};

const runOf = (changes: Partial<ModelRun> = {}): ModelRun => ({
  id: 'call-1',
  operation: 'call',
  deployment: 'deployment-1',
  instructions: {
    name: 'Helper',
    prompt: 'Be brief',
    temperature: 0.2,
    maxTokens: 100,
  },
  messages: [{ role: 'user', content: 'Hello' }],
  headers: new Headers(),
  signal: new AbortController().signal,
  isStream: true,
  ...changes,
});

const collect = async (events: AsyncIterable<CompletionEvent>) => {
  const collected: CompletionEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
};

const problemOf = async (events: AsyncIterable<CompletionEvent>) => {
  const received: CompletionEvent[] = [];
  try {
    for await (const event of events) received.push(event);
  } catch (error) {
    if (error instanceof ApiProblem) return { problem: error, received };
    throw error;
  }
  throw new Error('it did not fail');
};

const recordFree = () => vi.fn<(outcome: CallOutcome) => Promise<number>>().mockResolvedValue(0);

const unavailable = () => new ApiProblem(503, 'The database is unreachable');

describe('a successful run', () => {
  test('yields the text and then the totals', async () => {
    const { runner } = newRunner(
      fakeModel({ text: 'Hello ' }, { text: 'there' }, { tokens: { input: 11, output: 7 } }),
    );
    const record = vi.fn(() => Promise.resolve(0.1));
    expect(await collect(runner.run(runOf({ record })))).toEqual([
      { text: 'Hello ' },
      { text: 'there' },
      {
        end: {
          tokens: { input: 11, output: 7, isEstimate: false },
          cost: 0.1,
          finishReason: 'stop',
        },
      },
    ]);
    expect(record.mock.calls).toEqual([
      [
        {
          ...{
            status: 200,
            is_charged: true,
            input_tokens: 11,
            output_tokens: 7,
            model: 'fake',
          },
          latency_ms: expect.any(Number) as number,
        },
        {
          text: 'Hello there',
          finishReason: 'stop',
          tokens: { input: 11, output: 7, isEstimate: false },
        },
      ],
    ]);
  });

  test('passes the model’s reason for the end on (M10)', async () => {
    const { runner } = newRunner(fakeModel({ text: 'cut' }, { finishReason: 'length' }));
    expect((await collect(runner.run(runOf()))).at(-1)).toMatchObject({
      end: { finishReason: 'length' },
    });
    const filtered = newRunner(fakeModel({ finishReason: 'content_filter' })).runner;
    expect(await collect(filtered.run(runOf()))).toMatchObject([
      { text: '' },
      { end: { finishReason: 'content_filter' } },
    ]);
  });

  test('of a preview logs its user, and no charge (C3)', async () => {
    const { runner, log } = newRunner(fakeModel({ text: 'x' }, { tokens: { input: 1, output: 2 } }));
    const settle = vi.fn(() => Promise.resolve());
    const caller = { user: 'user-1', address: '192.0.2.1' };
    await collect(runner.run(runOf({ operation: 'preview', settle, caller })));
    expect(settle).toHaveBeenCalledWith({
      input: 1,
      output: 2,
      isEstimate: false,
    });
    const [[line]] = log.info.mock.calls as [[Record<string, unknown>]];
    expect(line).toMatchObject({ operation: 'preview', ...caller });
    expect(line).not.toHaveProperty('is_charged');
  });

  test('passes the instructions and messages to the model', async () => {
    const model = fakeModel({ text: 'x' });
    const run = runOf();
    await collect(newRunner(model).runner.run(run));
    expect(model.calls[0]?.slice(0, 2)).toEqual([run.instructions, run.messages]);
  });

  test('estimates the tokens of the complete text without a count', async () => {
    const { runner } = newRunner(fakeModel({ text: 'Hello ' }, { text: 'there, how are you?' }));
    const events = await collect(runner.run(runOf()));
    expect(events.at(-1)).toEqual({
      end: {
        tokens: {
          input: expect.any(Number) as number,
          output: expect.any(Number) as number,
          isEstimate: true,
        },
        cost: undefined,
        finishReason: 'stop',
      },
    });
    expect((events.at(-1) as { end: { tokens: { output: number } } }).end.tokens.output).toBeGreaterThan(4);
  });

  test('holds the last text back until the call is recorded', async () => {
    let recorded: (cost: number) => void = () => undefined;
    const record = () => new Promise<number>((resolve) => (recorded = resolve));
    const { runner } = newRunner(fakeModel({ text: 'a' }, { text: 'b' }));
    const events = runner.run(runOf({ record }));
    expect((await events.next()).value).toEqual({ text: 'a' });
    let last: unknown;
    const next = events.next().then(({ value }) => (last = value));
    await new Promise((resolve) => setImmediate(resolve));
    expect(last).toBeUndefined();
    recorded(0.5);
    await next;
    expect(last).toEqual({ text: 'b' });
    expect((await events.next()).value).toMatchObject({ end: { cost: 0.5 } });
  });

  test('is measured and logged without content', async () => {
    const { runner, end, telemetry, log } = newRunner(
      fakeModel({ text: 'private text' }, { tokens: { input: 1, output: 2 } }),
    );
    const run = runOf({ record: () => Promise.resolve(0) });
    await collect(runner.run(run));
    expect(telemetry).toHaveBeenCalledWith({
      ...{
        operation: 'call',
        task: 'chat',
        model: 'fake',
        headers: run.headers,
        deployment: 'deployment-1',
      },
    });
    expect(end.mock.calls).toEqual([
      [
        {
          status: 200,
          seconds: expect.any(Number) as number,
          tokens: { input: 1, output: 2, isEstimate: false },
        },
      ],
    ]);
    const [[line, message]] = log.info.mock.calls as [[Record<string, unknown>, string]];
    expect(message).toBe('call finished');
    expect(line).toMatchObject({
      ...{
        call: 'call-1',
        operation: 'call',
        deployment: 'deployment-1',
        model: 'fake',
        status: 200,
      },
      ...{ is_charged: true, input_tokens: 1, output_tokens: 2 },
    });
    expect(JSON.stringify(line)).not.toContain('private');
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('measures seconds and milliseconds', async () => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 30));
    const { runner, end } = newRunner(fakeModel(wait, { text: 'x' }));
    const record = recordFree();
    await collect(runner.run(runOf({ record })));
    const latency = record.mock.calls[0]?.[0].latency_ms ?? 0;
    expect(latency).toBeGreaterThanOrEqual(29);
    expect(latency).toBeLessThan(5_000);
    const [[{ seconds }]] = end.mock.calls as [[{ seconds: number }]];
    expect(seconds).toBeGreaterThanOrEqual(0.029);
    expect(seconds).toBeLessThan(5);
  });

  test('has no deployment attribute for a preview', async () => {
    const { runner, telemetry } = newRunner(fakeModel({ text: 'x' }));
    const preview = runOf({ operation: 'preview' });
    delete preview.deployment;
    await collect(runner.run(preview));
    expect(telemetry.mock.calls[0]?.[0]).not.toHaveProperty('deployment');
  });

  test('names the model', () => {
    expect(newRunner(fakeModel()).runner.model).toBe('fake');
  });
});

describe('a record that fails', () => {
  test('is retried while the database is unreachable', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    const record = vi.fn().mockRejectedValueOnce(unavailable()).mockResolvedValueOnce(0.2);
    const { runner } = newRunner(fakeModel({ text: 'x' }));
    expect((await collect(runner.run(runOf({ record })))).at(-1)).toMatchObject({ end: { cost: 0.2 } });
    expect(record).toHaveBeenCalledTimes(2);
  });

  test('is not retried after another error, and withholds the last text', async () => {
    const record = vi.fn().mockRejectedValue(new ApiProblem(500, 'not compatible'));
    const { runner, end, log } = newRunner(fakeModel({ text: 'a' }, { text: 'b' }));
    const { problem, received } = await problemOf(runner.run(runOf({ record })));
    expect(received).toEqual([{ text: 'a' }]);
    expect(problem).toMatchObject({
      ...{
        status: 503,
        retryAfter: 5,
        message: 'The call could not be recorded. Try again',
      },
    });
    expect(record).toHaveBeenCalledTimes(1);
    expect(end.mock.calls.map(([{ status }]) => status as number)).toContain(503);
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ status: 503, reason: 'not compatible' }),
      'call failed',
    );
  });

  test('stops after its patience', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
    const record = vi.fn((outcome: CallOutcome) =>
      outcome.status === 200 ? Promise.reject(unavailable()) : Promise.resolve(0),
    );
    const { runner } = newRunner(fakeModel({ text: 'x' }), {
      recordPatience: 1_000,
    });
    expect((await problemOf(runner.run(runOf({ record })))).problem.status).toBe(503);
    const failed = record.mock.calls.map(([{ status }]) => status);
    expect(failed.filter((status) => status === 200).length).toBeGreaterThan(1);
  });

  test('is logged when the outcome of a failed call is lost', async () => {
    const record = vi.fn().mockRejectedValue(new ApiProblem(500, 'not compatible'));
    const { runner, log } = newRunner(fakeModel());
    await problemOf(runner.run(runOf({ record })));
    await runner.idle();
    expect(log.error).toHaveBeenCalledWith(
      { call: 'call-1', reason: 'ApiProblem: not compatible' },
      'the outcome of a call was not recorded',
    );
  });
});

describe('a failing model', () => {
  const outcomeOf = async (model: Model, changes: Partial<ModelRun> = {}, timeLimit = 5_000) => {
    const record = recordFree();
    const { runner, log } = newRunner(model, { timeLimit });
    const result = await problemOf(runner.run(runOf({ record, ...changes })));
    await runner.idle();
    return {
      ...result,
      outcome: record.mock.calls[0]?.[0],
      records: record.mock.calls.length,
      log,
    };
  };

  test('without text is 502, uncharged', async () => {
    const { problem, outcome, records } = await outcomeOf(fakeModel({ tokens: { input: 3, output: 0 } }));
    expect(problem).toMatchObject({
      status: 502,
      message: 'The model returned no text. Try again',
    });
    expect(outcome).toMatchObject({
      status: 502,
      is_charged: false,
      input_tokens: 3,
    });
    expect(records).toBe(1);
  });

  test('with an unknown error is 502, with its message only in the log', async () => {
    const fail = () => {
      throw new Error('the secret reason');
    };
    const { problem, log } = await outcomeOf(fakeModel(fail));
    expect(problem).toMatchObject({
      status: 502,
      message: 'The model failed. Try again',
    });
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ status: 502, reason: 'the secret reason' }),
      'call failed',
    );
  });

  test('keeps its own problem', async () => {
    const own = new ApiProblem(503, 'overloaded');
    const fail = () => {
      throw own;
    };
    expect((await outcomeOf(fakeModel(fail))).problem).toBe(own);
  });

  const cut = () =>
    fakeModel({ text: 'a' }, { text: 'b' }, () => {
      throw new Error('cut');
    });

  test('is charged when its caller received part of the output', async () => {
    const { received, outcome } = await outcomeOf(cut());
    expect(received).toEqual([{ text: 'a' }]);
    expect(outcome).toMatchObject({ status: 502, is_charged: true });
  });

  test('is free when the output would have come at once', async () => {
    expect((await outcomeOf(cut(), { isStream: false })).outcome).toMatchObject({ is_charged: false });
  });

  test('after the time limit is 504', async () => {
    const wait = (signal: AbortSignal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    const model = fakeModel({ text: 'a' }, { text: 'b' }, wait);
    const { problem, outcome, received } = await outcomeOf(model, {}, 50);
    expect(problem).toMatchObject({
      status: 504,
      message: 'The model took longer than 0.05 s',
    });
    expect(received).toEqual([{ text: 'a' }]);
    expect(outcome).toMatchObject({ status: 504, is_charged: true });
  });
});

describe('a client that disconnects', () => {
  test('before the start does not reach the model', async () => {
    const model = fakeModel({ text: 'x' });
    const record = recordFree();
    const { runner, log } = newRunner(model);
    const { problem } = await problemOf(runner.run(runOf({ record, signal: AbortSignal.abort() })));
    await runner.idle();
    expect(problem).toMatchObject({
      status: 499,
      message: 'The client disconnected',
    });
    expect(record.mock.calls[0]?.[0]).toMatchObject({
      status: 499,
      is_charged: false,
    });
    expect(model.calls).toEqual([]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('before the first output is not charged', async () => {
    const controller = new AbortController();
    const abort = () => {
      controller.abort();
    };
    const record = recordFree();
    const { runner } = newRunner(fakeModel({ text: 'a' }, abort, { text: 'b' }));
    const { received } = await problemOf(runner.run(runOf({ record, signal: controller.signal })));
    await runner.idle();
    expect(received).toEqual([]);
    expect(record.mock.calls[0]?.[0]).toMatchObject({
      status: 499,
      is_charged: false,
    });
  });

  test('after the first output is charged', async () => {
    const controller = new AbortController();
    const record = recordFree();
    const { runner } = newRunner(fakeModel({ text: 'a' }, { text: 'b' }, { text: 'c' }));
    const events = runner.run(runOf({ record, signal: controller.signal }));
    expect((await events.next()).value).toEqual({ text: 'a' });
    controller.abort();
    await expect(events.next()).rejects.toMatchObject({ status: 499 });
    await runner.idle();
    expect(record.mock.calls[0]?.[0]).toMatchObject({
      status: 499,
      is_charged: true,
    });
  });

  test('after the last output is still 499', async () => {
    const controller = new AbortController();
    const abort = () => {
      controller.abort();
    };
    const { runner } = newRunner(fakeModel({ text: 'a' }, abort));
    expect((await problemOf(runner.run(runOf({ signal: controller.signal })))).problem.status).toBe(499);
  });
});

describe('idle', () => {
  test('resolves immediately without calls', async () => {
    await newRunner(fakeModel()).runner.idle();
  });

  test('waits for a running call', async () => {
    const { runner } = newRunner(fakeModel({ text: 'a' }, { text: 'b' }));
    const events = runner.run(runOf());
    await events.next();
    let isIdle = false;
    const idle = runner.idle().then(() => (isIdle = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIdle).toBe(false);
    await collect(events);
    await idle;
    expect(isIdle).toBe(true);
  });

  test('waits for the record of a failed call', async () => {
    let recorded: (cost: number) => void = () => undefined;
    const record = () => new Promise<number>((resolve) => (recorded = resolve));
    const { runner } = newRunner(fakeModel());
    await problemOf(runner.run(runOf({ record })));
    let isIdle = false;
    const idle = runner.idle().then(() => (isIdle = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIdle).toBe(false);
    recorded(0);
    await idle;
  });
});

describe('calls of the caller’s tools', () => {
  const toolCalls = [
    {
      index: 0,
      id: 't1',
      type: 'function' as const,
      function: { name: 'f', arguments: '{"a":1}' },
    },
  ];
  const record = vi.fn<NonNullable<ModelRun['record']>>().mockResolvedValue(0.1);

  test.each([
    ['streams', true, [{ toolCalls }]],
    ['returns', false, [{ toolCalls }]],
  ])('%s them without a text, and records them with their tokens', async (_name, isStream, parts) => {
    record.mockClear();
    const { runner } = newRunner(fakeModel({ toolCalls }, { finishReason: 'tool_calls' }));
    const events = await collect(runner.run(runOf({ isStream, record })));
    expect(events.slice(0, -1)).toEqual(parts);
    const [outcome, reply] = record.mock.calls[0] ?? [];
    expect(reply).toMatchObject({
      text: '',
      finishReason: 'tool_calls',
      toolCalls: [{ id: 't1' }],
    });
    expect(outcome?.output_tokens).toBeGreaterThan(1);
    expect(outcome?.is_charged).toBe(true);
  });

  test('come after the text of the same response', async () => {
    const { runner } = newRunner(fakeModel({ text: 'Wait. ' }, { toolCalls }));
    const events = await collect(runner.run(runOf({ isStream: false })));
    expect(events.slice(0, -1)).toEqual([{ text: 'Wait. ' }, { toolCalls }]);
  });
});

describe('models of a call with several rounds of tools', () => {
  const tools: ModelRun['tools'] = {
    ...{ offered: offeredTools([]), callerTools: [], approval: undefined },
    approvals: { keep: () => Promise.reject(unavailable()), take: () => Promise.reject(unavailable()) },
  };
  /** Each round has one outcome: a failure, one without a fallback, a call of a tool or a reply. */
  const modelOf = (name: string, ...outcomes: ('fails' | 'breaks' | 'asks' | 'replies')[]): Model => ({
    name,
    async *complete() {
      await Promise.resolve();
      const outcome = outcomes.shift();
      if (outcome === 'fails') throw unavailable();
      if (outcome === 'breaks') throw new Error('The stream broke');
      if (outcome === 'replies') yield { text: 'Done' };
      else
        yield {
          toolCalls: [{ index: 0, id: 't1', type: 'function', function: { name: 'f', arguments: '' } }],
        };
      yield { tokens: { input: 5, output: 1 } };
      // Some models send the total several times.
      yield { tokens: { input: 10, output: 2 } };
    },
  });

  test.each([
    ['the first one, which failed only in an earlier round', ['fails', 'replies'], ['asks'], 'first'],
    ['the next one, when the first fails in the last round', ['asks', 'fails'], ['replies'], 'second'],
  ] as const)('it is recorded with %s', async (_title, first, second, expected) => {
    const record = recordFree();
    const model = fallbackModel(modelOf('first', ...first), modelOf('second', ...second));
    const { runner, log } = newRunner(model);
    await collect(runner.run(runOf({ tools, record })));
    expect(record).toHaveBeenCalledOnce();
    expect(record.mock.calls[0]?.[0]).toMatchObject({ status: 200, model: expected, input_tokens: 20 });
    const models = record.mock.calls[0]?.[0].models ?? [];
    expect(models.toSorted((one, other) => one.model.localeCompare(other.model))).toEqual([
      { model: 'first', input_tokens: 10, output_tokens: 2 },
      { model: 'second', input_tokens: 10, output_tokens: 2 },
    ]);
    const line = { model: expected, is_fallback: true };
    expect(log.warn).toHaveBeenLastCalledWith(expect.objectContaining(line), 'call finished');
  });

  test('one model needs no tokens by model', async () => {
    const record = recordFree();
    const model = fallbackModel(modelOf('first', 'fails'), modelOf('second', 'asks', 'replies'));
    const { runner } = newRunner(model);
    await collect(runner.run(runOf({ record })));
    expect(record.mock.calls[0]?.[0]).toMatchObject({ model: 'second', input_tokens: 10 });
    expect(record.mock.calls[0]?.[0]).not.toHaveProperty('models');
  });

  test('a call that ends while another model is asked has the tokens of the one before', async () => {
    const record = recordFree();
    const model = fallbackModel(modelOf('first', 'fails', 'breaks'), modelOf('second', 'asks'));
    const { runner } = newRunner(model);
    await expect(collect(runner.run(runOf({ tools, record })))).rejects.toMatchObject({ status: 502 });
    expect(record.mock.calls[0]?.[0]).toMatchObject({
      ...{ model: 'first', input_tokens: 10, output_tokens: 2 },
      models: [{ model: 'second', input_tokens: 10, output_tokens: 2 }],
    });
  });
});
