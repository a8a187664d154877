/** Failures of the model and of callers: status, record and charge. One file: all tests share one server. */
import type { Served } from '@slipway/backend/testing';
import { pino } from 'pino';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAiModel } from '../models/openAiModel';
import { callable, type Callable, callsOf, post, usageOf } from '../testing/gatewayCalls';
import { type ModelServer, startModelServer } from '../testing/modelServer';
import { serveGateway } from '../testing/serveGateway';

/** Milliseconds for a complete response. */
const LIMIT = 1_500;

/** Milliseconds that a busy machine may need. */
const BUSY = 10_000;

describe('an endpoint with a remote model', () => {
  let model: ModelServer;
  let served: Served;
  let bot: Callable;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    model = await startModelServer();
    served = await serveGateway('PostgreSQL', {
      model: openAiModel({
        baseUrl: model.baseUrl,
        apiKey: 'sk-upstream',
        model: 'm',
        embeddingModel: 'e',
        retries: 1,
        timeout: LIMIT - 500,
      }),
      log: pino(
        { level: 'info' },
        { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
      ),
      timeLimit: LIMIT,
      recordPatience: 2_000,
    });
    bot = await callable(served);
    await bot.creator.client
      .from('agent_configs')
      .insert({ agent_id: bot.agent, prompt: 'Be brief', temperature: 0.2 });
  });
  afterAll(async () => {
    await served.close();
    await model.close();
  });

  const ask = (body: object = { message: 'private text' }) => post(bot.url, bot.key, body);
  let logged = 0;
  beforeEach(() => {
    logged = lines.length;
  });
  /** The record of the test's last call, by its id in the log. */
  const last = async () => {
    const id = lines.slice(logged).findLast(({ operation }) => operation === 'call')?.['call'];
    return (await callsOf(bot)).find((call) => call.id === id);
  };
  /** The outcome of a failed call is recorded in the background. */
  const ended = async (status: number) => {
    await vi.waitFor(async () => {
      expect((await last())?.status).toBe(status);
    }, BUSY);
    return last();
  };
  const charged = async () => (await usageOf(bot)).length / 2;

  test('sends the agent’s prompt, and records the model’s token count', async () => {
    const response = await ask();
    expect(await response.json()).toMatchObject({
      message: { content: 'Hello there' },
      usage: { input_tokens: 11, output_tokens: 7, is_estimate: false },
      cost: 0.1,
    });
    expect(model.requests.at(-1)?.body).toMatchObject({
      model: 'm',
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'private text' },
      ],
    });
    expect(model.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-upstream');
    expect(await last()).toMatchObject({ status: 200, input_tokens: 11, output_tokens: 7, is_charged: true });
  });

  test('OpenAI’s library gets embeddings in order, for one message of the quota', async () => {
    const before = await charged();
    const client = new OpenAI({ apiKey: bot.key, baseURL: bot.url, maxRetries: 0 });
    // The library asks for base64, which holds 32-bit floats.
    const {
      data,
      model: name,
      usage,
    } = await client.embeddings.create({
      ...{ model: 'agent', input: ['one', 'four'], dimensions: 2 },
    });
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [3, 3.125],
      [4, 4.125],
    ]);
    expect([name, usage]).toEqual(['e', { prompt_tokens: 5, total_tokens: 5 }]);
    expect(model.requests.at(-1)?.body).toMatchObject({ model: 'e', input: ['one', 'four'], dimensions: 2 });
    expect(await charged()).toBe(before + 1);
    expect(await last()).toMatchObject({ status: 200, input_tokens: 5, output_tokens: 0, is_charged: true });

    const sent = { model: 'e', input: 'three' };
    const floats = await post(`${served.origin}/v1/embeddings`, bot.key, sent);
    expect(await floats.json()).toMatchObject({ data: [{ index: 0, embedding: [5, 5.125, 5.25] }] });
  });

  test('embeddings: a repeat with the same idempotency key is one call, and bad requests name their field', async () => {
    const before = await charged();
    const url = `${bot.url}/embeddings`;
    const headers = { 'idempotency-key': 'embedding-1' };
    const responses = [
      await post(url, bot.key, { input: ['one'] }, { headers }),
      await post(url, bot.key, { input: ['one'] }, { headers }),
    ];
    const [first, repeat] = await Promise.all(responses.map((response) => response.json()));
    expect(repeat).toEqual(first);
    expect(await charged()).toBe(before + 1);
    for (const [body, param] of [
      [{ input: [] }, 'input'],
      [{ input: [1, 2] }, 'input.0'],
      [{ input: 'x', dimensions: 0 }, 'dimensions'],
      [{ input: Array.from({ length: 3 }, () => 'word '.repeat(19_000)), model: 'e' }, 'input'],
      [{ input: 'x', model: 'other' }, 'model'],
    ] as const) {
      const response = await post(url, bot.key, body);
      const { error } = (await response.json()) as { error: { param: string } };
      expect([response.status < 500, error.param]).toEqual([true, param]);
    }
    expect((await post(url, undefined, { input: 'x' })).status).toBe(401);
    expect(await charged()).toBe(before + 1);
  });

  test('embeddings of a failing model are free', async () => {
    const before = await charged();
    model.behave({ kind: 'fails', status: 500 });
    expect((await post(`${bot.url}/embeddings`, bot.key, { input: 'x' })).status).toBe(502);
    await ended(502);
    expect(await charged()).toBe(before);
    model.behave({ kind: 'responds', texts: ['Hello ', 'there'] });
  });

  test('estimates the tokens of a model that returns no count', async () => {
    model.behave({ kind: 'responds', texts: ['Hi'], isCounting: false });
    expect(await (await ask()).json()).toMatchObject({ usage: { is_estimate: true } });
  });

  test.each([-1, 9e15, 0.5])(
    'a model that counts %d tokens does not make its call free, nor those that are recorded with it',
    async (prompt_tokens) => {
      model.behave({ kind: 'responds', texts: ['Hi'], usage: { prompt_tokens } });
      const before = await charged();
      const responses = await Promise.all([ask(), ask()]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect(await responses[0].json()).toMatchObject({ usage: { is_estimate: true } });
      expect(await charged()).toBe(before + 2);
    },
  );

  test('retries a temporary failure of the model', async () => {
    model.behave({ kind: 'fails', status: 500, times: 1 });
    expect((await ask()).status).toBe(200);
  });

  test('returns 502 for a failing model, without its error message and without a charge', async () => {
    const before = await charged();
    model.behave({ kind: 'fails', status: 500 });
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([
      502,
      expect.not.stringContaining('secret reason'),
    ]);
    expect(await ended(502)).toMatchObject({ is_charged: false, cost: 0 });
    expect(await charged()).toBe(before);
  });

  test('returns 503 for an overloaded model', async () => {
    model.behave({ kind: 'fails', status: 429 });
    const response = await ask({ message: 'x', stream: true });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    await ended(503);
  });

  test('passes the Retry-After of an overloaded model on at once (M11)', async () => {
    const received = model.requests.length;
    model.behave({ kind: 'fails', status: 429, retryAfter: 29 });
    const response = await ask();
    // 504 after a wait: 29 seconds are more than the limit.
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '29']);
    expect(model.requests.length).toBe(received + 1);
    await ended(503);
  });

  test.each(['length', 'content_filter'])('says why the output ended: %s (M10)', async (finishReason) => {
    model.behave({ kind: 'responds', texts: ['Hi'], finishReason });
    expect(await (await ask()).json()).toMatchObject({ finish_reason: finishReason });
    const messages = [{ role: 'user', content: 'x' }];
    const url = `${bot.url}/chat/completions`;
    const sent = { messages, top_p: 0.5, seed: 7, stop: ['END'], response_format: { type: 'json_object' } };
    const response = await post(url, bot.key, { ...sent, temperature: 1.5 });
    expect(await response.json()).toMatchObject({ choices: [{ finish_reason: finishReason }] });
    expect(model.requests.at(-1)?.body).toMatchObject({
      ...sent,
      messages: expect.any(Array),
      temperature: 1.5,
    });
  });

  test('returns 504 for a model that does not respond, and aborts the request', async () => {
    const before = await charged();
    const aborted = model.aborted;
    model.behave({ kind: 'stalls' });
    const response = await ask();
    expect(response.status).toBe(504);
    await vi.waitFor(() => {
      expect(model.aborted).toBeGreaterThan(aborted);
    }, BUSY);
    await ended(504);
    expect(await charged()).toBe(before);
  });

  test('ends the stream with an error event when the model exceeds the time limit, and charges what was delivered', async () => {
    const before = await charged();
    model.behave({ kind: 'responds', texts: Array.from({ length: 40 }, () => 'word '), pause: 100 });
    const stream = await (await ask({ message: 'x', stream: true })).text();
    expect(stream).toMatch(/event: delta[\s\S]*event: error\ndata: .*"status":504/);
    expect(stream).not.toContain('event: done');
    await ended(504);
    expect(await charged()).toBe(before + 1);
  });

  test('ends the stream with an error event when the model’s connection closes, and charges what was delivered', async () => {
    const before = await charged();
    model.behave({ kind: 'breaks', texts: ['a ', 'b ', 'c '] });
    expect(await (await ask({ message: 'x', stream: true })).text()).toContain('"status":502');
    await ended(502);
    expect(await charged()).toBe(before + 1);
  });

  test('a caller that disconnects during the stream stops the model and is charged', async () => {
    const before = await charged();
    const aborted = model.aborted;
    model.behave({ kind: 'responds', texts: Array.from({ length: 10 }, () => 'word '), pause: 50 });
    const controller = new AbortController();
    const response = await post(
      bot.url,
      bot.key,
      { message: 'x', stream: true },
      { signal: controller.signal },
    );
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    await vi.waitFor(() => {
      expect(model.aborted).toBeGreaterThan(aborted);
    }, BUSY);
    expect(await ended(499)).toMatchObject({ is_charged: true, cost: 0.1 });
    expect(await charged()).toBe(before + 1);
  });

  test('a caller that disconnects before the first output is not charged', async () => {
    const before = await charged();
    const received = model.requests.length;
    const aborted = model.aborted;
    model.behave({ kind: 'stalls' });
    const controller = new AbortController();
    const response = post(bot.url, bot.key, { message: 'x' }, { signal: controller.signal });
    await vi.waitFor(() => {
      expect(model.requests.length).toBe(received + 1);
    }, BUSY);
    controller.abort();
    await expect(response).rejects.toThrow();
    await vi.waitFor(() => {
      expect(model.aborted).toBeGreaterThan(aborted);
    }, BUSY);
    expect(await ended(499)).toMatchObject({ is_charged: false });
    expect(await charged()).toBe(before);
  });

  test('logs every call without messages, prompts or keys', () => {
    expect(lines.length).toBeGreaterThan(5);
    expect(lines[0]).toMatchObject({
      status: 200,
      deployment: bot.id,
      model: 'm',
      input_tokens: 11,
      is_charged: true,
    });
    const text = JSON.stringify(lines);
    for (const secret of ['private text', 'Be brief', 'Hello there', bot.key, 'sk-upstream', 'ak_']) {
      expect(text).not.toContain(secret);
    }
  });
});
