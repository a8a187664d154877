/** The request for an answer: whose values it contains, and the tools that the answer uses. */
import { afterEach, expect, test, vi } from 'vitest';
import type { AgentTrial } from '@slipway/contracts';
import { signInAs, signOutAll, startBackend } from '@slipway/testing';
import { type Approval, type ApprovalRequest, askAgent, type ToolRun } from './preview';
import { streamEvent } from '../testing/streamEvent';

afterEach(() => {
  vi.unstubAllGlobals();
});

const usage = { input_tokens: 3, output_tokens: 2, is_estimate: false };
const messages = [{ role: 'user' as const, content: 'Hello' }];
const request: ApprovalRequest = {
  ...{ token: 't1', expires_at: '2026-11-24T00:15:00Z' },
  calls: [
    { id: 'k1', name: 'refund', server: 'https://tools.example', arguments: '{}', arguments_hash: 'h1' },
    { id: 'k2', name: 'mail', server: 'https://tools.example', arguments: '{}', arguments_hash: 'h2' },
  ],
};

/** Responds with these events, and returns the gateway's requests. */
function respondWith(events: string) {
  const headers = { 'content-type': 'text/event-stream' };
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response(events, { headers })),
  );
  vi.stubGlobal('fetch', fetch);
  return () => {
    const [url, init] = fetch.mock.calls[0] ?? ['', {}];
    return {
      url,
      method: init.method,
      headers: init.headers,
      body: JSON.parse(String(init.body)) as unknown,
    };
  };
}

interface Given {
  trial?: AgentTrial;
  approval?: Approval;
  onTool?: (run: ToolRun) => void;
  signal?: AbortSignal;
  onText?: (text: string) => void;
}
const ask = ({ trial = { name: 'Helper', prompt: 'Help' }, ...given }: Given = {}) =>
  askAgent({
    ...{ trial, messages, signal: new AbortController().signal },
    ...{ onModel: () => undefined, onText: () => undefined },
    ...given,
  });

test.each<[string, AgentTrial, object]>([
  ['a stored agent has only its id', { name: 'Helper', agentId: 'a1', temperature: 1 }, { agent_id: 'a1' }],
  [
    'a stored agent with another prompt has the tested values too',
    { name: 'Helper', agentId: 'a1', prompt: '', temperature: 0, maxTokens: 9 },
    { agent_id: 'a1', name: 'Helper', prompt: '', temperature: 0, max_tokens: 9 },
  ],
  ['an unsaved agent has its values', { name: 'Draft', prompt: 'P' }, { name: 'Draft', prompt: 'P' }],
  ['an agent without a prompt has an empty one', { name: 'Draft' }, { name: 'Draft', prompt: '' }],
])('the request for %s', async (_what, trial, values) => {
  startBackend();
  const sent = respondWith(streamEvent('done', { usage }));
  await ask({ trial });
  expect(sent()).toMatchObject({ url: '/v1/preview', method: 'POST' });
  expect(sent().body).toEqual({ ...values, messages, stream: true });
});

test('is sent with the session of a user, and without one for a visitor', async () => {
  startBackend();
  await signInAs();
  const ofUser = respondWith(streamEvent('done', { usage }));
  await ask();
  expect(ofUser().headers).toEqual({
    'content-type': 'application/json',
    authorization: expect.stringMatching(/^Bearer .+\..+\./) as string,
  });
  startBackend();
  await signOutAll();
  const ofVisitor = respondWith(streamEvent('done', { usage }));
  await ask();
  expect(ofVisitor().headers).toEqual({ 'content-type': 'application/json' });
});

test.each([true, false])('sends the decision about each call of a tool: %s', async (isApproved) => {
  startBackend();
  const sent = respondWith(streamEvent('done', { usage }));
  await ask({ approval: { request, isApproved } });
  expect(sent().body).toMatchObject({
    tool_approval: {
      token: 't1',
      calls: [
        { id: 'k1', arguments_hash: 'h1', approved: isApproved },
        { id: 'k2', arguments_hash: 'h2', approved: isApproved },
      ],
    },
  });
});

test('an answer reports its tools beside its text, and ends with the calls that wait for approval', async () => {
  startBackend();
  const run = { id: 'k1', name: 'search', arguments: '{}' };
  const tools = [
    { ...run, state: 'running' },
    { ...run, state: 'done' },
  ];
  const events = [
    ...[streamEvent('delta', { content: 'Let me see' }), ...tools.map((tool) => streamEvent('tool', tool))],
    ...[streamEvent('done', {}), streamEvent('done', { usage, tool_approval_required: request })],
    streamEvent('delta', { content: 'after the end' }),
  ].join('');
  const seen: unknown[] = [];
  respondWith(events);
  const given = { onText: (text: string) => seen.push(text), onTool: (tool: ToolRun) => seen.push(tool) };
  expect(await ask(given)).toEqual({ usage, approval: request });
  expect(seen).toEqual(['Let me see', ...tools]);
  respondWith(events);
  expect(await ask()).toEqual({ usage, approval: request });
});

test('an error in the stream keeps the gateway’s reason; without a status, the model failed', async () => {
  startBackend();
  respondWith(streamEvent('error', { status: 429, detail: 'too many' }));
  await expect(ask()).rejects.toMatchObject({ code: 'rate_limited', message: 'too many' });
  respondWith(streamEvent('error', {}));
  await expect(ask()).rejects.toMatchObject({ code: 'unexpected', message: '' });
});

test.each([
  [400, 'invalid_input'],
  [409, 'invalid_input'],
  [418, 'invalid_input'],
  [500, 'unexpected'],
  [504, 'unavailable'],
])('maps status %i to %s, whatever the type of the response', async (status, code) => {
  startBackend();
  const headers = { 'content-type': 'text/event-stream' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status, headers })));
  await expect(ask()).rejects.toMatchObject({
    code,
    message: expect.stringContaining(String(status)) as string,
  });
});

test('a response that is no stream of events, or has no body, is not from the gateway', async () => {
  startBackend();
  for (const response of [
    new Response(null),
    new Response('data: {}', { headers: { 'content-type': 'text/html' } }),
    new Response(null, { headers: { 'content-type': 'text/event-stream' } }),
  ]) {
    vi.stubGlobal('fetch', () => Promise.resolve(response));
    await expect(ask()).rejects.toMatchObject({
      ...{ code: 'unavailable', message: 'The response is not from the gateway' },
    });
  }
});

test('without a connection the gateway is unavailable, but an abort is reported as an abort', async () => {
  startBackend();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable', cause: { message: 'offline' } });
  const controller = new AbortController();
  const reason = new DOMException('Aborted', 'AbortError');
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    controller.abort(reason);
    return Promise.reject(signal?.reason as Error);
  });
  await expect(ask({ signal: controller.signal })).rejects.toBe(reason);
});

test('a stream that breaks off is unavailable, but an abort during it is reported as an abort', async () => {
  startBackend();
  const reason = new TypeError('network error');
  const broken = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          controller.error(reason);
        },
      }),
      {
        headers: { 'content-type': 'text/event-stream' },
      },
    );
  vi.stubGlobal('fetch', () => Promise.resolve(broken()));
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable', message: 'The answer broke off' });
  const controller = new AbortController();
  vi.stubGlobal('fetch', () => {
    controller.abort();
    return Promise.resolve(broken());
  });
  await expect(ask({ signal: controller.signal })).rejects.toBe(reason);
});
