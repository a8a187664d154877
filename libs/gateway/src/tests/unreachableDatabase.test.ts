/** A gateway whose database is unreachable for a moment: no response completes without its record. */
import { type Served, startWire, type Wire } from '@slipway/backend/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGateway, type Gateway } from '../gateway';
import { openAiModel } from '../models/openAiModel';
import { restStore } from '../store';
import { callable, type Callable, usageOf } from '../testing/gatewayCalls';
import { type ModelServer, startModelServer } from '../testing/modelServer';
import { serveGateway } from '../testing/serveGateway';

describe('a gateway with an unreachable database', () => {
  let model: ModelServer;
  let served: Served;
  let bot: Callable;
  let wire: Wire;
  let gateway: Gateway;

  beforeAll(async () => {
    model = await startModelServer();
    served = await serveGateway('PostgreSQL');
    bot = await callable(served);
    wire = await startWire(Number(new URL(served.origin).port));
    gateway = createGateway({
      store: restStore({
        url: wire.origin,
        secretKey: served.backend.secretKey,
        publishableKey: served.backend.publishableKey,
        timeout: 1_000,
      }),
      model: openAiModel({ baseUrl: model.baseUrl, apiKey: 'k', model: 'm', retries: 0 }),
      log: pino({ level: 'silent' }),
      publicUrl: served.origin,
      recordPatience: 3_000,
    });
  });
  afterAll(async () => {
    await gateway.idle();
    await wire.cut();
    await served.close();
    await model.close();
  });

  const ask = (body: object) =>
    gateway.fetch(
      new Request(bot.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bot.key}` },
        body: JSON.stringify(body),
      }),
      { address: '127.0.0.1' },
    );
  const TEXTS = ['a ', 'b ', 'c'];

  test('rejects calls with 503 and Retry-After, and recovers', async () => {
    await wire.cut();
    const response = await ask({ message: 'x' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await usageOf(bot)).toHaveLength(0);
    await wire.join();
    expect((await ask({ message: 'x' })).status).toBe(200);
    expect(await usageOf(bot)).toHaveLength(2);
  });

  test('delays the end of a response until the call is recorded', async () => {
    const before = (await usageOf(bot)).length;
    const { completed } = model;
    model.behave({ kind: 'responds', texts: TEXTS, pause: 150 });
    const response = await ask({ message: 'x', stream: true });
    const text = response.text();
    await wire.cut();
    await vi.waitFor(() => {
      expect(model.completed).toBe(completed + 1);
    }, 10_000);
    expect((await usageOf(bot)).length).toBe(before);
    await wire.join();
    expect(await text).toMatch(/"content":"c"[\s\S]*event: done/);
    expect((await usageOf(bot)).length).toBe(before + 2);
  });

  test('withholds the end of a response that cannot be recorded, and charges nothing', async () => {
    const before = (await usageOf(bot)).length;
    model.behave({ kind: 'responds', texts: TEXTS, pause: 150 });
    const response = await ask({ message: 'x', stream: true });
    await wire.cut();
    const text = await response.text();
    expect(text).toMatch(/event: error\ndata: .*"status":503/);
    expect(text).not.toContain('"content":"c"');
    await wire.join();
    await gateway.idle();
    expect((await usageOf(bot)).length).toBe(before);
  });
});
