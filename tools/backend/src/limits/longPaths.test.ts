/**
 * Rows of slashes in a path. Where an expression begins at each of them, these take many minutes, and a server whose limit
 * is 16 KB takes seconds for one request.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Served } from '../testing/serve';

let served: Served;
beforeAll(async () => {
  served = await serve('PostgreSQL');
});
afterAll(() => served.close());

const SLASHES = '/'.repeat(200_000);

test.each([
  ['GET', '/rest/v1/'],
  ['POST', '/rest/v1/rpc/'],
  ['GET', '/rest/v1/agents'],
  ['POST', '/auth/v1/token'],
  ['PUT', '/auth/v1/user'],
  ['GET', '/auth/v1/verify'],
  ['GET', '/auth/v1/authorize'],
])('%s %s and many slashes: there is no such path', async (method, path) => {
  const { publishableKey: apikey } = served.backend;
  const request = new Request(`${served.origin}${path}${SLASHES}x`, { method, headers: { apikey } });
  expect((await served.backend.fetch(request, { address: '192.0.2.1' })).status).toBe(404);
});
