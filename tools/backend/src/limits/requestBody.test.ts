/** Bodies that a reader would take for another text. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type Served } from '../testing/serve';

let served: Served;
beforeAll(async () => {
  served = await serve('PostgreSQL');
});
afterAll(() => served.close());

const send = async (path: string, body: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
  const { secretKey: apikey } = served.backend;
  const headers = { apikey, 'content-type': 'application/json', ...more };
  const response = await fetch(served.origin + path, { method: 'POST', headers, body });
  return {
    status: response.status,
    body: (await response.json()) as unknown,
    accepted: response.headers.get('accept-encoding'),
  };
};

const table = '/rest/v1/agents';
const account = '/auth/v1/signup';

test.each([
  [table, { code: 'PGRST107', message: 'Send the body uncompressed, without the header Content-Encoding' }],
  [
    account,
    {
      error_code: 'validation_failed',
      msg: 'Send the body uncompressed, without the header Content-Encoding',
    },
  ],
])('POST %s: a compressed body is rejected with the reason', async (path, body) => {
  const compressed = new Uint8Array(gzipSync('{"email":"ada@example.test","password":"Correct-horse-1"}'));
  expect(await send(path, compressed, { 'content-encoding': 'gzip' })).toMatchObject({
    ...{ status: 415, accepted: 'identity', body },
  });
});

test.each([
  [table, { code: 'PGRST102', message: 'The body is not valid UTF-8' }],
  [account, { error_code: 'validation_failed', msg: 'The body is not valid UTF-8' }],
])('POST %s: invalid UTF-8 is rejected, not stored as another text', async (path, body) => {
  const latin1 = new Uint8Array(Buffer.from('{"name":"café"}', 'latin1'));
  expect(await send(path, latin1)).toMatchObject({ status: 400, body });
});
