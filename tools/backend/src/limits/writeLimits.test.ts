/** Limits of writes on the REST surface, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestUser, type Served, serve } from '../testing';

let served: Served;
let user: TestUser;

beforeAll(async () => {
  served = await serve('PostgreSQL');
  user = await served.user();
});
afterAll(() => served.close());

const post = async (client: 'user' | 'service', body: string, chunked = false) => {
  const { data } = await user.client.auth.getSession();
  const key = client === 'service' ? served.backend.secretKey : served.backend.publishableKey;
  const token = client === 'service' ? key : data.session?.access_token;
  return fetch(`${served.origin}/rest/v1/agents`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
    ...(chunked ? { body: new Blob([body]).stream(), duplex: 'half' } : { body }),
  } as RequestInit);
};

test.each([false, true])('the body of a write is at most 256 KB, chunked: %s (H8)', async (chunked) => {
  const body = JSON.stringify([{ name: 'x'.repeat(262_144) }]);
  const response = await post('user', body, chunked);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ message: 'The body of a write is larger than 256 KB' });
  // The secret key is not limited: the database rejects the name.
  expect((await post('service', body, chunked)).status).toBe(400);
});

test('a session writes up to 300 times a minute; reads, the secret key and others are not limited (H8)', async () => {
  const other = await served.user();
  const write = (client: TestUser['client']) => client.rpc('advance_deployments');
  let last = await write(user.client);
  for (let count = 0; count < 301 && last.status !== 429; count += 1) last = await write(user.client);
  expect(last.error?.message).toBe('Too many writes. Wait a minute and try again');
  expect((await user.client.from('agents').select('id').limit(1)).status).toBe(200);
  expect((await write(other.client)).status).toBe(200);
  expect((await served.service.rpc('sweep_deployments')).status).toBe(200);
});
