/** A hostile or broken endpoint: whatever it sends, the output has the types and the size that the gateway expects. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelPart } from './model';
import { openAiModel } from './openAiModel';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function modelAt(respond: (response: ServerResponse) => void) {
  const started = createServer((request, response) => {
    request.resume().on('end', () => {
      respond(response);
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
  return openAiModel({ ...{ baseUrl, apiKey: 'key', model: 'm', embeddingModel: 'e', retries: 0 } });
}

const instructions = { name: 'Helper', prompt: '', temperature: 0, maxTokens: 100 };
const messages = [{ role: 'user' as const, content: 'Hello' }];

async function complete(respond: (response: ServerResponse) => void): Promise<ModelPart[]> {
  const model = await modelAt(respond);
  const parts: ModelPart[] = [];
  const signal = new AbortController().signal;
  for await (const part of model.complete(instructions, messages, signal)) parts.push(part);
  return parts;
}

/** The response to a chunk that has nothing else to say. */
const sends =
  (...chunks: unknown[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\n');
  };
const delta = (members: object) => ({ choices: [{ index: 0, delta: members, finish_reason: null }] });

test.each([
  ['negative', -1, 5],
  ['more than the database stores', 100_000_001, 5],
  ['not whole', 5, 1.5],
  ['text', '7', 7],
  ['missing', undefined, 7],
])('a count of tokens that is %s is not believed: the tokens are estimated', async (_name, input, output) => {
  const usage = { prompt_tokens: input, completion_tokens: output };
  expect(await complete(sends(delta({ content: 'Hi' }), { choices: [], usage }))).toEqual([{ text: 'Hi' }]);
});

test('a count of tokens is passed on', async () => {
  const usage = { prompt_tokens: 0, completion_tokens: 100_000_000 };
  expect(await complete(sends({ choices: [], usage }))).toEqual([
    { tokens: { input: 0, output: 100_000_000 } },
  ]);
});

describe('calls of tools', () => {
  test.each([
    ['far away', 4_294_967_294],
    ['of more calls than 128', 128],
    ['negative', -1],
    ['not whole', 0.5],
    ['the prototype of every list', '__proto__'],
    ['missing', undefined],
  ])('an index that is %s ends the call', async (_name, index) => {
    const call = { index, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
    await expect(complete(sends(delta({ tool_calls: [call] })))).rejects.toMatchObject({ status: 502 });
    expect(Object.keys(Array.prototype)).toEqual([]);
  });

  test.each([
    ['an id', { id: { a: 1 } }],
    ['a name', { function: { name: ['f'] } }],
    ['arguments', { function: { arguments: { a: 1 } } }],
  ])('%s that is no text ends the call', async (_name, part) => {
    const sent = sends(delta({ tool_calls: [{ index: 0, ...part }] }));
    await expect(complete(sent)).rejects.toMatchObject({ status: 502 });
  });
});

test('other types than text are no output', async () => {
  const wrong = { choices: [{ index: 0, delta: { content: { a: 1 } }, finish_reason: { b: 1 } }] };
  expect(await complete(sends(wrong, {}, { choices: 'none' }, delta({ content: 'Hi' })))).toEqual([
    { text: 'Hi' },
  ]);
});

test.each([
  ['of texts', `data: ${JSON.stringify(delta({ content: 'x'.repeat(60_000) }))}\n\n`, 'more than 16 MB'],
  ['of one line', 'x'.repeat(64_000), 'an event of more than 256 KB'],
])('an endless response %s ends the call', async (_name, part, what) => {
  let sent = 0;
  const endless = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = () => {
      while (!response.destroyed && sent < 100_000_000) {
        sent += part.length;
        if (!response.write(part)) return void response.once('drain', more);
      }
    };
    more();
  };
  await expect(complete(endless)).rejects.toMatchObject({
    ...{ status: 502, message: `The model sent ${what}. Try again` },
  });
  expect(sent).toBeLessThan(50_000_000);
});

test('an embedding that is no list of numbers ends the call', async () => {
  for (const data of [[{ index: 0, embedding: 'AAAA' }], [{ index: 0, embedding: [1, '2'] }], {}]) {
    const model = await modelAt((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
    const vectors = model.embeddings?.embed(['Hello'], undefined, new AbortController().signal);
    await expect(vectors).rejects.toMatchObject({ status: 502 });
  }
});

test('an endless response with embeddings ends the call, and its connection', async () => {
  let isClosed = false;
  const model = await modelAt((response) => {
    response.once('close', () => (isClosed = true));
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed)
        if (!response.write(' '.repeat(60_000))) return void response.once('drain', more);
    };
    more();
  });
  await expect(
    model.embeddings?.embed(['Hello'], undefined, new AbortController().signal),
  ).rejects.toMatchObject({ status: 502, message: 'The model sent more than 16 MB. Try again' });
  await expect.poll(() => isClosed).toBe(true);
});
