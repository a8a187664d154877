/** JSON bodies and server-sent events, in Slipway's and in OpenAI's format. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiProblem } from './apiProblem';
import type { CompletionEnd, CompletionEvent } from './modelRun';
import { eventStreamResponse, jsonResponse, openAiFormat, slipwayFormat } from './responseFormats';

const end: CompletionEnd = {
  tokens: { input: 3, output: 4, isEstimate: true },
  cost: 0.1,
  finishReason: 'length',
};

async function* eventsOf(
  ...events: (CompletionEvent | Error)[]
): AsyncGenerator<CompletionEvent, void, void> {
  for (const event of events) {
    await Promise.resolve();
    if (event instanceof Error) throw event;
    yield event;
  }
}
const both = () => eventsOf({ text: 'Hello ' }, { text: 'there' }, { end });

describe('jsonResponse', () => {
  test('contains the complete text and the headers', async () => {
    const response = await jsonResponse(both(), slipwayFormat('call-1'), { 'x-request-id': 'call-1' });
    expect(response.headers.get('x-request-id')).toBe('call-1');
    expect(await response.json()).toEqual({
      id: 'call-1',
      message: { role: 'assistant', content: 'Hello there' },
      finish_reason: 'length',
      usage: { input_tokens: 3, output_tokens: 4, is_estimate: true },
      cost: 0.1,
    });
  });

  test('of a preview has neither id nor cost', async () => {
    const events = eventsOf({ text: 'x' }, { end: { ...end, cost: undefined } });
    const body: unknown = await (await jsonResponse(events, slipwayFormat(undefined), {})).json();
    expect(Object.keys(body as object)).toEqual(['message', 'finish_reason', 'usage']);
  });

  test('rethrows an error of the events', async () => {
    const error = new ApiProblem(502, 'failed');
    await expect(jsonResponse(eventsOf({ text: 'x' }, error), slipwayFormat('c'), {})).rejects.toBe(error);
  });

  test('fails without an end', async () => {
    await expect(jsonResponse(eventsOf({ text: 'x' }), slipwayFormat('c'), {})).rejects.toMatchObject({
      status: 500,
    });
  });
});

describe('eventStreamResponse', () => {
  const stream = async (events: AsyncGenerator<CompletionEvent, void, void>, abort = vi.fn()) => {
    const response = await eventStreamResponse(
      events,
      slipwayFormat('call-1'),
      { 'x-request-id': '1' },
      abort,
    );
    return { response, abort };
  };

  test('sends each text, then the totals', async () => {
    const { response, abort } = await stream(both());
    expect(Object.fromEntries(response.headers)).toEqual({
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
      'x-request-id': '1',
    });
    expect(await response.text()).toBe(
      'event: delta\ndata: {"content":"Hello "}\n\n' +
        'event: delta\ndata: {"content":"there"}\n\n' +
        'event: done\ndata: {"id":"call-1","finish_reason":"length","usage":{"input_tokens":3,"output_tokens":4,"is_estimate":true},"cost":0.1}\n\n',
    );
    expect(abort).not.toHaveBeenCalled();
  });

  test('rejects when the first event fails', async () => {
    const error = new ApiProblem(502, 'failed');
    await expect(stream(eventsOf(error))).rejects.toBe(error);
  });

  test('ends with an error event when a later event fails', async () => {
    const { response } = await stream(eventsOf({ text: 'x' }, new ApiProblem(504, 'too slow')));
    expect(await response.text()).toMatch(/event: error\ndata: .*"status":504,"detail":"too slow".*\n\n$/);
  });

  test('hides the message of an unknown error', async () => {
    const { response } = await stream(eventsOf({ text: 'x' }, new Error('secret')));
    const text = await response.text();
    expect(text).toContain('"status":500,"detail":"The gateway failed to respond"');
    expect(text).not.toContain('secret');
  });

  test('sends no error event to a client that disconnected', async () => {
    const { response } = await stream(eventsOf({ text: 'x' }, new ApiProblem(499, 'gone')));
    expect(await response.text()).not.toContain('error');
  });

  test('aborts when the reader cancels, and consumes the remaining events', async () => {
    let resume: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const finished = vi.fn();
    async function* slow(): AsyncGenerator<CompletionEvent, void, void> {
      yield { text: 'a' };
      await paused;
      yield { text: 'b' };
      finished();
    }
    const { response, abort } = await stream(slow());
    await response.body?.cancel();
    expect(abort).toHaveBeenCalledTimes(1);
    resume();
    await vi.waitFor(() => {
      expect(finished).toHaveBeenCalled();
    });
  });
});

describe('openAiFormat', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_900, toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const formatOf = (isUsageWanted = false) => openAiFormat({ id: '1', model: 'bot', isUsageWanted });
  const dataOf = (event: string) =>
    event
      .trim()
      .split('\n\n')
      .map((line) => line.replace('data: ', ''))
      .map((data): unknown => (data === '[DONE]' ? data : JSON.parse(data)));
  const common = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'bot' };
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };

  test('has a chat completion as its body', () => {
    expect(formatOf().body({ text: 'Hello', toolCalls: [], end })).toEqual({
      ...common,
      object: 'chat.completion',
      choices: [
        {
          ...{ index: 0, logprobs: null, finish_reason: 'length' },
          message: { role: 'assistant', content: 'Hello', refusal: null },
        },
      ],
      usage,
    });
  });

  test('sends the role with the first chunk only', () => {
    const format = formatOf();
    const chunkOf = (delta: object) => ({
      ...common,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
    });
    expect(dataOf(format.part({ text: 'a' }))).toEqual([chunkOf({ role: 'assistant', content: 'a' })]);
    expect(dataOf(format.part({ text: 'b' }))).toEqual([chunkOf({ content: 'b' })]);
  });

  const last = {
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'length' }],
  };

  test('ends with a finish reason', () => {
    expect(dataOf(formatOf().end(end))).toEqual([last, '[DONE]']);
  });

  test('sends the usage in a separate chunk on request', () => {
    expect(dataOf(formatOf(true).end(end))).toEqual([
      { ...last, usage: null },
      { ...common, object: 'chat.completion.chunk', choices: [], usage },
      '[DONE]',
    ]);
  });

  test('sends a problem with OpenAI’s error member', () => {
    expect(dataOf(formatOf().problem(new ApiProblem(502, 'failed', { at: 'n' })))).toEqual([
      {
        ...{ type: 'about:blank', title: 'Bad Gateway', status: 502, detail: 'failed', at: 'n' },
        error: { message: 'failed', type: 'server_error', param: 'n', code: '502' },
      },
    ]);
  });
});
