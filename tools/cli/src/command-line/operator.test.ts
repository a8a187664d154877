/** Errors of `slipway moderate`: of a database that rejects the call, and of an address that has none. */
import { afterEach, expect, test, vi } from 'vitest';
import { callAsOperator } from './operator';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failureOf = (variables: NodeJS.ProcessEnv) =>
  callAsOperator(
    {
      env: { SUPABASE_SECRET_KEY: 'secret', ...variables },
      workspace: () => {
        throw new Error('there is none');
      },
    },
    'list',
    {},
  ).catch((error: unknown) => error);

test.each(['abc.supabase.co', '127.0.0.1:4200', 'ftp://abc.example', 'https://abc.example/rest/v1'])(
  'SUPABASE_URL %s is named as wrong, without a request',
  async (SUPABASE_URL) => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    expect(await failureOf({ SUPABASE_URL })).toMatchObject({
      code: 'invalid_input',
      message: `SUPABASE_URL is ${SUPABASE_URL}: it must be an origin such as https://abc.supabase.co`,
    });
    expect(fetch).not.toHaveBeenCalled();
  },
);

test.each([
  [401, 'PGRST301', 'forbidden', 'https://abc.example rejects the secret key: correct SUPABASE_SECRET_KEY'],
  [401, null, 'forbidden', 'https://abc.example rejects the secret key: correct SUPABASE_SECRET_KEY'],
  [
    ...[404, 'PGRST202', 'not_found'],
    'The database at https://abc.example has no function list: apply the migrations of this version',
  ],
  [404, 'PT404', 'not_found', 'No agent has this id'],
  [409, 'PT409', 'conflict', 'No agent has this id'],
] as const)('status %i with code %s is %s: %s', async (status, code, wanted, message) => {
  const body = { code, message: 'No agent has this id' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
  expect(await failureOf({ SUPABASE_URL: 'https://abc.example' })).toMatchObject({ code: wanted, message });
});

test.each([
  ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ['a web page', () => Promise.resolve(new Response('<!doctype html>'))],
])('an address with %s is named, with what to check', async (_name, fetch) => {
  vi.stubGlobal('fetch', fetch);
  expect(await failureOf({ SUPABASE_URL: 'https://abc.example' })).toMatchObject({
    code: 'unavailable',
    message: 'No database responds at https://abc.example: check SUPABASE_URL',
  });
});

test('a database that does not answer in time is named, with how to find out what it did', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(
    AbortSignal.abort(new DOMException('The operation timed out', 'TimeoutError')),
  );
  expect(await failureOf({ SUPABASE_URL: 'https://abc.example' })).toMatchObject({
    code: 'unavailable',
    message:
      'https://abc.example did not respond within 20 s, so list may have taken effect or not: look with slipway moderate list, then try again',
  });
  expect(AbortSignal.timeout).toHaveBeenCalledWith(20_000);
});
