/** The port of the development server. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { LOCALHOST } from '@slipway/server';
import { listenForPages, parsePort } from './listen';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const listening = async (port?: number) => {
  const server = await listenForPages(port);
  open.push(server);
  return (server.address() as AddressInfo).port;
};

it('uses the next port when the first is in use', async () => {
  const first = await listening();
  expect(await listening()).toBeGreaterThan(first);
});

it('rejects a given port that is in use', async () => {
  const other = createServer();
  open.push(other);
  await new Promise<void>((resolve) => other.listen(0, LOCALHOST, resolve));
  const { port } = other.address() as AddressInfo;
  await expect(listening(port)).rejects.toMatchObject({
    code: 'conflict',
    message: `Port ${String(port)} is already in use. Stop the process that uses it, choose another port with --port, or leave --port out`,
  });
});

it.each(['0', '65536', '4300.5', 'http', ''])('rejects the port "%s"', (text) => {
  expect(() => parsePort(text)).toThrow(/must be a whole number from 1 to 65535/);
});

it('has no port when none is given', () => {
  expect(parsePort(undefined)).toBeUndefined();
});
