/** Requests whose response is lost, such as with a dropped connection. */
import { afterEach, expect, test, vi } from 'vitest';
import { get, NO_RESPONSE, post } from './client';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The first `lost` responses are lost. Returns the requests. */
function server(lost: number) {
  const requests: [path: string, body: unknown][] = [];
  vi.stubGlobal('fetch', (path: string, { body, signal }: RequestInit) => {
    requests.push([path, body]);
    signal?.throwIfAborted();
    return requests.length <= lost
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ revision: 3 }));
  });
  return requests;
}

test('a request whose response is lost is sent again, the same one', async () => {
  const requests = server(1);
  expect(await post('/api/run', { id: 'one' })).toEqual({ revision: 3 });
  expect(requests).toEqual([
    ['/api/run', '{"id":"one"}'],
    ['/api/run', '{"id":"one"}'],
  ]);
});

test('a console that does not respond again is reported, after two requests', async () => {
  const requests = server(2);
  await expect(get('/api/overview')).rejects.toMatchObject({
    code: NO_RESPONSE,
    message: expect.stringMatching(/^slipway console does not respond/) as string,
  });
  expect(requests).toHaveLength(2);
});

test('a request that the page has aborted is not sent again', async () => {
  const requests = server(0);
  await expect(get('/api/overview', {}, AbortSignal.abort())).rejects.toThrow();
  expect(requests).toHaveLength(1);
});
