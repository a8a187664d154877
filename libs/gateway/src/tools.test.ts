/** Tools and JSON schemas through OpenAI's client, as its documentation calls them, to a model endpoint on real HTTP. */
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from './gateway';
import { openAiModel } from './models/openAiModel';
import { fakeStore, silentLog } from './testing/fakes';
import { type ModelServer, startModelServer } from './testing/modelServer';

let server: ModelServer;
let client: OpenAI;
const store = fakeStore();
beforeAll(async () => {
  server = await startModelServer();
  const gateway = createGateway({
    ...{ store, log: silentLog, publicUrl: 'https://agents.example' },
    model: openAiModel({ baseUrl: server.baseUrl, apiKey: 'k', model: 'm', retries: 0 }),
  });
  client = new OpenAI({
    apiKey: `ak_${'a'.repeat(64)}`,
    baseURL: 'https://agents.example/v1',
    maxRetries: 0,
    fetch: (url, init) => gateway.fetch(new Request(url, init), { address: 'here' }),
  });
});
afterAll(() => server.close());

const tools: OpenAI.Chat.Completions.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Get current temperature for a given location.',
      parameters: {
        type: 'object',
        properties: { location: { type: 'string' } },
        required: ['location'],
        additionalProperties: false,
      },
      strict: true,
    },
  },
];
const question = { role: 'user' as const, content: 'What is the weather like in Paris today?' };
const asksForTool = () => {
  server.behave({
    ...{ kind: 'responds', texts: [], finishReason: 'tool_calls' },
    toolCalls: [
      { index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '' } },
      { index: 0, function: { arguments: '{"location":' } },
      { index: 0, function: { arguments: '"Paris"}' } },
    ],
  });
};
const call = {
  ...{ id: 'call_1', type: 'function' },
  function: { name: 'get_weather', arguments: '{"location":"Paris"}' },
};

test('passes tools on, returns the calls that the model asks for, and takes their results (M10)', async () => {
  asksForTool();
  const first = await client.chat.completions.create({
    ...{ model: 'agent', messages: [question], tools, tool_choice: 'auto', parallel_tool_calls: false },
  });
  const [choice] = first.choices;
  expect(choice).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: null, tool_calls: [call] },
  });
  expect(server.requests.at(-1)?.body).toMatchObject({
    ...{ tools, tool_choice: 'auto', parallel_tool_calls: false },
  });
  expect(store.outcomes.at(-1)?.outcome).toMatchObject({ status: 200, is_charged: true });
  if (!choice) throw new Error('no choice');

  server.behave({ kind: 'responds', texts: ['It is 18 degrees'] });
  const second = await client.chat.completions.create({
    ...{ model: 'agent', tools },
    messages: [question, choice.message, { role: 'tool', tool_call_id: 'call_1', content: '18' }],
  });
  expect(second.choices[0]?.message.content).toBe('It is 18 degrees');
  expect(server.requests.at(-1)?.body.messages.slice(-2)).toEqual([
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: '18' },
  ]);
});

test('streams tool calls', async () => {
  asksForTool();
  const stream = client.chat.completions.stream({ model: 'agent', messages: [question], tools });
  const { choices } = await stream.finalChatCompletion();
  expect(choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { tool_calls: [call] } });
});

test('repeats the same tool calls under an idempotency key', async () => {
  asksForTool();
  const ask = () =>
    client.chat.completions.create(
      { model: 'agent', messages: [question], tools },
      { headers: { 'idempotency-key': 'weather' } },
    );
  const before = server.requests.length;
  const [first, second] = [await ask(), await ask()];
  expect(second.choices).toEqual(first.choices);
  expect(server.requests.length).toBe(before + 1);
});

test('passes a JSON schema on', async () => {
  server.behave({ kind: 'responds', texts: ['{"city":"Paris"}'] });
  const response_format = {
    type: 'json_schema' as const,
    json_schema: { name: 'place', strict: true, schema: { type: 'object', properties: { city: {} } } },
  };
  await client.chat.completions.create({ model: 'agent', messages: [question], response_format });
  expect(server.requests.at(-1)?.body).toMatchObject({ response_format });
});

test('counts the definitions of tools as input', async () => {
  const [tool] = tools;
  if (tool?.type !== 'function') throw new Error('no tool');
  const long = { ...tool, function: { ...tool.function, description: 'word '.repeat(80_000) } };
  await expect(
    client.chat.completions.create({ model: 'agent', messages: [question], tools: [long] }),
  ).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' });
});
