/** Attacks that made the model free: repeats of an idempotency key, callers that leave, and previews (C3). */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAgent, engines, type Served } from '@slipway/backend/testing';
import { openAiModel } from '../models/openAiModel';
import { callable, type Callable, callsOf, post, usageOf } from '../testing/gatewayCalls';
import { type ModelServer, startModelServer } from '../testing/modelServer';
import { serveGateway } from '../testing/serveGateway';

/** Milliseconds that a busy machine may need. */
const BUSY = 20_000;

describe.each(engines)('the model is not free on %s', (engine) => {
  let model: ModelServer;
  let served: Served;
  const options = () => ({
    model: openAiModel({ baseUrl: model.baseUrl, apiKey: 'sk', model: 'm', retries: 0 }),
    previewBudgets: { user: 3_000, visitor: 2_500 },
    rates: { visitor: 1_000, user: 1_000 },
  });

  beforeAll(async () => {
    model = await startModelServer();
    served = await serveGateway(engine, options());
  });
  afterAll(async () => {
    await served.close();
    await model.close();
  });

  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
  const charged = async (bot: Callable) => (await usageOf(bot)).length / 2;

  test('20 concurrent calls with one idempotency key run it once (C3)', async () => {
    const bot = await callable(served);
    const before = model.requests.length;
    model.behave({ kind: 'responds', texts: ['Hello ', 'there'], pause: 50 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(bot.url, bot.key, { message: 'x' }, withKey('once'))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const bodies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect([model.requests.length - before, await charged(bot)]).toEqual([1, 1]);
  });

  test('a caller that leaves a stream and repeats it is billed, and the model runs once (C3)', async () => {
    const bot = await callable(served);
    const before = model.requests.length;
    model.behave({ kind: 'responds', texts: Array.from({ length: 10 }, () => 'word '), pause: 20 });
    for (let time = 0; time < 5; time += 1) {
      const controller = new AbortController();
      const body = { message: 'x', stream: true };
      const response = await post(bot.url, bot.key, body, { ...withKey('left'), signal: controller.signal });
      await response.body?.getReader().read();
      controller.abort();
    }
    await vi.waitFor(async () => {
      expect(await callsOf(bot)).toMatchObject([{ status: 200, is_charged: true }]);
    }, BUSY);
    const repeated = await post(bot.url, bot.key, { message: 'x', stream: true }, withKey('left'));
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    expect(await repeated.text()).toContain('event: done');
    expect([model.requests.length - before, await charged(bot)]).toEqual([1, 1]);
  });

  test('a repeat after the gateway was restarted gets the stored reply, which is encrypted (C3)', async () => {
    const bot = await callable(served);
    model.behave({ kind: 'responds', texts: ['private ', 'words'] });
    const first = await (await post(bot.url, bot.key, { message: 'x' }, withKey('stored'))).text();
    const before = model.requests.length;
    const { localGateway } = await import('../localGateway');
    const restarted = localGateway(served.backend, served.origin, options());
    const repeated = await restarted.fetch(
      new Request(bot.url, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', authorization: `Bearer ${bot.key}` },
          ...withKey('stored').headers,
        },
        body: '{"message":"x"}',
      }),
      { address: '127.0.0.1' },
    );
    expect(await repeated.text()).toBe(first);
    expect([model.requests.length - before, await charged(bot)]).toEqual([0, 1]);
    const rows = await served.backend.database.rows<{ answer: string }>(
      'select answer from private.call_answers',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ answer }) => Buffer.from(answer, 'base64').toString()).join()).not.toContain(
      'private',
    );
  });

  test('previews of a user and of visitors end with their budget of the day, at any gateway (C3)', async () => {
    model.behave({ kind: 'responds', texts: ['Hello'], isCounting: true });
    const creator = await served.user();
    const agent = await addAgent(creator, { name: 'Open' });
    const session = (await creator.client.auth.getSession()).data.session?.access_token;
    const preview = (token?: string, text = 'Hello') =>
      post(`${served.origin}/v1/preview`, token, {
        agent_id: agent,
        messages: [{ role: 'user', content: text }],
      });
    for (const token of [undefined, session]) {
      const before = model.requests.length;
      const large = 'many words '.repeat(600);
      const statuses: number[] = [];
      for (let time = 0; time < 8; time += 1) statuses.push((await preview(token, large)).status);
      // The model counts 18 tokens: each reservation is settled, or the second one would be over the budget.
      expect(statuses).toEqual(statuses.map(() => 200));
      expect(model.requests.length - before).toBe(statuses.length);
    }
    await served.backend.database.run('update private.preview_tokens set tokens = 100000000');
    const rejected = await preview(session);
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await rejected.json()).toMatchObject({
      detail: 'The previews of today are used up. Try again after 00:00 UTC',
    });
    expect((await preview(undefined, 'x'.repeat(9_000))).status).toBe(413);
  });
});
