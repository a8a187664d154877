/** What goes wrong on the way, each with its status and its charge: nobody pays for what they did not get. */
import { createGateway, type Gateway } from '../gateway';
import { openAiModel } from '../models/openAiModel';
import { restStore } from '../store';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { callable, type Callable, callsOf, post, usageOf } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';
import { type ModelServer, startModelServer } from '../testing/modelServer';
import { type Served, startWire, type Wire } from '@slipway/backend/testing';

const LIMIT = 1_500;

describe('an endpoint whose model is elsewhere', () => {
  let model: ModelServer;
  let served: Served;
  let bot: Callable;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    model = await startModelServer();
    served = await serveGateway('PGlite', {
      model: openAiModel({
        baseUrl: model.baseUrl,
        apiKey: 'sk-upstream',
        model: 'm',
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

  const ask = (body: object = { message: 'a word of mine' }) => post(bot.url, bot.key, body);
  const last = async () => (await callsOf(bot)).at(-1);
  /** The result of a call that failed is kept in the background. */
  const ended = async (status: number) => {
    await vi.waitFor(async () => {
      expect((await last())?.status).toBe(status);
    });
    return last();
  };
  const charged = async () => (await usageOf(bot)).length / 2;

  test('it is asked with the agent’s prompt, and its own count of tokens is kept', async () => {
    const answer = await ask();
    expect(await answer.json()).toMatchObject({
      message: { content: 'Hello there' },
      usage: { input_tokens: 11, output_tokens: 7, is_estimate: false },
      cost: 0.1,
    });
    expect(model.requests.at(-1)?.body).toMatchObject({
      model: 'm',
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'a word of mine' },
      ],
    });
    expect(model.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-upstream');
    expect(await last()).toMatchObject({ status: 200, input_tokens: 11, output_tokens: 7, is_charged: true });
  });

  test('a model that counts nothing is estimated, and the answer says so', async () => {
    model.behave({ kind: 'answers', words: ['Hi'], isCounting: false });
    expect(await (await ask()).json()).toMatchObject({ usage: { is_estimate: true } });
  });

  test('a failure that passes is not seen', async () => {
    model.behave({ kind: 'fails', status: 500, times: 1 });
    expect((await ask()).status).toBe(200);
  });

  test('a model that is down is 502, and one with too much to do 503: in words, uncharged, its reason untold', async () => {
    const before = await charged();
    model.behave({ kind: 'fails', status: 500 });
    const down = await ask();
    expect([down.status, await down.text()]).toEqual([502, expect.not.stringContaining('secret reason')]);
    expect(await ended(502)).toMatchObject({ is_charged: false, cost: 0 });
    model.behave({ kind: 'fails', status: 429 });
    const busy = await ask({ message: 'x', stream: true });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await charged()).toBe(before);
  });

  test('a model that does not answer is 504, and is let go', async () => {
    const before = await charged();
    const left = model.left;
    model.behave({ kind: 'stalls' });
    const answer = await ask();
    expect(answer.status).toBe(504);
    await vi.waitFor(() => {
      expect(model.left).toBeGreaterThan(left);
    });
    await ended(504);
    expect(await charged()).toBe(before);
  });

  test('a model that takes too long or breaks off in the middle: an error event, and no charge', async () => {
    const before = await charged();
    model.behave({ kind: 'answers', words: Array.from({ length: 40 }, () => 'word '), pause: 100 });
    const slow = await (await ask({ message: 'x', stream: true })).text();
    expect(slow).toMatch(/event: delta[\s\S]*event: error\ndata: .*"status":504/);
    expect(slow).not.toContain('event: done');
    model.behave({ kind: 'breaks', words: ['a ', 'b ', 'c '] });
    expect(await (await ask({ message: 'x', stream: true })).text()).toContain('"status":502');
    await ended(502);
    expect(await charged()).toBe(before);
  });

  test('a caller who leaves in mid-stream stops the model, and pays for what they had', async () => {
    const before = await charged();
    const left = model.left;
    model.behave({ kind: 'answers', words: Array.from({ length: 10 }, () => 'word '), pause: 50 });
    const leaving = new AbortController();
    const answer = await post(bot.url, bot.key, { message: 'x', stream: true }, { signal: leaving.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    leaving.abort();
    await vi.waitFor(() => {
      expect(model.left).toBeGreaterThan(left);
    });
    expect(await ended(499)).toMatchObject({ is_charged: true, cost: 0.1 });
    expect(await charged()).toBe(before + 1);
  });

  test('a caller who leaves before the first word pays nothing', async () => {
    const before = await charged();
    const calls = (await callsOf(bot)).length;
    const left = model.left;
    model.behave({ kind: 'stalls' });
    const leaving = new AbortController();
    const answer = post(bot.url, bot.key, { message: 'x' }, { signal: leaving.signal });
    await vi.waitFor(async () => {
      expect((await callsOf(bot)).length).toBe(calls + 1);
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await vi.waitFor(() => {
      expect(model.left).toBeGreaterThan(left);
    });
    expect(await ended(499)).toMatchObject({ is_charged: false });
    expect(await charged()).toBe(before);
  });

  test('the log has every call, and never a word, a prompt or a key', () => {
    expect(lines.length).toBeGreaterThan(5);
    expect(lines[0]).toMatchObject({
      status: 200,
      deployment: bot.id,
      model: 'm',
      input_tokens: 11,
      is_charged: true,
    });
    const text = JSON.stringify(lines);
    for (const secret of ['a word of mine', 'Be brief', 'Hello there', bot.key, 'sk-upstream', 'ak_']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('a gateway whose database cannot be reached for a moment', () => {
  let model: ModelServer;
  let served: Served;
  let bot: Callable;
  let wire: Wire;
  let gateway: Gateway;

  beforeAll(async () => {
    model = await startModelServer();
    served = await serveGateway('PGlite');
    bot = await callable(served);
    wire = await startWire(Number(new URL(served.origin).port));
    gateway = createGateway({
      store: restStore({
        url: wire.origin,
        secretKey: served.backend.secretKey,
        publishableKey: served.backend.publishableKey,
        timeout: 1_000,
      }),
      model: openAiModel({ baseUrl: model.baseUrl, apiKey: 'k', model: 'm', retries: 0 }),
      log: pino({ level: 'silent' }),
      recordPatience: 3_000,
    });
  });
  afterAll(async () => {
    await gateway.idle();
    await wire.cut();
    await served.close();
    await model.close();
  });

  const ask = (body: object) =>
    gateway.fetch(
      new Request(bot.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bot.key}` },
        body: JSON.stringify(body),
      }),
      { address: '127.0.0.1' },
    );
  const WORDS = ['a ', 'b ', 'c'];

  test('a call is refused with 503 and asked to come back', async () => {
    await wire.cut();
    const answer = await ask({ message: 'x' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await usageOf(bot)).toHaveLength(0);
    await wire.join();
    expect((await ask({ message: 'x' })).status).toBe(200);
    expect(await usageOf(bot)).toHaveLength(2);
  });

  test('an answer waits for its record, and is then counted once', async () => {
    const before = (await usageOf(bot)).length;
    model.behave({ kind: 'answers', words: WORDS, pause: 150 });
    const answer = await ask({ message: 'x', stream: true });
    const text = answer.text();
    await wire.cut();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect((await usageOf(bot)).length).toBe(before);
    await wire.join();
    expect(await text).toMatch(/"content":"c"[\s\S]*event: done/);
    expect((await usageOf(bot)).length).toBe(before + 2);
  });

  test('an answer that cannot be recorded is not given whole, and not charged', async () => {
    const before = (await usageOf(bot)).length;
    model.behave({ kind: 'answers', words: WORDS, pause: 150 });
    const answer = await ask({ message: 'x', stream: true });
    await wire.cut();
    const text = await answer.text();
    expect(text).toMatch(/event: error\ndata: .*"status":503/);
    expect(text).not.toContain('"content":"c"');
    await wire.join();
    await gateway.idle();
    expect((await usageOf(bot)).length).toBe(before);
  });
});
