/** Wrong keys, chunked bodies and wrong methods, on real HTTP and through two gateways. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, newKey, type Served } from '@slipway/backend/testing';
import { localGateway } from '../localGateway';
import { callable, type Callable, post } from '../testing/gatewayCalls';
import { serveGateway } from '../testing/serveGateway';

const rates = { wrongKey: 5 };

describe.each(engines)('requests on %s', (engine) => {
  let served: Served;
  let bot: Callable;
  beforeAll(async () => {
    served = await serveGateway(engine, { rates });
    bot = await callable(served);
  });
  afterAll(() => served.close());

  test('with wrong keys never lock out a right one, and share a limit across gateways (M5)', async () => {
    const statuses = [];
    for (let time = 0; time < 7; time += 1)
      statuses.push((await post(bot.url, newKey(), { message: 'x' })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await post(bot.url, bot.key, { message: 'x' })).status).toBe(200);

    const second = localGateway(served.backend, served.origin, { rates });
    const ask = (key: string) =>
      second.fetch(
        new Request(bot.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: '{"message":"x"}',
        }),
        { address: '127.0.0.1' },
      );
    expect([(await ask(newKey())).status, (await ask(bot.key)).status]).toEqual([429, 200]);
  });

  test('share the rate of a key across gateways (M5)', async () => {
    const limited = await callable(served);
    await limited.owner.client.rpc('limit_deployment_key', {
      ...{ id: limited.id, requests_per_minute: 2, expires_at: null },
    });
    const second = localGateway(served.backend, served.origin);
    const elsewhere = await second.fetch(
      new Request(`${served.origin}/v1/models`, { headers: { authorization: `Bearer ${limited.key}` } }),
      { address: '127.0.0.1' },
    );
    const here = () => post(limited.url, limited.key, { message: 'x' });
    expect([elsewhere.status, (await here()).status, (await here()).status]).toEqual([200, 200, 429]);
  });

  /** Without a content length: chunked. */
  const chunked = (method: string, path: string, body?: string) =>
    new Promise<{ status: number; allow: string | undefined }>((resolve, reject) => {
      const sent = request(
        served.origin + path,
        {
          method,
          headers: {
            ...{ authorization: `Bearer ${bot.key}`, 'content-type': 'application/json' },
            ...(body === undefined ? {} : { 'transfer-encoding': 'chunked' }),
          },
        },
        (response) => {
          response.resume();
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, allow: response.headers.allow });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  test('with chunked bodies are accepted, up to the size limit (H1)', async () => {
    const path = `/v1/agents/${bot.slug}`;
    expect((await chunked('POST', path, '{"message":"x"}')).status).toBe(200);
    expect((await chunked('POST', path, JSON.stringify({ message: 'x'.repeat(600_000) }))).status).toBe(413);
    for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
      expect(await chunked(method, path)).toEqual({ status: 405, allow: 'GET, POST, HEAD' });
      expect(await chunked(method, path, '{}')).toEqual({ status: 405, allow: 'GET, POST, HEAD' });
    }
  });
});
