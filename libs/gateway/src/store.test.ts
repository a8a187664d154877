/** The store's requests to PostgREST, and its errors. */
import { describe, expect, test, vi } from 'vitest';
import { restStore } from './store';
import { grantOf } from './testing/fakes';

const storeWith = (respond: (request: Request) => Response | Promise<Response>, timeout = 1_000) => {
  const fetch = vi.fn((request: Request) => Promise.resolve(respond(request)));
  return {
    fetch,
    store: restStore({
      url: 'https://db.example',
      secretKey: 'secret',
      publishableKey: 'public',
      fetch,
      timeout,
    }),
  };
};
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

test('calls a function with the secret key', async () => {
  const { store, fetch } = storeWith(json({ grant: grantOf(), requests: 1, window_seconds: 60 }));
  expect(await store.useKey('hash', 7)).toEqual(grantOf());
  const request = fetch.mock.calls[0]?.[0];
  expect([request?.method, request?.url]).toEqual(['POST', 'https://db.example/rest/v1/rpc/call_grant']);
  expect(request?.headers.get('apikey')).toBe('secret');
  expect(request?.headers.get('authorization')).toBe('Bearer secret');
  expect(await request?.json()).toEqual({
    ...{ key_hash: 'hash', default_rate: 7, waiting: 1, spare: 0 },
  });
});

test('an unknown key has no grant', async () => {
  expect(await storeWith(json(null)).store.useKey('hash')).toBeUndefined();
});

test('finishes a call with its outcome', async () => {
  const { store, fetch } = storeWith(json(0.25));
  const outcome = { status: 200, latency_ms: 1, input_tokens: 2, output_tokens: 3, is_charged: true };
  expect(await store.finishCall('call-1', outcome)).toBe(0.25);
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({ call_id: 'call-1', ...outcome });
  await store.finishCall('call-1', outcome, 'sealed');
  expect(await fetch.mock.calls[1]?.[0].json()).toMatchObject({ answer: 'sealed' });
});

test.each([
  ['token', 'Bearer token'],
  [undefined, 'Bearer public'],
])('reads preview access with the session %s', async (session, authorization) => {
  const access = { user_id: null, agent_id: null, is_creator: false };
  const { store, fetch } = storeWith(json([access]));
  expect(await store.previewAccess('agent-1', session)).toEqual(access);
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({ agent: 'agent-1' });
  const headers = fetch.mock.calls[0]?.[0].headers;
  expect([headers?.get('apikey'), headers?.get('authorization')]).toEqual(['public', authorization]);
});

test('requires a row where there must be one', async () => {
  await expect(storeWith(json([])).store.previewAccess(null, undefined)).rejects.toMatchObject({
    status: 500,
  });
});

test('reads the instructions of an agent', async () => {
  expect(await storeWith(json([])).store.instructions('agent-1')).toBeUndefined();
  const stored = { agent_name: 'Helper', prompt: 'Be brief', temperature: 0.7, max_tokens: 100 };
  const { store, fetch } = storeWith(json([{ ...stored, external_url: null }]));
  expect(await store.instructions('agent-1')).toMatchObject(stored);
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({ agent_id: 'agent-1' });
});

describe('an error', () => {
  test.each([500, 503, 429])('with status %i means that the database is unreachable', async (status) => {
    await expect(storeWith(json({}, status)).store.useKey('hash')).rejects.toMatchObject({
      status: 503,
      retryAfter: 5,
    });
  });

  test('with another status means that the gateway is not compatible', async () => {
    const error = await storeWith(json({ code: 'PGRST202', message: 'private' }, 404))
      .store.useKey('hash')
      .catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({ status: 500, message: 'The gateway is not compatible with its database' });
    expect(String((error as Error).cause)).toBe('Error: call_grant responded with 404 PGRST202');
  });

  test('with status 403 means a session without its second factor, with a user’s token', async () => {
    const rejected = json({ code: '42501', hint: 'insufficient_aal' }, 403);
    await expect(storeWith(rejected).store.previewAccess(null, 'token')).rejects.toMatchObject({
      status: 403,
      message: 'Your session is not allowed to do this. Complete the sign-in on the dashboard',
    });
    await expect(storeWith(rejected).store.useKey('hash')).rejects.toMatchObject({ status: 500 });
  });

  test('with status 403 has the text of the database for a suspended user', async () => {
    const rejected = json({ code: 'PT403', message: 'Your account is suspended: spam' }, 403);
    await expect(storeWith(rejected).store.previewAccess(null, 'token')).rejects.toMatchObject({
      ...{ status: 403, message: 'Your account is suspended: spam' },
    });
  });

  test('with status 401 means an expired session, with a user’s token', async () => {
    await expect(storeWith(json({}, 401)).store.previewAccess(null, 'token')).rejects.toMatchObject({
      status: 401,
      message: 'Your session has expired. Sign in again',
    });
  });

  test('with status 401 means that the gateway is not compatible, with the secret key', async () => {
    await expect(storeWith(json({}, 401)).store.useKey('hash')).rejects.toMatchObject({ status: 500 });
  });

  test('in the data means that the gateway is not compatible', async () => {
    await expect(storeWith(json([{ slug: 7 }])).store.useKey('hash')).rejects.toMatchObject({ status: 500 });
  });

  test('is raised for the page of a proxy, which may be gone a moment later', async () => {
    const { store } = storeWith(() => new Response('<h1>Back soon</h1>'));
    await expect(store.useKey('hash')).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  });

  test('of the network means that the database is unreachable', async () => {
    const failing = storeWith(() => Promise.reject(new Error('ECONNREFUSED')));
    await expect(failing.store.useKey('hash')).rejects.toMatchObject({
      ...{ status: 503, retryAfter: 5, message: 'The database is unreachable. Try again in a few seconds' },
    });
  });

  test('is raised when the database does not respond in time', async () => {
    const stalled = storeWith(() => new Promise(() => undefined), 20);
    await expect(stalled.store.useKey('hash')).rejects.toMatchObject({ status: 503 });
  });
});
