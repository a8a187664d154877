/** Streamed answers: complete, in chunks, rejected and interrupted. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBackend } from '@slipway/testing';
import { askAgent } from './preview';

beforeEach(() => {
  startBackend({});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const usage = { input_tokens: 3, output_tokens: 2, is_estimate: false };
const delta = (content: string) => `event: delta\ndata: ${JSON.stringify({ content })}\n\n`;
const done = `event: done\ndata: ${JSON.stringify({ usage })}\n\n`;

/** Responds with `size` bytes per chunk: a chunk may split a character. */
function respondWith(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'slipway-model': 'sample' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers })));
}

async function ask() {
  let text = '';
  const models: string[] = [];
  const used = await askAgent({
    trial: { name: 'Helper', prompt: 'Help' },
    messages: [{ role: 'user', content: 'Hello' }],
    signal: new AbortController().signal,
    onModel: (model) => models.push(model),
    onText: (part) => (text += part),
  });
  return { text, used, models };
}

test.each([1, 7, 10_000])('reads the same answer in chunks of %i bytes', async (size) => {
  respondWith(`${delta('Grüße 👋\n')}: a comment\n\n${delta('bye')}${done}`, size);
  expect(await ask()).toEqual({ text: 'Grüße 👋\nbye', used: { usage }, models: ['sample'] });
});

test('rejects an answer that breaks off', async () => {
  respondWith(delta('half'), 1000);
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
});

test('reports a model that fails during the answer', async () => {
  respondWith(`${delta('half')}event: error\ndata: {"status":502,"detail":"The model failed"}\n\n`, 1000);
  await expect(ask()).rejects.toMatchObject({ code: 'unexpected' });
});

test.each([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [429, 'rate_limited'],
  [501, 'conflict'],
  [502, 'unexpected'],
  [503, 'unavailable'],
])('maps status %i to %s', async (status, code) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status })));
  await expect(ask()).rejects.toMatchObject({ code });
});

test('rejects a response that is not an event stream', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } })),
  );
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
});
