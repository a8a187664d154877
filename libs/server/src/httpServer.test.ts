/** Slow clients lose their connection; others are served meanwhile. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer, createHttpServer, listen, LOCALHOST } from '.';

/** The reply of the server to a client that sends `text` and then nothing. */
const replyTo = (port: number, text: string) =>
  new Promise<string>((resolve) => {
    let reply = '';
    const socket = connect(port, LOCALHOST, () => socket.write(text));
    socket.on('data', (part) => (reply += String(part)));
    socket.on('close', () => {
      resolve(reply);
    });
  });

test('a request that does not arrive completely gets 408', async () => {
  const server = createHttpServer(
    (request, response) => {
      request.on('error', () => undefined).resume();
      request.on('end', () => response.end('complete'));
    },
    { requestTimeout: 200, headersTimeout: 100, connectionsCheckingInterval: 50 },
  );
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy: '' });
  const slowBody = replyTo(port, 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc');
  const slowHeaders = replyTo(port, 'POST / HTTP/1.1\r\nhost: a\r\n');
  const complete = await fetch(`http://${LOCALHOST}:${String(port)}`, { method: 'POST', body: 'abc' });

  expect(await complete.text()).toBe('complete');
  expect(await slowBody).toContain('408 Request Timeout');
  expect(await slowHeaders).toContain('408 Request Timeout');
  await closeServer(server);
});
