/** The clients of the model and of the database follow no redirect: it would send a key to an unknown address. */
import { createServer, type Server } from 'node:http';
import { closeServer, listen, LOCALHOST } from '@slipway/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAiModel } from './models/openAiModel';
import { restStore } from './store';

/** Requests that arrived at the address of the redirect. */
let followed = 0;
let redirected = 0;
let origin = '';
const servers: Server[] = [];

beforeAll(async () => {
  const start = async (server: Server) => {
    servers.push(server);
    const port = await listen(server, { port: 0, host: LOCALHOST, remedy: 'Stop another server' });
    return `http://${LOCALHOST}:${String(port)}`;
  };
  const target = await start(
    createServer((_request, response) => {
      followed += 1;
      response.end('[]');
    }),
  );
  origin = await start(
    createServer(({ url = '' }, response) => {
      redirected += 1;
      response.writeHead(307, { location: target + url }).end();
    }),
  );
});
beforeEach(() => {
  [followed, redirected] = [0, 0];
});
afterAll(() => Promise.all(servers.map(closeServer)));

test('the database (ASVS 15.3.2)', async () => {
  const store = restStore({ url: origin, secretKey: 's', publishableKey: 'p' });
  await expect(store.useKey('0'.repeat(64))).rejects.toMatchObject({ status: 503 });
  expect([redirected, followed]).toEqual([1, 0]);
});

test('the model (ASVS 15.3.2)', async () => {
  const model = openAiModel({ baseUrl: `${origin}/v1`, apiKey: 'k', model: 'm', retries: 0, timeout: 5_000 });
  const instructions = { name: 'Helper', prompt: '', temperature: 0, maxTokens: 5 };
  const parts = model.complete(instructions, [{ role: 'user', content: 'x' }], AbortSignal.timeout(5_000));
  await expect(parts[Symbol.asyncIterator]().next()).rejects.toThrow();
  expect([redirected, followed]).toEqual([1, 0]);
});
