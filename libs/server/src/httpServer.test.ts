/** Slow clients, and those that do not read, lose their connection, as do all when the server closes. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
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
    // A busy machine needs time to send the complete one.
    { requestTimeout: 2_000, headersTimeout: 1_500, connectionsCheckingInterval: 50 },
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

test('a client that does not read its response loses its connection, one that reads slowly does not', async () => {
  const size = 20_000_000; // more than the buffers of two sockets
  const server = createHttpServer((_request, response) => response.end(Buffer.alloc(size)), {
    idleTimeout: 300,
  });
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy: '' });
  const ask = () => connect(port, LOCALHOST).on('error', () => undefined);
  const closed = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('close', resolve)),
  );
  const idle = ask().pause();
  idle.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await closed;
  idle.destroy();

  const response = await fetch(`http://${LOCALHOST}:${String(port)}`);
  let [received, parts] = [0, 0];
  for await (const part of response.body ?? []) {
    received += (part as Uint8Array).length;
    parts += 1;
    if (parts % 10 === 0) await sleep(20);
  }
  expect(received).toBe(size);
  await closeServer(server);
});

test('a server that closes ends a connection after its response, and serves no other request on it', async () => {
  let answer: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const served: (string | undefined)[] = [];
  const server = createHttpServer(({ url }, response) => {
    served.push(url);
    answer = () => response.end('done');
    if (url === '/slow') arrive();
    else answer();
  });
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy: '' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get({ host: LOCALHOST, port, path, agent }, (response) => {
        text(response).then(resolve, reject);
      }).on('error', reject);
    });
  const running = ask('/slow');
  await arrived;
  const closed = new Promise((resolve) => server.close(resolve));
  answer();
  expect(await running).toBe('done');
  // As a proxy does, the client keeps its connection.
  await expect(ask('/next')).rejects.toThrow();
  await closed;
  expect(served).toEqual(['/slow']);
  agent.destroy();
});

test('a server that closes names the end of the connection in a response to a request that comes later', async () => {
  const server = createHttpServer((_, response) => response.end());
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy: '' });
  const accepted = once(server, 'connection');
  const socket = connect(port, LOCALHOST);
  await accepted;
  server.close();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(await text(socket)).toMatch(/^connection: close\r$/im);
});
