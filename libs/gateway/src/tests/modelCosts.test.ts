/**
 * The cost of a call whose rounds of tools two models answer: the first one asks for a tool and then fails, its fallback model
 * replies. Real servers of models and tools, and every way to record a call.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Served } from '@slipway/backend/testing';
import { modelFromEnvironment } from '../models/modelFromEnvironment';
import { callable, type Callable, post } from '../testing/gatewayCalls';
import { startToolServer, type TestToolServer } from '../testing/mcpServer';
import { type ModelServer, startModelServer } from '../testing/modelServer';
import { serveGateway } from '../testing/serveGateway';

let servers: [first: ModelServer, second: ModelServer];
let tools: TestToolServer;
let served: Served;
let bot: Callable;

beforeAll(async () => {
  servers = [await startModelServer(), await startModelServer()];
  tools = await startToolServer();
  served = await serveGateway('PostgreSQL', {
    model: modelFromEnvironment({
      ...{ MODEL_BASE_URL: servers[0].baseUrl, MODEL_NAME: 'first', MODEL_API_KEY: 'k', MODEL_RETRIES: '0' },
      ...{ MODEL_FALLBACK_NAME: 'second', MODEL_FALLBACK_BASE_URL: servers[1].baseUrl },
    }),
    toolRunner: { egress: { allow: ['127.0.0.1'] } },
  });
  const price = (model: string, input_per_million: number, output_per_million: number) =>
    served.service.rpc('set_model_price', { model, input_per_million, output_per_million });
  expect((await price('first', 1000, 2000)).error).toBeNull();
  expect((await price('second', 100_000, 0)).error).toBeNull();
});
beforeEach(async () => {
  bot = await callable(served);
  const search = { name: 'search', description: '', input_schema: { type: 'object' }, is_read_only: true };
  const { error } = await bot.creator.client
    .from('agent_configs')
    .upsert({ agent_id: bot.agent, prompt: '', tools: { servers: [{ url: tools.url, tools: [search] }] } });
  expect(error).toBeNull();
  const call = { name: 'search', arguments: '{"text":"tea"}' };
  servers[0].behave({
    kind: 'replies',
    to: (messages) =>
      messages.some(({ role }) => role === 'tool')
        ? { kind: 'fails', status: 500 }
        : {
            ...{ kind: 'responds', texts: [], finishReason: 'tool_calls' },
            toolCalls: [{ index: 0, id: 'c1', type: 'function', function: call }],
          },
  });
  servers[1].behave({ kind: 'responds', texts: ['Three notes'], usage: { prompt_tokens: 30 } });
});
afterAll(async () => {
  await served.close();
  await tools.close();
  for (const server of servers) await server.close();
});

interface ModelCost {
  model: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost: number;
  charged: number;
}
/** As operators see them. */
const costs = async () => {
  const { data, error } = await served.service.rpc('model_costs', { days: 1 }).order('model');
  expect(error).toBeNull();
  return (data as ModelCost[]).map((row) => [
    ...[row.model, row.calls, row.input_tokens, row.output_tokens, row.cost, row.charged],
  ]);
};
const ownCalls = async () => {
  const { data } = await served.service
    .from('deployment_calls')
    .select('model, input_tokens, output_tokens, model_cost, cost')
    .eq('deployment_id', bot.id);
  return data;
};

test.each([
  ['recorded in a batch', {}, 1],
  ['with an idempotency key', { 'idempotency-key': 'one' }, 2],
])('each model costs its own tokens, of a call that is %s', async (_title, headers, calls) => {
  expect((await post(bot.url, bot.key, { message: 'What about tea?' }, { headers })).status).toBe(200);
  // 11 × $0.001 + 7 × $0.002, and 30 × $0.10.
  expect(await ownCalls()).toEqual([
    { model: 'second', input_tokens: 41, output_tokens: 14, model_cost: 3.025, cost: 0.1 },
  ]);
  expect(await costs()).toEqual([
    ['first', 0, 11 * calls, 7 * calls, 0.025 * calls, 0],
    ['second', calls, 30 * calls, 7 * calls, 3 * calls, 0.1 * calls],
  ]);
});
