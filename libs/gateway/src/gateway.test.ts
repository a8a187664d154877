/** The gateway's routes with a fake store and model: statuses, headers, sizes and unknown paths. */
import { describe, expect, test, vi } from 'vitest';
import { createGateway, type GatewayOptions } from './gateway';
import { fakeModel, fakeStore, silentLog } from './testing/fakes';

const KEY = `ak_${'a'.repeat(64)}`;

const gatewayOf = (options: Partial<GatewayOptions> = {}) => {
  const model = fakeModel({ text: 'Hello ' }, { text: 'there' });
  const gateway = createGateway({
    ...{ store: fakeStore(), model, log: silentLog, publicUrl: 'https://agents.example' },
    ...options,
  });
  const send = (method: string, path: string, { body, ...headers }: Record<string, unknown> = {}) =>
    gateway.fetch(
      new Request(`https://agents.example${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          authorization: `Bearer ${KEY}`,
          ...(headers as Record<string, string>),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { address: 'here' },
    );
  return { gateway, model, send };
};

describe('unknown requests', () => {
  test.each([
    '/v1/agents/bot',
    '/v1/agents/bot/chat/completions',
    '/v1/chat/completions',
    '/v1/preview',
    '/v1/openapi.json',
    '/v1/endpoint.css',
  ])('PUT %s is 405', async (path) => {
    const response = await gatewayOf().send('PUT', path);
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({
      title: 'Method not allowed',
      detail: 'PUT is not allowed here. GET /v1/openapi.json lists the methods',
    });
  });

  test.each(['/v1/nothing', '/v1/agents', '/v1/agents/bot/other', '/x/v1/preview', '/v1/previews'])(
    '%s is 404',
    async (path) => {
      const response = await gatewayOf().send('POST', path);
      expect([response.status, await response.json()]).toMatchObject([404, { detail: 'No such endpoint' }]);
    },
  );
});

describe('POST /v1/agents/<slug>', () => {
  test('returns the completion, its id and no cache headers', async () => {
    const response = await gatewayOf().send('POST', '/v1/agents/bot', { body: { message: 'Hello' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toBe('call-1');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ id: 'call-1', message: { content: 'Hello there' } });
  });

  test.each([
    ['in the body', { body: { message: 'Hello', stream: true } }],
    ['by the Accept header', { body: { message: 'Hello' }, accept: 'text/event-stream' }],
  ])('streams on request %s', async (_how, request) => {
    const response = await gatewayOf().send('POST', '/v1/agents/bot', request);
    expect(response.headers.get('content-type')).toMatch('text/event-stream');
    expect(await response.text()).toMatch(/event: delta[\s\S]*event: done/);
  });

  test('rejects a body above 512 KB', async () => {
    const response = await gatewayOf().send('POST', '/v1/agents/bot', {
      body: { message: 'x'.repeat(530_000) },
    });
    expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
    expect(await response.json()).toMatchObject({ detail: 'The body is larger than 512 KB' });
  });

  test('hides unexpected errors and logs them', async () => {
    const log = Object.assign(Object.create(silentLog) as typeof silentLog, { error: vi.fn() });
    const store = fakeStore({ useKey: () => Promise.reject(new Error('private')) });
    const response = await gatewayOf({ store, log }).send('POST', '/v1/agents/bot', {
      body: { message: 'x' },
    });
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { detail: 'The gateway failed to respond' },
    ]);
    expect(log.error).toHaveBeenCalledWith({ reason: 'private' }, 'request failed');
  });
});

describe('GET /v1/agents/<slug>', () => {
  test('describes the endpoint with its public URL', async () => {
    const { gateway } = gatewayOf({ publicUrl: 'https://public.example' });
    const response = await gateway.fetch(new Request('https://agents.example/v1/agents/bot'), {
      address: 'x',
    });
    expect(await response.json()).toMatchObject({
      endpoint: 'https://public.example/v1/agents/bot',
      openapi: 'https://public.example/v1/openapi.json',
    });
    expect(response.headers.get('vary')).toBe('accept, authorization');
  });

  test('returns the status with the key, but not for another slug', async () => {
    const { send } = gatewayOf();
    expect(await (await send('GET', '/v1/agents/bot')).json()).toMatchObject({
      deployment: { id: 'deployment-1', status: 'active', requests_per_minute: null },
    });
    expect((await send('GET', '/v1/agents/other')).status).toBe(404);
  });

  test('returns the status of a stopped deployment, and 404 for a deleted one', async () => {
    const withStatus = (status: 'stopped' | 'deleted') =>
      gatewayOf({
        store: fakeStore({
          useKey: () =>
            Promise.resolve({ deployment_id: 'd', slug: 'bot', status, requests_per_minute: null }),
        }),
      }).send('GET', '/v1/agents/bot');
    expect((await withStatus('stopped')).status).toBe(200);
    expect((await withStatus('deleted')).status).toBe(404);
  });

  test('is HTML for browsers', async () => {
    const response = await gatewayOf().send('GET', '/v1/agents/bot', { accept: 'text/html' });
    expect(await response.text()).toContain('<h1>bot</h1>');
  });
});

describe('chat completions', () => {
  test.each(['/v1/chat/completions', '/v1/agents/bot/chat/completions'])('%s', async (path) => {
    const { send, model } = gatewayOf();
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = { messages, max_tokens: 9, max_completion_tokens: 7 };
    const response = await send('POST', path, { body });
    expect(await response.json()).toMatchObject({
      ...{ id: 'chatcmpl-call-1', model: 'bot', object: 'chat.completion' },
      choices: [{ message: { content: 'Hello there' } }],
    });
    expect(model.calls[0]?.[0].maxTokens).toBe(7);
  });

  test('stream with the usage on request', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const text = async (body: object) =>
      (
        await gatewayOf().send('POST', '/v1/chat/completions', { body: { messages, stream: true, ...body } })
      ).text();
    expect(await text({ stream_options: { include_usage: true } })).toContain('"total_tokens"');
    expect(await text({})).not.toContain('usage');
  });

  test('have OpenAI’s error member', async () => {
    const response = await gatewayOf().send('POST', '/v1/chat/completions', { body: {} });
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', code: '400' } });
  });
});

describe('POST /v1/preview', () => {
  const body = {
    agent_id: '00000000-0000-4000-8000-000000000000',
    messages: [{ role: 'user', content: 'Hi' }],
  };

  test('names the model and records nothing', async () => {
    const store = fakeStore();
    const response = await gatewayOf({ store }).send('POST', '/v1/preview', { body });
    expect(response.headers.get('slipway-model')).toBe('fake');
    expect(await response.json()).toMatchObject({ message: { content: 'Hello there' } });
    expect(store.outcomes).toEqual([]);
  });

  test('streams on request', async () => {
    const response = await gatewayOf().send('POST', '/v1/preview', { body: { ...body, stream: true } });
    expect(await response.text()).toContain('event: done');
  });

  test('allows the app’s origins only', async () => {
    const { send } = gatewayOf({ appOrigins: ['https://app.example'] });
    const allowed = async (origin: string) =>
      (await send('POST', '/v1/preview', { body, origin })).headers.get('access-control-allow-origin');
    expect(await allowed('https://app.example')).toBe('https://app.example');
    expect(await allowed('https://evil.example')).toBeNull();
  });
});

test('idle resolves after the calls', async () => {
  const { gateway, send } = gatewayOf();
  await (await send('POST', '/v1/agents/bot', { body: { message: 'x' } })).text();
  await gateway.idle();
});
