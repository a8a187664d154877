/** Request bodies: valid ones, and the message for each invalid one. One file, because it is one table. */
import { describe, expect, test } from 'vitest';
import { ApiProblem } from './apiProblem';
import {
  chatCompletionSchema,
  type ChatCompletion,
  messagesOfCompletion,
  samplingOf,
} from './chatCompletionRequest';
import { callSchema, messagesOfCall, previewSchema, readBody } from './requests';

const requestOf = (body: unknown, contentType = 'application/json') =>
  new Request('https://agents.example', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

type Schema = Parameters<typeof readBody>[1];
const read = async (schema: Schema, body: unknown) => (await readBody(requestOf(body), schema)).body;
const problemOf = async (schema: Schema, body: unknown, contentType?: string) => {
  const error: unknown = await readBody(requestOf(body, contentType), schema).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiProblem)) throw new Error('the body was accepted');
  const { status, message, at } = error;
  return { status, message, at };
};
const user = { role: 'user', content: 'Hello' };

describe('the content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
    'APPLICATION/JSON',
  ])('can be %s', async (contentType) => {
    expect(await readBody(requestOf({ message: 'x' }, contentType), callSchema)).toEqual({
      body: { message: 'x', stream: false },
      raw: '{"message":"x"}',
    });
  });

  test.each(['text/plain', 'application/jsonp', 'x-application/json'])(
    'cannot be %s',
    async (contentType) => {
      expect(await problemOf(callSchema, {}, contentType)).toMatchObject({
        status: 415,
        message: 'Send JSON with the header Content-Type: application/json',
      });
    },
  );

  test('is required', async () => {
    const request = new Request('https://agents.example', { method: 'POST', body: Buffer.from('{}') });
    await expect(readBody(request, callSchema)).rejects.toMatchObject({ status: 415 });
  });
});

describe('the content coding', () => {
  const encoded = (encoding: string) => {
    const request = requestOf({ message: 'x' });
    request.headers.set('content-encoding', encoding);
    return readBody(request, callSchema);
  };

  test('can be identity', async () => {
    expect((await encoded('identity')).body).toMatchObject({ message: 'x' });
  });

  test.each(['gzip', 'br', 'identity, deflate'])('cannot be %s', async (encoding) => {
    await expect(encoded(encoding)).rejects.toMatchObject({
      ...{ status: 415, message: 'Send the body uncompressed, without the header Content-Encoding' },
      headers: { 'accept-encoding': 'identity' },
    });
  });
});

describe('the encoding of text', () => {
  const sent = (...bytes: number[]) => {
    const body = Buffer.concat([Buffer.from('{"message":"'), Buffer.from(bytes), Buffer.from('"}')]);
    const headers = { 'content-type': 'application/json' };
    return readBody(new Request('https://agents.example', { method: 'POST', headers, body }), callSchema);
  };

  test.each([
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9]],
    ['half a character', [0xf0, 0x9f, 0x98]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
  ])('%s is rejected, not replaced by another text', async (_name, bytes) => {
    await expect(sent(...bytes)).rejects.toMatchObject({
      ...{ status: 400, message: 'The body is not valid UTF-8. Encode JSON as UTF-8' },
    });
  });

  test('UTF-8 is read', async () => {
    expect((await sent(...Buffer.from('café 😀'))).body).toMatchObject({ message: 'café 😀' });
  });
});

test('invalid JSON has no location', async () => {
  expect(await problemOf(callSchema, '{')).toEqual({
    status: 400,
    message: 'The body is not valid JSON',
    at: undefined,
  });
});

describe('a call', () => {
  test.each([
    [{ message: 'Hello' }, { message: 'Hello', stream: false }],
    [
      { messages: [user], stream: true },
      { messages: [user], stream: true },
    ],
    [{ message: 'x'.repeat(100_000) }, { message: 'x'.repeat(100_000), stream: false }],
    [{ messages: Array(200).fill(user) }, { messages: Array(200).fill(user), stream: false }],
  ])('%# is valid', async (body, expected) => {
    expect(await read(callSchema, body)).toEqual(expected);
  });

  test.each([
    [{}, 'The body must have either "message" or "messages"', undefined],
    [{ message: 'a', messages: [user] }, 'The body must have either "message" or "messages"', undefined],
    [7, 'The body must be a JSON object. GET /v1/openapi.json lists its members', undefined],
    [null, 'The body must be a JSON object. GET /v1/openapi.json lists its members', undefined],
    [{ messages: [null] }, 'messages.0 must be an object', 'messages.0'],
    [{ message: 7 }, 'message must be text', 'message'],
    [{ message: '' }, 'message must not be empty', 'message'],
    [{ message: 'x'.repeat(100_001) }, 'message must have up to 100000 characters', 'message'],
    [{ message: 'a', mesages: 1 }, 'mesages is not supported. Remove it', 'mesages'],
    [{ message: 'a', stream: 'yes' }, 'stream must be true or false', 'stream'],
    [{ messages: 'x' }, 'messages must be a list', 'messages'],
    [{ messages: [] }, 'messages must not be empty', 'messages'],
    [{ messages: Array(201).fill(user) }, 'messages must have up to 200 messages', 'messages'],
    [
      { messages: [{ role: 'system', content: 'x' }] },
      'messages.0.role must be "user" or "assistant"',
      'messages.0.role',
    ],
    [{ messages: [{ role: 'user' }] }, 'messages.0.content is missing', 'messages.0.content'],
  ])('%# is rejected with a reason and a location', async (body, message, at) => {
    expect(await problemOf(callSchema, body)).toEqual({ status: 400, message, at });
  });

  test('is one user message, or the conversation', () => {
    expect(messagesOfCall({ message: 'Hello', stream: false })).toEqual([user]);
    const messages = [{ role: 'assistant' as const, content: 'Hi' }];
    expect(messagesOfCall({ messages, stream: false })).toBe(messages);
  });
});

describe('a preview', () => {
  const id = '00000000-0000-4000-8000-000000000000';

  test.each([
    { agent_id: id },
    { prompt: '' },
    { prompt: 'x'.repeat(8_000), name: 'x'.repeat(80), temperature: 0, max_tokens: 1 },
    { agent_id: id, prompt: 'x', temperature: 2, max_tokens: 4000 },
  ])('%# is valid', async (body) => {
    expect(await read(previewSchema, { ...body, messages: [user] })).toMatchObject(body);
  });

  test.each([
    [{}, 'The body must have "agent_id", "prompt" or both'],
    [{ agent_id: 'x' }, 'agent_id must be the id of an agent'],
    [{ agent_id: 7 }, 'agent_id must be text'],
    [{ prompt: 7 }, 'prompt must be text'],
    [{ prompt: 'x'.repeat(8_001) }, 'prompt must have up to 8000 characters'],
    [{ prompt: 'x', name: 'x'.repeat(81) }, 'name must have up to 80 characters'],
    [{ prompt: 'x', temperature: -0.1 }, 'temperature must be between 0 and 2'],
    [{ prompt: 'x', temperature: 2.1 }, 'temperature must be between 0 and 2'],
    [{ prompt: 'x', max_tokens: 0 }, 'max_tokens must be between 1 and 4000'],
    [{ prompt: 'x', max_tokens: 1.5 }, 'max_tokens must be a whole number'],
    [{ prompt: 'x', max_tokens: 4001 }, 'max_tokens must be between 1 and 4000'],
  ])('%# is rejected with a reason', async (body, message) => {
    expect(await problemOf(previewSchema, { messages: [user], ...body })).toMatchObject({
      status: 400,
      message,
    });
  });

  test('needs messages', async () => {
    expect((await problemOf(previewSchema, { prompt: 'x' })).message).toBe('messages is missing');
  });
});

describe('a chat completion', () => {
  const allowed = { allows_system_messages: true };
  const parse = async (body: object) =>
    (await read(chatCompletionSchema, { messages: [user], ...body })) as ChatCompletion;

  test('accepts OpenAI’s parameters, and passes them on (M10)', async () => {
    const body = {
      ...{ model: 'agent', stream: null, n: 1, tools: [], response_format: { type: 'json_object' } },
      ...{ max_tokens: 1, max_completion_tokens: null, stream_options: { include_usage: true } },
      ...{ seed: 7, top_p: 0.5, stop: 'END', presence_penalty: -1, frequency_penalty: 2, user: 'u-1' },
      ...{ temperature: 2, logprobs: false, tool_choice: 'none' },
      messages: [
        { role: 'developer', content: 'Be kind' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
          name: 'x',
        },
      ],
    };
    const parsed = await parse(body);
    expect(parsed).toMatchObject({ stream_options: { include_usage: true }, max_tokens: 1, temperature: 2 });
    expect(samplingOf(parsed)).toEqual({
      ...{ seed: 7, topP: 0.5, stop: ['END'], presencePenalty: -1, frequencyPenalty: 2, user: 'u-1' },
      isJson: true,
    });
    expect(messagesOfCompletion(parsed, allowed)).toEqual([
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: 'a\nb', name: 'x' },
    ]);
  });

  test('without parameters passes none on', async () => {
    expect(samplingOf(await parse({ stop: null, response_format: { type: 'text' } }))).toEqual({});
    expect(samplingOf(await parse({ stop: ['a', 'b'] }))).toEqual({ stop: ['a', 'b'] });
  });

  test.each([null, '', undefined])(
    'accepts the content %o of an assistant message (M10)',
    async (content) => {
      // As OpenAI's clients send a received message back.
      const received = { role: 'assistant', content, refusal: null, annotations: [], tool_calls: [] };
      const parsed = await parse({ messages: [user, received, user] });
      expect(messagesOfCompletion(parsed, allowed)[1]).toEqual({ role: 'assistant', content: '' });
    },
  );

  test.each(['logit_bias', 'functions', 'modalities', 'top_logprobs', 'prediction', 'web_search_options'])(
    'rejects %s, which the model would not get (M10)',
    async (name) => {
      const body = { messages: [user], [name]: { x: 1 } };
      expect(await problemOf(chatCompletionSchema, body)).toEqual({
        ...{ status: 400, message: `${name} is not supported. Remove it`, at: name },
      });
    },
  );

  test.each([
    [{ n: 2 }, 'n must be 1', 'n'],
    [{ tools: [{}] }, 'tools.0.type is missing', 'tools.0.type'],
    [{ tools: [{ type: 'custom' }] }, 'tools.0.type must be "function"', 'tools.0.type'],
    [
      { tool_choice: 'always' },
      'tool_choice must be "none", "auto", "required" or a function',
      'tool_choice',
    ],
    [
      { response_format: { type: 'xml' } },
      'response_format.type must be "text", "json_object" or "json_schema"',
      'response_format.type',
    ],
    [{ max_tokens: 0 }, 'max_tokens must be 1 or more', 'max_tokens'],
    [{ user: 'x'.repeat(201) }, 'user must have up to 200 characters', 'user'],
    [
      { stream_options: { include_usage: 1 } },
      'stream_options.include_usage must be true or false',
      'stream_options.include_usage',
    ],
    [{ temperature: 99 }, 'temperature must be between 0 and 2', 'temperature'],
    [{ top_p: 1.1 }, 'top_p must be between 0 and 1', 'top_p'],
    [{ logprobs: true }, 'logprobs is not supported. Remove it', 'logprobs'],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop must have up to 4 texts', 'stop'],
    [
      { messages: [{ role: 'user', content: 'x', tool_call_id: '1' }] },
      'messages.0.tool_call_id is not supported. Remove it',
      'messages.0.tool_call_id',
    ],
    [{ max_completion_tokens: 'x' }, 'max_completion_tokens must be a number', 'max_completion_tokens'],
    [
      { messages: [{ role: 'function', content: 'x' }] },
      'messages.0.role must be "system", "developer", "user", "assistant" or "tool"',
      'messages.0.role',
    ],
    [
      { messages: [{ role: 'tool', content: 'x' }] },
      'messages.0.tool_call_id is missing',
      'messages.0.tool_call_id',
    ],
    [
      { messages: [{ role: 'user', content: 7 }] },
      'messages.0.content must be text or a list of text parts',
      'messages.0.content',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
      'messages.0.content.0.type must be "text": agents accept only text',
      'messages.0.content.0.type',
    ],
  ])('%# is rejected with a reason and a location', async (body, message, at) => {
    expect(await problemOf(chatCompletionSchema, { messages: [user], ...body })).toEqual({
      status: 400,
      message,
      at,
    });
  });

  test('content parts cannot be empty', async () => {
    const { status } = await problemOf(chatCompletionSchema, { messages: [{ role: 'user', content: [] }] });
    expect(status).toBe(400);
  });
});
