/** A deployment answers at its endpoint: who may call, what they are told, in which form, and what it leaves behind. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callable, type Callable, callsOf, post, usageOf } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';
import { engines, newKey, type Served } from '@slipway/backend/testing';

const problemOf = async (answer: Response) => ({
  contentType: answer.headers.get('content-type'),
  ...((await answer.json()) as { status: number; detail: string }),
});

describe.each(engines)('an endpoint on %s', (engine) => {
  let served: Served;
  let bot: Callable;

  beforeAll(async () => {
    served = await serveGateway(engine);
    bot = await callable(served);
  });
  afterAll(() => served.close());

  test('it answers a message with its key, and the call is on the bill', async () => {
    const answer = await post(bot.url, bot.key, { message: 'What is up?' });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toEqual({
      id: answer.headers.get('x-request-id'),
      message: {
        role: 'assistant',
        content: expect.stringMatching(
          /^I am Helper, answered by Slipway's sample model.*“What is up\?”/,
        ) as string,
      },
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        is_estimate: true,
      } as object,
      cost: 0.1,
    });
    expect(await usageOf(bot)).toEqual([
      { usage_type: 'api_call', quantity: 1, cost: 0 },
      { usage_type: 'message', quantity: 1, cost: 0.1 },
    ]);
    expect(await callsOf(bot)).toEqual([
      {
        ...{ status: 200, cost: 0.1, is_charged: true, latency_ms: expect.any(Number) as number },
        ...{ input_tokens: expect.any(Number) as number, output_tokens: expect.any(Number) as number },
      },
    ]);
  });

  test('a conversation, and server-sent events by either wish', async () => {
    const messages = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'tell me more' },
    ];
    const whole = (await (await post(bot.url, bot.key, { messages })).json()) as {
      message: { content: string };
    };
    expect(whole.message.content).toContain('It is message 2 of this conversation.');
    for (const answer of [
      await post(bot.url, bot.key, { messages, stream: true }),
      await post(bot.url, bot.key, { messages }, { headers: { accept: 'text/event-stream' } }),
    ]) {
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const events = (await answer.text())
        .trim()
        .split('\n\n')
        .map((event) => /^event: (\w+)\ndata: (.*)$/.exec(event)?.slice(1) ?? []);
      const texts = events
        .filter(([name]) => name === 'delta')
        .map(([, data]) => JSON.parse(data ?? '') as { content: string });
      expect(texts.map(({ content }) => content).join('')).toBe(whole.message.content);
      expect(texts.length).toBeGreaterThan(5);
      expect(events.at(-1)?.[0]).toBe('done');
      expect(JSON.parse(events.at(-1)?.[1] ?? '')).toMatchObject({ cost: 0.1 });
    }
  });

  test(
    'the key is looked up first: only then must the address agree with it',
    { tags: ['T-27'] },
    async () => {
      const other = await callable(served);
      expect(await problemOf(await post(other.url, bot.key, { message: 'x' }))).toMatchObject({
        status: 404,
        contentType: 'application/problem+json; charset=utf-8',
        detail: `Your key does not open “${other.slug}”: it belongs to another deployment`,
      });
      expect(
        (await post(`${served.origin}/v1/agents/nobody-has-this`, newKey(), { message: 'x' })).status,
      ).toBe(401);
    },
  );

  test(
    'without a key, with a wrong one, on its way, stopped, rotated, revoked and deleted',
    { tags: ['T-25', 'T-26'] },
    async () => {
      const own = await callable(served);
      const ask = async (key?: string) => problemOf(await post(own.url, key, { message: 'x' }));
      const move = (row: object) => own.owner.client.from('deployments').update(row).eq('id', own.id);

      const nobody = await post(own.url, undefined, { message: 'x' });
      expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="agents"']);
      expect(await ask('sk_wrong')).toMatchObject({ status: 401, title: 'The key opens nothing' });
      expect(await ask(newKey())).toMatchObject({
        status: 401,
        detail: 'This key opens nothing: it is wrong, revoked or past its end',
      });

      await move({ status: 'stopped', last_deployed_at: null });
      expect(await ask(own.key)).toMatchObject({
        status: 403,
        detail: 'This deployment is stopped. Its owner can start it again',
      });
      await move({ status: 'deploying', last_deployed_at: null });
      const early = await post(own.url, own.key, { message: 'x' });
      expect([early.status, early.headers.get('retry-after')]).toEqual([409, '2']);
      await new Promise((resolve) => setTimeout(resolve, 2_050));
      expect((await post(own.url, own.key, { message: 'x' })).status).toBe(200);

      const next = newKey();
      await own.owner.client.rpc('rotate_deployment_key', { id: own.id, key: next, overlap: '1 second' });
      expect((await post(own.url, own.key, { message: 'x' })).status).toBe(200);
      expect((await post(own.url, next, { message: 'x' })).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      expect((await ask(own.key)).status).toBe(401);

      await own.owner.client.from('deployments').delete().eq('id', own.id);
      expect(await ask(next)).toMatchObject({ status: 404, detail: 'This deployment was deleted' });
      await own.owner.client.rpc('restore_deployment', { id: own.id });
      expect((await post(own.url, next, { message: 'x' })).status).toBe(200);
      await own.owner.client.rpc('revoke_deployment_key', { id: own.id });
      expect((await ask(next)).status).toBe(401);
    },
  );

  test.each([
    ['{', 400, 'The body is not JSON'],
    [{}, 400, 'The body must have either "message" or "messages"'],
    [{ message: 'a', messages: [] }, 400, 'messages must have a message'],
    [{ message: 7 }, 400, 'message must be text'],
    [{ message: '' }, 400, 'message must not be empty'],
    [{ message: 'a', mesages: 1 }, 400, 'There is no member called mesages'],
    [{ messages: [{ role: 'system', content: 'x' }] }, 400, 'messages.0.role must be "user" or "assistant"'],
    [{ messages: [{ role: 'user' }] }, 400, 'messages.0.content is missing'],
    [{ message: 'x'.repeat(100_001) }, 400, 'message must have up to 100000 characters'],
    [{ message: 'x'.repeat(600_000) }, 413, 'The body is larger than 512 KB'],
  ])('%#: what is not a call is refused in words', async (body, status, detail) => {
    const answer = await problemOf(await post(bot.url, bot.key, body));
    expect([answer.status, answer.detail]).toEqual([status, detail]);
  });

  test('other types, methods and addresses', async () => {
    const answer = await post(
      bot.url,
      bot.key,
      { message: 'x' },
      { headers: { 'content-type': 'text/plain' } },
    );
    expect(answer.status).toBe(415);
    expect((await fetch(bot.url, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${served.origin}/v1/nothing`)).status).toBe(404);
  });

  test('GET is a page for a browser and JSON for a program, and says nothing of who runs what', async () => {
    const page = await fetch(bot.url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(page.headers.get('content-type')).toMatch('text/html');
    const html = await page.text();
    expect(html).toContain(`<h1>${bot.slug}</h1>`);
    expect(html).not.toContain('Helper');
    expect((await fetch(`${served.origin}/v1/endpoint.css`)).headers.get('content-type')).toMatch('text/css');
    const unknown = await (await fetch(`${served.origin}/v1/agents/nobody-has-this`)).json();
    const known = await (await fetch(bot.url)).json();
    expect(Object.keys(known as object)).toEqual(Object.keys(unknown as object));
    expect(known).toMatchObject({ endpoint: bot.url, call: { method: 'POST' } });
    const opened = await fetch(bot.url, { headers: { authorization: `Bearer ${bot.key}` } });
    expect(await opened.json()).toMatchObject({ deployment: { id: bot.id, status: 'active' } });
    const marked = await fetch(`${served.origin}/v1/agents/${encodeURIComponent('<b>x</b>')}`, {
      headers: { accept: 'text/html' },
    });
    expect(await marked.text()).not.toContain('<b>');
  });

  test('a key has its rate, and an address few wrong keys', async () => {
    const limited = await callable(served);
    await limited.owner.client.rpc('limit_deployment_key', {
      ...{ id: limited.id, requests_per_minute: 2, expires_at: null },
    });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const answer = await post(limited.url, limited.key, { message: 'x' });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('an agent that runs at its creator’s address says where, and costs nothing', async () => {
    const external = await callable(served, {
      external_only: true,
      external_url: 'https://elsewhere.example/bot',
    });
    expect(await problemOf(await post(external.url, external.key, { message: 'x' }))).toMatchObject({
      status: 501,
      detail: "“Helper” runs at its creator's own address: call https://elsewhere.example/bot",
    });
    expect(await usageOf(external)).toEqual([]);
    expect(await callsOf(external)).toMatchObject([{ status: 501, is_charged: false }]);
  });
});
