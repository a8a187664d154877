/** A gateway whose first model fails: its log and its records name the model that responded. */
import type { Served } from '@slipway/backend/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { modelFromEnvironment } from '../models/modelFromEnvironment';
import { callable, type Callable, post } from '../testing/gatewayCalls';
import { type ModelServer, startModelServer } from '../testing/modelServer';
import { serveGateway } from '../testing/serveGateway';

const KEY = 'sk-first-1234567890';

let servers: [first: ModelServer, second: ModelServer];
let served: Served;
let bot: Callable;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  servers = [await startModelServer(), await startModelServer()];
  const closed = await startModelServer();
  await closed.close();
  served = await serveGateway('PostgreSQL', {
    model: modelFromEnvironment({
      ...{ MODEL_BASE_URL: servers[0].baseUrl, MODEL_NAME: 'first', MODEL_API_KEY: KEY, MODEL_RETRIES: '0' },
      MODEL_FALLBACK_NAME: 'unreachable',
      MODEL_FALLBACK_BASE_URL: closed.baseUrl,
      MODEL_FALLBACK_2_NAME: 'third',
      MODEL_FALLBACK_2_BASE_URL: servers[1].baseUrl,
    }),
    log: pino(
      { level: 'info' },
      { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
    ),
  });
  bot = await callable(served);
});
afterAll(async () => {
  await served.close();
  for (const server of servers) await server.close();
});
beforeEach(() => {
  lines.splice(0);
});

const ask = async () => (await post(bot.url, bot.key, { message: 'private text' })).status;

/** Calls of each model, as operators see their costs. */
const calls = async () => {
  const { data } = await served.service.rpc('model_costs', { days: 1 }).order('model');
  return (data as { model: string; calls: number }[]).map(({ model, calls: count }) => [model, count]);
};

test('logs which model failed, why, and which one responded, and records that one', async () => {
  expect(await ask()).toBe(200);
  expect(lines).toMatchObject([{ model: 'first', status: 200 }]);
  expect(lines[0]).not.toHaveProperty('is_fallback');
  lines.splice(0);

  servers[0].behave({ kind: 'fails', status: 500, message: `No quota for ${KEY}` });
  expect(await ask()).toBe(200);
  const [{ call } = {}] = lines;
  expect(call).toEqual(expect.any(String));
  expect(lines).toMatchObject([
    {
      ...{ level: 40, msg: 'model failed, asking the next one', call, deployment: bot.id },
      ...{ model: 'first', next: 'unreachable', reason: '500 No quota for [key]' },
    },
    {
      ...{ level: 40, call, model: 'unreachable', next: 'third' },
      reason: expect.stringMatching(/^Connection error: .*ECONNREFUSED/) as string,
    },
    { level: 40, msg: 'call finished', call, model: 'third', is_fallback: true, status: 200 },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/sk-first|private text/);
  expect(await calls()).toEqual([
    ['first', 1],
    ['third', 1],
  ]);
});

test('logs the failure of every model when the last one fails, too', async () => {
  for (const server of servers) server.behave({ kind: 'fails', status: 503 });
  expect(await ask()).toBe(502);
  await vi.waitFor(() => {
    expect(lines).toMatchObject([
      { model: 'first', next: 'unreachable' },
      { model: 'unreachable', next: 'third' },
      { msg: 'call failed', model: 'third', is_fallback: true, reason: '503 the secret reason' },
    ]);
  });
});
