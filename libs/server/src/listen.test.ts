/** Ports: a free one, one in use, one that cannot be opened, and a server that closes. */
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { closeServer } from './close';
import { createHttpServer } from './httpServer';
import { listen, LOCALHOST } from './listen';

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => closeServer(server, 0)));
});
const newServer = (respond: RequestListener = () => undefined) => {
  const server = createHttpServer(respond);
  open.push(server);
  return server;
};
const remedy = 'Set PORT to use another port';

it('returns the port that the system chose', async () => {
  const server = newServer((_request, response) => response.end('here'));
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy });
  expect(await (await fetch(`http://127.0.0.1:${String(port)}`)).text()).toBe('here');
});

it('names a port that is in use, and the remedy', async () => {
  const port = await listen(newServer(), { port: 0, host: LOCALHOST, remedy });
  await expect(listen(newServer(), { port, host: LOCALHOST, remedy })).rejects.toMatchObject({
    code: 'conflict',
    message: `Port ${String(port)} is already in use. Set PORT to use another port`,
  });
});

it('reports another failure with its reason', async () => {
  await expect(listen(newServer(), { port: 0, host: '192.0.2.1', remedy })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^Port 0 cannot be opened: .*192\.0\.2\.1.*\. Set PORT/) as string,
  });
});

it('lets a request finish before it closes', async () => {
  let respond: () => void = () => undefined;
  let server = newServer();
  const arrived = new Promise<void>((resolve) => {
    server = newServer((_request, response) => {
      respond = () => response.end('done');
      resolve();
    });
  });
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy });
  const response = fetch(`http://127.0.0.1:${String(port)}`);
  await arrived;
  const closing = closeServer(server);
  respond();
  expect(await (await response).text()).toBe('done');
  await closing;
});

it('closes connections whose request outlasts the grace period', async () => {
  let server = newServer();
  const arrived = new Promise<void>((resolve) => {
    server = newServer(() => {
      resolve();
    });
  });
  const port = await listen(server, { port: 0, host: LOCALHOST, remedy });
  const socket = connect(port, LOCALHOST);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived;
  await closeServer(server, 10);
  await ended;
});
