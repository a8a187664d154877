/** Limits of uploads before anything is decoded. `tools/local/src/pictures.test.ts` has the rest, with a database. */
import { expect, test, vi } from 'vitest';
import { MAX_SENT } from './normalizePicture';
import { createPictures } from './pictures';

const pictures = (error = vi.fn()) =>
  createPictures({
    database: { asUser: () => Promise.resolve('a user'), asServer: () => Promise.resolve('a hash') },
    log: { error },
  });

const send = (fetch: ReturnType<typeof pictures>['fetch'], body: ReadableStream | Uint8Array) =>
  fetch(
    new Request('http://127.0.0.1/v1/pictures', { method: 'POST', body, duplex: 'half' } as RequestInit),
    {
      address: '203.0.113.7',
    },
  );

test('an endless body is read up to the limit only', async () => {
  const chunk = new Uint8Array(64 * 1024);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += chunk.length;
      controller.enqueue(chunk);
      if (sent > 20 * MAX_SENT) controller.close();
    },
  });
  expect((await send(pictures().fetch, body)).status).toBe(413);
  expect(sent).toBeLessThan(2 * MAX_SENT);
});

test('a compressed picture is rejected before anything asks whose it is', async () => {
  const asUser = vi.fn();
  const { fetch } = createPictures({
    ...{ database: { asUser, asServer: vi.fn() }, log: { error: vi.fn() } },
  });
  const headers = { 'content-encoding': 'gzip' };
  const request = new Request('http://127.0.0.1/v1/pictures', {
    ...{ method: 'POST', headers, body: 'x' },
  });
  const response = await fetch(request, { address: '203.0.113.7' });
  expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  expect(asUser).not.toHaveBeenCalled();
});

test('an address may send 20 pictures a minute', async () => {
  const { fetch } = pictures();
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await send(fetch, new Uint8Array(8))).status);
  expect(statuses.indexOf(429)).toBe(20);
});

test('a client that disconnects while it sends its picture is no error in the log', async () => {
  const error = vi.fn();
  const client = new AbortController();
  const body = new ReadableStream({
    pull(controller) {
      client.abort();
      controller.error(new Error('aborted'));
    },
  });
  const init = { method: 'POST', body, duplex: 'half', signal: client.signal } as RequestInit;
  const request = new Request('http://127.0.0.1/v1/pictures', init);
  expect((await pictures(error).fetch(request, { address: '203.0.113.8' })).status).toBe(500);
  expect(error).not.toHaveBeenCalled();
});
