/**
 * A deployment's endpoint: authentication, request validation, response formats and records. One file: all tests share one
 * server and deployment.
 */
import { gzipSync } from 'node:zlib';
import { engines, newKey, type Served } from '@slipway/backend/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { callable, type Callable, callsOf, post, usageOf } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

const problemOf = async (response: Response) => ({
  contentType: response.headers.get('content-type'),
  ...((await response.json()) as { status: number; detail: string }),
});

describe.each(engines)('an endpoint on %s', (engine) => {
  let served: Served;
  let bot: Callable;

  beforeAll(async () => {
    served = await serveGateway(engine);
    bot = await callable(served);
  });
  afterAll(() => served.close());

  test('responds to a message with a valid key, and records the call', async () => {
    const response = await post(bot.url, bot.key, { message: 'What is up?' });
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toEqual({
      id: response.headers.get('x-request-id'),
      message: {
        role: 'assistant',
        content: expect.stringMatching(
          /^I am Helper, running on Slipway's sample model.*“What is up\?”/,
        ) as string,
      },
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        is_estimate: true,
      } as object,
      finish_reason: 'stop',
      cost: 0.1,
    });
    expect(await usageOf(bot)).toEqual([
      { usage_type: 'api_call', quantity: 1, cost: 0 },
      { usage_type: 'message', quantity: 1, cost: 0.1 },
    ]);
    expect(await callsOf(bot)).toEqual([
      {
        ...{ id: expect.any(String) as string, status: 200, cost: 0.1, is_charged: true },
        latency_ms: expect.any(Number) as number,
        ...{ input_tokens: expect.any(Number) as number, output_tokens: expect.any(Number) as number },
      },
    ]);
  });

  test('streams a conversation, requested in the body or by the Accept header', async () => {
    const messages = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'tell me more' },
    ];
    const whole = (await (await post(bot.url, bot.key, { messages })).json()) as {
      message: { content: string };
    };
    expect(whole.message.content).toContain('This is message 2 of the conversation.');
    for (const response of [
      await post(bot.url, bot.key, { messages, stream: true }),
      await post(bot.url, bot.key, { messages }, { headers: { accept: 'text/event-stream' } }),
    ]) {
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const events = (await response.text())
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
    'rejects a key of another deployment, and an invalid key at an unknown address',
    { tags: ['T-27'] },
    async () => {
      const other = await callable(served);
      expect(await problemOf(await post(other.url, bot.key, { message: 'x' }))).toMatchObject({
        status: 404,
        contentType: 'application/problem+json; charset=utf-8',
        detail: `Your API key belongs to another deployment, not to “${other.slug}”`,
      });
      expect((await post(`${served.origin}/v1/agents/unknown`, newKey(), { message: 'x' })).status).toBe(401);
    },
  );

  const statusOf = async (bot: Callable, key?: string) => (await post(bot.url, key, { message: 'x' })).status;
  const becomes = (status: number, bot: Callable, key: string) =>
    vi.waitFor(async () => {
      expect(await statusOf(bot, key)).toBe(status);
    }, 10_000);

  test('rejects a missing and an invalid key', { tags: ['T-26'] }, async () => {
    const missing = await post(bot.url, undefined, { message: 'x' });
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="agents"']);
    expect(await problemOf(await post(bot.url, 'sk_wrong', { message: 'x' }))).toMatchObject({
      status: 401,
      title: 'Unauthorized',
    });
    expect(await problemOf(await post(bot.url, newKey(), { message: 'x' }))).toMatchObject({
      status: 401,
      detail: 'Invalid, revoked or expired API key',
    });
  });

  test('responds only while the deployment is active', { tags: ['T-25'] }, async () => {
    const own = await callable(served);
    const update = (row: object) => own.owner.client.from('deployments').update(row).eq('id', own.id);
    await update({ status: 'stopped', last_deployed_at: null });
    expect(await problemOf(await post(own.url, own.key, { message: 'x' }))).toMatchObject({
      status: 403,
      detail: 'This deployment is stopped. Its owner can start it again',
    });
    await update({ status: 'deploying', last_deployed_at: null });
    const early = await post(own.url, own.key, { message: 'x' });
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '2']);
    await becomes(200, own, own.key);
  });

  test('accepts the old key of a rotation until its overlap ends', { tags: ['T-26'] }, async () => {
    const own = await callable(served);
    const next = newKey();
    await own.owner.client.rpc('rotate_deployment_key', { id: own.id, key: next, overlap: '1 second' });
    expect([await statusOf(own, own.key), await statusOf(own, next)]).toEqual([200, 200]);
    await becomes(401, own, own.key);
    expect(await statusOf(own, next)).toBe(200);
  });

  test('rejects a deleted deployment until it is restored, and a revoked key', async () => {
    const own = await callable(served);
    await own.owner.client.from('deployments').delete().eq('id', own.id);
    expect(await problemOf(await post(own.url, own.key, { message: 'x' }))).toMatchObject({
      status: 404,
      detail: 'This deployment was deleted',
    });
    await own.owner.client.rpc('restore_deployment', { id: own.id });
    expect(await statusOf(own, own.key)).toBe(200);
    await own.owner.client.rpc('revoke_deployment_key', { id: own.id });
    expect(await statusOf(own, own.key)).toBe(401);
  });

  test.each([
    ['{', 400, 'The body is not valid JSON'],
    [{}, 400, 'The body must have either "message" or "messages"'],
    [{ message: 'a', messages: [] }, 400, 'messages must not be empty'],
    [{ message: 7 }, 400, 'message must be text'],
    [{ message: '' }, 400, 'message must not be empty'],
    [{ message: 'a', mesages: 1 }, 400, 'mesages is not supported. Remove it'],
    [{ messages: [{ role: 'system', content: 'x' }] }, 400, 'messages.0.role must be "user" or "assistant"'],
    [{ messages: [{ role: 'user' }] }, 400, 'messages.0.content is missing'],
    [{ message: 'x'.repeat(100_001) }, 400, 'message must have up to 100000 characters'],
    [{ message: 'x'.repeat(600_000) }, 413, 'The body is larger than 512 KB'],
  ])('rejects invalid body %# with a reason', async (body, status, detail) => {
    const response = await problemOf(await post(bot.url, bot.key, body));
    expect([response.status, response.detail]).toEqual([status, detail]);
  });

  test('accepts a body without a content length', async () => {
    const response = await fetch(bot.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${bot.key}`, 'content-type': 'application/json' },
      body: new Blob(['{"message":"Hello"}']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(200);
  });

  test('rejects other content types, methods and paths', async () => {
    const response = await post(
      bot.url,
      bot.key,
      { message: 'x' },
      { headers: { 'content-type': 'text/plain' } },
    );
    expect(response.status).toBe(415);
    expect((await fetch(bot.url, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${served.origin}/v1/nothing`)).status).toBe(404);
  });

  test('rejects a compressed body and one that is not UTF-8 before anything is billed', async () => {
    const headers = { authorization: `Bearer ${bot.key}`, 'content-type': 'application/json' };
    const [usage, calls] = [await usageOf(bot), await callsOf(bot)];
    for (const path of ['', '/chat/completions']) {
      const text = path ? '{"messages":[{"role":"user","content":"é"}]}' : '{"message":"é"}';
      const send = (body: Uint8Array<ArrayBuffer>, more = {}) =>
        fetch(bot.url + path, { method: 'POST', headers: { ...headers, ...more }, body });
      const compressed = await send(new Uint8Array(gzipSync(text)), { 'content-encoding': 'gzip' });
      expect([compressed.status, compressed.headers.get('accept-encoding')]).toEqual([415, 'identity']);
      expect((await send(Buffer.from(text, 'latin1'))).status).toBe(400);
    }
    expect([await usageOf(bot), await callsOf(bot)]).toEqual([usage, calls]);
  });

  test('describes the endpoint as HTML or JSON, without revealing whether it exists', async () => {
    const page = await fetch(bot.url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(page.headers.get('content-type')).toMatch('text/html');
    const html = await page.text();
    expect(html).toContain(`<h1>${bot.slug}</h1>`);
    expect(html).not.toContain('Helper');
    expect((await fetch(`${served.origin}/v1/endpoint.css`)).headers.get('content-type')).toMatch('text/css');
    const unknown = await (await fetch(`${served.origin}/v1/agents/unknown`)).json();
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

  test('applies the rate limit that the owner set for a key', async () => {
    const limited = await callable(served);
    await limited.owner.client.rpc('limit_deployment_key', {
      ...{ id: limited.id, requests_per_minute: 2, expires_at: null },
    });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const response = await post(limited.url, limited.key, { message: 'x' });
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('an external agent returns its URL and is not charged', async () => {
    const external = await callable(served, {
      external_only: true,
      external_url: 'https://elsewhere.example/bot',
    });
    expect(await problemOf(await post(external.url, external.key, { message: 'x' }))).toMatchObject({
      status: 501,
      detail: "“Helper” runs on its creator's server. Call https://elsewhere.example/bot instead",
    });
    expect(await usageOf(external)).toEqual([]);
    expect(await callsOf(external)).toMatchObject([{ status: 501, is_charged: false }]);
  });
});
