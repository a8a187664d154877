/**
 * Tools of agents by MCP: a real server of tools, OpenAI's client, and a model endpoint on real HTTP. Tools that only read run;
 * those that write wait for the caller's approval; everything is metered and recorded once. One file: all tests share the
 * servers of tools and of the model.
 */
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines, type Served } from '@slipway/backend/testing';
import { openAiModel } from '../models/openAiModel';
import { callable, type Callable, callsOf, post, usageOf } from '../testing/gatewayCalls';
import { startToolServer, type TestToolServer } from '../testing/mcpServer';
import { type Behavior, type ModelServer, startModelServer } from '../testing/modelServer';
import { serveGateway } from '../testing/serveGateway';
import type { ApprovalRequest } from '../tools/approvals';

const conversation = [{ role: 'user' as const, content: 'What about tea?' }];

/** OpenAI's completion with the member that the gateway adds. */
type Completion = OpenAI.Chat.Completions.ChatCompletion & { tool_approval_required?: ApprovalRequest };

const toolCall = (name: string, text: string, id = `call_${name}`) => [
  { index: 0, id, type: 'function', function: { name, arguments: JSON.stringify({ text }) } },
];

/** Asks for a tool first, then repeats its result. */
const asks = (name: string, text: string): Behavior => ({
  kind: 'replies',
  to: (messages) => {
    const result = messages.findLast(({ role }) => role === 'tool');
    return result
      ? { kind: 'responds', texts: ['It said: ', result.content] }
      : { kind: 'responds', texts: [], toolCalls: toolCall(name, text), finishReason: 'tool_calls' };
  },
});

describe.each(engines)('tools of an agent on %s', (engine) => {
  let served: Served;
  let model: ModelServer;
  let tools: TestToolServer;
  let bot: Callable;

  const configure = async (names: readonly string[], url = tools.url) => {
    const chosen = names.map((name) => ({
      ...{ name, description: `The tool ${name}`, input_schema: { type: 'object' } },
      is_read_only: ['search', 'huge', 'slow'].includes(name),
    }));
    const { error } = await bot.creator.client
      .from('agent_configs')
      .upsert({ agent_id: bot.agent, prompt: 'Use notes', tools: { servers: [{ url, tools: chosen }] } });
    expect(error).toBeNull();
  };

  beforeAll(async () => {
    model = await startModelServer();
    tools = await startToolServer();
    served = await serveGateway(engine, {
      model: openAiModel({ baseUrl: model.baseUrl, apiKey: 'k', model: 'm', retries: 0 }),
      toolRunner: { egress: { allow: ['127.0.0.1'] }, timeout: 1_500 },
    });
  });
  beforeEach(async () => {
    tools.calls.length = 0;
    Object.assign(tools, { redirect: undefined, isSearchReadOnly: true });
    bot = await callable(served);
    await configure(['search', 'add_note']);
  });
  afterAll(async () => {
    await served.close();
    await tools.close();
    await model.close();
  });

  const client = (apiKey = bot.key) => new OpenAI({ apiKey, baseURL: `${served.origin}/v1`, maxRetries: 0 });
  const ask = (body: object = {}, options: { apiKey?: string; headers?: Record<string, string> } = {}) =>
    client(options.apiKey).chat.completions.create(
      { model: 'agent', messages: conversation, ...body },
      { ...(options.headers ? { headers: options.headers } : {}) },
    ) as Promise<Completion>;
  const approvalOf = (
    { tool_approval_required: request }: Completion,
    changes: object = {},
    approved = true,
  ) => ({
    tool_approval: {
      token: request?.token,
      calls: request?.calls.map(({ id, arguments_hash }) => ({ id, arguments_hash, approved, ...changes })),
    },
  });

  test('runs a tool that only reads, and meters all rounds as one call', async () => {
    model.behave(asks('search', 'tea'));
    const response = await ask();
    expect(response.choices[0]).toMatchObject({
      message: { content: 'It said: Found 3 notes about tea' },
      finish_reason: 'stop',
    });
    expect(tools.calls).toEqual([{ name: 'search', text: 'tea' }]);
    // Two rounds of 11 and 7 tokens.
    expect(response.usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 14 });
    expect(await callsOf(bot)).toMatchObject([
      { status: 200, input_tokens: 22, output_tokens: 14, is_charged: true, cost: 0.1 },
    ]);
    expect((await usageOf(bot)).filter(({ usage_type }) => usage_type === 'message')).toHaveLength(1);
    const [first] = model.requests.slice(-2);
    expect(first?.body.tools).toMatchObject([
      { function: { name: 'search' } },
      { function: { name: 'add_note' } },
    ]);

    const stream = await client().chat.completions.create({
      model: 'agent',
      messages: conversation,
      stream: true,
    });
    let text = '';
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    expect(text).toBe('It said: Found 3 notes about tea');
  });

  test('a tool that writes waits for the approval of exactly its call, which works once', async () => {
    model.behave(asks('add_note', 'buy tea'));
    const first = await ask();
    expect(first.choices[0]).toMatchObject({ message: { content: null }, finish_reason: 'stop' });
    expect(first.tool_approval_required?.calls).toMatchObject([
      { id: 'call_add_note', name: 'add_note', server: tools.url, arguments: '{"text":"buy tea"}' },
    ]);
    expect(tools.calls).toEqual([]);

    const wrong = { arguments_hash: '0'.repeat(64) };
    await expect(ask(approvalOf(first, wrong))).rejects.toMatchObject({
      status: 400,
      param: 'tool_approval',
    });
    const other = [{ role: 'user' as const, content: 'Delete all' }];
    await expect(ask({ ...approvalOf(first), messages: other })).rejects.toMatchObject({ status: 400 });
    const stranger = await callable(served, {});
    await stranger.creator.client.from('agent_configs').upsert({
      agent_id: stranger.agent,
      tools: {
        servers: [
          {
            url: tools.url,
            tools: [{ name: 'add_note', description: '', input_schema: {}, is_read_only: false }],
          },
        ],
      },
    });
    await expect(ask(approvalOf(first), { apiKey: stranger.key })).rejects.toMatchObject({
      ...{ status: 400, param: 'tool_approval.token' },
    });
    expect(tools.calls).toEqual([]);

    const done = await ask(approvalOf(first));
    expect(done.choices[0]?.message.content).toBe('It said: Added: buy tea');
    expect(tools.calls).toEqual([{ name: 'add_note', text: 'buy tea' }]);
    await expect(ask(approvalOf(first))).rejects.toMatchObject({ status: 409, param: 'tool_approval.token' });
    expect(tools.calls).toHaveLength(1);
    // Both responses are charged, and no rejection is.
    expect((await callsOf(bot)).filter(({ is_charged }) => is_charged)).toHaveLength(2);
  });

  test('a rejected call does not run, and the model learns of it', async () => {
    model.behave(asks('add_note', 'buy tea'));
    const response = await ask(approvalOf(await ask(), {}, false));
    expect(response.choices[0]?.message.content).toContain('The caller rejected this call');
    expect(tools.calls).toEqual([]);
  });

  test.each(['same', ''])(
    'the approval of a call is not that of another one with the id “%s”',
    async (id) => {
      const toolCalls = ['buy tea', 'sell the house'].flatMap((text, index) =>
        toolCall('add_note', text, id).map((call) => ({ ...call, index })),
      );
      model.behave({
        kind: 'replies',
        to: (messages) =>
          messages.some(({ role }) => role === 'tool')
            ? { kind: 'responds', texts: ['Done'] }
            : { kind: 'responds', texts: [], finishReason: 'tool_calls', toolCalls },
      });
      const first = await ask();
      const calls = first.tool_approval_required?.calls ?? [];
      expect(new Set(calls.map((call) => call.id).filter(Boolean)).size).toBe(2);
      await ask({
        tool_approval: {
          token: first.tool_approval_required?.token,
          calls: calls.map((call) => ({
            ...{ id: call.id, arguments_hash: call.arguments_hash },
            approved: call.arguments.includes('tea'),
          })),
        },
      });
      expect(tools.calls).toEqual([{ name: 'add_note', text: 'buy tea' }]);
    },
  );

  test('an idempotency key repeats the request for approval, and its reply, without running the tool again', async () => {
    model.behave(asks('add_note', 'buy tea'));
    const headers = { 'idempotency-key': `first ${bot.slug}` };
    const first = await ask({}, { headers });
    expect((await ask({}, { headers })).tool_approval_required).toEqual(first.tool_approval_required);
    // From the database, as another gateway would.
    const approved = { headers: { 'idempotency-key': `second ${bot.slug}` } };
    const done = await ask(approvalOf(first), approved);
    expect((await ask(approvalOf(first), approved)).choices).toEqual(done.choices);
    expect(tools.calls).toHaveLength(1);
    expect(await callsOf(bot)).toHaveLength(2);
  });

  test('streams the request for approval in its last chunk', async () => {
    model.behave(asks('add_note', 'buy tea'));
    const stream = await client().chat.completions.create({
      model: 'agent',
      messages: conversation,
      stream: true,
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
      tool_approval_required: { calls: [{ name: 'add_note' }] },
    });
  });

  test.each([
    ['was not chosen', 'delete_all', 'There is no tool called delete_all'],
    ['returns too much', 'huge', 'sent more than 512 KB'],
    ['is too slow', 'slow', 'did not respond in time'],
  ])('a tool that %s gives the model a reason', async (_title, name, reason) => {
    if (name !== 'delete_all') await configure([name]);
    model.behave(asks(name, 'x'));
    expect((await ask()).choices[0]?.message.content).toContain(reason);
    expect(tools.calls.filter((call) => call.name === 'delete_all')).toEqual([]);
  });

  test('a tool that reads no more needs approval, whatever the creator chose', async () => {
    tools.isSearchReadOnly = false;
    model.behave(asks('search', 'tea'));
    expect((await ask()).tool_approval_required?.calls).toMatchObject([{ name: 'search' }]);
    expect(tools.calls).toEqual([]);
  });

  test('a model that never stops asking ends the call, free', async () => {
    model.behave({
      kind: 'responds',
      texts: [],
      toolCalls: toolCall('search', 'tea'),
      finishReason: 'tool_calls',
    });
    await expect(ask()).rejects.toMatchObject({ status: 502 });
    expect(tools.calls).toHaveLength(5);
    await expect
      .poll(() => callsOf(bot))
      .toMatchObject([{ status: 502, is_charged: false, input_tokens: 66 }]);
  });

  test('the caller gets calls of tools from the request, and keeps their names', async () => {
    const own = [{ type: 'function', function: { name: 'search', parameters: { type: 'object' } } }];
    model.behave({
      kind: 'responds',
      texts: [],
      toolCalls: toolCall('search', 'x'),
      finishReason: 'tool_calls',
    });
    const response = await ask({ tools: own });
    expect(response.choices[0]).toMatchObject({
      message: { tool_calls: [{ function: { name: 'search' } }] },
      finish_reason: 'tool_calls',
    });
    expect(tools.calls).toEqual([]);
  });

  test('an address that redirects to a private one is not followed', async () => {
    tools.redirect = 'http://127.0.0.1:1/secret';
    model.behave(asks('search', 'tea'));
    expect((await ask()).choices[0]?.message.content).toContain(
      'responded with a redirect, which is not followed',
    );
  });

  test('a deployment that keeps a version keeps its tools', async () => {
    await bot.owner.client.rpc('pin_deployment', { deployment: bot.id, version: 1 });
    await configure([]);
    model.behave(asks('search', 'tea'));
    expect((await ask()).choices[0]?.message.content).toContain('Found 3 notes');
    await bot.owner.client.rpc('pin_deployment', { deployment: bot.id });
    expect((await ask()).choices[0]?.message.content ?? '').not.toContain('Found');
  });

  test('the secret reaches its server only, and no user reads it back', async () => {
    const { creator, agent } = bot;
    const set = (client: typeof creator.client, secret: string | null) =>
      client.rpc('set_agent_tool_secret', { agent, url: tools.url, header: 'Authorization', secret });
    expect((await set(creator.client, 'Bearer very-secret')).error).toBeNull();
    model.behave(asks('search', 'tea'));
    await ask();
    expect(tools.headers.at(-1)?.authorization).toBe('Bearer very-secret');
    const list = await creator.client.rpc('list_agent_tool_secrets', { agent });
    expect(list.data).toMatchObject([{ url: tools.url, header: 'Authorization' }]);
    expect(JSON.stringify(list.data)).not.toContain('very-secret');
    expect((await set(bot.owner.client, 'Bearer stolen')).error?.code).toBe('PT404');
    expect((await bot.owner.client.rpc('list_agent_tool_secrets', { agent })).data).toEqual([]);
    for (const [name, parameters] of [
      ['deployment_tools', { deployment: bot.id }],
      ['agent_tools', { agent }],
      ['agent_tool_secret', { agent, url: tools.url }],
      ['take_tool_calls', { token_hash: '00', subject: 'x', binding: 'x' }],
    ] as const) {
      for (const someone of [creator, bot.owner]) {
        expect((await someone.client.rpc(name, parameters)).error?.code, name).toBe('42501');
      }
    }
    expect((await set(creator.client, null)).error).toBeNull();
    await ask();
    expect(tools.headers.at(-1)?.authorization).toBeUndefined();
  });

  test('only the creator lists the tools of a server, and only at an address that is allowed', async () => {
    const token = async (of: Callable['owner']) =>
      (await of.client.auth.getSession()).data.session?.access_token;
    const list = async (url: string, session: string | undefined) => {
      const response = await post(`${served.origin}/v1/tools`, session, { agent_id: bot.agent, url });
      return [
        response.status,
        (await response.json()) as { detail?: string; tools?: { name: string }[] },
      ] as const;
    };
    const creator = await token(bot.creator);
    const [status, listed] = await list(tools.url, creator);
    expect([status, listed.tools?.map(({ name }) => name)]).toEqual([
      200,
      ['search', 'add_note', 'delete_all', 'huge', 'slow'],
    ]);
    expect((await list(tools.url, await token(bot.owner)))[0]).toBe(404);
    expect((await list(tools.url, undefined))[0]).toBe(401);
    expect(await list('https://10.0.0.1/mcp', creator)).toMatchObject([
      502,
      { detail: '10.0.0.1 is a private address' },
    ]);
    expect(await list('http://notes.example/mcp', creator)).toMatchObject([400, { at: 'url' }]);
  });
});
